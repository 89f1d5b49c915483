import { createFileRoute, Link } from '@tanstack/react-router'
import { bursarBatchStateLabels } from '#contract/outputs/bursar/choices.ts'
import { getBursarBatch, getBursarSettings } from '#contract/outputs/bursar/endpoints.ts'
import type { BursarBatchDetails } from '#contract/outputs/bursar/shapes.ts'
import { reportsCrumb } from '#client/outputs/reports/reports-crumb.tsx'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { NotFoundState } from '#client/platform/ui/states/not-found-state.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { BatchActions } from './batch-actions.tsx'
import { sizeText, stateLooks, stepsText } from './bursar-text.ts'
import { Lines } from './lines-table.tsx'
import { TotalsTable } from './totals-table.tsx'
import { useLinesShown, type LinesShown } from './use-lines-shown.ts'

interface Place {
  readonly school: string
  readonly period: string
}

/** Renders a batch: its state, who took each step, its totals and lines, and what can be done with it. */
const BatchScreen = () => {
  const { batch: id, ...place } = Route.useParams()
  const shown = useLinesShown()
  const details = useAsk(getBursarBatch, { params: { id }, query: shown.query }, { keepPrevious: true })
  const isOthers = useIsOthers(place, details.data)
  const isElsewhere = details.data !== undefined && details.data.batch.period_id !== Number(place.period)
  const batch = isElsewhere ? undefined : details.data?.batch
  return (
    <>
      <PageHeader
        title={batch ? `Batch ${batch.number}` : 'Batch'}
        breadcrumb={breadcrumbOf(place)}
        {...(batch
          ? {
              aside: <Pill {...stateLooks[batch.state]}>{bursarBatchStateLabels[batch.state]}</Pill>,
              actions: <BatchActions batch={batch} isOthers={isOthers} />,
            }
          : {})}
      />
      <PageBody width="lg">
        <Loaded
          of={details}
          what="The batch"
          who="Only Shipmate Admins have access to bursar files."
          rows={8}
          label="Loading the batch"
        >
          {(data) =>
            isElsewhere ? <NotFoundState /> : <Content details={data} {...{ place, isOthers, shown }} />
          }
        </Loaded>
      </PageBody>
    </>
  )
}

const breadcrumbOf = (place: Place) => [
  reportsCrumb(place),
  {
    key: 'bursar',
    link: (
      <Link to="/schools/$school/period/$period/reports/bursar" params={place}>
        Bursar file
      </Link>
    ),
  },
]

/** Returns whether the user made a draft that someone else must release. */
const useIsOthers = ({ school }: Place, details: BursarBatchDetails | undefined): boolean => {
  const user = useUser()
  const settings = useAsk(getBursarSettings, { params: { id: school } })
  const batch = details?.batch
  return (
    settings.data?.needs_second_person === true && batch?.state === 'draft' && batch.made.by?.id === user.id
  )
}

interface ContentProps {
  place: Place
  details: BursarBatchDetails
  isOthers: boolean
  shown: LinesShown
}

const Content = ({
  place,
  details: { batch, totals, lines, lines_total: total },
  isOthers,
  shown,
}: ContentProps) => (
  <div className="flex flex-col gap-8">
    <div className="flex flex-col gap-4">
      <div>
        <p>{`${sizeText(batch)}.`}</p>
        <p className="text-label text-ink-2">{stepsText(batch).join(' · ')}</p>
      </div>
      {batch.voided && (
        <Banner>{`This batch was voided, so its lines don’t count. Reason: ${batch.voided.reason}`}</Banner>
      )}
      {isOthers && <Banner>You created this batch, so someone else must release it.</Banner>}
      <TotalsTable totals={totals} />
    </div>
    <Lines title="Lines" period={place.period} totals={totals} lines={lines} total={total} shown={shown} />
  </div>
)

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/reports/bursar/$batch',
)({
  component: BatchScreen,
})
