import { sql } from 'kysely'
import type { House } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { scope } from '../../db/scope.ts'
import type { ImportRecord } from '../queries.ts'
import { headerOf } from '../rules/cross-errors.ts'
import type { MappedColumn } from '../rules/read-row.ts'
import { updateRun } from './claim-run.ts'

/**
 * Refuses every row whose student, or whose SSN, an earlier row of the file has: the first one counts. Done in the
 * database, so that memory does not grow with the file. @throws SupersededRun
 */
export const refuseDoubles = async (
  house: House,
  run: ImportRecord,
  columns: readonly MappedColumn[],
): Promise<void> => {
  await house.db.transaction().execute(async (db) => {
    // locks the import: no other run can start until the rows and their counts are written
    await updateRun({ db }, run, { updated_at: house.clock.now().toISOString() })
    await refuse(db, run, columns)
  })
}

const refuse = async (db: Database, run: ImportRecord, columns: readonly MappedColumn[]): Promise<void> => {
  const school = scope.asSystem(db, run.school_id)
  await sql`
    with ranked as materialized (
      select row_number, outcome, sid, ssn_index,
        min(row_number) over (partition by sid) as first_sid,
        min(row_number) over (partition by ssn_index) as first_ssn
      from import_rows where import_id = ${run.id} and ${scope.within(school, 'import_id')}
    ), doubled as materialized (
      select row_number, outcome, case
        when sid is not null and first_sid < row_number then jsonb_build_object('row', row_number,
          'column', ${headerOf('sid', columns)}::text,
          'message', format('This is the same student twice in the file: row %s counts.', first_sid))
        else jsonb_build_object('row', row_number, 'column', ${headerOf('ssn', columns)}::text,
          'message', format('This is the same SSN twice in the file: row %s counts.', first_ssn))
        end as error
      from ranked
      where (sid is not null and first_sid < row_number) or (ssn_index is not null and first_ssn < row_number)
    ), refused as (
      update import_rows r
      set outcome = 'refused', errors = r.errors || doubled.error, student_changes = '[]',
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
