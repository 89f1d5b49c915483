import { sql } from 'kysely'
import type { CoverageEvent } from '#contract/coverage/events.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { EligibilityStatus } from '#contract/verifications/choices.ts'
import type { Services } from '../../context.ts'
import { runEvent } from '../../coverage/index.ts'
import { scope, type ScopeContext } from '../../db/scope.ts'
import { approveAutomatically, suggest } from '../../decisions/index.ts'
import { fieldChanges, recordHistory, type Entry, type HistoryContext } from '../../history/index.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import {
  lineOf,
  loadRows,
  moveContextOf,
  writeStudentPeriods,
  type MovableRow,
  type Values,
} from '../../student-periods/index.ts'
import { queueReverificationEmails, type ReverifiedWaiver } from '../reverification-emails.ts'
import type { Finding, RunningCheck } from '../running-check.ts'
import { isDemoSchool } from '../settings.ts'

/** A check and what it came to. */
export interface FinishedCheck {
  readonly check: RunningCheck
  readonly finding: Finding
}

/** The event of each result; the others are never the student’s fault and change nothing (decisions section 3). */
const events: Readonly<Partial<Record<EligibilityStatus, CoverageEvent>>> = {
  active: 'eligibility_active',
  inactive: 'eligibility_inactive',
  missing_request_information: 'eligibility_undetermined',
  unknown: 'eligibility_undetermined',
}

/**
 * Ends checks of one school in one transaction: what came out, the statuses by the transition table, the history, and
 * the suggestions for forms that wait for a decision. Checks that another run has ended are left.
 */
export const finishReports = async (
  services: Services,
  schoolId: number,
  finished: readonly FinishedCheck[],
): Promise<void> => {
  const afterCommit: (() => void)[] = []
  await services.db.transaction().execute(async (db) => {
    const system = { ...scope.asSystem(db, schoolId), clock: services.clock }
    const context: HistoryContext = {
      db,
      clock: services.clock,
      services,
      afterCommit,
      caller: null,
      change: null,
    }
    const ids = [...new Set(finished.map(({ check }) => check.student_period_id))]
    // records before reports: as decisions lock them
    const rows = new Map(
      (await loadRows(system, { ids: await present(system, ids) }, true)).map((row) => [row.id, row]),
    )
    const isDemo = await isDemoSchool(system, schoolId)
    const entries: Entry[] = []
    const reverified: ReverifiedWaiver[] = []
    for (const one of finished) {
      const row = rows.get(one.check.student_period_id)
      const saved = await saveResult(system, services, one)
      if (!saved) continue
      const mayMove = row !== undefined && (isDemo || !saved.is_simulated)
      const set = mayMove ? await statusAfter(system, services, row, one) : {}
      if (row) await writeStudentPeriods(system, Object.keys(set).length === 0 ? [] : [{ id: row.id, set }])
      entries.push(...entriesOf(one, row, set))
      if (row && saved.cause === 'reverification') reverified.push(...changedBy(one, row, set))
    }
    const act = { kind: 'eligibility_checked', cause: 'system', schoolId } as const
    await recordHistory(context, act, entries)
    await queueReverificationEmails(context, system, act, reverified)
    const forms = await formsOf(system, ids)
    await suggest(system, forms)
    await approveAutomatically({ context, system }, forms)
  })
  for (const run of afterCommit) run()
}

/** Returns a waiver that its check has given another status. */
const changedBy = ({ check, finding }: FinishedCheck, row: MovableRow, set: Values): ReverifiedWaiver[] => {
  const { coverage_type } = check
  const to = set[statusFieldOf(coverage_type)]
  const isChanged = typeof to === 'string' && to !== row.lines[coverage_type].status
  return isChanged ? [{ row, coverage_type, to, message: finding.reading.message }] : []
}

