import { sql } from 'kysely'
import * as z from 'zod/mini'
import { agreement, type Agreement } from '#contract/review/decisions/agreement.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { listedName } from '#server/platform/db/person-names.ts'

const { overrides, by_rule: byRule, feedback, second_reviews: secondReviews } = agreement.shape
const { comments } = feedback.shape

/**
 * Returns how decisions about the forms of a period compare with what was recommended.
 * @throws Problem 422 on `period_id`
 */
export const readAgreement = async (context: Context, periodId: number): Promise<Agreement> => {
  await selectPeriod(context, periodId)
  return {
    ...(await readTotals(context, periodId)),
    by_rule: await countRules(context, periodId),
    overrides: await countOverrides(context, periodId),
    feedback: {
      ...(await countVerdicts(context, periodId)),
      comments: await listComments(context, periodId),
    },
    second_reviews: await countSecondReviews(context, periodId),
  }
}

/** Starts a query on `decided`: the latest decision of each coverage type, with its recommendation. */
const fromDecided = (context: Context, periodId: number) =>
  context.db
    .with('latest', () =>
      scope
        .decisionOutcomes(context)
        .innerJoin('form_submissions as form', 'form.id', 'decision_outcomes.submission_id')
        .leftJoin('decisions as suggested', 'suggested.id', 'decision_outcomes.decision_id')
        .distinctOn(['decision_outcomes.submission_id', 'decision_outcomes.coverage_type'])
        .select([
          'decision_outcomes.id',
          'decision_outcomes.outcome',
          'decision_outcomes.reason_codes',
          'suggested.recommendation',
          'suggested.rules',
          sql<number>`extract(epoch from decision_outcomes.decided_at - form.submitted_at)::float8 / 3600`.as(
            'hours',
          ),
        ])
        .where('form.period_id', '=', periodId)
        .where('decision_outcomes.undone_at', 'is', null)
        .orderBy('decision_outcomes.submission_id')
        .orderBy('decision_outcomes.coverage_type')
        .orderBy('decision_outcomes.id', 'desc'),
    )
    .with('decided', (db) => db.selectFrom('latest').selectAll().where('recommendation', 'is not', null))

