import { lazy, Suspense } from 'react'
import { listOpenJobs } from '#contract/jobs/endpoints.ts'
import { useAsk } from '#client/lib/query.ts'

const Resumed = lazy(async () => ({ default: (await import('./resumed.tsx')).Resumed }))

/**
 * Comes back to long work that was left: asked for once after the page is opened, and followed to its end, unless this
 * page follows it already.
 */
export const UnfinishedWork = () => {
  const { data = [] } = useAsk(listOpenJobs, {}, { staleTime: Infinity })
  return (
    <Suspense fallback={null}>
      {data.map((job) => (
        <Resumed key={job.id} job={job} />
      ))}
    </Suspense>
  )
}
