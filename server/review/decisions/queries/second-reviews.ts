import { sql, type RawBuilder } from 'kysely'
import { isAdmin } from '#contract/platform/access.ts'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { outcomes } from '#contract/review/decisions/choices.ts'
import type { SecondReview } from '#contract/review/decisions/second-review.ts'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

type Reader = Pick<Context, 'caller'>
type Condition = RawBuilder<boolean>

/** The condition that the status in the record `sp` isn’t the one that the decision `outcome` led to. */
export const hasMoved = sql<boolean>`case outcome.coverage_type
  ${sql.join(
    coverages.map(
      (coverage) =>
        sql`when ${sql.lit(coverage)} then ${sql.ref(`sp.${coverage}_status`)} <> outcome.to_status`,
    ),
    sql` `,
  )} end`

/**
 * Returns the condition that `outcome` is what staff decided about a coverage type of the form `form`, whose record is
 * `sp`, and still applies: it wasn’t undone, replaced or overridden.
 */
const stillApplies = (context: Pick<ScopeContext, 'caller'>): Condition => sql<boolean>`
  outcome.submission_id = form.id and outcome.undone_at is null and form.superseded_by_id is null
  and outcome.coverage_type = any(form.decided_coverages) and not (${hasMoved})
  and not exists (select from decision_outcomes newer where newer.submission_id = outcome.submission_id
    and newer.coverage_type = outcome.coverage_type and newer.id > outcome.id and newer.undone_at is null)
  and ${scope.within(context, 'outcome.school_id')}`

/** Returns the condition that the caller is to review a decision about the form `form` a second time. */
export const awaitsSecondReview = (context: Reader): Condition => sql<boolean>`exists (
  select from decision_outcomes outcome join student_periods sp on sp.id = form.student_period_id
  where outcome.is_chosen_for_review and outcome.decided_by_id <> ${context.caller.id}
    and ${stillApplies(context)} and not exists (select from second_reviews review
      where review.outcome_id = outcome.id and ${scope.within(context, 'review.school_id')}))`

/** Returns the condition that 2 people decided the form `form` differently, and no one has resolved it. */
export const hasDisagreement = (context: Reader): Condition => sql<boolean>`exists (
  select from second_reviews review join decision_outcomes outcome on outcome.id = review.outcome_id
  join student_periods sp on sp.id = form.student_period_id
  where review.outcome <> outcome.outcome and ${stillApplies(context)}
    and not exists (select from kept_decisions kept where kept.second_review_id = review.id
      and ${scope.within(context, 'kept.school_id')}))`

const coverageType = z.enum(coverages)
const outcomeOf = z.enum(outcomes)

/** A decision that still applies, as its second review depends on it. */
export interface Reviewable {
  readonly id: number
  readonly coverage_type: Coverage
  readonly decided_by_id: number | null
  readonly is_chosen: boolean
  /** The name of the person who reviewed it; null if no one has. */
  readonly reviewer: string | null
}

/** Returns the decisions about a form that still apply. */
export const listReviewable = async (context: ScopeContext, formId: number): Promise<Reviewable[]> => {
  const rows = await scope
    .formSubmissions(context)
    .innerJoin('form_submissions as form', 'form.id', 'form_submissions.id')
    .innerJoin('student_periods as sp', 'sp.id', 'form.student_period_id')
    .innerJoin('decision_outcomes as outcome', 'outcome.submission_id', 'form.id')
    .leftJoin('second_reviews as review', 'review.outcome_id', 'outcome.id')
    .leftJoin('users as reviewer', 'reviewer.id', 'review.reviewed_by_id')
    .select([
      'outcome.id',
      'outcome.coverage_type',
      'outcome.decided_by_id',
      'outcome.is_chosen_for_review as is_chosen',
      sql<string | null>`reviewer.first_name || ' ' || reviewer.last_name`.as('reviewer'),
    ])
    .where('form.id', '=', formId)
    .where(stillApplies(context))
    .execute()
  return rows.map((row) => ({ ...row, coverage_type: coverageType.parse(row.coverage_type) }))
}

/** Returns the coverage types of a form that the caller is to decide a second time. Only product admins decide. */
export const listAwaited = async (
  context: Pick<Context, 'db' | 'caller'>,
  formId: number,
): Promise<Coverage[]> => {
  if (!isAdmin(context.caller)) return []
  return (await listReviewable(context, formId))
    .filter((one) => one.is_chosen && one.reviewer === null && one.decided_by_id !== context.caller.id)
    .map(({ coverage_type }) => coverage_type)
}

/** Returns the second reviews of a form’s decisions that still apply. Only product admins see them. */
export const listSecondReviews = async (
  context: Pick<Context, 'db' | 'caller'>,
  formId: number,
): Promise<SecondReview[]> => {
  if (!isAdmin(context.caller)) return []
  const rows = await scope
    .secondReviews(context)
    .innerJoin('decision_outcomes as outcome', 'outcome.id', 'second_reviews.outcome_id')
    .innerJoin('form_submissions as form', 'form.id', 'outcome.submission_id')
    .innerJoin('student_periods as sp', 'sp.id', 'form.student_period_id')
    .innerJoin('users as reviewer', 'reviewer.id', 'second_reviews.reviewed_by_id')
    .leftJoin('kept_decisions as kept', 'kept.second_review_id', 'second_reviews.id')
    .leftJoin('users as keeper', 'keeper.id', 'kept.kept_by_id')
    .select([
      'second_reviews.id',
      'second_reviews.outcome_id',
      'second_reviews.outcome',
      'second_reviews.comment',
      'second_reviews.reviewed_by_id',
      'second_reviews.reviewed_at',
      'outcome.coverage_type',
      'kept.reason',
      'kept.kept_at',
      'kept.kept_by_id',
      sql<boolean>`second_reviews.outcome = outcome.outcome`.as('agrees'),
      sql<string>`reviewer.first_name || ' ' || reviewer.last_name`.as('reviewer'),
      sql<string | null>`keeper.first_name || ' ' || keeper.last_name`.as('keeper'),
      sql<boolean>`exists (select from decision_outcomes other where other.change_id = outcome.change_id
        and other.submission_id <> outcome.submission_id and ${scope.within(context, 'other.school_id')})`.as(
        'is_bulk',
      ),
    ])
    .where('form.id', '=', formId)
    .where(stillApplies(context))
    .orderBy('second_reviews.id')
    .execute()
  return rows.map(
    ({ reason, kept_at: at, kept_by_id: keeperId, keeper, reviewer, reviewed_by_id, ...row }) => ({
      ...row,
      coverage_type: coverageType.parse(row.coverage_type),
      outcome: outcomeOf.parse(row.outcome),
      reviewed_by: { id: reviewed_by_id, name: reviewer },
      kept:
        reason === null || at === null || keeperId === null
          ? null
          : { reason, at, by: { id: keeperId, name: keeper ?? '' } },
    }),
  )
}

/** Returns which coverage types of forms were reviewed a second time before, as `form coverage`. */
export const readReviewedBefore = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<ReadonlySet<string>> => {
  const rows = await scope
    .secondReviews(context)
    .innerJoin('decision_outcomes as outcome', 'outcome.id', 'second_reviews.outcome_id')
    .select(['outcome.submission_id', 'outcome.coverage_type'])
    .where('outcome.submission_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Set(rows.map((row) => `${row.submission_id} ${row.coverage_type}`))
}
