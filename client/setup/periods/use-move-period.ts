import { useQueryClient } from '@tanstack/react-query'
import { getPeriodAbout, removePeriod, replacePeriodAbout } from '#contract/setup/periods/endpoints.ts'
import type { Period, PeriodState } from '#contract/setup/periods/shapes.ts'
import { getSchool, listSchoolPeriods, listSchools } from '#contract/setup/schools/endpoints.ts'
import { getPeriodSite } from '#contract/setup/site/endpoints.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { askOptions, useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { useConfirmState } from './use-confirm-state.tsx'

/** The end of a sentence that starts with the policy year's name. */
const movedTo: Record<PeriodState, string> = {
  draft: 'returned to draft',
  open: 'opened',
  closed: 'closed',
}

/** What shows a policy year’s details. */
export const periodReads = [listSchoolPeriods, listSchools, getSchool, getPeriodAbout, getPeriodSite]

/** Opens, closes or drafts a policy year in its current version, after a question; undo doesn't ask. */
export const useMovePeriod = () => {
  const client = useQueryClient()
  const toast = useToast()
  const confirm = useConfirmState()
  const offerUndo = useUndo(periodReads, null)
  const { send } = useSend(replacePeriodAbout, { refreshes: periodReads, quiet: true })
  return async (period: Pick<Period, 'id' | 'name' | 'students'>, state: PeriodState): Promise<void> => {
    try {
      const params = { id: period.id }
      const about = await client.fetchQuery({
        ...askOptions(client, getPeriodAbout, { params }),
        staleTime: 0,
      })
      if (!(await confirm(period, about.state, state))) return
      const { changeId } = await send({ params, body: { ...about, state } })
      const isReopened = about.state === 'closed' && state === 'open'
      offerUndo({ changeId, title: `${period.name} ${isReopened ? 'reopened' : movedTo[state]}` })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind !== 'aborted' && error.kind !== 'unauthenticated')
        toast.show({ tone: 'danger', title: `Couldn’t change ${period.name}`, description: error.message })
    }
  }
}

/** Deletes a draft without students; undo restores it. */
export const useRemovePeriod = () => {
  const offerUndo = useUndo(periodReads, null)
  const { send } = useSend(removePeriod, { refreshes: periodReads })
  const toast = useToast()
  return async ({ id, name }: Pick<Period, 'id' | 'name'>): Promise<void> => {
    try {
      const { changeId } = await send({ params: { id } })
      offerUndo({ changeId, title: `${name} deleted` })
    } catch (error) {
      // the query cache reports other failures
      if (error instanceof ApiError && error.kind === 'stale')
        toast.show({ tone: 'danger', title: `Couldn’t delete ${name}`, description: error.message })
    }
  }
}
