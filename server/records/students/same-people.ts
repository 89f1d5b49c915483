import { sql, type RawBuilder } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { nameKey, personKey, personKeys, type PersonFacts } from './identity.ts'

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
export const hasNameKey = (key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(shipmate_person_key(s.last_name, s.first_name) = ${key} or s.prior_last_name is not null
    and shipmate_person_key(s.prior_last_name, s.first_name) = ${key})`
