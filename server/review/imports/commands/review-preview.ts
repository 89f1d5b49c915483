import { sql } from 'kysely'
import { holdCauses, holdTexts } from '#contract/review/imports/choices.ts'
import type { HandlerInput } from '#contract/platform/endpoint.ts'
import type { applyImport } from '#contract/review/imports/endpoints.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { problem } from '#server/platform/problem.ts'
import { isStale } from './apply-plan.ts'
import { assertStillRenewable } from './check-renewal.ts'
import { claimPeriod } from './claim.ts'
import { getPreview, recordReview } from './confirm-rows.ts'
import { rejectedText } from './run-import.ts'
import { applyImportTask } from '../jobs.ts'
import { presentImport } from '../present.ts'
import { getImportRecord, listLastChanges, type ImportRecord } from '../queries/runs.ts'
import { isHeld, isPlanFresh } from '../rules/may-apply.ts'

/** Lets a held file be applied, because someone says that it’s right. @throws Problem 404, 409 */
export const releaseImport = async (context: Context, id: number): Promise<void> => {
  const run = await getPreview(context, id)
  if (run.held_for === null || run.released_at !== null) return
  await scope
    .update(context, 'imports')
    .set({ released_at: context.clock.now().toISOString(), released_by: context.caller.id })
    .where('id', '=', id)
    .execute()
  await recordReview(context, run, { field: 'released', before: null, after: run.held_for })
}

/**
 * States that a file is the whole roster of its policy year, and saves which of its active students aren’t in it. A student
 * whom a stopped row may be about is in it. It replaces what an earlier whole roster said; nobody is removed.
 * @throws Problem 404, 409 `stale` if the file is held, wasn’t read, or is no longer saved
 */
export const listMissingStudents = async (context: Context, id: number): Promise<void> => {
  const run = await getImportRecord(context, id)
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_roster', ${run.period_id}))`.execute(
    context.db,
  )
  await assertReadable(context, run)
  const at = context.clock.now().toISOString()
  await sql`
    delete from roster_absences a using imports i
    where i.id = a.import_id and i.period_id = ${run.period_id} and ${scope.within(context, 'a.school_id')}
      and ${scope.within(context, 'i.school_id')}`.execute(context.db)
  await scope
    .update(context, 'imports')
    .set({ whole_roster_at: null, whole_roster_by: null })
    .where('period_id', '=', run.period_id)
    .where('whole_roster_at', 'is not', null)
    .execute()
  const missing = await insertAbsences(context, run)
  await scope
    .update(context, 'imports')
    .set({ whole_roster_at: at, whole_roster_by: context.caller.id })
    .where('id', '=', id)
    .execute()
  await recordReview(context, run, { field: 'missing', before: null, after: missing })
}

const assertReadable = async (context: Context, run: ImportRecord): Promise<void> => {
  const stale = (message: string) =>
    problem.stale(presentImport(run, { now: context.clock.now(), lastAct: undefined }), message)
  const isRead =
    run.kind === 'csv' && run.planned_at !== null && (run.state === 'done' || run.state === 'refused')
  if (!isRead) throw stale('This file hasn’t been read. Upload the roster again.')
  if (isHeld(run)) throw stale('Check first whether this file is right.')
  const { rows } = await sql`select from import_rows
    where import_id = ${run.id} and ${scope.within(context, 'school_id')} limit 1`.execute(context.db)
  if (rows.length === 0) throw stale('The file is no longer saved. Upload the roster again.')
}

const insertAbsences = async (context: Context, run: ImportRecord): Promise<number> => {
  const { numAffectedRows } = await sql`
    with mentioned as materialized (
      select student_id as id from import_rows where import_id = ${run.id} and ${scope.within(context, 'school_id')} and student_version is not null
      union select (other ->> 'id')::bigint from import_rows
        cross join lateral jsonb_array_elements(finding -> 'others') as other
        where import_id = ${run.id} and ${scope.within(context, 'school_id')} and finding is not null and outcome = 'refused'
    ), written as materialized (
      select student_period_id as id -- those that the import has added
      from import_rows where import_id = ${run.id} and ${scope.within(context, 'school_id')} and outcome = 'added'
    )
    insert into roster_absences (student_period_id, school_id, import_id)
    select sp.id, sp.school_id, ${run.id}::bigint from student_periods sp
    where sp.period_id = ${run.period_id} and sp.deleted_at is null and sp.status = 'active'
      and ${scope.within(context, 'sp.school_id')}
      and sp.student_id not in (select id from mentioned where id is not null)
      and sp.id not in (select id from written where id is not null)`.execute(context.db)
  return Number(numAffectedRows ?? 0n)
}

type Acceptance = NonNullable<HandlerInput<typeof applyImport>['body']>

/**
 * Starts the import of a preview, exactly as shown. If rejected rows aren’t accepted, nothing is saved and the
 * import says so.
 * @throws Problem 404, 409 `stale` if the preview is more than 1 hour old, was applied or no longer matches; 422 if a
 * copied year lacks a premium, or has the earlier ones and no one has accepted them
 */
export const requestApply = async (
  context: Context,
  id: number,
  { accept_valid_rows, accept_same_premiums }: Acceptance,
): Promise<number> => {
  const run = await getImportRecord(context, id)
  await claimPeriod(context, run.period_id)
  const lastActs = await listLastChanges(context, [run])
  const stale = (message: string) =>
    problem.stale(presentImport(run, { now: context.clock.now(), lastAct: lastActs.get(id) }), message)
  if (run.applied_at !== null) throw stale('This file was already imported.')
  if (!isPlanFresh(run, context.clock.now())) throw stale('The preview has expired. Preview the file again.')
  if (isHeld(run)) throw stale(heldText(run))
  const accepts = accept_valid_rows ?? run.accept_valid_rows
  if (run.refused > 0 && !accepts) return rejectImport(context, run)
  await assertStillRenewable(context, run, accept_same_premiums ?? false)
  if (await isStale(context, run))
    throw stale('Some records changed after the preview. Preview the file again.')
  await scope
    .update(context, 'imports')
    .set({
      state: 'queued',
      accept_valid_rows: accepts,
      done: 0,
      message: null,
      updated_at: context.clock.now().toISOString(),
    })
    .where('id', '=', id)
    .where('school_id', '=', run.school_id)
    .execute()
  await enqueue(context, applyImportTask, { import_id: id })
  return id
}

const heldText = ({ held_for }: ImportRecord): string => {
  const cause = holdCauses.find((known) => known === held_for)
  return `${cause ? `${holdTexts[cause]} ` : ''}Nothing was imported. Upload another file, or confirm that this one is right.`
}

const rejectImport = async (context: Context, run: ImportRecord): Promise<number> => {
  await scope
    .update(context, 'imports')
    .set({ state: 'refused', message: rejectedText, updated_at: context.clock.now().toISOString() })
    .where('id', '=', run.id)
    .where('school_id', '=', run.school_id)
    .execute()
  return run.id
}
