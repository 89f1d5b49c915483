import { sql } from 'kysely'
import { officeTimeZone } from '#contract/platform/office.ts'
import type { PayerHealth } from '#contract/review/verifications/payer-health.ts'
import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'
import { dayIn, type Clock } from '#server/platform/lib/clock.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** What an attempt’s status says about the payer, by the counts of `PayerHealth`. */
const countedAs: Record<EligibilityStatus, 'answered' | 'not_found' | 'refused' | 'failed'> = {
  active: 'answered',
  inactive: 'answered',
  other_plan_detected: 'answered',
  unknown: 'not_found',
  missing_request_information: 'refused',
  unable_to_send_request: 'failed',
  request_failed: 'failed',
}

const statusesOf = (meaning: (typeof countedAs)[EligibilityStatus]): string[] =>
  Object.entries(countedAs).flatMap(([status, means]) => (means === meaning ? [status] : []))

const countOf = (meaning: (typeof countedAs)[EligibilityStatus]) =>
  sql<number>`count(*) filter (where verification_requests.status = any(${statusesOf(meaning)}))::int`

const day = sql<string>`to_char(verification_requests.sent_at at time zone ${sql.lit(officeTimeZone)}, 'YYYY-MM-DD')`

const timeBelow = (share: number) =>
  sql<
    number | null
  >`round(percentile_cont(${sql.lit(share)}) within group (order by verification_requests.latency_ms))::int`

/** Selects a payer’s counts as a whole (`day` is null) and by day. */
const selectCounts = (context: ScopeContext & { readonly clock: Clock }, days: number) =>
  scope
    .verificationRequests(context)
    .innerJoin('eligibility_reports', 'eligibility_reports.id', 'verification_requests.report_id')
    .where(
      'verification_requests.sent_at',
      '>=',
      sql<string>`${addDays(dayIn(context.clock, officeTimeZone), 1 - days)}::timestamp at time zone ${sql.lit(officeTimeZone)}`,
    )
    .select([
      'verification_requests.payer_id',
      'eligibility_reports.is_simulated',
      sql<string | null>`${day}`.as('day'),
      sql<string>`max(verification_requests.payer_name)`.as('payer_name'),
      sql<number>`count(*)::int`.as('inquiries'),
      countOf('answered').as('answered'),
      countOf('not_found').as('not_found'),
      countOf('refused').as('refused'),
      countOf('failed').as('failed'),
      timeBelow(0.5).as('median_ms'),
      timeBelow(0.95).as('p95_ms'),
      sql<{ sent_at: string; message: string | null } | null>`(array_agg(json_build_object(
        'sent_at', to_char(verification_requests.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'message', verification_requests.message) order by verification_requests.sent_at desc)
        filter (where verification_requests.status = any(${statusesOf('failed')})))[1]`.as('last_failure'),
    ])
    .groupBy(
      sql`grouping sets ((verification_requests.payer_id, eligibility_reports.is_simulated),
        (verification_requests.payer_id, eligibility_reports.is_simulated, ${day}))`,
    )
    .orderBy('day')

/**
 * Returns how each payer answered today and on the days before, in the office’s time zone; the payer asked most comes first.
 * A payer that the simulator answered for stands apart from the real one.
 */
export const listPayers = async (
  context: ScopeContext & { readonly clock: Clock },
  days: number,
): Promise<PayerHealth[]> => {
  const rows = await selectCounts(context, days).execute()
  const daysOf = Map.groupBy(
    rows.filter((row) => row.day !== null),
    keyOf,
  )
  return rows
    .filter((row) => row.day === null)
    .toSorted((one, other) => other.inquiries - one.inquiries || one.payer_id.localeCompare(other.payer_id))
    .map((row) => ({
      payer: { name: row.payer_name, id: row.payer_id },
      is_simulated: row.is_simulated,
      ...countsOf(row),
      p95_ms: row.p95_ms,
      last_failure: row.last_failure,
      by_day: (daysOf.get(keyOf(row)) ?? []).map((one) => ({ day: one.day ?? '', ...countsOf(one) })),
    }))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCounts>['execute']>>[number]

const keyOf = ({ payer_id, is_simulated }: Row): string => `${payer_id} ${is_simulated}`

const countsOf = ({ inquiries, answered, not_found, refused, failed, median_ms }: Row) => ({
  inquiries,
  answered,
  not_found,
  refused,
  failed,
  median_ms,
})
