import type { ImportTarget } from '#contract/review/imports/choices.ts'

/** What the last lines of a report begin with. */
const footerStart =
  /^[\s*=#–—-]*((grand |sub)?totals?\b|(record |row |student )?count\b|(number|no\.?) of (students|records|rows)\b|report\b|generated\b|printed\b|prepared (by|on)\b|created (by|on)\b|exported\b|run (date|on|by|time)\b|end of\b|page \d+|confidential\b|as of\b|source:|\d+ (students|records|rows)\b|(students|records|rows)\s*:)/i

/** Returns whether a cell is a sentence and not an ID, such as “A 12”. */
const isSentence = (cell: string): boolean => (cell.match(/\p{L}{3,}/gu) ?? []).length > 1

/** The table that a record is a part of: its number of columns, and what the first one is matched to. */
interface Table {
  readonly width: number
  readonly firstTarget: ImportTarget | null
}

/**
 * Returns whether a record below all students is a line of the report and not a student with missing cells. It begins
 * with the words of one and else has only numbers, or it’s a sentence alone in a first column that has no names.
 */
export const isFooter = (cells: readonly string[], table: Table): boolean => {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (filled.length > 1 && filled.length * 2 > table.width) return false
  const isFirst = cells[0]?.trim() === filled[0]
  return (
    hasFooterWords(filled, isFirst) || (filled.length === 1 && isFirst && isRemark(filled[0] ?? '', table))
  )
}

const hasFooterWords = ([text = '', ...others]: readonly string[], isFirst: boolean): boolean =>
  footerStart.test(text) &&
  others.every((cell) => /^[\d\s.,:/-]+$/.test(cell)) &&
  // “Total” alone in another column can be a name
  (isFirst || /\d/.test([text, ...others].join(' ')))

/** Returns whether a text alone in the first column is a sentence where students have an ID or nothing. */
const isRemark = (text: string, { width, firstTarget }: Table): boolean =>
  width > 2 && (firstTarget === null || firstTarget === 'sid') && isSentence(text)
