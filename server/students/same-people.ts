import { sql } from 'kysely'
import { scope, type ScopeContext } from '../db/scope.ts'
import { initialsOf, isSamePerson, type PersonFacts } from './identity.ts'

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
    person.dob === null ? [] : initialsOf(person).map((initial) => ({ dob: person.dob, initial })),
  )
  if (asked.length === 0) return () => []
  // A first letter leaves few of a birth date's students to read; their names are compared here.
  const { rows } = await sql<KnownPerson>`
    select distinct s.id, s.sid, s.first_name, s.last_name, s.prior_last_name, s.dob::text as dob
    from unnest(${asked.map(({ dob }) => dob)}::date[], ${asked.map(({ initial }) => initial)}::text[])
      as asked(dob, initial)
    cross join lateral (
      select * from students where school_id = ${schoolId} and dob = asked.dob and deleted_at is null offset 0
    ) s
    where ${scope.within(context, 's.school_id')}
      and asked.initial in (${initialIn('last_name')}, ${initialIn('prior_last_name')})`.execute(context.db)
  const byDay = Map.groupBy(rows, ({ dob }) => dob)
  return (person) => (byDay.get(person.dob ?? '') ?? []).filter((known) => isSamePerson(person, known))
}

/** Returns the SQL for the first letter of a name, without marks before it. */
const initialIn = (column: 'last_name' | 'prior_last_name') =>
  sql`substring(shipmate_fold(${sql.ref(`s.${column}`)}) from '[^ -/:-@[-\`{-~]')`
