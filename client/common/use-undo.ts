import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { undoChange } from '#contract/history/endpoints.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { refreshAll, useSend } from '#client/lib/query.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { outcomeOf, type UndoOffer } from './undo-words.ts'

/** Follows an undo that became a job until it is done, and says what it did. Answers whether it was done. */
export const useFollowUndo = (
  refreshes: readonly Endpoint[],
  noun = 'student',
): ((jobId: number) => Promise<boolean>) => {
  const toast = useToast()
  const client = useQueryClient()
  return useCallback(
    async (jobId) => {
      const { followUndo } = await import('./follow-job.ts')
      return followUndo({ toast, refresh: () => refreshAll(client, refreshes) }, jobId, noun)
    },
    [toast, client, refreshes, noun],
  )
}

/**
 * Takes a change back, follows it where it is long, and says what was reverted and what was left, or why it cannot be.
 * Answers whether it was done.
 * `refreshes` are the endpoints whose answers the change shows in.
 */
export const useTakeBack = (
  refreshes: readonly Endpoint[],
  noun = 'student',
): ((changeId: string) => Promise<boolean>) => {
  const toast = useToast()
  const { send } = useSend(undoChange, { refreshes, quiet: true })
  const follow = useFollowUndo(refreshes, noun)
  return useCallback(
    async (changeId) => {
      try {
        const { reply } = await send({ params: { id: changeId } })
        if ('job_id' in reply) return await follow(reply.job_id)
        toast.show(outcomeOf(reply, noun))
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.kind !== 'aborted' && error.kind !== 'unauthenticated')
          toast.show({ tone: 'danger', title: 'Not undone', description: error.message })
        return false
      }
    },
    [send, follow, toast, noun],
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
