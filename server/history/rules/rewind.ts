import type { FieldChange } from '#contract/history/shapes.ts'

/** An entry of the history, as far as going back needs it. */
export interface PastEntry {
  readonly kind: string
  readonly at: string
  readonly changes: readonly FieldChange[]
}

/** A record as it stands now: its fields as history spells them. */
export interface Present {
  readonly values: Readonly<Record<string, unknown>>
  readonly isThere: boolean
  readonly created_at: string
}

/** A record as it was. */
export interface Past {
  readonly values: Readonly<Record<string, unknown>>
  readonly isThere: boolean
}

const hasBegun = /_(created|added|restored)$/
const hasEnded = /_removed$/

/**
 * A record as it was at an instant: what was done to it later is taken back, the last first. `entries` are all of its
 * own, the latest first; instants are ISO 8601 in UTC.
 */
export const rewind = (present: Present, entries: readonly PastEntry[], at: string): Past => {
  const later = entries.filter((entry) => isAfter(entry.at, at))
  const values: Record<string, unknown> = { ...present.values }
  let { isThere } = present
  for (const entry of later) {
    for (const { field, before } of entry.changes) values[field] = before
    isThere = wasThere(entry) ?? isThere
  }
  return { values, isThere: isThere && hasStarted(present, entries, at) }
}

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other)

/** Whether the record was there before an entry; null where the entry does not say. */
const wasThere = ({ kind, changes }: PastEntry): boolean | null => {
  const removal = changes.find(({ field }) => field === 'deleted_at')
  if (removal) return removal.before === null
  if (hasBegun.test(kind)) return false
  return hasEnded.test(kind) ? true : null
}

/** It began with its first entry, or, where that was not written down, when its row came about. */
const hasStarted = (present: Present, entries: readonly PastEntry[], at: string): boolean => {
  const first = entries.at(-1)
  return !isAfter(present.created_at, at) || (first !== undefined && !isAfter(first.at, at))
}
