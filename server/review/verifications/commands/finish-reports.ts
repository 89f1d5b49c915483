import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { lockRows, save, type Plan } from '#server/records/student-periods/index.ts'
import { approveAutomatically, suggest } from '#server/review/decisions/index.ts'
import { addForLaterForms } from './add-report.ts'
import { queueReverificationEmails, type ReverifiedWaiver } from './emails.ts'
import { isDemoSchool } from '../queries/settings.ts'
import { countTries, lineKey, waitingForms } from '../queries/tries.ts'
import { entryOf, planResults, type Finding, type RunningCheck } from '../record.ts'
import { isUndetermined } from '../rules/effects.ts'

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
    const { rows } = await lockRows(system, { ids })
    const isDemo = await isDemoSchool(system, schoolId)
    const tries = await countTries(system, ids)
    const reports = await saveResults(system, services, finished)
    const ended = finished.filter(({ check }) => reports.has(check.id))
    const mayMove = ({ check }: FinishedCheck): boolean =>
      isDemo || reports.get(check.id)?.is_simulated === false
    const today = dayIn(services.clock, officeTimeZone)
    const plans = rows.map((row) => {
      const own = ended.filter((one) => one.check.student_period_id === row.id && mayMove(one))
      return planResults(
        row,
        own.map((one) => countedOf(one, tries)),
        today,
      )
    })
    const act = { kind: 'eligibility_checked', cause: 'system', schoolId } as const
    const before = ended.map(({ check, finding }) => entryOf(check, finding.reading))
    await save(
      { context, system },
      act,
      plans.map((plan) => ({ plan, kind: 'coverage_status_changed' })),
      { before },
    )
    const reverified = ended.filter(({ check }) => reports.get(check.id)?.cause === 'reverification')
    await queueReverificationEmails(context, system, act, changedBy(reverified, plans))
    await judgeForms({ context, system }, ids)
    await addForLaterForms(context, system, { ended: [...reports.keys()], records: ids })
  })
  for (const run of afterCommit) run()
}

/** Returns the waivers that their checks have given another status. */
const changedBy = (finished: readonly FinishedCheck[], plans: readonly Plan[]): ReverifiedWaiver[] =>
  finished.flatMap(({ check: { student_period_id, coverage_type }, finding }) => {
    const plan = plans.find(({ row }) => row.id === student_period_id)
    const move = plan?.moves.find(({ coverage }) => coverage === coverage_type)
    return plan && move
      ? [{ row: plan.row, coverage_type, to: move.to, message: finding.reading.message }]
      : []
  })

/** Saves what checks came to. Returns those by ID that no other run has ended before. */
const saveResults = async (
  system: ScopeContext,
  { clock }: Pick<Services, 'clock'>,
  finished: readonly FinishedCheck[],
): Promise<Map<number, { readonly is_simulated: boolean; readonly cause: string }>> => {
  const results = finished.map(({ check, finding: { reading, isFromPayer } }) => ({
    id: check.id,
    status: reading.status,
    retrieval_status: isFromPayer && reading.status !== 'request_failed' ? 'retrieved' : 'error',
    reason_code: reading.reason_code,
    message: reading.message,
    next_step: reading.next_step,
    payer_name: reading.payer?.name ?? null,
    payer_id: reading.payer?.id ?? null,
    plan: reading.plan,
    deductible: reading.deductible,
    out_of_pocket_max: reading.out_of_pocket_max,
    other_payers: reading.other_payers,
    basis: reading.basis,
    if_accepted: reading.ifAccepted
      ? { first_name: reading.ifAccepted.firstName, reading: reading.ifAccepted.reading }
      : null,
  }))
  const { rows } = await sql<{ id: number; is_simulated: boolean; cause: string }>`
    update eligibility_reports report
    set status = result.status, retrieval_status = result.retrieval_status, reason_code = result.reason_code,
      message = result.message, next_step = result.next_step, payer_name = result.payer_name,
      payer_id = result.payer_id, plan = result.plan, deductible = result.deductible,
      out_of_pocket_max = result.out_of_pocket_max, other_payers = result.other_payers, basis = result.basis,
      if_accepted = result.if_accepted,
      retrieved_at = ${clock.now().toISOString()}, next_try_at = null,
      cost_cents = (select coalesce(sum(request.cost_cents), 0) from verification_requests request
        where request.report_id = report.id)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result(id bigint, status text,
      retrieval_status text, reason_code text, message text, next_step text, payer_name text, payer_id text,
      plan jsonb, deductible jsonb, out_of_pocket_max jsonb, other_payers jsonb, basis jsonb, if_accepted jsonb)
    where report.id = result.id and report.retrieval_status = 'pending'
      and ${scope.within(system, 'report.school_id')}
    returning report.id, report.is_simulated, report.cause`.execute(system.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const countedOf = ({ check, finding }: FinishedCheck, tries: ReadonlyMap<string, number>) => {
  const { status, basis } = finding.reading
  return {
    coverage_type: check.coverage_type,
    status,
    hasQuestions: basis.questions.length > 0,
    tries: isUndetermined(finding.reading) ? (tries.get(lineKey(check)) ?? 0) + 1 : 0,
  }
}

/** Judges the waiver forms of some student-periods again that wait for a decision, after results were saved. */
export const judgeForms = async (
  deciding: Parameters<typeof approveAutomatically>[0],
  studentPeriodIds: readonly number[],
): Promise<void> => {
  const forms = await waitingForms(deciding.system, studentPeriodIds)
  await suggest(deciding.system, forms)
  await approveAutomatically(deciding, forms)
}
