import { sql } from 'kysely'
import type { PossibleDuplicate } from '#contract/records/students/duplicates.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { listedName } from '#contract/platform/person-name.ts'
import { isSamePerson, nameKey, nearBirthDates, type PersonFacts } from './identity.ts'
import { hasNameKey, type KnownPerson } from './same-people.ts'

/** The most students to ask about. */
const mostAsked = 20

/** A person to add, with the ID that was typed. */
export interface NewPerson extends PersonFacts {
  readonly sid: string
}

/** A student like a new person; `has_sid`: with an ID that means the same. */
export type LikelyStudent = KnownPerson & { readonly has_sid: boolean }

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
