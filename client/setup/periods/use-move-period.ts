import { useQueryClient } from '@tanstack/react-query'
import { getPeriodAbout, replacePeriodAbout } from '#contract/setup/periods/endpoints.ts'
import { type Period, type PeriodState } from '#contract/setup/periods/shapes.ts'
import { getSchool, listSchoolPeriods, listSchools } from '#contract/setup/schools/endpoints.ts'
import { getPeriodSite } from '#contract/setup/site/endpoints.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { askOptions, useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { useConfirmOpening } from './use-confirm-opening.tsx'

/** The end of a sentence that starts with the policy year's name. */
const movedTo: Record<PeriodState, string> = {
  draft: 'returned to draft',
  open: 'opened',
  closed: 'closed',
}

/**
 * Opens, closes or drafts a policy year in its current version. Opening asks first if there are open issues; undo
 * doesn't.
 */
export const useMovePeriod = () => {
  const client = useQueryClient()
  const toast = useToast()
  const confirmOpening = useConfirmOpening()
  const refreshes = [listSchoolPeriods, listSchools, getSchool, getPeriodAbout, getPeriodSite]
  const { send } = useSend(replacePeriodAbout, { refreshes, quiet: true })
  const move = async (
    period: Pick<Period, 'id' | 'name'>,
    state: PeriodState,
    isUndo = false,
  ): Promise<void> => {
    try {
      if (state === 'open' && !isUndo && !(await confirmOpening(period))) return
      const params = { id: period.id }
      const about = await client.fetchQuery({
        ...askOptions(client, getPeriodAbout, { params }),
        staleTime: 0,
      })
      await send({ params, body: { ...about, state } })
      toast.show({
        tone: 'success',
        title: `${period.name} ${movedTo[state]}`,
        action: { label: 'Undo', onAction: () => void move(period, about.state, true) },
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind !== 'aborted' && error.kind !== 'unauthenticated')
        toast.show({ tone: 'danger', title: `Couldn’t change ${period.name}`, description: error.message })
    }
  }
  return move
}
