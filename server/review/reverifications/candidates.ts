import { sql, type RawBuilder } from 'kysely'
import {
  coverageStatuses,
  coverages,
  type Coverage,
  type CoverageStatus,
} from '#contract/setup/coverage/choices.ts'
import { reverificationStatuses } from '#contract/setup/coverage/status-groups.ts'
import { waiverConfiguration } from '#contract/setup/periods/waiver-configuration.ts'
import type { ReverifyReason } from '#contract/review/reverifications/choices.ts'
import * as z from 'zod/mini'
import { hasDateCome, isDue, isInSample, isReverified } from '#server/setup/coverage/index.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { readPublished } from '#server/setup/periods/index.ts'

/** A coverage type of a student to check again. */
export interface Candidate {
  readonly student_id: number
  readonly student_period_id: number
  readonly coverage_type: Coverage
  readonly status: CoverageStatus
  readonly reason: ReverifyReason
}

/** Whom a reverification checks. `today` is `YYYY-MM-DD`. */
export interface Scope {
  readonly period_id: number
  readonly coverage_types: readonly Coverage[]
  /** Null: of every source, or of none. */
  readonly sources_of_coverage: readonly string[] | null
  readonly only_due: boolean
  readonly today: string
  /**
   * Whether it’s the nightly schedule: it leaves out what only staff or the student can change, and what was checked
   * again within a week.
   */
  readonly is_nightly: boolean
}

/** Days after a reverification in which the schedule doesn’t repeat it, unless it failed technically. */
const restDays = 7

const statuses = z.enum(coverageStatuses)

/** The statuses that the schedule checks. */
const nightlyStatuses: readonly CoverageStatus[] = ['waived', 'waived_needs_reverified']

const reasonOfStatus: Readonly<Partial<Record<CoverageStatus, ReverifyReason>>> = {
  waived_needs_reverified: 'needs_reverification',
  waiver_inactive: 'inactive',
  waived_aged_out: 'aged_out',
  waiver_utp: 'unable_to_process',
}

/** Returns the lines as rows: coverage type, status, source of coverage, if offered, if it’s due, if its date has come. */
const lineValues = (today: string): RawBuilder<unknown> =>
  sql.join(
    coverages.map(
      (coverage) => sql`(${sql.lit(coverage)}, ${sql.ref(`sp.${coverage}_status`)}::text,
        ${sql.ref(`sp.${coverage}_waive_source_of_coverage`)}, ${sql.ref(`period.${coverage}_offered`)},
        ${isDue(coverage, today)}, ${hasDateCome(coverage, today)})`,
    ),
  )

const wasCheckedLately = (context: ScopeContext, today: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from eligibility_reports report
  where ${scope.within(context, 'report.school_id')} and report.student_period_id = sp.id and report.coverage_type = line.coverage and report.cause = 'reverification'
    and report.status is distinct from 'request_failed'
    and report.created_at > ${today}::date - ${restDays}::int)`

/**
 * Returns the coverage types to check again, by student. Students who have left, inactive records and coverage that isn’t
 * offered are left out (decisions section 0).
 * @param lock whether the records stay locked until the transaction ends
 */
export const listCandidates = async (
  context: ScopeContext,
  { period_id, coverage_types, sources_of_coverage: sources, only_due, today, is_nightly }: Scope,
  lock: boolean,
): Promise<Candidate[]> => {
  const checked = is_nightly ? nightlyStatuses : ['waived', ...reverificationStatuses]
  const { rows } = await sql<{
    id: number
    student_id: number
    coverage: Coverage
    status: string
    source: string | null
    has_come: boolean
  }>`
    select sp.id, sp.student_id, line.coverage, line.status, line.source, line.has_come
    from student_periods sp
    join periods period on period.id = sp.period_id
    cross join lateral (values ${lineValues(today)}) line(coverage, status, source, offered, is_due, has_come)
    where ${scope.within(context, 'sp.school_id')} and sp.period_id = ${period_id} and sp.deleted_at is null
      and ${isReverified}
      and line.offered and line.coverage = any(${[...coverage_types]}::text[])
      and line.status = any(${[...checked]}::text[])
      and (line.is_due or not ${only_due})
      and (${sources === null} or line.source = any(${[...(sources ?? [])]}::text[]))
      and (not ${is_nightly} or (line.has_come and not ${wasCheckedLately(context, today)}))
    order by sp.id, line.coverage
    ${lock ? sql`for update of sp` : sql``}`.execute(context.db)
  const options = (await readPublished(context, period_id, waiverConfiguration))?.content
  return rows.map(({ id, student_id, coverage, status: stored, source, has_come }) => {
    const status = statuses.parse(stored)
    const waiver = { student_period_id: id, source_of_coverage: source }
    const isSample = options !== undefined && isInSample(waiver, options)
    const reason = has_come ? (isSample ? 'sample' : 'due') : (reasonOfStatus[status] ?? 'not_due')
    return { student_id, student_period_id: id, coverage_type: coverage, status, reason }
  })
}
