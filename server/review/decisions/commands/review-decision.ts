import type { NewSecondReview, SecondReview } from '#contract/review/decisions/second-review.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { assertDecidable } from './decide.ts'
import { readForms, type DecidableForm } from '../queries/forms.ts'
import { listReviewable, listSecondReviews, type Reviewable } from '../queries/second-reviews.ts'

/**
 * Saves what a second person decides about a coverage type. The status doesn’t change; if they disagree, someone
 * resolves it.
 * @throws Problem 403 if it’s the caller’s own decision; 409 stale, busy; 422 by field
 */
export const reviewDecision = async (context: Context, body: NewSecondReview): Promise<SecondReview> => {
  const [form] = await readForms(context, [body.form_submission_id], true)
  if (!form) throw problem.selected('form_submission_id')
  assertDecidable(context, form)
  if (!form.coverage_types.includes(body.coverage_type))
    throw problem.invalid({ coverage_type: 'Choose coverage that’s on the form.' })
  const found = await listReviewable(context, form.id)
  const decision = found.find(({ coverage_type: one }) => one === body.coverage_type)
  const outcomeId = reviewableId(context, form, decision, body.version)
  const { id } = await context.db
    .insertInto('second_reviews')
    .values({
      school_id: form.school_id,
      outcome_id: outcomeId,
      outcome: body.outcome,
      comment: body.comment ?? null,
      reviewed_by_id: context.caller.id,
      reviewed_at: context.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(context, { kind: 'second_review_added', schoolId: form.school_id }, [
    {
      kind: 'second_review_added',
      subject: { type: 'form_submission', id: form.id },
      school_id: form.school_id,
      student_id: form.student_id,
      student_period_id: form.student_period_id,
      reason: body.comment ?? null,
      changes: [{ field: `${body.coverage_type}_second_review`, before: null, after: body.outcome }],
    },
  ])
  return getSecondReview(context, form.id, id)
}

/** Returns a second review of a form’s decision that still applies. */
const getSecondReview = async (context: Context, formId: number, id: number): Promise<SecondReview> => {
  const found = (await listSecondReviews(context, formId)).find((one) => one.id === id)
  if (!found) throw new Error('The second review wasn’t saved.')
  return found
}

/** Returns the ID of a decision that the caller can review. @throws Problem 403, 409 stale */
const reviewableId = (
  { caller }: Pick<Context, 'caller'>,
  form: DecidableForm,
  decision: Reviewable | undefined,
  version: number | undefined,
): number => {
  const data = { version: form.version }
  if (!decision?.is_chosen) throw problem.stale(data, 'This coverage doesn’t need a second review.')
  if (decision.decided_by_id === caller.id)
    throw problem.forbidden('You made this decision. Someone else must review it.')
  if (decision.reviewer !== null)
    throw problem.stale(data, `${decision.reviewer} already reviewed this decision.`)
  if (version !== undefined && version !== form.version)
    throw problem.stale(data, 'The form changed while you were reviewing it. Check it again.')
  return decision.id
}

/**
 * Resolves a disagreement: the decision stays as it is, for a reason.
 * @throws Problem 404; 409 stale if there’s nothing to resolve
 */
export const keepDecision = async (context: Context, id: number, reason: string): Promise<SecondReview> => {
  const found = await scope
    .secondReviews(context)
    .innerJoin('decision_outcomes as outcome', 'outcome.id', 'second_reviews.outcome_id')
    .select('outcome.submission_id')
    .where('second_reviews.id', '=', id)
    .executeTakeFirst()
  const [form] = found ? await readForms(context, [found.submission_id], true) : []
  if (!form) throw problem.notFound()
  const review = (await listSecondReviews(context, form.id)).find((one) => one.id === id)
  if (!review || review.agrees || review.kept)
    throw problem.stale(null, 'This disagreement is already resolved.')
  await context.db
    .insertInto('kept_decisions')
    .values({
      school_id: form.school_id,
      second_review_id: id,
      reason,
      kept_by_id: context.caller.id,
      kept_at: context.clock.now().toISOString(),
    })
    .execute()
  await recordHistory(context, { kind: 'decision_kept', schoolId: form.school_id }, [
    {
      kind: 'decision_kept',
      subject: { type: 'form_submission', id: form.id },
      school_id: form.school_id,
      student_id: form.student_id,
      student_period_id: form.student_period_id,
      reason,
      changes: [],
    },
  ])
  return getSecondReview(context, form.id, id)
}
