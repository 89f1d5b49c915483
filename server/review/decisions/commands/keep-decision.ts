import type { SecondReview } from '#contract/review/decisions/second-review.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { readForms } from '../forms.ts'
import { listSecondReviews } from '../second-reviews.ts'
import { getSecondReview } from './review-decision.ts'

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
