import { sql } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import type { NewReverification, ReverificationPreview } from '#contract/review/reverifications/shapes.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { scope, selectPeriod, type ScopeContext } from '#server/platform/db/scope.ts'
import type { Entry, HistoryContext } from '#server/platform/history/index.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { actTime, dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { lockRows, planChange, save, type Plan } from '#server/records/student-periods/index.ts'
import { chooseProvider, readSettings } from '#server/review/verifications/index.ts'
import { leftThisMonth, listCandidates, lockCandidates, type Candidate, type Scope } from '../queries.ts'
import { queueReverification } from '../jobs.ts'

/** @throws Problem 422 if there’s a date but not only what is due is asked for */
const scopeOf = ({ clock }: Pick<Services, 'clock'>, ask: NewReverification, is_nightly = false): Scope => {
  const today = dayIn(clock, officeTimeZone)
  const { coverage_types = coverages, sources_of_coverage = null, insurance_company_id = null } = ask
  return {
    period_id: ask.period_id,
    coverage_types,
    sources_of_coverage,
    insurance_company_id,
    due_by: dueBy(ask, today),
    with_ended: ask.with_ended === true,
    is_nightly,
    today,
  }
}

const dueBy = ({ only_due, due_by }: NewReverification, today: string): string | null => {
  if (only_due === true) return due_by ?? today
  if (due_by !== undefined)
    throw problem.invalid({ due_by: 'Choose only waivers that are due, or leave the date empty.' })
  return null
}

/** Returns what a reverification would check, change and cost. Writes nothing. @throws Problem 422 if the period is unknown */
export const previewReverification = async (
  context: Context,
  ask: NewReverification,
): Promise<ReverificationPreview> => {
  const period = await selectPeriod(context, ask.period_id)
  const candidates = await listCandidates(context, scopeOf(context, ask))
  const settings = await readSettings(context, period.school_id)
  const provider = await chooseProvider(context.services, context, settings)
  return {
    count: candidates.length,
    students: new Set(candidates.map(({ student_period_id }) => student_period_id)).size,
    cost_cents: candidates.length * (provider?.costCents ?? 0),
    left_cents: settings ? await leftThisMonth(context, settings) : null,
    by_reason: Object.fromEntries(
      [...Map.groupBy(candidates, ({ reason }) => reason)].map(([reason, { length }]) => [reason, length]),
    ),
    status_changes: candidates.filter(({ status }) => status === 'waived').length,
    provider: provider && (settings?.provider ?? null),
  }
}

/** Who starts a reverification: a person, or the nightly schedule on a day. */
interface Start {
  readonly context: HistoryContext
  readonly school_id: number
  readonly ask: NewReverification
  readonly scheduled_on: string | null
}

/**
 * Starts a reverification for a person.
 * @throws Problem 422 if the period is unknown, no one carries checks or nothing is to be checked; 409 busy, stale
 */
export const startReverification = async (
  context: Context,
  ask: NewReverification,
): Promise<{ readonly id: number; readonly job_id: null }> => {
  const { school_id } = await selectPeriod(context, ask.period_id)
  const settings = await readSettings(context, school_id)
  if (!(await chooseProvider(context.services, context, settings)))
    throw problem.invalid({ period_id: 'Choose a clearinghouse for the school first.' })
  const id = await start({ context, school_id, ask, scheduled_on: null })
  if (id === null) throw problem.invalid({ period_id: 'No waivers need reverification.' })
  return { id, job_id: null }
}

/** Starts a night’s reverification. Returns null if there’s nothing to check. @throws Problem 409 busy */
export const startNightly = (
  context: HistoryContext,
  { school_id, period_id, today }: { school_id: number; period_id: number; today: string },
): Promise<number | null> =>
  start({ context, school_id, ask: { period_id, only_due: true }, scheduled_on: today })

