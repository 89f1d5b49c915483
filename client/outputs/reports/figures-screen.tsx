import { createFileRoute } from '@tanstack/react-router'
import { Printer, Users } from 'lucide-react'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { figureKeys } from '#contract/outputs/reports/figures.ts'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { reportsCrumb } from './reports-crumb.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { FigureSection } from './figure-section.tsx'
import type { FigurePlace } from './rows-link.tsx'
import { useFigure } from './use-figure.ts'

/** Renders the figures of a policy year: each as a chart and a table. */
const FiguresScreen = () => {
  const place = Route.useParams()
  const { coverage = 'medical' } = Route.useSearch()
  const navigate = Route.useNavigate()
  // the first section asks the same: one call
  const { reply, error, retry } = useFigure(place.period, 'status_over_time', coverage)
  const isEmpty = reply?.series.length === 0
  const isRefused = !reply && error !== null && error.kind !== 'server'
  return (
    <>
      <PageHeader
        title="Figures"
        breadcrumb={[reportsCrumb(place)]}
        actions={
          <>
            <Segmented
              label="Coverage type"
              options={coverages.map((value) => ({ value, label: coverageLabels[value] }))}
              value={coverage}
              onChange={(next) =>
                void navigate({ search: next === 'medical' ? {} : { coverage: next }, replace: true })
              }
            />
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      <PageBody width="lg">
        {isRefused ? (
          <FailedState
            error={error}
            what="The figures"
            who="Only Shipmate Admins can see reports."
            onRetry={retry}
          />
        ) : isEmpty ? (
          <NoStudents place={place} />
        ) : (
          <div className="flex flex-col gap-12 print:block print:[&>section+section]:mt-8">
            {figureKeys.map((figure) => (
              <FigureSection key={figure} figure={figure} coverage={coverage} place={place} />
            ))}
          </div>
        )}
      </PageBody>
    </>
  )
}

const NoStudents = ({ place }: { place: FigurePlace }) => (
  <EmptyState
    icon={Users}
    title="No students yet"
    actions={
      <LinkButton to="/schools/$school/period/$period/import" params={place}>
        Import students
      </LinkButton>
    }
  >
    Figures appear here when the policy year has students.
  </EmptyState>
)

/** Parses the URL’s coverage type; drops an unknown one. */
const readSearch = (search: Readonly<Record<string, unknown>>): { coverage?: Coverage } => {
  const coverage = coverages.find((one) => one === search['coverage'])
  return coverage === undefined ? {} : { coverage }
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reports/figures')({
  validateSearch: screenSearch(readSearch),
  component: FiguresScreen,
})
