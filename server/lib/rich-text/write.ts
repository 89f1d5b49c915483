import { marks } from '#contract/rich-text-form.ts'
import type { Block, Picture, Run } from './blocks.ts'

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00A0', '&nbsp;')
const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Blocks as HTML: the only place where stored rich text is written, from tags and classes of our own. */
export const writeRichText = (blocks: readonly Block[]): string => blocks.map(writeBlock).join('')

const writeBlock = (block: Block): string => {
  if (block.kind === 'container') return `<${block.tag}>${writeRichText(block.children)}</${block.tag}>`
  const inner = writeRuns(block.runs)
  if (block.tag === 'li') return inner
  const alignment = block.align === null ? '' : ` class="${block.align}"`
  return `<${block.tag}${alignment}>${inner}</${block.tag}>`
}

/** The tags around a run, from the outside in. */
const tagsOf = (run: Run): { readonly open: string; readonly close: string }[] => [
  ...(run.href === null ? [] : [{ open: `<a href="${escapeAttribute(run.href)}">`, close: '</a>' }]),
  ...marks.filter((mark) => run.marks.has(mark)).map((mark) => ({ open: `<${mark}>`, close: `</${mark}>` })),
]

const writePicture = ({ src, alt }: Picture): string =>
  `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}">`

const writeRun = ({ text, picture }: Run): string => {
  if (picture) return writePicture(picture)
  return text === null ? '<br>' : escapeText(text)
}

/** Runs that share their outer tags share them on paper too. */
const writeRuns = (runs: readonly Run[]): string => {
  let written = ''
  let open: ReturnType<typeof tagsOf> = []
  const closeDownTo = (depth: number): void => {
    for (const tag of open.slice(depth).reverse()) written += tag.close
    open = open.slice(0, depth)
  }
  for (const run of runs) {
    const wanted = tagsOf(run)
    const shared = wanted.findIndex((tag, index) => tag.open !== open[index]?.open)
    closeDownTo(shared < 0 ? wanted.length : shared)
    for (const tag of wanted.slice(open.length)) written += tag.open
    open = wanted
    written += writeRun(run)
  }
  closeDownTo(0)
  return written
}

/** The text alone, a line for every block; of a picture what it shows. */
export const plainTextOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.kind === 'container'
        ? plainTextOf(block.children)
        : block.runs.map(({ text, picture }) => picture?.alt ?? text ?? '\n').join(''),
    )
    .join('\n')
