import { styleOf } from '#contract/rich-text-form.ts'
import { formOf, styleName } from './elements.ts'

/**
 * A first line that is indented begins with a blank of its own (behaviour 6.4: a tab). Tabs collapse, in the editor and
 * wherever the text is shown; an em space stays.
 */
const indent = '\u2003'

export const readIndents = (body: Element): void => {
  for (const line of body.querySelectorAll(`p[${styleName}*="text-indent" i]`)) {
    const asked = Number.parseFloat(styleOf(formOf(line), 'text-indent') ?? '')
    if (asked > 0 && line.textContent.trim() !== '' && !line.closest('li')) line.prepend(indent)
  }
}
