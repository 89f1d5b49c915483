import { sql } from 'kysely'
import type { Context, Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { findSamePeople } from '#server/records/students/index.ts'
import { findStored } from '../matches.ts'
import type { ImportRecord } from '../queries.ts'
import {
  findStudent,
  fullIdsOf,
  needsPeople,
  personIn,
  personOf,
  withFullId,
  type FoundStudent,
} from '../rules/finding.ts'
import type { ContradictionCounter } from '../rules/hold.ts'
import type { ReadRow, Values } from '../rules/read-row.ts'
import { textOf } from '../rules/reading.ts'
import type { StoredStudent } from '../rules/stored.ts'
import { updateRun } from './claim-run.ts'

/** Returns the student of each row of a batch, in order, with what is doubtful about it. A query for all rows at once. */
export const findStudents = async (
  context: Context,
  run: ImportRecord,
  rows: readonly Values[],
): Promise<FoundStudent[]> => {
  const holders = await findStored(
    context,
    run,
    rows.map(({ sid }) => textOf(sid)),
  )
  const holdersOf = ({ sid }: Values): readonly StoredStudent[] => holders.get(textOf(sid) ?? '') ?? []
  const doubtful = rows.filter((row) => needsPeople(row, holdersOf(row)))
  const people = new Map(doubtful.map((row) => [row, personIn(row)]))
  const sameAs = await findSamePeople(context, run.school_id, [...people.values()])
  const found = rows.map((row) => {
    const person = people.get(row)
    return findStudent(row, holdersOf(row), person ? sameAs(person) : [])
  })
  return withFullIds(context, run, found)
}

/** Reads the students of shortened IDs, which only their names and birth dates have found. */
const withFullIds = async (
  context: Context,
  run: ImportRecord,
  found: readonly FoundStudent[],
): Promise<FoundStudent[]> => {
  const asked = found.flatMap(fullIdsOf)
  if (asked.length === 0) return [...found]
  const students = await findStored(context, run, [...new Set(asked)])
  return found.map((one) =>
    withFullId(
      one,
      fullIdsOf(one).flatMap((sid) =>
        (students.get(sid) ?? []).filter(({ values }) => values['sid'] === sid),
      ),
    ),
  )
}

/** Counts a row whose student the ID has found, for whether the file is held. */
export const countContradiction = (
  counter: ContradictionCounter,
  { row, values }: ReadRow,
  { stored, finding }: FoundStudent,
): void => {
  if (!stored) return
  const isOther = finding?.kind === 'other_person'
  const [elsewhere] = isOther ? finding.others : []
  counter.count({ row, isOther, elsewhere: elsewhere?.sid ?? null }, personIn(values), personOf(stored))
}

/**
 * Holds a file if many of its rows are about other people than their student IDs say. Nothing of it can be imported then
 * until someone says that it’s right.
 */
export const holdFile = async (
  services: Services,
  run: ImportRecord,
  counter: ContradictionCounter,
): Promise<void> => {
  const hold = counter.hold(
    await rowsOf(
      services,
      run,
      counter.displaced.map(({ sid }) => sid),
    ),
  )
  if (hold) await updateRun(services, run, { held_for: hold.cause, held_rows: hold.rows })
}

/** Returns in which rows student IDs are. */
const rowsOf = async (
  services: Services,
  run: ImportRecord,
  sids: readonly string[],
): Promise<Map<string, number>> => {
  if (sids.length === 0) return new Map()
  const school = scope.asSystem(services.db, run.school_id)
  const { rows } = await sql<{ sid: string; row_number: number }>`
    select sid, min(row_number) as row_number from import_rows
    where import_id = ${run.id} and ${scope.within(school, 'import_id')} and sid = any(${[...sids]})
    group by sid`.execute(services.db)
  return new Map(rows.map(({ sid, row_number }) => [sid, row_number]))
}
