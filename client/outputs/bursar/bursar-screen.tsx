import { createFileRoute } from '@tanstack/react-router'
import { listBursarBatches, previewBursarBatch } from '#contract/outputs/bursar/endpoints.ts'
import { FailedState } from '#client/platform/common/failed-state.tsx'
import { reportsCrumb } from '#client/platform/common/reports-crumb.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { BatchList } from './batch-list.tsx'
import { Lines } from './lines-table.tsx'
import { NextBatch } from './next-batch.tsx'
import { useLinesShown } from './use-lines-shown.ts'

/** Renders what the bursar’s student accounts should be told now, and the batches they were told before. */
const BursarScreen = () => {
  const place = Route.useParams()
  return (
    <>
      <PageHeader title="Bursar file" breadcrumb={[reportsCrumb(place)]} />
      <PageBody width="lg">
        <Content place={place} />
      </PageBody>
    </>
  )
}

const Content = ({ place }: { place: { readonly school: string; readonly period: string } }) => {
  const shown = useLinesShown()
  const params = { id: place.period }
  const preview = useAsk(
    previewBursarBatch,
    { params, query: shown.query },
    { keepPrevious: true, staleTime: 0 },
  )
  const batches = useAsk(listBursarBatches, { params })
  const reload = (): void => {
    void preview.refetch()
    void batches.refetch()
  }
  const error = preview.error ?? batches.error
  if (preview.data && batches.data)
    return (
      <div className="flex flex-col gap-8">
        <NextBatch
          place={place}
          preview={preview.data}
          draft={batches.data.find(({ state }) => state === 'draft')}
          onReload={reload}
        />
        <BatchList place={place} batches={batches.data} />
        {preview.data.totals.lines > 0 && (
          <Lines
            title="Lines of the next batch"
            period={place.period}
            totals={preview.data.totals}
            lines={preview.data.lines}
            total={preview.data.lines_total}
            shown={shown}
          />
        )}
      </div>
    )
  return error ? (
    <FailedState
      error={error}
      what="The bursar file"
      who="Only Shipmate Admins have access to bursar files."
      onRetry={reload}
    />
  ) : (
    <SkeletonRows rows={8} label="Loading the bursar file" />
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reports/bursar')({
  component: BursarScreen,
})
