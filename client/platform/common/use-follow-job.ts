import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { refreshAll } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { useUndo } from './use-undo.ts'

/**
 * Tracks a background job in a toast until it's done, then shows `doneWords`; the job also runs without it.
 * `refreshes` are the endpoints to reload; `noun` is what an undo counts.
 */
export const useFollowJob = (refreshes: readonly Endpoint[], noun = 'student') => {
  const toast = useToast()
  const client = useQueryClient()
  const offerUndo = useUndo(refreshes, noun)
  return useCallback(
    async (
      jobId: number,
      doneWords: (changed: number) => string,
      title = 'Making the change',
    ): Promise<void> => {
      const { followChange } = await import('./follow-job.ts')
      const refresh = () => refreshAll(client, refreshes)
      await followChange({ toast, refresh, offerUndo }, jobId, { title, doneWords })
    },
    [toast, client, offerUndo, refreshes],
  )
}
