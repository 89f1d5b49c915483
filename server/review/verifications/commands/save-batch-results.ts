import { sql } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { lockRows, save, type Plan } from '#server/records/student-periods/index.ts'
import { countTries, lineKey } from '../queries/tries.ts'
import { entryOf, planResults } from '../record.ts'
import { isUndetermined } from '../rules/effects.ts'
import { judgeForms } from './finish-reports.ts'
import type { Reading } from '../rules/read-answer.ts'

/** What a batch eligibility service found out about a coverage type. */
export interface BatchResult {
  readonly student_period_id: number
  readonly coverage_type: Coverage
  readonly reading: Reading
  /** SHA-256 of its row, so that a row isn’t imported twice. */
  readonly hash: Buffer
}

/** A result, and what all results of its record make of it. */
interface PlannedResult extends BatchResult {
  readonly plan: Plan
}

/** What some results do, or would do. */
interface BatchOutcome {
  readonly saved: readonly PlannedResult[]
  /** Results that were imported before. */
  readonly repeated: number
}

/** Days in which the same row counts as imported before. A month later, the same answer is news. */
const repeatDays = 30

/**
 * Saves results of a batch eligibility service as eligibility reports, with what a finished check does: statuses by the
 * transition table, history, and forms that wait for a decision judged again. Students aren’t emailed. Results that were
 * imported within 30 days do nothing.
 * @param results each coverage type once, of student-periods in the caller’s scope
 * @param check throws if these aren’t the results that the caller expects; nothing is saved then
 */
export const saveBatchResults = async (
  context: Context,
  schoolId: number,
  results: readonly BatchResult[],
  { isDryRun, check }: { readonly isDryRun: boolean; readonly check?: (outcome: BatchOutcome) => void },
): Promise<BatchOutcome> => {
  const outcome = await plan(context, schoolId, results, isDryRun)
  check?.(outcome)
  if (isDryRun || outcome.saved.length === 0) return outcome
  await insertReports(context, schoolId, outcome.saved)
  await save(
    { context, system: context },
    { kind: 'eligibility_checked', schoolId },
    [...new Set(outcome.saved.map(({ plan: one }) => one))].map((one) => ({
      plan: one,
      kind: 'coverage_status_changed',
    })),
    {
      before: outcome.saved.map(({ plan: { row }, coverage_type, reading }) =>
        entryOf(
          { school_id: row.school_id, student_id: row.student_id, student_period_id: row.id, coverage_type },
          reading,
        ),
      ),
    },
  )
  const system = { ...scope.asSystem(context.db, schoolId), clock: context.clock }
  // staff imported results; Shipmate judges the forms
  const own = { ...context, caller: null, change: null }
  await judgeForms({ context: own, system }, [...new Set(outcome.saved.map(({ plan: { row } }) => row.id))])
  return outcome
}

const plan = async (
  context: Context,
  schoolId: number,
  results: readonly BatchResult[],
  isDryRun: boolean,
): Promise<BatchOutcome> => {
  const ids = [...new Set(results.map(({ student_period_id: id }) => id))]
  // records before reports: as decisions lock them
  const { rows } = await lockRows(context, { ids }, { isDryRun })
  const today = dayIn(context.clock, officeTimeZone)
  const system = scope.asSystem(context.db, schoolId)
  const known = await listImported(system, ids, addDays(today, -repeatDays))
  const tries = await countTries(system, ids)
  const saved = rows.flatMap((row): PlannedResult[] => {
    const own = results.filter(
      (result) =>
        result.student_period_id === row.id &&
        !known.has(`${lineKey(result)} ${result.hash.toString('hex')}`),
    )
    const counted = own.map((result) => ({
      coverage_type: result.coverage_type,
      status: result.reading.status,
      hasQuestions: false,
      tries: isUndetermined(result.reading) ? (tries.get(lineKey(result)) ?? 0) + 1 : 0,
    }))
    const planned = planResults(row, counted, today)
    return own.map((result) => ({ ...result, plan: planned }))
  })
  return { saved, repeated: results.length - saved.length }
}

/** Returns the rows that became reports since a day: student-period, coverage type and hash. */
const listImported = async (
  system: ScopeContext,
  ids: readonly number[],
  since: string,
): Promise<Set<string>> => {
  const rows = await scope
    .eligibilityReports(system)
    .select([
      'eligibility_reports.student_period_id',
      'eligibility_reports.coverage_type',
      'eligibility_reports.batch_row_hash',
    ])
    .where('eligibility_reports.student_period_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('eligibility_reports.batch_row_hash', 'is not', null)
    .where('eligibility_reports.created_at', '>=', since)
    .execute()
  return new Set(rows.map((row) => `${lineKey(row)} ${row.batch_row_hash?.toString('hex') ?? ''}`))
}

/** Reports per statement. */
const batchSize = 1000

const insertReports = async (
  context: Context,
  schoolId: number,
  saved: readonly PlannedResult[],
): Promise<void> => {
  const now = context.clock.now().toISOString()
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
  for (const batch of batches(saved, batchSize))
    await context.db
      .insertInto('eligibility_reports')
      .values(
        batch.map(({ plan: { row }, coverage_type, reading, hash }) => ({
          school_id: schoolId,
          student_id: row.student_id,
          student_period_id: row.id,
          coverage_type,
          cause: 'batch',
          status: reading.status,
          retrieval_status: wasAnswered(reading) ? 'retrieved' : 'error',
          reason_code: reading.reason_code,
          message: reading.message,
          next_step: reading.next_step,
          payer_name: reading.payer?.name ?? null,
          payer_id: reading.payer?.id ?? null,
          plan: json(reading.plan),
          other_payers: JSON.stringify(reading.other_payers),
          is_simulated: false,
          requested_by_id: context.caller.id,
          created_at: now,
          retrieved_at: now,
          batch_row_hash: hash,
        })),
      )
      .execute()
}

const wasAnswered = ({ status }: Reading): boolean =>
  status !== 'request_failed' && status !== 'unable_to_send_request'
