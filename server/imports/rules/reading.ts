import type { DateOrder } from '#contract/imports/choices.ts'

export type Value = string | number | boolean
/** The value of a cell, or an error message for staff. */
export type Reading = { readonly value: Value } | { readonly wrong: string }

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

export const textOf = (value: Value | null | undefined): string | null =>
  typeof value === 'string' ? value : null
