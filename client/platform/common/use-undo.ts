import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { undoChange } from '#contract/platform/history/endpoints.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { refreshAll, useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { forgetChange, noteUndone, rememberChange, undoLatest } from './latest-changes.ts'
import { outcomeOf, type UndoOffer } from './undo-text.ts'

/** Tracks an undo that became a background job until it's done, and reports the result. Returns whether it's done. */
export const useFollowUndo = (
  refreshes: readonly Endpoint[],
  noun: string | null = 'student',
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
 * Undoes a change, tracks it if it runs in the background, and reports what was undone and what wasn't, or why it
 * failed. Returns whether any of it was undone. `refreshes` are the endpoints to reload.
 */
export const useUndoChange = (
  refreshes: readonly Endpoint[],
  noun: string | null = 'student',
): ((changeId: string) => Promise<boolean>) => {
  const toast = useToast()
  const { send } = useSend(undoChange, { refreshes, quiet: true })
  const follow = useFollowUndo(refreshes, noun)
  return useCallback(
    async (changeId) => {
      try {
        const { reply } = await send({ params: { id: changeId } })
        forgetChange(changeId)
        if ('job_id' in reply) return await follow(reply.job_id)
        toast.show(outcomeOf(reply, noun))
        if (reply.reverted > 0) noteUndone(changeId)
        return reply.reverted > 0
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!error.isTemporary) forgetChange(changeId)
        if (error.kind !== 'aborted' && error.kind !== 'unauthenticated')
          toast.show({ tone: 'danger', title: 'Couldn’t undo', description: error.message })
        return false
      }
    },
    [send, follow, toast, noun],
  )
}

/**
 * Shows a message with *Undo*: `offerUndo({ changeId, title })`; `noun` is what an undo counts. A key undoes it after the
 * message is gone.
 */
export const useUndo = (
  refreshes: readonly Endpoint[],
  noun?: string | null,
): ((offer: UndoOffer) => void) => {
  const toast = useToast()
  const undoChange = useUndoChange(refreshes, noun)
  return useCallback(
    ({ changeId, ...texts }) => {
      const action =
        changeId === null ? {} : { action: { label: 'Undo', onAction: () => void undoChange(changeId) } }
      const message = toast.show({ tone: 'success', ...texts, ...action })
      if (changeId === null) return
      const undo = () => {
        // undone by a key: its message would offer it again
        toast.close(message)
        return undoChange(changeId)
      }
      rememberChange({ changeId, undo })
    },
    [toast, undoChange],
  )
}

/** Waits until the changes that were sent have been answered. */
const changesAnswered = (client: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const cache = client.getMutationCache()
    const look = () => {
      if (client.isMutating() > 0) return
      stop()
      // the caller remembers its change right after this
      setTimeout(resolve)
    }
    const stop = cache.subscribe(look)
    look()
  })

/**
 * Undoes the latest change of this page. A change that is still being saved is the latest: without its answer, the one
 * before it would be undone.
 */
export const useUndoLatest = (): (() => Promise<void>) => {
  const toast = useToast()
  const client = useQueryClient()
  return useCallback(async () => {
    await changesAnswered(client)
    if (!undoLatest()) toast.show({ title: 'Nothing to undo' })
  }, [toast, client])
}
