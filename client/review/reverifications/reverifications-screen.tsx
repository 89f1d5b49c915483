import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReverificationResult } from '#contract/review/reverifications/choices.ts'
import { getLatestReverification } from '#contract/review/reverifications/endpoints.ts'
import type { PeriodReverification } from '#contract/review/reverifications/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { DueWaivers } from './due-waivers.tsx'
import { LatestRun } from './latest-run.tsx'

/** Outcomes that are listed at first, and how many more each press on the button adds. */
const pageSize = 50

/** The most outcomes that the server returns at once. */
const mostOutcomes = 500

/** Loads the latest reverification, and follows it while it runs. */
const useLatestRun = (period: string) => {
  const [result, setResult] = useState<ReverificationResult | null>(null)
  const [size, setSize] = useState(pageSize)
  const query = { per_page: String(size), ...(result === null ? {} : { result }) }
  const latest = useAsk(
    getLatestReverification,
    { params: { id: period }, query },
    { keepPrevious: true, follows: (run) => run?.state === 'running' },
  )
  const choose = (next: ReverificationResult | null): void => {
    setResult(next)
    setSize(pageSize)
  }
  return { latest, result, choose, showMore: () => setSize(Math.min(size + pageSize, mostOutcomes)) }
}

/** Renders who in a policy year is due for reverification, and the latest one with its progress and outcomes. */
const ReverificationsScreen = () => {
  const place = Route.useParams()
  const { latest, ...shown } = useLatestRun(place.period)
  return (
    <>
      <PageHeader title="Reverification" />
      <PageBody>
        <Loaded
          of={latest}
          what="The reverification"
          who="Only Shipmate Admins can reverify waivers."
          rows={8}
          label="Loading the reverification"
        >
          {(data) => <Content place={place} run={data} {...shown} />}
        </Loaded>
      </PageBody>
    </>
  )
}

interface ContentProps extends Omit<ReturnType<typeof useLatestRun>, 'latest'> {
  place: { readonly school: string; readonly period: string }
  run: PeriodReverification | null
}

/** While one runs or is paused, no other can be started. */
const Content = ({ place, run, result, choose, showMore }: ContentProps) => {
  if (!run) return <DueWaivers place={place} />
  const hasMore = run.outcomes.length < Math.min(run.outcomes_total, mostOutcomes)
  return (
    <div className="flex flex-col gap-8">
      {run.ended_at !== null && <DueWaivers key={run.id} place={place} />}
      <LatestRun run={run} result={result} onResult={choose} {...(hasMore ? { onMore: showMore } : {})} />
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reverifications')({
  component: ReverificationsScreen,
})
