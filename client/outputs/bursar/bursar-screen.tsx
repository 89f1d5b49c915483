import { createFileRoute } from '@tanstack/react-router'
import { listBursarBatches, previewBursarBatch } from '#contract/outputs/bursar/endpoints.ts'
import { Loaded, together } from '#client/platform/ui/states/loaded.tsx'
import { reportsCrumb } from '#client/outputs/reports/reports-crumb.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
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
  const both = together(preview, batches)
  return (
    <Loaded
      of={both}
      what="The bursar file"
      who="Only Shipmate Admins have access to bursar files."
      rows={8}
      label="Loading the bursar file"
    >
      {([next, made]) => (
        <div className="flex flex-col gap-8">
          <NextBatch
            place={place}
            preview={next}
            draft={made.find(({ state }) => state === 'draft')}
            onReload={() => void both.refetch()}
          />
          <BatchList place={place} batches={made} />
          {next.totals.lines > 0 && (
            <Lines
              title="Lines in the next batch"
              period={place.period}
              totals={next.totals}
              lines={next.lines}
              total={next.lines_total}
              shown={shown}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reports/bursar')({
  component: BursarScreen,
})
