import { useCallback } from 'react'
import type { Endpoint, Replied } from '#contract/endpoint.ts'
import { undoChange } from '#contract/history/endpoints.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { useToast, type ToastOptions } from '#client/ui/toast.tsx'

/** A change that was just made, told with the offer to take it back. */
export interface UndoOffer {
  /** From `send`; null where the change cannot be undone: then the toast only tells. */
  readonly changeId: string | null
  /** What happened: '312 statuses changed'. */
  readonly title: string
  readonly description?: string
  /** Milliseconds; 0 stays until closed. */
  readonly timeout?: number
  /** Where to look at what was done. */
  readonly more?: { readonly label: string; readonly onAction: () => void }
}

type Undone = Replied<typeof undoChange>

/**
 * Takes a change back and says what was reverted and what was left, or why it cannot be. Answers whether it was done.
 * `refreshes` are the endpoints whose answers the change shows in.
 */
export const useTakeBack = (
  refreshes: readonly Endpoint[],
  noun = 'student',
): ((changeId: string) => Promise<boolean>) => {
  const toast = useToast()
  const { send } = useSend(undoChange, { refreshes, quiet: true })
  return useCallback(
    async (changeId) => {
      try {
        const { reply } = await send({ params: { id: changeId } })
        toast.show(outcomeOf(reply, noun))
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.kind !== 'aborted' && error.kind !== 'unauthenticated')
          toast.show({ tone: 'danger', title: 'Not undone', description: error.message })
        return false
      }
    },
    [send, toast, noun],
  )
}

/** Shows what was done with *Undo*: `offerUndo({ changeId, title })`; `noun` is what an undo counts. */
export const useUndo = (refreshes: readonly Endpoint[], noun?: string): ((offer: UndoOffer) => void) => {
  const toast = useToast()
  const takeBack = useTakeBack(refreshes, noun)
  return useCallback(
    ({ changeId, ...told }) => {
      const action =
        changeId === null ? {} : { action: { label: 'Undo', onAction: () => void takeBack(changeId) } }
      toast.show({ tone: 'success', ...told, ...action })
    },
    [toast, takeBack],
  )
}

/** What an undo did, in words. */
export const outcomeOf = ({ reverted, left, left_total }: Undone, noun = 'student'): ToastOptions => {
  if (left_total === 0)
    return { title: reverted <= 1 ? 'Undone' : `Undone for ${formatCount(reverted, noun)}` }
  const [first] = left
  const more = left_total > 1 ? ` And ${formatNumber(left_total - 1)} more.` : ''
  return {
    tone: reverted === 0 ? 'danger' : 'neutral',
    title:
      reverted === 0
        ? 'Nothing could be undone'
        : `Undone for ${formatNumber(reverted)}, ${formatNumber(left_total)} left as they are`,
    timeout: 12_000,
    ...(first ? { description: `${first.name}: ${first.reason}${more}` } : {}),
  }
}
