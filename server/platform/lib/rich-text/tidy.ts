import { marks } from '#contract/platform/rich-text-form.ts'
import type { Block, Run, TextBlock } from './blocks.ts'

/** Normalizes blocks: trims edges, joins runs with the same format, removes empty ones. */
export const tidyBlocks = (blocks: readonly Block[]): Block[] => trimEmpty(blocks.flatMap(tidyBlock))

const tidyBlock = (block: Block): Block[] => {
  if (block.kind === 'text') {
    const runs = tidyRuns(block.runs)
    const hasText = runs.some(({ text }) => text !== null)
    // breaks between blocks, as Google Docs writes them, aren't text
    const tidied: TextBlock = { ...block, runs: block.isImplicit && !hasText ? [] : runs }
    // an empty line the author made stays; one left by a division is removed
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

/** Returns a key of a run’s format: its marks in order, and its link. Runs with the same key can be joined. */
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

/** Removes spaces at an edge or after another space. */
const isAtEdge = (last: Run | undefined): boolean => last?.text == null || last.text.endsWith(' ')

/** Removes the space at the end of the last run. */
const trimEnd = (runs: Run[]): void => {
  const last = runs.pop()
  if (last === undefined) return
  const text = last.text?.replace(/ $/, '') ?? null
  if (text !== '') runs.push({ ...last, text })
}
