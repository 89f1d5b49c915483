import { sql } from 'kysely'
import type { BursarBatchState } from '#contract/outputs/bursar/choices.ts'
import type { BursarSettings, BursarSettingsChange, NewBursarBatch } from '#contract/outputs/bursar/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { documentChanges } from '#server/setup/period-documents/index.ts'
import { lockSchool, recordSchoolChange } from '#server/setup/schools/index.ts'
import { readSettings } from './queries/batches.ts'
import { newLines } from './queries/new-lines.ts'
import { differences, getBilledPeriod, type BilledPeriod } from './queries/owed.ts'

/**
 * Makes a draft of everything that the records owe and no batch has told the bursar. Returns its ID.
 * @throws Problem 404; 409 busy if the policy year has a draft; 409 stale if nothing changed or it isn’t what was expected
 */
export const makeBatch = async (
  context: Context,
  periodId: number,
  { expected }: NewBursarBatch,
): Promise<number> => {
  const period = await getBilledPeriod(context, periodId)
  // its lock makes the school’s batches one after another, so that none counts a change twice
  const number = await takeNumber(context, period.school_id)
  await assertNoDraft(context, period.id)
  const id = await insertBatch(context, period, number)
  // a first batch has every student of the year
  await sql`set local statement_timeout = '2min'`.execute(context.db)
  const today = dayIn(context.clock, officeTimeZone)
  const { lines, total } = await writeLines(context, period, { batchId: id, today })
  if (lines === 0) throw problem.stale(null, 'Nothing changed since the last batch.')
  if (expected && (expected.lines !== lines || expected.total !== total))
    throw problem.stale(null, 'The charges changed since the preview. Check the new totals.')
  await recordHistory(context, { kind: 'bursar_batch_made', schoolId: period.school_id }, [
    {
      kind: 'bursar_batch_made',
      subject: { type: 'period', id: period.id },
      school_id: period.school_id,
      changes: [
        { field: 'bursar_batch', before: null, after: number },
        { field: 'lines', before: null, after: lines },
        { field: 'total', before: null, after: total },
      ],
    },
  ])
  return id
}

