import compile from 'mjml'

/** Compiles a layout to HTML. Loading the compiler takes half a second, so only the thread does. @throws Error for wrong MJML */
export const compileLayout = async (mjml: string): Promise<string> => {
  const { html } = await compile(mjml, { validationLevel: 'strict', fonts: {} })
  return html.replaceAll(/\n\s+/g, '\n').trim()
}
