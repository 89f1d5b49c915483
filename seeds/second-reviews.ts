import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Outcome } from '#contract/review/decisions/choices.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { keepDecision, reviewDecision } from '#server/review/decisions/commands/review-decision.ts'

interface ReviewedWorld {
  readonly db: Database
  readonly periodId: number
  /** The IDs of the Shipmate Admins who review forms. */
  readonly reviewerIds: readonly number[]
  /** Returns the context in which a reviewer works. */
  readonly contextOf: (reviewerId: number) => Context
}

/** What the second person does with each chosen decision, oldest first; the others still need a second review. */
const answers = ['agree', 'agree', 'disagree and keep', 'disagree'] as const

/** Reviews some of the chosen decisions a second time: most alike, one differently, and one difference is resolved. */
export const seedSecondReviews = async ({
  db,
  periodId,
  reviewerIds,
  contextOf,
}: ReviewedWorld): Promise<void> => {
  const chosen = await db
    .selectFrom('decision_outcomes as outcome')
    .innerJoin('form_submissions as form', 'form.id', 'outcome.submission_id')
    .select(['form.id', 'outcome.coverage_type', 'outcome.outcome', 'outcome.decided_by_id'])
    .where('form.period_id', '=', periodId)
    .where('outcome.is_chosen_for_review', '=', true)
    .whereRef('outcome.coverage_type', '=', (where) => where.fn.any('form.decided_coverages'))
    .orderBy('outcome.id')
    .execute()
  for (const [index, answer] of answers.entries()) {
    const one = chosen[index]
    const reviewer = reviewerIds.find((id) => id !== one?.decided_by_id)
    if (!one || reviewer === undefined) return
    // the CHECKs allow exactly the contract's coverage types and outcomes
    const [coverage_type, outcome] = [one.coverage_type as Coverage, one.outcome as Outcome]
    const review = await reviewDecision(contextOf(reviewer), {
      form_submission_id: one.id,
      coverage_type,
      ...(answer === 'agree' ? { outcome } : otherwise[outcome]),
    })
    if (answer === 'disagree and keep')
      await keepDecision(
        contextOf(one.decided_by_id ?? reviewer),
        review.id,
        'The notes of the call settle it.',
      )
  }
}

/** What the second person decides instead, and why. */
const otherwise: Readonly<Record<Outcome, { readonly outcome: Outcome; readonly comment: string }>> = {
  approve: { outcome: 'utp', comment: 'The card doesn’t show when the coverage ends. I’d ask for a letter.' },
  utp: {
    outcome: 'approve',
    comment: 'The portal confirms the plan. We don’t need the other side of the card.',
  },
  decline: { outcome: 'utp', comment: 'I’d ask what the plan covers before we decline it.' },
}
