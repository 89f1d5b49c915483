import { sql } from 'kysely'
import { scope, type ScopeContext } from '../db/scope.ts'
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
      select * from students where dob = asked.dob and deleted_at is null
        and (shipmate_person_key(last_name, first_name) = asked.key or prior_last_name is not null
          and shipmate_person_key(prior_last_name, first_name) = asked.key) offset 0
    ) s
    where s.school_id = ${schoolId} and ${scope.within(context, 's.school_id')}`.execute(context.db)
  const byKey = Map.groupBy(
    rows.flatMap((row) => personKeys(row).map((key) => ({ key, row }))),
    ({ key }) => key,
  )
  return (person) => (byKey.get(personKey(person) ?? '') ?? []).map(({ row }) => row)
}

/** SQL for the first letter of the last name of the student `s`. */
export const lastInitial = sql`left(ltrim(shipmate_fold(s.last_name), ' ''"\`.-('), 1)`
