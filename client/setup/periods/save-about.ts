import { getPeriodAbout, listPeriodHistory, replacePeriodAbout } from '#contract/setup/periods/endpoints.ts'
import { periodAbout, type PeriodAbout } from '#contract/setup/periods/shapes.ts'
import { getSchool, listSchoolPeriods, listSchools } from '#contract/setup/schools/endpoints.ts'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import type { SavedBy } from '#client/platform/edit/merge-dialog.tsx'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { useConfirmOpening } from './use-confirm-opening.tsx'

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
 * Saves a policy year over `before`, and reloads what shows it. Returns false if the user decided not to open it:
 * then nothing is saved. The caller handles failures.
 */
export const useSaveAbout = (periodId: number) => {
  const toast = useToast()
  const confirmOpening = useConfirmOpening()
  const refreshes = [listSchoolPeriods, listSchools, getSchool, getPeriodAbout]
  const { send, isSending } = useSend(replacePeriodAbout, { refreshes, quiet: true })
  const save = async (values: AboutValues, before: PeriodAbout): Promise<boolean> => {
    const opens = values.state === 'open' && before.state !== 'open'
    if (opens && !(await confirmOpening({ id: periodId, name: values.name }))) return false
    const { version } = before
    const { reply } = await send({ params: { id: periodId }, body: { ...values, version } })
    toast.show({ tone: 'success', title: `${reply.name} saved` })
    return true
  }
  return { save, isSending }
}

/** Returns the saved policy year from a conflict error. */
export const staleAbout = (error: unknown): PeriodAbout | null =>
  error instanceof ApiError && error.kind === 'stale'
    ? (periodAbout.safeParse(error.data).data ?? null)
    : null
