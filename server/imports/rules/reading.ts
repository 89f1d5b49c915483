export type Value = string | number | boolean
/** A cell as a value of its field, or why it is none, in the words of staff. */
export type Reading = { readonly value: Value } | { readonly wrong: string }

/** Reads a trimmed cell that is not blank; `today` is the school's calendar day. */
export type Reader = (cell: string, today: string) => Reading

export const wrong = (what: string): Reading => ({ wrong: what })
export const orWrong = (value: Value | null | undefined, what: string): Reading =>
  value == null ? wrong(what) : { value }

/** 'Leave of Absence' → 'leave_of_absence' */
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
  return (cell) => orWrong(byName.get(fold(cell)), what)
}

export const textOf = (value: Value | null | undefined): string | null =>
  typeof value === 'string' ? value : null
