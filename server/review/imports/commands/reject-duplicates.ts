import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { ImportRecord } from '../queries.ts'
import { headerOf } from '../rules/cross-errors.ts'
import type { MappedColumn } from '../rules/read-row.ts'
import { updateRun } from './claim-run.ts'

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
      from import_rows where import_id = ${run.id} and ${scope.within(school, 'import_id')}
    ), ranked as materialized (
      select row_number, outcome, student, ssn_index,
        -- a certain row comes before a doubtful one
        first_value(row_number) over (partition by student order by is_stopped, row_number) as first_sid,
        min(row_number) over (partition by ssn_index) as first_ssn
      from keyed
    ), doubled as materialized (
      select row_number, outcome, case
        when student is not null and first_sid <> row_number then jsonb_build_object('row', row_number,
          'column', ${headerOf('sid', columns)}::text,
          'message', format('This student is already in row %s. Keep one row for each student.', first_sid))
        else jsonb_build_object('row', row_number, 'column', ${headerOf('ssn', columns)}::text,
          'message', format('This SSN is already in row %s. Check which student has it.', first_ssn))
        end as error
      from ranked
      where (student is not null and first_sid <> row_number) or (ssn_index is not null and first_ssn < row_number)
    ), refused as (
      update import_rows r
      set outcome = 'refused', other_outcome = null, errors = r.errors || doubled.error, student_changes = '[]',
        student_period_changes = '[]', ssn_cipher = null, ssn_last_four = null
      from doubled where r.import_id = ${run.id} and ${scope.within(school, 'r.import_id')} and r.row_number = doubled.row_number
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
