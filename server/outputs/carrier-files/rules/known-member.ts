import type { KnownPerson, MemberState } from './member-state.ts'
import type { CarrierRecord } from './record.ts'

/** What a file told of a student-period. */
export interface Told {
  readonly student_period_id: number
  readonly file_id: number
  readonly state: MemberState
}

/** A student-period that a merge brought together with others of its policy year, or once did. */
export interface MergedRecord {
  readonly id: number
  readonly sid: string
  /** Whether the record and its student are there. */
  readonly is_current: boolean
  /** By the files that named it, in their order. */
  readonly told: readonly Told[]
}

const sidOf = ({ state }: Told): string | undefined => state.persons[0]?.details?.sid

/**
 * Returns what the carrier knows of each of some merged records, by ID. It knows members by their student ID: a record goes on as
 * the member who has its student ID, whichever record that was, and the members that are left end with the records that are gone.
 */
export const knownMembers = (records: readonly MergedRecord[]): ReadonlyMap<number, Told> => {
  const open = membersOf(records)
  const known = new Map<number, Told>()
  const claim = ({ id }: MergedRecord, told: Told | undefined): void => {
    if (told === undefined || known.has(id)) return
    known.set(id, told)
    open.delete(sidOf(told))
  }
  const current = records.filter(({ is_current }) => is_current)
  for (const one of current) claim(one, open.get(one.sid))
  for (const one of [...current, ...records]) claim(one, openOf(one, open))
  for (const one of records.filter(({ is_current }) => !is_current)) claim(one, [...open.values()][0])
  return known
}

type Members = Map<string | undefined, Told>

/**
 * Returns each member as the latest file told it. A record that went on as another record’s member leaves its former one; one
 * whose student ID was corrected is the same member.
 */
const membersOf = (records: readonly MergedRecord[]): Members => {
  const members: Members = new Map()
  const sids = new Map<number, string | undefined>()
  const all = records.flatMap(({ told }) => told)
  for (const told of all.toSorted((one, other) => one.file_id - other.file_id)) {
    const [id, sid] = [told.student_period_id, sidOf(told)]
    if (sids.has(id) && !members.has(sid)) members.delete(sids.get(id))
    members.set(sid, told)
    sids.set(id, sid)
  }
  return members
}

const openOf = ({ told }: MergedRecord, open: Members): Told | undefined => {
  const latest = told.at(-1)
  return latest && open.get(sidOf(latest)) === latest ? latest : undefined
}

/** Gives dependents that the carrier knows from another record the keys of the same people on this one. */
export const withOwnDependents = (state: MemberState, { dependents }: CarrierRecord): MemberState => ({
  persons: state.persons.map((person) => {
    const same = dependents.find((one) => isSame(one, person))
    return same ? { ...person, key: String(same.id) } : person
  }),
})

const isSame = (
  { type, first_name, last_name, dob }: CarrierRecord['dependents'][number],
  person: KnownPerson,
): boolean =>
  person.relation === type &&
  person.first_name === first_name &&
  person.last_name === last_name &&
  person.birth_date === (dob ?? '')