/** Returns the student-periods that are still there. */
const present = async (system: ScopeContext, ids: readonly number[]): Promise<number[]> =>
  (
    await scope
      .studentPeriods(system)
      .select('student_periods.id')
      .where('student_periods.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .execute()
  ).map(({ id }) => id)

/** Saves what a check came to. Returns null if another run has ended it. */
const saveResult = async (
  system: ScopeContext,
  { clock }: Pick<Services, 'clock'>,
  { check, finding: { reading, isFromPayer } }: FinishedCheck,
): Promise<{ readonly is_simulated: boolean; readonly cause: string } | null> => {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
  const saved = await scope
    .update(system, 'eligibility_reports')
    .set({
      status: reading.status,
      retrieval_status: isFromPayer && reading.status !== 'request_failed' ? 'retrieved' : 'error',
      reason_code: reading.reason_code,
      message: reading.message,
      next_step: reading.next_step,
      payer_name: reading.payer?.name ?? null,
      payer_id: reading.payer?.id ?? null,
      plan: json(reading.plan),
      deductible: json(reading.deductible),
      out_of_pocket_max: json(reading.out_of_pocket_max),
      other_payers: JSON.stringify(reading.other_payers),
      retrieved_at: clock.now().toISOString(),
      next_try_at: null,
      cost_cents: sql<number>`(select coalesce(sum(cost_cents), 0) from verification_requests request
        where request.report_id = eligibility_reports.id)`,
    })
    .where('eligibility_reports.id', '=', check.id)
    .where('eligibility_reports.retrieval_status', '=', 'pending')
    .returning(['eligibility_reports.is_simulated', 'eligibility_reports.cause'])
    .executeTakeFirst()
  return saved ?? null
}

/** Returns how many checks in a row, with this one, found out nothing for a reason that the student can fix. */
const countTries = async (system: ScopeContext, { check }: FinishedCheck): Promise<number> => {
  const { rows } = await sql<{ tries: number }>`
    select count(*)::int as tries from eligibility_reports report
    where ${scope.within(system, 'report.school_id')} and report.student_period_id = ${check.student_period_id}
      and report.coverage_type = ${check.coverage_type}
      and report.status in ('missing_request_information', 'unknown')
      and report.id > coalesce((select max(id) from eligibility_reports known
        where known.student_period_id = report.student_period_id and known.coverage_type = report.coverage_type
          and known.status in ('active', 'inactive')), 0)`.execute(system.db)
  return rows[0]?.tries ?? 0
}

const statusAfter = async (
  system: ScopeContext,
  { clock }: Pick<Services, 'clock'>,
  row: MovableRow,
  one: FinishedCheck,
): Promise<Values> => {
  const { check, finding } = one
  const event = events[finding.reading.status]
  if (!event) return {}
  const today = dayIn(clock, officeTimeZone)
  const line = lineOf(row, check.coverage_type)
  const tries = event === 'eligibility_undetermined' ? await countTries(system, one) : 0
  const context = moveContextOf(row, check.coverage_type, today)
  const options = { ...context.options, tries, result: finding.reading.status }
  const outcome = runEvent(event, line, { ...context, options })
  if (!outcome) return {}
  return { ...outcome.effects, [statusFieldOf(check.coverage_type)]: outcome.to }
}

const entriesOf = ({ check, finding }: FinishedCheck, row: MovableRow | undefined, set: Values): Entry[] => {
  const { school_id, student_id, student_period_id, coverage_type } = check
  const about = {
    subject: { type: 'student_period', id: student_period_id },
    school_id,
    student_id,
    student_period_id,
  } as const
  const moved = row ? fieldChanges(row.values, set) : []
  return [
    {
      kind: 'eligibility_checked',
      ...about,
      reason: finding.reading.message,
      changes: [{ field: `${coverage_type}_eligibility`, before: null, after: finding.reading.status }],
    },
    ...(moved.length === 0 ? [] : [{ kind: 'coverage_status_changed' as const, ...about, changes: moved }]),
  ]
}

/** Returns the waiver forms that wait for a decision about some student-periods. */
const formsOf = async (system: ScopeContext, ids: readonly number[]): Promise<number[]> =>
  (
    await scope
      .formSubmissions(system)
      .select('form_submissions.id')
      .where('form_submissions.student_period_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .where('form_submissions.form_type', '=', 'waiver')
      .where('form_submissions.superseded_by_id', 'is', null)
      .where('form_submissions.decision', '<>', 'decided')
      .execute()
  ).map(({ id }) => id)
