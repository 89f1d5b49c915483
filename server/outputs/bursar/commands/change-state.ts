import type { BursarBatchState } from '#contract/outputs/bursar/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { readSettings } from '../queries.ts'

/** What people do to a batch: from which states, to which, and what they read if it’s in another. */
const acts = {
  release: {
    from: ['draft'],
    to: 'released',
    kind: 'bursar_batch_released',
    refusal: 'This batch isn’t a draft anymore.',
  },
  confirm: {
    from: ['released'],
    to: 'confirmed',
    kind: 'bursar_batch_confirmed',
    refusal: 'Only a released batch can be confirmed.',
  },
  void: {
    from: ['draft', 'released'],
    to: 'voided',
    kind: 'bursar_batch_voided',
    refusal: 'This batch was confirmed or voided, so it can’t be voided.',
  },
} as const satisfies Record<
  string,
  { from: readonly BursarBatchState[]; to: BursarBatchState; kind: string; refusal: string }
>
type Act = keyof typeof acts

/**
 * Releases, confirms or voids a batch.
 * @param reason why it’s voided; null for the others
 * @throws Problem 403 if someone else must release it; 404; 409 if its state doesn’t allow it
 */
export const changeState = async (
  context: Context,
  id: number,
  act: Act,
  reason: string | null = null,
): Promise<void> => {
  const { from, to, kind, refusal } = acts[act]
  const batch = await lockBatch(context, id)
  if (!from.some((one) => one === batch.state)) throw problem.stale(null, refusal)
  if (act === 'release') await assertMayRelease(context, batch)
  await scope
    .update(context, 'bursar_batches')
    .set({ state: to, ...stampOf(context, act, reason) })
    .where('bursar_batches.id', '=', id)
    .execute()
  await recordHistory(context, { kind, schoolId: batch.school_id }, [
    {
      kind,
      subject: { type: 'period', id: batch.period_id },
      school_id: batch.school_id,
      reason,
      changes: [{ field: 'bursar_batch', before: null, after: batch.number }],
    },
  ])
}

const lockBatch = async (context: Context, id: number) => {
  const found = await scope
    .bursarBatches(context)
    .select(['number', 'state', 'school_id', 'period_id', 'made_by_id'])
    .where('bursar_batches.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/** Who took the step and when. */
const stampOf = ({ caller, clock }: Context, act: Act, reason: string | null) => {
  const at = clock.now().toISOString()
  if (act === 'release') return { released_by_id: caller.id, released_at: at }
  if (act === 'confirm') return { confirmed_by_id: caller.id, confirmed_at: at }
  return { voided_by_id: caller.id, voided_at: at, void_reason: reason }
}

const assertMayRelease = async (
  context: Context,
  { school_id, made_by_id }: { readonly school_id: number; readonly made_by_id: number | null },
): Promise<void> => {
  const { needs_second_person } = await readSettings(context, school_id)
  if (needs_second_person && made_by_id === context.caller.id)
    throw problem.forbidden('You made this batch, so someone else must release it.')
}
