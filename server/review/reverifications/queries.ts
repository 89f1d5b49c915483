import { sql, type RawBuilder } from 'kysely'
import { coverages, coverageStatuses } from '#contract/setup/coverage/choices.ts'
import {
  reverificationResults,
  reverificationStates,
  reverifyReasons,
  type ReverificationResult,
} from '#contract/review/reverifications/choices.ts'
import { sourcesOfCoverage } from '#contract/records/student-periods/choices.ts'
import { urgentEligibilityStatuses } from '#contract/review/verifications/choices.ts'
import type { PeriodReverification, ReverificationOutcome } from '#contract/review/reverifications/shapes.ts'
import * as z from 'zod/mini'
import { statusIn } from '#server/setup/coverage/index.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { listedName } from '#server/platform/db/person-names.ts'

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
    .selectAll('period_reverifications')
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('started_by_name'))
    .where('period_reverifications.period_id', '=', periodId)
    .orderBy('period_reverifications.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const counts = await countResults(context, row.id)
  const total = counts.reduce((sum, { quantity }) => sum + quantity, 0)
  const open = counts.filter(({ result }) => result === 'not_checked' || result === 'waiting')
  const { id, message, only_due, started_at, ended_at } = row
  return {
    id,
    ...z.parse(stored, row),
    message,
    only_due,
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
  from reverification_items item left join eligibility_reports report on report.id = item.report_id
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
