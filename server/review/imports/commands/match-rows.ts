import { sql } from 'kysely'
import type { Context, Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import { findSamePeople } from '#server/records/students/index.ts'
import { updateRun } from './claim.ts'
import { findStored } from '../queries/matches.ts'
import type { ImportRecord } from '../queries/runs.ts'
import { headerOf } from '../rules/cross-errors.ts'
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
import type { MappedColumn, ReadRow, Values } from '../rules/read-row.ts'
import { textOf, type StoredStudent } from '../rules/reading.ts'

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
    where import_id = ${run.id} and ${scope.within(school, 'school_id')} and sid = any(${[...sids]})
    group by sid`.execute(services.db)
  return new Map(rows.map(({ sid, row_number }) => [sid, row_number]))
}

/**
 * Rejects every row whose student or SSN is already in an earlier row. Runs in the database, so that memory
 * use doesn’t grow with the file.
 * @throws SupersededRun
 */
export const rejectDuplicates = async (
  services: Services,
  run: ImportRecord,
  columns: readonly MappedColumn[],
): Promise<void> => {
  await services.db.transaction().execute(async (db) => {
    // locks the import: no other run can start until the rows and their counts are saved
    await updateRun({ db }, run, { updated_at: services.clock.now().toISOString() })
    await reject(db, run, columns)
  })
}

const reject = async (db: Database, run: ImportRecord, columns: readonly MappedColumn[]): Promise<void> => {
  const school = scope.asSystem(db, run.school_id)
  await sql`
    with keyed as materialized (
      select row_number, outcome, ssn_index, finding is not null and outcome = 'refused' as is_stopped,
        -- IDs that mean the same are the same, unless they are those of two students. A shortened one says nothing.
        case when student_version is not null then student_id::text
          when finding ->> 'kind' = 'spoiled_id' and other_outcome is null then null
          else 'new ' || shipmate_sid_key(sid) end as student
      from import_rows where import_id = ${run.id} and ${scope.within(school, 'school_id')}
    ), ranked as materialized (
      select row_number, outcome, student, ssn_index,
        -- a certain row comes before a doubtful one
        first_value(row_number) over (partition by student order by is_stopped, row_number) as first_sid,
        min(row_number) over (partition by ssn_index) as first_ssn
      from keyed
    ), doubled as materialized (
      select row_number, outcome, case
        when student is not null and first_sid <> row_number then jsonb_build_object('row', row_number,
          'column', ${headerOf('sid', columns)}::text, 'value', null,
          'message', format('This student is already in row %s. Keep one row for each student.', first_sid))
        else jsonb_build_object('row', row_number, 'column', ${headerOf('ssn', columns)}::text,
          'value', null, 'message', format('This SSN is already in row %s. Check which student has it.', first_ssn))
        end as error
      from ranked
      where (student is not null and first_sid <> row_number) or (ssn_index is not null and first_ssn < row_number)
    ), refused as (
      update import_rows r
      set outcome = 'refused', other_outcome = null, errors = r.errors || doubled.error, student_changes = '[]',
        student_period_changes = '[]', ssn_cipher = null, ssn_last_four = null
      from doubled where r.import_id = ${run.id} and ${scope.within(school, 'r.school_id')} and r.row_number = doubled.row_number
      returning doubled.outcome
    )
    update imports
    set added = imports.added - counts.added, changed = imports.changed - counts.changed, unchanged = imports.unchanged - counts.unchanged,
      refused = imports.refused + counts.added + counts.changed + counts.unchanged
    from (
      select count(*) filter (where outcome = 'added')::int as added,
        count(*) filter (where outcome = 'changed')::int as changed,
        count(*) filter (where outcome = 'unchanged')::int as unchanged
      from refused
    ) counts
    where imports.id = ${run.id} and ${scope.within(school, 'imports.school_id')}`.execute(db)
}
