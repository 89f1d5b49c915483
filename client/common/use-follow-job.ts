import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { getJob } from '#contract/jobs/endpoints.ts'
import { call } from '#client/lib/call.ts'
import { keyOf } from '#client/lib/query.ts'
import { useToast } from '#client/ui/toast.tsx'
import { useUndo } from './use-undo.ts'

const pause = 1000

/**
 * Follows long work in a toast until it is done, which `doneWords` say; the work goes on whether or not somebody looks.
 * `refreshes` are the endpoints whose answers it shows in; `noun` is what an undo counts.
 */
export const useFollowJob = (refreshes: readonly Endpoint[], noun = 'student') => {
  const toast = useToast()
  const client = useQueryClient()
  const offerUndo = useUndo(refreshes, noun)
  return useCallback(
    (jobId: number, doneWords: (changed: number) => string) => {
      const id = toast.show({
        title: 'The change is being made',
        description: 'You can go on working; it does not need this page.',
        timeout: 0,
      })
      const look = async (): Promise<void> => {
        const job = await call(getJob, { params: { id: jobId } }, { background: true })
        if (job.state === 'queued' || job.state === 'running') {
          setTimeout(() => void look(), pause)
          return
        }
        toast.close(id)
        for (const endpoint of refreshes) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
        if (job.state === 'failed')
          toast.show({
            tone: 'danger',
            title: 'The change was not made',
            description: job.message ?? 'Nothing was lost.',
          })
        else if (job.change_id !== null)
          offerUndo({
            changeId: String(job.change_id),
            title: doneWords(job.result?.changed ?? 0),
          })
      }
      void look()
    },
    [toast, client, offerUndo, refreshes],
  )
}