/** Takes the school’s next number. It’s given back if the batch isn’t made, so that numbers have no gaps. */
const takeNumber = async ({ db }: Context, schoolId: number): Promise<number> => {
  const { last_number } = await db
    .insertInto('bursar_settings')
    .values({ school_id: schoolId, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('school_id').doUpdateSet({ last_number: sql<number>`bursar_settings.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

const assertNoDraft = async (context: Context, periodId: number): Promise<void> => {
  const draft = await scope
    .bursarBatches(context)
    .select('bursar_batches.number')
    .where('bursar_batches.period_id', '=', periodId)
    .where('bursar_batches.state', '=', 'draft')
    .executeTakeFirst()
  if (draft) throw problem.busy(`Release or void batch ${draft.number} before you create another.`)
}

const insertBatch = async (
  { db, clock, caller }: Context,
  { id, school_id }: BilledPeriod,
  number: number,
): Promise<number> => {
  const created = await db
    .insertInto('bursar_batches')
    .values({ school_id, period_id: id, number, made_by_id: caller.id, made_at: clock.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return created.id
}

/** What people do to a batch: from which states, to which, and what they read if it’s in another. */
const acts = {
  release: {
    from: ['draft'],
    to: 'released',
    kind: 'bursar_batch_released',
    refusal: 'This batch isn’t a draft anymore.',
  },
  confirm: {
    from: ['released'],
    to: 'confirmed',
    kind: 'bursar_batch_confirmed',
    refusal: 'Only a released batch can be confirmed.',
  },
  void: {
    from: ['draft', 'released'],
    to: 'voided',
    kind: 'bursar_batch_voided',
    refusal: 'This batch was confirmed or voided, so it can’t be voided.',
  },
} as const satisfies Record<
  string,
  { from: readonly BursarBatchState[]; to: BursarBatchState; kind: string; refusal: string }
>
type Act = keyof typeof acts

/**
 * Releases, confirms or voids a batch.
 * @param reason why it’s voided; null for the others
 * @throws Problem 403 if someone else must release it; 404; 409 if its state doesn’t allow it
 */
export const changeState = async (
  context: Context,
  id: number,
  act: Act,
  reason: string | null = null,
): Promise<void> => {
  const { from, to, kind, refusal } = acts[act]
  const batch = await lockBatch(context, id)
  if (!from.some((one) => one === batch.state)) throw problem.stale(null, refusal)
  if (act === 'release') await assertMayRelease(context, batch)
  await scope
    .update(context, 'bursar_batches')
    .set({ state: to, ...stampOf(context, act, reason) })
    .where('bursar_batches.id', '=', id)
    .execute()
  await recordHistory(context, { kind, schoolId: batch.school_id }, [
    {
      kind,
      subject: { type: 'period', id: batch.period_id },
      school_id: batch.school_id,
      reason,
      changes: [{ field: 'bursar_batch', before: null, after: batch.number }],
    },
  ])
}

const lockBatch = async (context: Context, id: number) => {
  const found = await scope
    .bursarBatches(context)
    .select(['number', 'state', 'school_id', 'period_id', 'made_by_id'])
    .where('bursar_batches.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/** Who took the step and when. */
const stampOf = ({ caller, clock }: Context, act: Act, reason: string | null) => {
  const at = clock.now().toISOString()
  if (act === 'release') return { released_by_id: caller.id, released_at: at }
  if (act === 'confirm') return { confirmed_by_id: caller.id, confirmed_at: at }
  return { voided_by_id: caller.id, voided_at: at, void_reason: reason }
}

const assertMayRelease = async (
  context: Context,
  { school_id, made_by_id }: { readonly school_id: number; readonly made_by_id: number | null },
): Promise<void> => {
  const { needs_second_person } = await readSettings(context, school_id)
  if (needs_second_person && made_by_id === context.caller.id)
    throw problem.forbidden('You created this batch, so someone else must release it.')
}

/** Replaces how a school’s batches are released. @throws Problem 404; 409 with the current settings */
export const replaceSettings = async (
  context: Context,
  schoolId: number,
  { version, ...content }: BursarSettingsChange,
): Promise<BursarSettings> => {
  await lockSchool(context, schoolId)
  const saved = await readSettings(context, schoolId)
  if (version !== saved.version) throw problem.stale(saved)
  const { version: _version, ...before } = saved
  const changes = documentChanges('bursar_settings', before, content)
  if (changes.length === 0) return saved
  const next = { ...content, version: version + 1 }
  await context.db
    .insertInto('bursar_settings')
    .values({ ...next, school_id: schoolId })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(next))
    .execute()
  await recordSchoolChange(context, schoolId, changes)
  return next
}

/** The batch that gets the lines, and the day on which it’s made, `YYYY-MM-DD`. */
interface Made {
  readonly batchId: number
  readonly today: string
}

/**
 * Writes everything that the records owe and no batch has told the bursar into a new batch, in one statement, and saves its
 * totals. Returns them.
 */
export const writeLines = async (
  context: ScopeContext,
  period: BilledPeriod,
  { batchId, today }: Made,
): Promise<{ readonly lines: number; readonly total: string }> => {
  await sql`
    with ${differences(context, period)}
    insert into bursar_lines (batch_id, school_id, line, student_period_id, sid, last_name, first_name,
      coverage_type, item, action, amount, effective_on, reason)
    select ${batchId}, ${period.school_id}, made.line, made.student_period_id, made.sid, made.last_name, made.first_name,
      made.coverage_type, made.item, made.action, made.amount, made.effective_on, made.reason
    from (${newLines(context, { today })}) made`.execute(context.db)
  const { lines, students, total } = await scope
    .bursarLines(context)
    .select(({ fn }) => [
      fn.countAll<number>().as('lines'),
      fn.count<number>('student_period_id').distinct().as('students'),
      sql<string>`coalesce(sum(amount), 0)::numeric(14, 2)`.as('total'),
    ])
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  await scope
    .update(context, 'bursar_batches')
    .set({ lines, students, total })
    .where('bursar_batches.id', '=', batchId)
    .execute()
  return { lines, total }
}
