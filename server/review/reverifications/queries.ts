import { lockRecords } from '#server/platform/db/record-locks.ts'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import {
  coverages,
  coverageStatuses,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { endedWaivers, reverificationStatuses } from '#contract/platform/coverage/status-groups.ts'
import { sourcesOfCoverage } from '#contract/platform/record/student-period-choices.ts'
import {
  reverificationResults,
  reverificationStates,
  reverifyReasons,
  type ReverificationResult,
  type ReverifyReason,
} from '#contract/review/reverifications/choices.ts'
import type { PeriodReverification, ReverificationOutcome } from '#contract/review/reverifications/shapes.ts'
import { urgentEligibilityStatuses } from '#contract/review/verifications/choices.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { hasDateCome, isDue, isInSample, isReverified, statusIn } from '#server/platform/coverage/index.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { Clock } from '#server/platform/lib/clock.ts'
import { readSpentCents, type SavedSettings } from '#server/review/verifications/index.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'

const stored = z.object({
  state: z.enum(reverificationStates),
  coverage_types: z.array(z.enum(coverages)),
  sources_of_coverage: z.nullable(z.array(z.enum(sourcesOfCoverage))),
})

/** Which outcomes are asked for. */
interface OutcomePage {
  readonly page: number
  readonly per_page: number
  readonly result?: ReverificationResult | undefined
}

/** Returns the latest reverification of a period with a page of its outcomes; null if there was none. @throws Problem 404 */
export const readLatest = async (
  context: ScopeContext,
  periodId: number,
  page: OutcomePage,
): Promise<PeriodReverification | null> => {
  await getPeriod(context, periodId)
  const row = await scope
    .periodReverifications(context)
    .leftJoin('users', 'users.id', 'period_reverifications.started_by_id')
    .leftJoin('insurance_companies as company', 'company.id', 'period_reverifications.insurance_company_id')
    .selectAll('period_reverifications')
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('started_by_name'))
    .select('company.name as company_name')
    .where('period_reverifications.period_id', '=', periodId)
    .orderBy('period_reverifications.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const counts = await countResults(context, row.id)
  const total = counts.reduce((sum, { quantity }) => sum + quantity, 0)
  const open = counts.filter(({ result }) => result === 'not_checked' || result === 'waiting')
  const { id, message, only_due, due_by, with_ended, started_at, ended_at } = row
  return {
    id,
    ...z.parse(stored, row),
    message,
    insurance_company:
      row.insurance_company_id === null
        ? null
        : { id: row.insurance_company_id, name: row.company_name ?? '' },
    only_due,
    due_by,
    with_ended,
    started_at,
    ended_at,
    total,
    done: total - open.reduce((sum, { quantity }) => sum + quantity, 0),
    by_result: Object.fromEntries(counts.map(({ result, quantity }) => [result, quantity])),
    cost_cents: counts.reduce((sum, { cost_cents }) => sum + cost_cents, 0),
    is_scheduled: row.scheduled_on !== null,
    started_by:
      row.started_by_id === null ? null : { id: row.started_by_id, name: row.started_by_name ?? '' },
    outcomes: await listOutcomes(context, row.id, page),
    outcomes_total:
      page.result === undefined
        ? total
        : (counts.find(({ result }) => result === page.result)?.quantity ?? 0),
  }
}

/** What came out for an item: its check’s result, or how far the check is. */
const resultOf: RawBuilder<string> = sql<string>`case when item.report_id is null then 'not_checked'
  else coalesce(report.status, 'waiting') end`

const itemsOf = (context: ScopeContext, id: number) => sql`
  from reverification_items item
  left join eligibility_reports report on report.id = item.report_id and report.school_id = item.school_id
  where ${scope.within(context, 'item.school_id')} and item.reverification_id = ${id}`

const resultName = z.enum(reverificationResults)

/** Checks that were there before the run cost it nothing. */
const countResults = async (context: ScopeContext, id: number) => {
  const { rows } = await sql<{ result: string; quantity: number; cost_cents: number }>`
    select ${resultOf} as result, count(*)::int as quantity,
      coalesce(sum(report.cost_cents) filter (where report.cause = 'reverification'), 0)::int as cost_cents
    ${itemsOf(context, id)} group by 1`.execute(context.db)
  return rows.map((row) => ({ ...row, result: resultName.parse(row.result) }))
}

/** Results in the order of the list: what needs staff first, what’s fine last. */
const order: readonly ReverificationResult[] = [
  ...urgentEligibilityStatuses,
  'waiting',
  'not_checked',
  'active',
]

const outcome = z.object({
  coverage_type: z.enum(coverages),
  reason: z.enum(reverifyReasons),
  from_status: z.enum(coverageStatuses),
  status: z.enum(coverageStatuses),
  result: resultName,
})

type OutcomeRow = Omit<ReverificationOutcome, keyof z.output<typeof outcome>> &
  Record<keyof z.output<typeof outcome>, string>

/** Returns a page of items, which are saved in the order of the students’ names. */
const listOutcomes = async (
  context: ScopeContext,
  id: number,
  { page, per_page: perPage, result }: OutcomePage,
): Promise<ReverificationOutcome[]> => {
  const { rows } = await sql<OutcomeRow>`
    with found as (
      select item.*, ${resultOf} as result, report.message,
        array_position(${[...order]}::text[], ${resultOf}) as place
      ${itemsOf(context, id)} and (${result ?? null}::text is null or ${resultOf} = ${result ?? null})
      order by place, item.id
      limit ${perPage} offset ${(page - 1) * perPage})
    select found.student_id, found.student_period_id, ${listedName('student')} as name,
      student.sid, found.coverage_type, found.reason, found.from_status,
      ${statusIn('record', 'found.coverage_type')} as status,
      found.result, found.message
    from found
    join students student on student.id = found.student_id
    join student_periods record on record.id = found.student_period_id
    where ${scope.within(context, 'record.school_id')} and ${scope.within(context, 'student.school_id')}
    order by found.place, found.id`.execute(context.db)
  return rows.map((row) => ({ ...row, ...z.parse(outcome, row) }))
}

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
  /** Null: with every company, or with none. */
  readonly insurance_company_id: number | null
  /** The last day on which what is taken is due, `YYYY-MM-DD`; null: due or not. */
  readonly due_by: string | null
  /** Whether inactive and aged-out waivers are taken too. */
  readonly with_ended: boolean
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

/** Returns the statuses that a run takes. The schedule leaves the others to staff and students. */
const takenStatuses = ({ is_nightly, with_ended }: Scope): readonly CoverageStatus[] =>
  is_nightly
    ? ['waived', 'waived_needs_reverified']
    : ['waived', ...reverificationStatuses, ...(with_ended ? endedWaivers : [])]

const reasonOfStatus: Readonly<Partial<Record<CoverageStatus, ReverifyReason>>> = {
  waived_needs_reverified: 'needs_reverification',
  waiver_inactive: 'inactive',
  waived_aged_out: 'aged_out',
  waiver_utp: 'unable_to_process',
}

/**
 * Returns the lines as rows: coverage type, status, source of coverage, company, if offered, if it’s due by a day, if its
 * date has come today.
 */
const lineValues = ({ today, due_by }: Scope): RawBuilder<unknown> =>
  sql.join(
    coverages.map(
      (coverage) => sql`(${sql.lit(coverage)}, ${sql.ref(`sp.${coverage}_status`)}::text,
        ${sql.ref(`sp.${coverage}_waive_source_of_coverage`)},
        ${sql.ref(`sp.${coverage}_waive_insurance_company_id`)}, ${sql.ref(`period.${coverage}_offered`)},
        ${isDue(coverage, due_by ?? today)}, ${hasDateCome(coverage, today)})`,
    ),
  )

const wasCheckedLately = (context: ScopeContext, today: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from eligibility_reports report
  where ${scope.within(context, 'report.school_id')} and report.student_period_id = sp.id and report.coverage_type = line.coverage and report.cause = 'reverification'
    and report.status is distinct from 'request_failed'
    and report.created_at > ${today}::date - ${restDays}::int)`

/**
 * Returns the coverage types to check again, by student. Students who have left, inactive records and coverage that
 * isn’t offered are left out.
 * @param lock whether the records stay locked until the transaction ends
 */
export const listCandidates = async (
  context: ScopeContext,
  which: Scope,
  ids: readonly number[] | null = null,
): Promise<Candidate[]> => {
  const { period_id, coverage_types, sources_of_coverage: sources, insurance_company_id: company } = which
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
    cross join lateral (values ${lineValues(which)})
      line(coverage, status, source, company_id, offered, is_due, has_come)
    where ${scope.within(context, 'sp.school_id')} and sp.period_id = ${period_id} and sp.deleted_at is null
      and ${isReverified}
      and line.offered and line.coverage = any(${[...coverage_types]}::text[])
      and line.status = any(${[...takenStatuses(which)]}::text[])
      and (line.is_due or ${which.due_by === null} or line.status = any(${[...endedWaivers]}::text[]))
      and (${sources === null} or line.source = any(${[...(sources ?? [])]}::text[]))
      and (${company === null} or line.company_id = ${company}::bigint)
      and (not ${which.is_nightly} or (line.has_come and not ${wasCheckedLately(context, which.today)}))
      ${ids === null ? sql`` : sql`and sp.id = any(${[...ids]}::bigint[])`}
    order by sp.id, line.coverage`.execute(context.db)
  const options = (await readPublished(context, period_id, waiverConfiguration))?.content
  return rows.map(({ id, student_id, coverage, status: stored, source, has_come }) => {
    const status = statuses.parse(stored)
    const waiver = { student_period_id: id, source_of_coverage: source }
    const isSample = options !== undefined && isInSample(waiver, options)
    const reason = has_come ? (isSample ? 'sample' : 'due') : (reasonOfStatus[status] ?? 'not_due')
    return { student_id, student_period_id: id, coverage_type: coverage, status, reason }
  })
}

/** Locks the records with coverage types to check again until the transaction ends, and returns these coverage types. */
export const lockCandidates = async (context: ScopeContext, which: Scope): Promise<Candidate[]> => {
  const ids = (await listCandidates(context, which)).map(({ student_period_id: id }) => id)
  await lockRecords(context, [...new Set(ids)])
  return listCandidates(context, which, ids)
}

/** Returns what a school’s limit leaves for checks this month, in cents; null without a limit. */
export const leftThisMonth = async (
  context: ScopeContext & { readonly clock: Clock },
  { school_id, cost_limit_cents: limit }: SavedSettings,
): Promise<number | null> =>
  limit === null ? null : Math.max(0, limit - (await readSpentCents(context, school_id)))
