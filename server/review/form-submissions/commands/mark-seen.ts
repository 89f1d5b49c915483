import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { announceForm } from '#server/platform/live/announce.ts'
import { problem } from '#server/platform/problem.ts'

/**
 * Marks a form as seen, for all admins. The first time stays. It isn’t recorded in the history: the access log says who
 * opened the form.
 * @throws Problem 404
 */
export const markSeen = async (context: Context, id: number): Promise<void> => {
  const form = await scope
    .formSubmissions(context)
    .select([
      'form_submissions.id',
      'form_submissions.school_id',
      'form_submissions.period_id',
      'form_submissions.seen_at',
    ])
    .where('form_submissions.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!form) throw problem.notFound()
  if (form.seen_at !== null) return
  await scope
    .update(context, 'form_submissions')
    .set({ seen_at: context.clock.now().toISOString() })
    .where('form_submissions.id', '=', id)
    .execute()
  await announceForm(context, form)
}
