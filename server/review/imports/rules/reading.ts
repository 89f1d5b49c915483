import type { DateOrder } from '#contract/review/imports/choices.ts'
import type { ImportError } from '#contract/review/imports/shapes.ts'
import type { LineStates } from '#server/platform/coverage/index.ts'

export type Value = string | number | boolean
/** The value of a cell, that it says there is none, or an error message for staff. */
export type Reading = { readonly value: Value } | { readonly isUnknown: true } | { readonly wrong: string }

/**
 * A function that reads a trimmed cell that isn’t blank; `today` is the school’s calendar date, `order` that of the
 * file’s dates.
 */
export type Reader = (cell: string, today: string, order?: DateOrder) => Reading

/** An error of a row, without the text of its cell. */
export type RowError = Omit<ImportError, 'value'>

export const rejection = (what: string): Reading => ({ wrong: what })
export const orRejection = (value: Value | null | undefined, what: string): Reading =>
  value == null ? rejection(what) : { value }

/** Returns a text as a key: 'Leave of Absence' → 'leave_of_absence'. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

export const choices = (
  entries: readonly (readonly [name: string, value: string])[],
  what: string,
): Reader => {
  const byName = new Map(entries.map(([name, value]) => [fold(name), value]))
  return (cell) => orRejection(byName.get(fold(cell)), what)
}

/** A cell such as “-” or “.”. Question marks are a question, and letters of any script a value. */
const onlySigns = /^[-.–—_*/\s]+$/

/** Returns a reader that knows words for “not known” besides the values. */
export const orUnknown = (words: readonly string[], read: Reader): Reader => {
  const known = new Set(words.map(fold))
  return (cell, ...more) =>
    known.has(fold(cell)) || onlySigns.test(cell) ? { isUnknown: true } : read(cell, ...more)
}

export const textOf = (value: Value | null | undefined): string | null =>
  typeof value === 'string' ? value : null

type StoredValues = Readonly<Record<string, Value | null>>

/** A student of the school with the row’s student ID. */
export interface StoredStudent {
  readonly id: number
  readonly version: number
  /** Every field except the SSN. */
  readonly values: StoredValues
  readonly ssn_last_four: string | null
  /** The student-period in the import’s period. */
  readonly enrollment: StoredEnrollment | null
}

export interface StoredEnrollment {
  readonly id: number
  readonly version: number
  readonly values: StoredValues
  readonly lines: LineStates
  /** The lines as columns, with the change of academic status that waits. */
  readonly stateValues: StoredValues
}

/** UTF-8 read in another encoding: that encoding, and how the first byte of a letter looks in it. */
const misreadings = [
  { encoding: 'windows-1252', start: /[ÂÃÄÅâáà]/ },
  { encoding: 'macintosh', start: /[¬√ƒ≈‚·]/ },
] as const

const bytesOf = (encoding: string): ReadonlyMap<string, number> => {
  const decoder = new TextDecoder(encoding)
  return new Map(
    Array.from({ length: 128 }, (_, index) => [decoder.decode(Uint8Array.of(128 + index)), 128 + index]),
  )
}

const tables = misreadings.map(({ encoding, start }) => ({ start, bytes: bytesOf(encoding) }))

/** Letters and signs of names that a misreading hides; others appear by accident, as in É’. */
const hidden = /[\u00A0-\u017F\u1E00-\u1EFF\u2010-\u201F]/

/** Returns whether characters of a text were lost (U+FFFD) or read in a wrong encoding (`GarcÃ­a`) before. */
export const isSpoiled = (text: string): boolean => {
  if (!/[\u0080-\uFFFF]/.test(text)) return false
  return text.includes('\uFFFD') || tables.some((table) => hasMisread(text, table))
}

const hasMisread = (text: string, { start, bytes }: (typeof tables)[number]): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    if (!start.test(text[at] ?? '')) continue
    // Windows leaves 5 bytes undefined; programs keep them as control characters
    const piece = Array.from(text.slice(at, at + 3), (letter) => bytes.get(letter) ?? letter.charCodeAt(0))
    if (isHidden(piece.slice(0, 2)) || isHidden(piece)) return true
  }
  return false
}

const strict = new TextDecoder('utf-8', { fatal: true })

const isHidden = (bytes: readonly number[]): boolean => {
  if (bytes.length < 2 || bytes.some((byte) => byte < 0x80 || byte > 0xff)) return false
  try {
    const letters = strict.decode(Uint8Array.from(bytes))
    return letters.length === 1 && hidden.test(letters)
  } catch {
    return false
  }
}
