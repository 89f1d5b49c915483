import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { coverages, coverageStatuses, type Coverage } from '#contract/platform/coverage/choices.ts'
import { decisionModes, recordedOutcomes } from '#contract/review/decisions/choices.ts'
import type { DecisionOutcome, SuggestedDecision } from '#contract/review/decisions/outcome-shapes.ts'
import { waiverDecision, type WaiverDecision } from '#contract/review/decisions/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { listAwaited } from './second-reviews.ts'

const coverage = z.enum(coverages)

/** The latest suggestion for a coverage type of a form. */
export interface LatestSuggestion {
  readonly id: number
  readonly coverage_type: Coverage
  readonly snapshot_number: number
  readonly ruleset_version: number | null
  readonly decision: WaiverDecision
}

const selectSuggestions = (context: ScopeContext, ids: readonly number[]) =>
  scope
    .decisions(context)
    .distinctOn(['decisions.submission_id', 'decisions.coverage_type'])
    .select([
      'decisions.submission_id',
      'decisions.id',
      'decisions.coverage_type',
      'decisions.snapshot_number',
      'decisions.recommendation',
      'decisions.confidence',
      'decisions.rules',
      'decisions.blocking',
      'decisions.suggested_status',
      'decisions.student_message',
      'decisions.engine_version',
      'decisions.risk',
      'decisions.ruleset_version',
      'decisions.inputs_hash',
      'decisions.mode',
      'decisions.created_at',
    ])
    .where('decisions.submission_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('decisions.submission_id')
    .orderBy('decisions.coverage_type')
    .orderBy('decisions.id', 'desc')

/** Returns a saved suggestion as the engine returned it. */
const decisionOf = (row: object): WaiverDecision => waiverDecision.parse(row)

/** Returns the latest suggestions of forms, by form. */
export const readLatest = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, LatestSuggestion[]>> => {
  const rows = await selectSuggestions(context, ids).execute()
  return Map.groupBy(
    rows.map((row) => ({
      submission_id: row.submission_id,
      id: row.id,
      coverage_type: coverage.parse(row.coverage_type),
      snapshot_number: row.snapshot_number,
      ruleset_version: row.ruleset_version,
      decision: decisionOf(row),
    })),
    ({ submission_id: id }) => id,
  )
}

const outcome = z.enum(recordedOutcomes)
const status = z.nullable(z.enum(coverageStatuses))

/** Returns what staff decided about a form, newest first, with what was undone. */
export const listOutcomes = async (
  context: ScopeContext,
  submissionIds: readonly number[],
): Promise<(DecisionOutcome & { readonly submission_id: number })[]> => {
  const rows = await scope
    .decisionOutcomes(context)
    .leftJoin('users', 'users.id', 'decision_outcomes.decided_by_id')
    .selectAll('decision_outcomes')
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('decided_by_name'))
    .where('decision_outcomes.submission_id', '=', sql<number>`any(${[...submissionIds]}::bigint[])`)
    .orderBy('decision_outcomes.id', 'desc')
    .execute()
  return rows.map((row) => ({
    submission_id: row.submission_id,
    id: row.id,
    coverage_type: coverage.parse(row.coverage_type),
    outcome: outcome.parse(row.outcome),
    reason_codes: row.reason_codes,
    note: row.note,
    from_status: status.parse(row.from_status),
    to_status: status.parse(row.to_status),
    respond_by: row.respond_by,
    decided_by:
      row.decided_by_id === null ? null : { id: row.decided_by_id, name: row.decided_by_name ?? '' },
    decided_at: row.decided_at,
    change_id: row.change_id,
    email_id: row.email_id,
    undone_at: row.undone_at,
  }))
}

const mode = z.enum(decisionModes)

/**
 * Returns the present suggestion for each coverage type of a form, with what staff decided, unless the caller is to review
 * it a second time.
 */
export const listSuggestions = async (
  context: Pick<Context, 'db' | 'caller'>,
  submissionId: number,
): Promise<SuggestedDecision[]> => {
  const rows = await selectSuggestions(context, [submissionId]).execute()
  const form = await scope
    .formSubmissions(context)
    .select('form_submissions.decided_coverages')
    .where('form_submissions.id', '=', submissionId)
    .executeTakeFirst()
  const awaited = await listAwaited(context, submissionId)
  const decided = (await listOutcomes(context, [submissionId])).filter(
    ({ coverage_type }) => !awaited.includes(coverage_type),
  )
  const suggestions = rows.map((row) => ({
    ...decisionOf(row),
    id: row.id,
    coverage_type: coverage.parse(row.coverage_type),
    ruleset_version: row.ruleset_version,
    inputs_hash: row.inputs_hash.toString('hex'),
    mode: mode.parse(row.mode),
    created_at: row.created_at,
    decided:
      (form?.decided_coverages.includes(row.coverage_type) ? decided : []).find(
        ({ coverage_type, undone_at }) => coverage_type === row.coverage_type && undone_at === null,
      ) ?? null,
  }))
  return suggestions.toSorted(
    (one, other) => coverages.indexOf(one.coverage_type) - coverages.indexOf(other.coverage_type),
  )
}

const dayOf = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${instant} at time zone ${sql.lit(officeTimeZone)})::date`

/** Returns how many Mondays to Fridays there were from Monday, 01/05/1970, through a day. */
const businessDaysThrough = (day: RawBuilder<unknown>): RawBuilder<number> => {
  const since = sql`(${day} - date '1970-01-05')`
  return sql`(${since} / 7 * 5 + least(${since} % 7 + 1, 5))`
}

/**
 * Returns the business days from the arrival of the form `form` to its first decision that wasn’t undone; null without
 * one. The day of arrival doesn’t count, nor do Saturdays and Sundays: what arrived and was decided on one day is 0.
 */
export const daysToDecision = (context: Pick<ScopeContext, 'caller'>): RawBuilder<number | null> => sql`(
  select case when first.at is not null then greatest(0,
    ${businessDaysThrough(dayOf(sql`first.at`))} - ${businessDaysThrough(dayOf(sql`form.submitted_at`))}) end
  from (select min(outcome.decided_at) as at from decision_outcomes outcome
    where outcome.submission_id = form.id and outcome.undone_at is null and outcome.outcome <> 'closed'
      and ${scope.within(context, 'outcome.school_id')}) first)`
