import { sql, type RawBuilder } from 'kysely'
import { listedName } from '#contract/platform/person-name.ts'
import type { PossibleDuplicate } from '#contract/records/students/duplicates.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import {
  isSamePerson,
  nameKey,
  nearBirthDates,
  personKey,
  personKeys,
  type PersonFacts,
} from '../rules/identity.ts'

/** The most students to ask about. */
const mostAsked = 20

/** A person to add, with the ID that was typed. */
export interface NewPerson extends PersonFacts {
  readonly sid: string
}

/** A student like a new person; `has_sid`: with an ID that means the same. */
type LikelyStudent = KnownPerson & { readonly has_sid: boolean }

/**
 * Returns the students of the school of the outer `periods` row who may be a new person, as one value: with an ID that
 * means the same, or the same or a similar birth date and the name. `assertNotDuplicate` compares them.
 */
export const likelyStudents = (context: ScopeContext, { sid, dob, ...name }: NewPerson) => {
  const days = dob === null ? [] : [dob, ...nearBirthDates(dob)]
  const hasSid = sql`shipmate_sid_key(s.sid) = shipmate_sid_key(${sid})`
  const ofSchool = sql`s.school_id = periods.school_id and s.deleted_at is null and ${scope.within(context, 's.school_id')}`
  return sql<LikelyStudent[]>`(
    select coalesce(jsonb_agg(to_jsonb(one)), '[]') from (
      select s.id, s.sid, s.first_name, s.last_name, s.prior_last_name, s.dob, true as has_sid from students s
      where ${hasSid} and ${ofSchool}
      union all
      select s.id, s.sid, s.first_name, s.last_name, s.prior_last_name, s.dob, false from students s
      where s.dob = any(${days}::date[]) and ${ofSchool}
        and ${hasNameKey(sql`${nameKey(name)}::text`)}
    ) one)`
}

/**
 * Checks that a new student isn’t one of those like them: with an ID that means the same, or the same name and birth date.
 * Those that the person has said it isn’t don’t count.
 * @throws Problem 409 `duplicate` with the students it may be
 */
export const assertNotDuplicate = (
  person: NewPerson,
  likely: readonly LikelyStudent[],
  isNot: readonly number[],
): void => {
  const found = new Map<number, PossibleDuplicate>()
  for (const one of likely) {
    const same = sameOf(person, one)
    if (same !== null && !isNot.includes(one.id) && !found.has(one.id)) found.set(one.id, present(one, same))
  }
  const students = [...found.values()].slice(0, mostAsked)
  if (students.length > 0) throw problem.duplicate({ students }, duplicateText(students))
}

const sameOf = (person: NewPerson, one: LikelyStudent): PossibleDuplicate['same'] | null => {
  if (one.has_sid) return 'student_id'
  if (isSamePerson(person, one)) return 'name_and_birth_date'
  return isSamePerson({ ...person, dob: one.dob }, one) ? 'name_and_similar_birth_date' : null
}

const present = (one: KnownPerson, same: PossibleDuplicate['same']): PossibleDuplicate => ({
  id: one.id,
  sid: one.sid,
  name: listedName(one),
  dob: one.dob,
  same,
})

// without names: clients log messages
const duplicateText = ({ length }: readonly PossibleDuplicate[]): string =>
  `${length === 1 ? 'A similar student exists' : `${length} similar students exist`}. Nothing was added.`

/** A student of the school, as far as it takes to recognize them. */
export interface KnownPerson extends PersonFacts {
  readonly id: number
  readonly sid: string
  readonly dob: string
}

/** Returns a school’s students with the name, in either order, and birth date of each of these people. */
export const findSamePeople = async (
  context: ScopeContext,
  schoolId: number,
  people: readonly PersonFacts[],
): Promise<(person: PersonFacts) => KnownPerson[]> => {
  const asked = people.flatMap((person) =>
    person.dob === null ? [] : [{ dob: person.dob, key: nameKey(person) }],
  )
  if (asked.length === 0) return () => []
  // the key finds few, by an index; their names are compared here
  const { rows } = await sql<KnownPerson>`
    select distinct s.id, s.sid, s.first_name, s.last_name, s.prior_last_name, s.dob::text as dob
    from unnest(${asked.map(({ dob }) => dob)}::date[], ${asked.map(({ key }) => key)}::text[]) as asked(dob, key)
    cross join lateral (
      select * from students s
      where s.dob = asked.dob and s.deleted_at is null and ${hasNameKey(sql`asked.key`)} offset 0
    ) s
    where s.school_id = ${schoolId} and ${scope.within(context, 's.school_id')}`.execute(context.db)
  const byKey = Map.groupBy(
    rows.flatMap((row) => personKeys(row).map((key) => ({ key, row }))),
    ({ key }) => key,
  )
  return (person) => (byKey.get(personKey(person) ?? '') ?? []).map(({ row }) => row)
}

/**
 * Returns the condition that a student has a `nameKey`, by the present or the former last name. Beside a birth date, indexes
 * find them. `key` is SQL; `s` is the student.
 */
const hasNameKey = (key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(shipmate_person_key(s.last_name, s.first_name) = ${key} or s.prior_last_name is not null
    and shipmate_person_key(s.prior_last_name, s.first_name) = ${key})`
