import { Suspense } from 'react'
import { listUntoldJobs } from '#contract/jobs/endpoints.ts'
import { useAsk } from '#client/lib/query.ts'
import { later } from '#client/ui/later.ts'

const Resumed = later(async () => (await import('./resumed.tsx')).Resumed)

/**
 * Comes back to long work that was left, asked for once after the page is opened: what goes on is followed to its end,
 * unless this page follows it already, and what ended meanwhile is told.
 */
export const UnfinishedWork = () => {
  const { data = [] } = useAsk(listUntoldJobs, {}, { staleTime: Infinity })
  return (
    <Suspense fallback={null}>
      {data.map((job) => (
        <Resumed key={job.id} job={job} />
      ))}
    </Suspense>
  )
}
