import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { refreshAll } from '#client/lib/query.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
import { useUndo } from './use-undo.ts'

/**
 * Follows long work in a toast until it is done, which `doneWords` say; the work goes on whether or not somebody looks.
 * `refreshes` are the endpoints whose answers it shows in; `noun` is what an undo counts.
 */
export const useFollowJob = (refreshes: readonly Endpoint[], noun = 'student') => {
  const toast = useToast()
  const client = useQueryClient()
  const offerUndo = useUndo(refreshes, noun)
  return useCallback(
    async (
      jobId: number,
      doneWords: (changed: number) => string,
      title = 'The change is being made',
    ): Promise<void> => {
      const { followChange } = await import('./follow-job.ts')
      const refresh = () => refreshAll(client, refreshes)
      await followChange({ toast, refresh, offerUndo }, jobId, { title, doneWords })
    },
    [toast, client, offerUndo, refreshes],
  )
}
