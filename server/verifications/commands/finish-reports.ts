import { sql } from 'kysely'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { Services } from '../../context.ts'
import { scope, type ScopeContext } from '../../db/scope.ts'
import { recordHistory, type Entry, type HistoryContext } from '../../history/index.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import { loadRows, writeStudentPeriods, type MovableRow, type Values } from '../../student-periods/index.ts'
import { entriesOf, isUndetermined, judgeForms, valuesAfter } from '../result-effects.ts'
import { queueReverificationEmails, type ReverifiedWaiver } from '../reverification-emails.ts'
import type { Finding, RunningCheck } from '../running-check.ts'
import { isDemoSchool } from '../settings.ts'

/** A check and what it came to. */
export interface FinishedCheck {
  readonly check: RunningCheck
  readonly finding: Finding
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
      entries.push(...entriesOf(one.check, one.finding.reading, row, set))
      if (row && saved.cause === 'reverification') reverified.push(...changedBy(one, row, set))
    }
    const act = { kind: 'eligibility_checked', cause: 'system', schoolId } as const
    await recordHistory(context, act, entries)
    await queueReverificationEmails(context, system, act, reverified)
    await judgeForms({ context, system }, ids)
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
  const { status } = finding.reading
  const tries = isUndetermined(status) ? await countTries(system, one) : 0
  return valuesAfter(row, check.coverage_type, { status, tries, today: dayIn(clock, officeTimeZone) })
}
