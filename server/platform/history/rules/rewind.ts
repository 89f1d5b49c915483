import type { FieldChange } from '#contract/platform/history/shapes.ts'

/** The parts of a history entry needed to rebuild a past record. */
export interface PastEntry {
  readonly kind: string
  readonly at: string
  readonly changes: readonly FieldChange[]
}

/** A current record, with its fields as the history writes them. */
interface CurrentRecord {
  readonly values: Readonly<Record<string, unknown>>
  readonly isThere: boolean
  readonly created_at: string
}

/** The values of a record at an instant; `isThere` is false before it was added and after it was removed. */
export interface PastRecord {
  readonly values: Readonly<Record<string, unknown>>
  readonly isThere: boolean
}

const hasBegun = /_(created|added|restored)$/
const hasEnded = /_removed$/

/**
 * Returns a record as of an instant by reversing later changes, newest first. `entries` are all of its own,
 * newest first; instants are ISO 8601 in UTC.
 */
export const rewind = (present: CurrentRecord, entries: readonly PastEntry[], at: string): PastRecord => {
  const later = entries.filter((entry) => isAfter(entry.at, at))
  const values: Record<string, unknown> = { ...present.values }
  let { isThere } = present
  for (const entry of later) {
    for (const { field, before } of entry.changes) values[field] = before
    isThere = existedAt(entry) ?? isThere
  }
  return { values, isThere: isThere && hasStarted(present, entries, at) }
}

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other)

/** Returns whether the record existed before an entry; null if the entry doesn’t show it. */
const existedAt = ({ kind, changes }: PastEntry): boolean | null => {
  const removal = changes.find(({ field }) => field === 'deleted_at')
  if (removal) return removal.before === null
  if (hasBegun.test(kind)) return false
  return hasEnded.test(kind) ? true : null
}

/**
 * Returns whether the record existed at an instant. It starts with its first entry, or with its row if that
 * wasn’t recorded.
 */
const hasStarted = (present: CurrentRecord, entries: readonly PastEntry[], at: string): boolean => {
  const first = entries.at(-1)
  return !isAfter(present.created_at, at) || (first !== undefined && !isAfter(first.at, at))
}
