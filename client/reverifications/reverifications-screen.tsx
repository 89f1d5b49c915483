import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReverificationResult } from '#contract/reverifications/choices.ts'
import { getLatestReverification } from '#contract/reverifications/endpoints.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { useAsk } from '#client/lib/query.ts'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'
import { PageBody, PageHeader } from '#client/ui/text/page-header.tsx'
import { DueWaivers } from './due-waivers.tsx'
import { LatestRun } from './latest-run.tsx'

/** Milliseconds between two looks at a reverification that is running. */
const soon = 2000

/** Outcomes that are listed at first, and how many more each press on the button adds. */
const pageSize = 50

/** The most outcomes that the server returns at once. */
const mostOutcomes = 500

/** Renders who in a policy year is due for reverification, and the latest one with its progress and outcomes. */
const ReverificationsScreen = () => {
  const place = Route.useParams()
  const [result, setResult] = useState<ReverificationResult | null>(null)
  const [size, setSize] = useState(pageSize)
  const [isRunning, setIsRunning] = useState(false)
  const { data, error, refetch } = useAsk(
    getLatestReverification,
    {
      params: { id: place.period },
      query: { per_page: String(size), ...(result === null ? {} : { result }) },
    },
    { keepPrevious: true, refetchInterval: isRunning ? soon : false },
  )
  const runs = data?.state === 'running'
  if (runs !== isRunning) setIsRunning(runs)
  const isOpen = runs || data?.state === 'paused'
  return (
    <>
      <PageHeader title="Reverification" />
      <PageBody>
        {data !== undefined ? (
          <div className="flex flex-col gap-8">
            {!isOpen && <DueWaivers key={data?.id} place={place} />}
            {data && (
              <LatestRun
                run={data}
                result={result}
                onResult={(next) => {
                  setResult(next)
                  setSize(pageSize)
                }}
                {...(data.outcomes.length < Math.min(data.outcomes_total, mostOutcomes)
                  ? { onMore: () => setSize(Math.min(size + pageSize, mostOutcomes)) }
                  : {})}
              />
            )}
          </div>
        ) : error ? (
          <FailedState
            error={error}
            what="The reverification"
            who="Only Shipmate Admins can reverify waivers."
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={8} label="Loading the reverification" />
        )}
      </PageBody>
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reverifications')({
  component: ReverificationsScreen,
})
