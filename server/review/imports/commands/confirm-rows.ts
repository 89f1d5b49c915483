import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { claimPeriod } from './claim.ts'
import { presentImport } from '../present.ts'
import { getImportRecord, type ImportRecord } from '../queries/runs.ts'
import { isOpen } from '../rules/may-apply.ts'

/** Returns a preview that staff can still decide on, and locks it. @throws Problem 404, 409 `stale` or `busy` */
export const getPreview = async (context: Context, id: number): Promise<ImportRecord> => {
  const { period_id } = await getImportRecord(context, id)
  await claimPeriod(context, period_id)
  const run = await getImportRecord(context, id)
  const now = context.clock.now()
  if (isOpen(run, now)) return run
  throw problem.stale(
    presentImport(run, { now, lastAct: undefined }),
    run.applied_at === null
      ? 'The preview has expired. Preview the file again.'
      : 'This file was already imported.',
  )
}

/** Records what staff decided about an import. */
export const recordReview = async (
  context: Context,
  { id, school_id }: ImportRecord,
  change: { readonly field: string; readonly before: number | null; readonly after: number | string | null },
): Promise<void> => {
  const kind = 'import_reviewed'
  await recordHistory(context, { kind, schoolId: school_id }, [
    { kind, subject: { type: 'import', id }, school_id, changes: [change] },
  ])
}

/**
 * Confirms stopped rows of a preview, or stops them again: each gets its other outcome, which was planned with it. Without
 * `rows`, it’s every row that can be decided. Rows that can’t be are left.
 * @throws Problem 404, 409
 */
export const confirmRows = async (
  context: Context,
  id: number,
  { rows, is_confirmed }: { readonly rows?: readonly number[] | undefined; readonly is_confirmed: boolean },
): Promise<void> => {
  const run = await getPreview(context, id)
  const decided = await swapOutcomes(
    context,
    id,
    is_confirmed,
    rows === undefined ? sql`true` : sql`row_number = any(${[...rows]}::int[])`,
  )
  const field = is_confirmed ? 'rows_confirmed' : 'rows_stopped'
  if (decided > 0) await recordReview(context, run, { field, before: null, after: decided })
}

/** Gives the rows that fit a condition their other outcome, and counts them in the import. Returns how many. */
const swapOutcomes = async (
  context: Context,
  id: number,
  isConfirmed: boolean,
  condition: RawBuilder<unknown>,
): Promise<number> => {
  const { rows: counted } = await sql<{ decided: number }>`
    with decided as (
      update import_rows set outcome = other_outcome, other_outcome = outcome
      where import_id = ${id} and ${scope.within(context, 'school_id')} and other_outcome is not null
        and (outcome = 'refused') = ${isConfirmed} and ${condition}
      returning case when ${isConfirmed} then outcome else other_outcome end as kept
    ), counts as (
      select count(*)::int as all, (count(*) filter (where kept = 'added'))::int as added,
        (count(*) filter (where kept = 'changed'))::int as changed,
        (count(*) filter (where kept = 'unchanged'))::int as unchanged
      from decided
    )
    update imports set added = imports.added + counts.added * sign.by, changed = imports.changed + counts.changed * sign.by,
      unchanged = imports.unchanged + counts.unchanged * sign.by, refused = imports.refused - counts.all * sign.by
    from counts, (select ${isConfirmed ? 1 : -1}::int as by) sign
    where imports.id = ${id} and ${scope.within(context, 'imports.school_id')}
    returning counts.all as decided`.execute(context.db)
  return counted[0]?.decided ?? 0
}

/** A row that staff confirmed, with what was doubtful about it. */
interface ConfirmedRow {
  readonly row_number: number
  readonly finding: unknown
}

/** Returns the rows of a plan that staff confirmed. */
export const listConfirmedRows = async (context: Context, id: number): Promise<ConfirmedRow[]> => {
  const { rows } = await sql<ConfirmedRow>`
    select row_number, finding from import_rows where import_id = ${id} and ${scope.within(context, 'school_id')}
      and other_outcome is not null and outcome <> 'refused'`.execute(context.db)
  return rows
}

/** Confirms rows again after a file was read again, if the same is doubtful about them. */
export const confirmAgain = async (
  context: Context,
  id: number,
  confirmed: readonly ConfirmedRow[],
): Promise<void> => {
  await swapOutcomes(
    context,
    id,
    true,
    sql`(row_number, finding) in (select said.row_number, said.finding
      from jsonb_to_recordset(${JSON.stringify(confirmed)}::jsonb) as said(row_number integer, finding jsonb))`,
  )
}
