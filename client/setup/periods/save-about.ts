import { listPeriodHistory, replacePeriodAbout } from '#contract/setup/periods/endpoints.ts'
import { periodAbout, type Period, type PeriodAbout } from '#contract/setup/periods/shapes.ts'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import type { SavedBy } from '#client/platform/edit/merge-dialog.tsx'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useConfirmState } from './use-confirm-state.tsx'
import { periodReads } from './use-move-period.ts'

/** A policy year’s details as they’re edited. */
export type AboutValues = Omit<PeriodAbout, 'version'>

/** The values that can’t be saved, and those that someone else saved before. */
export interface Conflict {
  readonly mine: AboutValues
  readonly theirs: PeriodAbout
}

/** Returns who saved the policy year last. */
export const readSavedBy = async (periodId: number): Promise<SavedBy | null> =>
  savedByOf(await call(listPeriodHistory, { params: { id: periodId }, query: latestEntry }))

/**
 * Saves a policy year over `before`, and reloads what shows it. Returns false if the user decided not to change its
 * status: then nothing is saved. The caller handles failures.
 */
export const useSaveAbout = ({ id, students }: Pick<Period, 'id' | 'students'>) => {
  const offerUndo = useUndo(periodReads, null)
  const confirm = useConfirmState()
  const { send, isSending } = useSend(replacePeriodAbout, { refreshes: periodReads, quiet: true })
  const save = async (values: AboutValues, before: PeriodAbout): Promise<boolean> => {
    if (!(await confirm({ id, students, name: values.name }, before.state, values.state))) return false
    const { version } = before
    const { reply, changeId } = await send({ params: { id }, body: { ...values, version } })
    offerUndo({ changeId, title: `${reply.name} saved` })
    return true
  }
  return { save, isSending }
}

/** Returns the saved policy year from a conflict error. */
export const staleAbout = (error: unknown): PeriodAbout | null =>
  error instanceof ApiError && error.kind === 'stale'
    ? (periodAbout.safeParse(error.data).data ?? null)
    : null
