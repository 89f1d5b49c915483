import { marks } from '#contract/rich-text-form.ts'
import type { Block, Run, TextBlock } from './blocks.ts'

/** Blocks in one spelling: blanks at edges gone, runs of one form joined, what is empty left out. */
export const tidyBlocks = (blocks: readonly Block[]): Block[] => trimEmpty(blocks.flatMap(tidyBlock))

const tidyBlock = (block: Block): Block[] => {
  if (block.kind === 'text') {
    const runs = tidyRuns(block.runs)
    const hasText = runs.some(({ text }) => text !== null)
    // breaks between blocks, as Google Docs writes them, are no text
    const tidied: TextBlock = { ...block, runs: block.isImplicit && !hasText ? [] : runs }
    // an empty line that somebody made stays; one that a division left behind goes
    return tidied.runs.length > 0 || (block.tag === 'p' && !block.isImplicit) ? [tidied] : []
  }
  const children = block.children.flatMap(tidyBlock)
  if (block.tag === 'li') return [{ ...block, children: trimEmpty(children) }]
  const kept = block.tag === 'blockquote' ? trimEmpty(children) : children
  return kept.length > 0 ? [{ ...block, children: kept }] : []
}

const isEmpty = (block: Block | undefined): boolean => block?.kind === 'text' && block.runs.length === 0

const trimEmpty = (blocks: readonly Block[]): Block[] => {
  let [start, end] = [0, blocks.length]
  while (start < end && isEmpty(blocks[start])) start += 1
  while (end > start && isEmpty(blocks[end - 1])) end -= 1
  return blocks.slice(start, end)
}

/** The same form: marks in their order, and the link. */
const formOf = (run: Run): string =>
  [...marks.filter((mark) => run.marks.has(mark)), run.href ?? ''].join(' ')

const tidyRuns = (runs: readonly Run[]): Run[] => {
  const tidied: Run[] = []
  for (const run of runs) addRun(tidied, run)
  trimEnd(tidied)
  return tidied
}

const addRun = (tidied: Run[], run: Run): void => {
  if (run.text === null) {
    trimEnd(tidied)
    tidied.push(run)
    return
  }
  const last = tidied.at(-1)
  const text = isAtEdge(last) ? run.text.replace(/^ +/, '') : run.text
  if (text === '') return
  if (last?.text != null && last.picture === null && run.picture === null && formOf(last) === formOf(run))
    tidied[tidied.length - 1] = { ...last, text: last.text + text }
  else tidied.push({ ...run, text })
}

/** A blank at an edge, or after another blank, is none. */
const isAtEdge = (last: Run | undefined): boolean => last?.text == null || last.text.endsWith(' ')

/** Takes away the blank that the last run ends with. */
const trimEnd = (runs: Run[]): void => {
  const last = runs.pop()
  if (last === undefined) return
  const text = last.text?.replace(/ $/, '') ?? null
  if (text !== '') runs.push({ ...last, text })
}
