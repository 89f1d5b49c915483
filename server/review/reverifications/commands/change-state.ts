import type { ReverificationState } from '#contract/review/reverifications/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { actTime } from '#server/platform/lib/clock.ts'
import { queueReverification } from '../jobs.ts'

/** What people do to a reverification: from which states, to which, and what they read if it’s in another. */
const acts = {
  pause: {
    from: ['running'],
    to: 'paused',
    kind: 'reverification_paused',
    refusal: 'This reverification isn’t running.',
  },
  resume: {
    from: ['paused'],
    to: 'running',
    kind: 'reverification_resumed',
    refusal: 'This reverification isn’t paused.',
  },
  stop: {
    from: ['running', 'paused'],
    to: 'stopped',
    kind: 'reverification_stopped',
    refusal: 'This reverification has already ended.',
  },
} as const satisfies Record<
  string,
  { from: readonly ReverificationState[]; to: ReverificationState; kind: string; refusal: string }
>

/**
 * Pauses, resumes or stops a reverification. Checks that are being made still end.
 * @throws Problem 404; 409 if its state doesn’t allow it
 */
export const changeState = async (context: Context, id: number, act: keyof typeof acts): Promise<void> => {
  const { from, to, kind, refusal } = acts[act]
  const found = await scope
    .periodReverifications(context)
    .select([
      'period_reverifications.school_id',
      'period_reverifications.period_id',
      'period_reverifications.state',
    ])
    .where('period_reverifications.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  const { school_id, period_id, state } = found
  if (!from.some((one) => one === state)) throw problem.stale(null, refusal)
  await scope
    .update(context, 'period_reverifications')
    .set({
      state: to,
      message: null,
      ended_at: act === 'stop' ? actTime(context.clock).toISOString() : null,
    })
    .where('period_reverifications.id', '=', id)
    .execute()
  await recordHistory(context, { kind, schoolId: school_id }, [
    { kind, subject: { type: 'period', id: period_id }, school_id, changes: [] },
  ])
  if (act === 'resume') await queueReverification(context, id)
}
