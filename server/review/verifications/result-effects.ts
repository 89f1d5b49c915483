import { sql } from 'kysely'
import type { Coverage } from '#contract/setup/coverage/choices.ts'
import type { CoverageEvent } from '#contract/setup/coverage/events.ts'
import { statusFieldOf } from '#contract/records/student-periods/fields.ts'
import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'
import { runEvent } from '#server/setup/coverage/index.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { approveAutomatically, suggest } from '#server/review/decisions/index.ts'
import { fieldChanges, type Entry } from '#server/platform/history/index.ts'
import { lineOf, moveContextOf, type MovableRow, type Values } from '#server/records/student-periods/index.ts'
import type { RunningCheck } from './running-check.ts'
import type { Reading } from './rules/read-answer.ts'

/** The event of each result; the others are never the student’s fault and change nothing (decisions section 3). */
const events: Readonly<Partial<Record<EligibilityStatus, CoverageEvent>>> = {
  active: 'eligibility_active',
  inactive: 'eligibility_inactive',
  missing_request_information: 'eligibility_undetermined',
  unknown: 'eligibility_undetermined',
}

/** Returns whether a result found out nothing for a reason that the student can fix, so that tries are counted. */
export const isUndetermined = (status: EligibilityStatus): boolean =>
  events[status] === 'eligibility_undetermined'

/** A result with the tries in a row that found out nothing, this one included. `today` is `YYYY-MM-DD`. */
interface CountedResult {
  readonly status: EligibilityStatus
  /** Whether the answer leaves something open, so that nothing happens automatically. */
  readonly hasQuestions: boolean
  readonly tries: number
  readonly today: string
}

/** Names a coverage type of a student-period. */
export const lineKey = (one: {
  readonly student_period_id: number
  readonly coverage_type: string
}): string => `${one.student_period_id} ${one.coverage_type}`

/**
 * Returns how many results in a row found out nothing for a reason that the student can fix, by `lineKey`. A coverage type
 * without one is left out.
 */
export const countTries = async (
  system: ScopeContext,
  ids: readonly number[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ student_period_id: number; coverage_type: string; tries: number }>`
    select report.student_period_id, report.coverage_type, count(*)::int as tries from eligibility_reports report
    where ${scope.within(system, 'report.school_id')} and report.student_period_id = any(${[...ids]}::bigint[])
      and report.status in ('missing_request_information', 'unknown')
      and report.id > coalesce((select max(id) from eligibility_reports known
        where known.student_period_id = report.student_period_id and known.coverage_type = report.coverage_type
          and known.status in ('active', 'inactive')), 0)
    group by 1, 2`.execute(system.db)
  return new Map(rows.map((row) => [lineKey(row), row.tries]))
}

/** Returns the values that a result gives a record by the transition table; none if it changes nothing. */
export const valuesAfter = (
  row: MovableRow,
  coverage: Coverage,
  { status, hasQuestions, tries, today }: CountedResult,
): Values => {
  const event = events[status]
  if (!event || hasQuestions) return {}
  const context = moveContextOf(row, coverage, today)
  const options = { ...context.options, tries, result: status }
  const outcome = runEvent(event, lineOf(row, coverage), { ...context, options })
  return outcome ? { ...outcome.effects, [statusFieldOf(coverage)]: outcome.to } : {}
}

/** Returns what the history says about a result: what came out, and what it changed. */
export const entriesOf = (
  check: Omit<RunningCheck, 'id'>,
  { message, status }: Pick<Reading, 'message' | 'status'>,
  row: MovableRow | undefined,
  set: Values,
): Entry[] => {
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
      reason: message,
      changes: [{ field: `${coverage_type}_eligibility`, before: null, after: status }],
    },
    ...(moved.length === 0 ? [] : [{ kind: 'coverage_status_changed' as const, ...about, changes: moved }]),
  ]
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

/** Returns the waiver forms that wait for a decision about some student-periods. */
export const waitingForms = async (system: ScopeContext, ids: readonly number[]): Promise<number[]> =>
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
