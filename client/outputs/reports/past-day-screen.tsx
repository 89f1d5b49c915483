import { createFileRoute, Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
} from '#contract/platform/coverage/choices.ts'
import { familyLabels, familyNames } from '#contract/platform/coverage/status-groups.ts'
import { listPastDay } from '#contract/outputs/reports/endpoints.ts'
import type { PastDayRow } from '#contract/outputs/reports/figures.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { reportsCrumb } from './reports-crumb.tsx'
import { formatDay, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { readTableSearch, type TableSearch } from '#client/platform/lib/table-search.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Pager } from '#client/platform/ui/data-table/pager.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { Cell, HeadCell, ScrolledTable } from '#client/platform/ui/text/plain-table.tsx'
import type { FigurePlace } from './rows-link.tsx'

/** The URL parameters of a past day. Without a day and a status family there’s nothing to show. */
interface PastDaySearch extends Pick<TableSearch, 'page' | 'size'> {
  readonly coverage?: Coverage
  /** `YYYY-MM-DD` */
  readonly day?: string
  /** A status family. The statuses aren’t loaded with the routes, so it’s checked by the screen. */
  readonly family?: string
}

/** Renders the students behind a number of status over time: their status at the end of a past day, and today. */
const PastDayScreen = () => {
  const place = Route.useParams()
  const { day, family: asked, ...search } = Route.useSearch()
  const family = familyNames.find((one) => one === asked)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {day === undefined || family === undefined ? (
        <>
          <PageHeader title="Past day" breadcrumb={crumbs(place)} />
          <EmptyState
            icon={Users}
            title="No day chosen"
            actions={
              <LinkButton to="/schools/$school/period/$period/reports/figures" params={place}>
                Show figures
              </LinkButton>
            }
          >
            Select a number of status over time to see its students.
          </EmptyState>
        </>
      ) : (
        <PastDay place={place} asked={{ ...search, day, family }} />
      )}
    </div>
  )
}

const crumbs = (place: FigurePlace) => [
  reportsCrumb(place),
  {
    key: 'figures',
    link: (
      <Link to="/schools/$school/period/$period/reports/figures" params={place}>
        Figures
      </Link>
    ),
  },
]

interface PastDayProps {
  place: FigurePlace
  asked: Omit<PastDaySearch, 'family'> & {
    readonly day: string
    readonly family: (typeof familyNames)[number]
  }
}

const PastDay = ({ place, asked }: PastDayProps) => {
  const { coverage = 'medical', day, family, page = 1, size = 50 } = asked
  const navigate = Route.useNavigate()
  const students = useAsk(
    listPastDay,
    {
      query: { period_id: place.period, coverage, day, family, page: String(page), per_page: String(size) },
    },
    { keepPrevious: true },
  )
  const go = (change: Pick<TableSearch, 'page' | 'size'>) =>
    void navigate({ search: { coverage, day, family, size, ...change }, replace: true })
  return (
    <>
      <PageHeader
        title={`${familyLabels[family]} on ${formatDay(day)}`}
        breadcrumb={crumbs(place)}
        {...(students.data ? { count: formatNumber(students.data.meta.total) } : {})}
      />
      <Loaded
        of={students}
        what="The students of this day"
        who="Only Shipmate Admins can see reports."
        rows={10}
        label="Loading the students of this day"
      >
        {(data) => (
          <>
            <p className="shrink-0 border-b border-line px-4 py-2.5 text-ink-2">
              {`Active students by their ${coverageLabels[coverage].toLowerCase()} status at the end of the day. Records may have changed since.`}
            </p>
            <Rows rows={data.data} day={day} />
            <Pager
              meta={data.meta}
              noun="student"
              onPage={(next) => go({ page: next })}
              onPerPage={(next) => go({ size: next })}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

const Rows = ({ rows, day }: { rows: readonly PastDayRow[]; day: string }) =>
  rows.length === 0 ? (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState compact icon={Users} title="No students">
        No student had this status at the end of the day.
      </EmptyState>
    </div>
  ) : (
    <ScrolledTable
      region="Students of this day"
      label="Students of this day"
      head={
        <>
          <HeadCell>Student</HeadCell>
          <HeadCell className="max-md:hidden">Student ID</HeadCell>
          <HeadCell>Status on {formatDay(day)}</HeadCell>
          <HeadCell className="max-md:hidden">Status today</HeadCell>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.student_period_id} row={row} day={day} />
      ))}
    </ScrolledTable>
  )

const Row = ({ row, day }: { row: PastDayRow; day: string }) => (
  <tr className="hover:bg-hover">
    <Cell>
      <Link
        to="/student/$student/history"
        params={{ student: String(row.student_id) }}
        search={{ at: day }}
        className="font-medium"
      >
        {row.student_name}
      </Link>
      <span className="tabular block text-label text-ink-3 md:hidden">{row.sid}</span>
    </Cell>
    <Cell className="tabular max-md:hidden">{row.sid}</Cell>
    <Cell>
      <span className="flex">
        <CoveragePill status={row.status} short />
      </span>
      {hasChanged(row) && (
        <span className="block text-label text-ink-3 md:hidden">
          Today: <Today row={row} />
        </span>
      )}
    </Cell>
    <Cell className="max-md:hidden">
      <span className="flex">
        <Today row={row} />
      </span>
    </Cell>
  </tr>
)

const hasChanged = ({ status, status_now: now, record_now: record }: PastDayRow): boolean =>
  record !== 'active' || now !== status

/** Renders what a record is today; quiet if nothing changed. */
const Today = ({ row }: { row: PastDayRow }) => {
  const { status_now: now, record_now: record } = row
  if (record === 'removed') return <span className="text-ink-2">Removed from the policy year</span>
  if (record === 'inactive')
    return <span className="text-ink-2">{`Inactive, ${statusCatalogue[now].short}`}</span>
  return hasChanged(row) ? <CoveragePill status={now} short /> : <span className="text-ink-3">Unchanged</span>
}

/** Parses the URL’s parameters; drops what has another shape. */
const readSearch = (search: Readonly<Record<string, unknown>>): PastDaySearch => {
  const { page, size } = readTableSearch(search)
  const coverage = coverages.find((one) => one === search['coverage'])
  const { day, family } = search
  return {
    ...(page === undefined ? {} : { page }),
    ...(size === undefined ? {} : { size }),
    ...(coverage === undefined ? {} : { coverage }),
    ...(typeof family === 'string' ? { family } : {}),
    ...(typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? { day } : {}),
  }
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/reports/figures/past-day',
)({ validateSearch: readSearch, component: PastDayScreen })
