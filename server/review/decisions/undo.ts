import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { entriesAbout, undoEach, type UndoHandler } from '#server/platform/history/index.ts'
import { hasMoved } from './queries/second-reviews.ts'
import { listedName } from '#server/platform/db/person-names.ts'

interface Row {
  readonly id: number
  readonly school_id: number
  /** Null if the form isn’t matched. */
  readonly student_id: number | null
  readonly student_period_id: number | null
  readonly name: string
  readonly decided_coverages: string[]
  /** Whether a later form replaced it, or a coverage type has another status or a newer decision. */
  readonly is_touched: boolean
}

/** Locks and returns the forms that a change decided, by ID. */
const readRows = async (
  context: Context,
  changeId: number,
  ids: readonly number[],
): Promise<Map<number, Row>> => {
  // locked before they're read, so that what was decided while this waited is seen
  await sql`select from form_submissions where id = any(${[...ids]}::bigint[])
    and ${scope.within(context, 'school_id')} order by id for update`.execute(context.db)
  const { rows } = await sql<Row>`
    select form.id, form.school_id, form.student_id, form.student_period_id, form.decided_coverages,
      coalesce(${listedName('s')}, ${listedName('form')}, '') as name,
      form.superseded_by_id is not null or exists (
        select from decision_outcomes outcome
        where outcome.submission_id = form.id and outcome.change_id = ${changeId} and (${hasMoved}
          or exists (select from decision_outcomes newer where newer.submission_id = form.id
            and newer.coverage_type = outcome.coverage_type and newer.id > outcome.id and newer.undone_at is null)
          or not outcome.coverage_type = any(form.decided_coverages))) as is_touched
    from form_submissions form
    left join students s on s.id = form.student_id
    left join student_periods sp on sp.id = form.student_period_id
    where form.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'form.school_id')}`.execute(
    context.db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const decidedForms = (entries: Parameters<UndoHandler>[2]) =>
  entriesAbout(entries, 'form_submission').filter(({ kind }) => kind === 'form_decided')

/**
 * Locks the forms that a change decided. Returns the student-periods whose form stays decided, because the student
 * appealed or anything else happened since: their statuses stay as well.
 */
export const findKeptRecords = async (
  context: Context,
  changeId: number,
  entries: Parameters<UndoHandler>[2],
): Promise<ReadonlySet<number>> => {
  const ids = decidedForms(entries).map(({ subject_id: id }) => id)
  if (ids.length === 0) return new Set()
  const rows = await readRows(context, changeId, ids)
  return new Set(
    [...rows.values()].filter((row) => row.is_touched).flatMap((row) => row.student_period_id ?? []),
  )
}

/** Undoes decisions about forms whose statuses are still what the decisions led to. They’re open again. */
export const undoDecisions: UndoHandler = async (context, changeId, entries) => {
  const own = decidedForms(entries)
  const rows = await readRows(
    context,
    changeId,
    own.map(({ subject_id: id }) => id),
  )
  const reopened: number[] = []
  const result = await undoEach(own, async (entry) => {
    const row = rows.get(entry.subject_id)
    if (!row) return undefined
    if (row.is_touched) return { name: row.name, reason: 'The form changed after that.' }
    const change = entry.changes.find(({ field }) => field === 'decided_coverages')
    const before = Array.isArray(change?.before) ? change.before : []
    await scope
      .update(context, 'form_submissions')
      .set((current) => ({ decided_coverages: before, version: current('version', '+', 1) }))
      .where('form_submissions.id', '=', row.id)
      .execute()
    reopened.push(row.id)
    return {
      kind: 'change_undone',
      subject: { type: 'form_submission', id: row.id },
      school_id: row.school_id,
      student_id: row.student_id,
      student_period_id: row.student_period_id,
      changes: [{ field: 'decided_coverages', before: row.decided_coverages, after: before }],
    }
  })
  await markUndone(context, changeId, reopened)
  return result
}

const markUndone = async (context: Context, changeId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await scope
    .update(context, 'decision_outcomes')
    .set({ undone_at: context.clock.now().toISOString() })
    .where('decision_outcomes.change_id', '=', changeId)
    .where('decision_outcomes.submission_id', 'in', [...ids])
    .execute()
}
