import type * as z from 'zod/mini'
import type { decisionFeedback } from '#contract/review/decisions/outcome-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'

/** Saves whether a suggestion was right. @throws Problem 422 on `decision_id` */
export const sendFeedback = async (
  context: Context,
  body: z.output<typeof decisionFeedback>,
): Promise<{ readonly id: number }> => {
  const found = await scope
    .decisions(context)
    .innerJoin('form_submissions as form', 'form.id', 'decisions.submission_id')
    .select(['decisions.school_id', 'form.id', 'form.student_id', 'form.student_period_id'])
    .where('decisions.id', '=', body.decision_id)
    .executeTakeFirst()
  if (!found) throw problem.selected('decision_id')
  const { id, ...about } = found
  const saved = await context.db
    .insertInto('decision_feedback')
    .values({
      school_id: found.school_id,
      decision_id: body.decision_id,
      verdict: body.verdict,
      correct_outcome: body.correct_outcome ?? null,
      reason_code: body.reason_code ?? null,
      comment: body.comment ?? null,
      created_by_id: context.caller.id,
      created_at: context.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(context, { kind: 'decision_feedback_sent', schoolId: found.school_id }, [
    {
      kind: 'decision_feedback_sent',
      subject: { type: 'form_submission', id },
      ...about,
      reason: body.comment ?? null,
      changes: [{ field: 'verdict', before: null, after: body.verdict }],
    },
  ])
  return saved
}
