import type { DateOrder } from '#contract/review/imports/choices.ts'

export type Value = string | number | boolean
/** The value of a cell, that it says there is none, or an error message for staff. */
export type Reading = { readonly value: Value } | { readonly isUnknown: true } | { readonly wrong: string }

/**
 * A function that reads a trimmed cell that isn’t blank; `today` is the school’s calendar date, `order` that of the
 * file’s dates.
 */
export type Reader = (cell: string, today: string, order?: DateOrder) => Reading

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