/** Saves a run with its list, changes the statuses by the transition table, and queues the job, in one transaction. */
const start = async ({ context, school_id, ask, scheduled_on }: Start): Promise<number | null> => {
  const system = { ...scope.asSystem(context.db, school_id), clock: context.clock }
  const whom = scopeOf(context, ask, scheduled_on !== null)
  const candidates = await lockCandidates(system, whom)
  if (ask.expected && ask.expected.count !== candidates.length)
    throw problem.stale(null, 'The waivers changed since the preview. Check the new count.')
  if (candidates.length === 0) return null
  const id = await insertRun(context, { school_id, whom, scheduled_on })
  await insertItems(system, { id, school_id }, candidates)
  const plans = await planReverified(system, whom, candidates)
  const cause = scheduled_on === null ? 'person' : 'system'
  const started: Entry = {
    kind: 'reverification_started',
    subject: { type: 'period', id: whom.period_id },
    school_id,
    changes: [{ field: 'count', before: null, after: candidates.length }],
  }
  await save(
    { context, system },
    { kind: 'reverification_started', cause, schoolId: school_id },
    plans.map((plan) => ({ plan, kind: 'coverage_status_changed' })),
    { before: [started] },
  )
  await queueReverification(context, id)
  return id
}

interface NewRun {
  readonly school_id: number
  readonly whom: Scope
  readonly scheduled_on: string | null
}

const insertRun = async (
  { db, clock, caller }: Pick<HistoryContext, 'db' | 'clock' | 'caller'>,
  { school_id, whom, scheduled_on }: NewRun,
): Promise<number> => {
  const created = await db
    .insertInto('period_reverifications')
    .values({
      school_id,
      period_id: whom.period_id,
      coverage_types: [...whom.coverage_types],
      sources_of_coverage: whom.sources_of_coverage && [...whom.sources_of_coverage],
      insurance_company_id: whom.insurance_company_id,
      only_due: whom.due_by !== null,
      due_by: whom.due_by,
      with_ended: whom.with_ended,
      scheduled_on,
      started_by_id: caller?.id ?? null,
      started_at: actTime(clock).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw problem.busy('A reverification of this policy year is already running.')
  return created.id
}

/** Saves the list of a run by the students’ names: it’s read in that order again and again while the run lasts. */
const insertItems = async (
  system: ScopeContext,
  { id, school_id }: { readonly id: number; readonly school_id: number },
  candidates: readonly Candidate[],
): Promise<void> => {
  const column = <T>(pick: (one: Candidate) => T): T[] => candidates.map(pick)
  await sql`
    insert into reverification_items (school_id, reverification_id, student_id, student_period_id, coverage_type, reason,
      from_status)
    select ${school_id}, ${id}, item.* from unnest(
      ${column(({ student_id }) => student_id)}::bigint[],
      ${column(({ student_period_id }) => student_period_id)}::bigint[],
      ${column(({ coverage_type }) => coverage_type)}::text[], ${column(({ reason }) => reason)}::text[],
      ${column(({ status }) => status)}::coverage_status[]) item(student_id, student_period_id, coverage_type, reason,
      from_status)
    join student_periods record on record.id = item.student_period_id
    where ${scope.within(system, 'record.school_id')}
    order by record.sort_name, record.id, item.coverage_type`.execute(system.db)
}

type System = Parameters<typeof lockRows>[0]

/** Runs the event of a reverification on waivers that are waived, which are locked. */
const planReverified = async (
  system: System,
  { today }: Scope,
  candidates: readonly Candidate[],
): Promise<Plan[]> => {
  const waived = Map.groupBy(
    candidates.filter(({ status }) => status === 'waived'),
    ({ student_period_id }) => student_period_id,
  )
  const plans: Plan[] = []
  for (const ids of batches([...waived.keys()], 2000)) {
    const { rows } = await lockRows(system, { ids })
    for (const row of rows) {
      const lines = waived.get(row.id) ?? []
      const steps = lines.map(({ coverage_type: coverage }) => ({
        event: 'reverify_period' as const,
        coverage,
      }))
      plans.push(planChange(row, steps, today))
    }
  }
  return plans
}
