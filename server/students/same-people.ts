import { sql } from 'kysely'
import { scope, type ScopeContext } from '../db/scope.ts'
import { initialsOf, personKey, personKeys, type PersonFacts } from './identity.ts'

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
  const initials = new Map<string, Set<string>>()
  for (const person of people) {
    if (person.dob === null) continue
    const known = initials.get(person.dob) ?? new Set()
    initials.set(person.dob, new Set([...known, ...initialsOf(person)]))
  }
  if (initials.size === 0) return () => []
  // A first letter leaves few of a birth date's students to read; their names are compared here.
  const { rows } = await sql<KnownPerson>`
    select s.id, s.sid, s.first_name, s.last_name, s.prior_last_name, s.dob::text as dob
    from unnest(${[...initials.keys()]}::date[], ${[...initials.values()].map((all) => [...all].join(''))}::text[])
      as asked(dob, initials)
    cross join lateral (
      select * from students where school_id = ${schoolId} and dob = asked.dob and deleted_at is null offset 0
    ) s
    where ${scope.within(context, 's.school_id')}
      and (position(${lastInitial} in asked.initials) > 0 or s.prior_last_name is not null)`.execute(
    context.db,
  )
  const byKey = Map.groupBy(
    rows.flatMap((row) => personKeys(row).map((key) => ({ key, row }))),
    ({ key }) => key,
  )
  return (person) => (byKey.get(personKey(person) ?? '') ?? []).map(({ row }) => row)
}

/** SQL for the first letter of the last name of the student `s`. */
export const lastInitial = sql`left(ltrim(shipmate_fold(s.last_name), ' ''"\`.-('), 1)`