const readTotals = async (context: Context, periodId: number) => {
  const { median, p90, ...counts } = await fromDecided(context, periodId)
    .selectFrom('decided')
    .select([
      sql<number>`count(*)::int`.as('decided'),
      sql<number>`count(*) filter (where outcome = recommendation)::int`.as('agreed'),
      sql<number>`count(*) filter (where recommendation = 'needs_review')::int`.as('undecided_by_rules'),
      sql<number | null>`percentile_cont(0.5) within group (order by hours)`.as('median'),
      sql<number | null>`percentile_cont(0.9) within group (order by hours)`.as('p90'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counts, median_hours: oneDecimal(median), p90_hours: oneDecimal(p90) }
}

const oneDecimal = (hours: number | null): number | null => hours && Math.round(hours * 10) / 10

const countRules = async (context: Context, periodId: number): Promise<Agreement['by_rule']> => {
  const rows = await fromDecided(context, periodId)
    .selectFrom('decided')
    .innerJoinLateral(
      sql<{ rule: object }>`jsonb_array_elements(decided.rules)`.as<'each'>(sql`each (rule)`),
      (join) => join.onTrue(),
    )
    .select([
      sql<string>`rule ->> 'key'`.as('key'),
      sql<number>`count(*)::int`.as('open'),
      sql<number>`count(*) filter (where outcome = 'approve')::int`.as('approved_anyway'),
    ])
    .where(sql<boolean>`rule ->> 'outcome' <> 'pass'`)
    .groupBy(sql`1`)
    .orderBy('open', 'desc')
    .orderBy('key')
    .execute()
  return byRule.parse(rows)
}

const countOverrides = async (context: Context, periodId: number): Promise<Agreement['overrides']> => {
  const rows = await fromDecided(context, periodId)
    .selectFrom('decided')
    .leftJoinLateral(
      sql<{ code: string }>`unnest(decided.reason_codes)`.as<'reason'>(sql`reason (code)`),
      (join) => join.onTrue(),
    )
    .select(['recommendation', 'outcome', 'reason.code'])
    .select([
      sql<number>`count(distinct decided.id)::int`.as('quantity'),
      sql<number>`grouping(code)`.as('is_total'),
    ])
    .where(sql<boolean>`recommendation not in ('needs_review', outcome)`)
    .groupBy(sql`grouping sets ((recommendation, outcome), (recommendation, outcome, code))`)
    .orderBy('quantity', 'desc')
    .orderBy(sql`1, 2, 3`)
    .execute()
  const reasons = rows.filter(({ is_total, code }) => is_total === 0 && code !== null)
  return z.parse(
    overrides,
    rows
      .filter(({ is_total }) => is_total === 1)
      .map(({ recommendation, outcome, quantity }) => ({
        recommendation,
        outcome,
        quantity,
        reasons: reasons.filter((one) => one.recommendation === recommendation && one.outcome === outcome),
      })),
  )
}

/** Starts a query on what people said about the suggestions of a period. */
const selectFeedback = (context: Context, periodId: number) =>
  scope
    .decisionFeedback(context)
    .innerJoin('decisions as suggested', 'suggested.id', 'decision_feedback.decision_id')
    .innerJoin('form_submissions as form', 'form.id', 'suggested.submission_id')
    .leftJoin('students as s', (join) =>
      join.onRef('s.id', '=', 'form.student_id').onRef('s.school_id', '=', 'form.school_id'),
    )
    .where('form.period_id', '=', periodId)

const countVerdicts = (context: Context, periodId: number) =>
  context.db
    .with('latest', () =>
      selectFeedback(context, periodId)
        .distinctOn(['decision_feedback.decision_id', 'decision_feedback.created_by_id'])
        .select('decision_feedback.verdict')
        .orderBy('decision_feedback.decision_id')
        .orderBy('decision_feedback.created_by_id')
        .orderBy('decision_feedback.id', 'desc'),
    )
    .selectFrom('latest')
    .select([
      sql<number>`count(*) filter (where verdict = 'agree')::int`.as('agree'),
      sql<number>`count(*) filter (where verdict = 'disagree')::int`.as('disagree'),
    ])
    .executeTakeFirstOrThrow()

const listComments = async (
  context: Context,
  periodId: number,
): Promise<Agreement['feedback']['comments']> => {
  const rows = await selectFeedback(context, periodId)
    .innerJoin('users', 'users.id', 'decision_feedback.created_by_id')
    .select([
      'decision_feedback.id',
      'decision_feedback.verdict',
      'decision_feedback.comment',
      'decision_feedback.correct_outcome',
      'decision_feedback.created_at as at',
      'form.id as submission_id',
      sql<string>`users.first_name || ' ' || users.last_name`.as('by'),
      sql<string | null>`coalesce(${listedName('s')}, ${listedName('form')})`.as('student_name'),
    ])
    .where('decision_feedback.comment', 'is not', null)
    .orderBy('decision_feedback.id', 'desc')
    .limit(20)
    .execute()
  return comments.parse(rows)
}

const countSecondReviews = async (
  context: Context,
  periodId: number,
): Promise<Agreement['second_reviews']> => {
  const rows = await scope
    .secondReviews(context)
    .innerJoin('decision_outcomes as reviewed', 'reviewed.id', 'second_reviews.outcome_id')
    .innerJoin('form_submissions as form', 'form.id', 'reviewed.submission_id')
    .select([
      'reviewed.outcome',
      sql<number>`count(*)::int`.as('reviewed'),
      sql<number>`count(*) filter (where second_reviews.outcome = reviewed.outcome)::int`.as('agreed'),
    ])
    .where('form.period_id', '=', periodId)
    .groupBy('reviewed.outcome')
    .orderBy('reviewed', 'desc')
    .orderBy('reviewed.outcome')
    .execute()
  return secondReviews.parse(rows)
}
