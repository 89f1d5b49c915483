import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  type Coverage,
} from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { RecordCounts, Student, StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { getStudent, getStudentOverview } from '#contract/records/students/endpoints.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { NotFoundState } from '#client/platform/ui/states/not-found-state.tsx'
import { leftList } from '#client/records/student-periods/state/left-list.ts'
import { useRowsChanged } from '#client/platform/common/live-rows.ts'
import {
  StudentOverviewProvider,
  yearOf,
  type StudentOverview,
} from '#client/platform/record/student-overview.tsx'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import { keyOf, useAsk } from '#client/platform/lib/query.ts'
import { PageHeader, PageBody } from '#client/platform/ui/text/page-header.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { TabLinks } from '#client/platform/ui/text/tabs.tsx'
import { ageText } from './age-text.ts'
import { YearSkeleton } from './loaded-year.tsx'
import { StudentActions } from './student-actions.tsx'
import { RetentionNote, StudentAlerts } from './student-alerts.tsx'
import { RecordKeys, statusesId } from './record-keys.tsx'
import { FactsSkeleton } from './student-facts.tsx'
import { headName, useListRow } from './use-list-row.ts'
import { useMentioned } from './use-mentioned.ts'

/** Renders every screen of a student: a header with name and statuses, and tabs to the other screens. */
const StudentLayout = () => {
  const id = Number(Route.useParams().student)
  useMentioned()
  const overview = useAsk(getStudentOverview, { params: { id } }, { staleTime: 30_000 })
  useOthersChanges(overview.data)
  return (
    <Loaded
      of={overview}
      what="The student"
      who="Only this school’s admins and Shipmate Admins have access."
      skeleton={<StudentSkeleton />}
      renderInstead={(state) => (
        <>
          <LoadingHeader id={id} isComing={overview.error === null} />
          {state}
        </>
      )}
    >
      {(data) => (
        <StudentOverviewProvider overview={data}>
          {/* header and tabs: sticky content below them starts there; on a phone they scroll away */}
          <div className="[--record-head:var(--header-height,5.75rem)] max-md:[--record-head:0px]">
            <Header overview={data} />
            <div data-focus-group>
              <Outlet />
            </div>
          </div>
        </StudentOverviewProvider>
      )}
    </Loaded>
  )
}

/** Reloads what is shown of a student after someone else changed it. */
const useOthersChanges = (overview: StudentOverview | undefined): void => {
  const client = useQueryClient()
  const me = useUser()
  useRowsChanged(null, ({ period_id: period, ids, by }) => {
    const year = overview?.student_periods.find((one) => one.period_id === period)
    if (year && by !== me.id && (ids === null || ids.includes(year.id)))
      for (const endpoint of [...statusReads, getStudent])
        void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  })
}

/** Renders the header before the record has loaded: the name from the list, and placeholders for the tabs. */
const LoadingHeader = ({ id, isComing }: { id: number; isComing: boolean }) => {
  const listed = useListRow(id)
  if (!isComing || !listed?.student_name) return <PageHeader title="Student" />
  return (
    <>
      <PageHeader
        title={headName(listed.student_name)}
        documentTitle="Student"
        count={listed.sid}
        aside={<StatusPills statuses={listed} label="Coverage" />}
      />
      <div aria-hidden className="min-h-11 border-b border-line" />
    </>
  )
}

const Header = ({ overview }: { overview: StudentOverview }) => {
  const { student, missing_documents: missing } = overview
  const current = yearOf(overview)
  const name = [student.first_name, student.middle_initial, student.last_name].filter(Boolean).join(' ')
  const setHead = useRecordHead()
  return (
    <div ref={setHead} className="sticky top-0 z-20 rounded-t-card bg-sheet max-md:static">
      <PageHeader
        title={name}
        documentTitle={useTabTitle()}
        count={countsOf(student, current)}
        breadcrumb={[{ key: 'list', link: <ListLink overview={overview} year={current} /> }]}
        aside={
          <>
            <StudentActions student={student} year={current} />
            {current && <StatusPills statuses={current} label={`Coverage for ${current.period_name}`} />}
          </>
        }
        actions={<RecordKeys student={student} year={current} />}
      />
      <StudentTabs overview={overview} year={current} />
      <RetentionNote student={student} />
      {current && student.erased_at === null && (
        <StudentAlerts studentId={student.id} year={current} missing={missing} />
      )}
    </div>
  )
}

/** Returns the student ID and the age; when the record was erased, for one that was. */
const countsOf = (student: Student, year: StudentPolicyYear | undefined): string =>
  student.erased_at === null
    ? [student.sid, ageText(student.dob, year)].filter(Boolean).join(' · ')
    : `Record erased ${formatInstant(student.erased_at)}`

/** Browsers save tab titles: the title names the part of the record, never the student. */
const useTabTitle = (): string => {
  const last = useLocation({ select: ({ pathname }) => pathname.split('/').at(-1) ?? '' })
  const label = [...recordLinks, ...yearLinks].find(({ to }) => to.endsWith(`/${last}`))?.label
  return label === undefined ? 'Student' : `Student: ${label}`
}

const ListLink = ({ overview, year }: { overview: StudentOverview; year: StudentPolicyYear | undefined }) => {
  const school = String(overview.school.id)
  if (!year)
    return (
      <Link to="/schools/$school/period" params={{ school }}>
        {overview.school.name}
      </Link>
    )
  return (
    <Link
      to="/schools/$school/period/$period"
      params={{ school, period: String(year.period_id) }}
      search={leftList(year.period_id)}
    >
      {overview.school.name}, {year.period_name}
    </Link>
  )
}

const StudentTabs = ({
  overview,
  year,
}: {
  overview: StudentOverview
  year: StudentPolicyYear | undefined
}) => {
  const params = { student: String(overview.student.id) }
  // from tab to tab, an earlier policy year stays open
  const { period } = useParams({ strict: false })
  const opened = overview.student_periods.find((one) => String(one.period_id) === period) ?? year
  const links = [
    ...recordLinks.slice(0, 1).map((link) => ({ ...link, params })),
    ...(opened
      ? yearLinks.map((link) => ({ ...link, params: { ...params, period: String(opened.period_id) } }))
      : []),
    ...recordLinks.slice(1).map((link) => ({ ...link, params })),
  ]
    .filter(({ to }) => overview.student.erased_at === null || !editedOnly.has(to))
    .map(({ part, ...link }) => ({ ...link, count: countOf(overview, opened, part) }))
  return (
    <div className="flex min-h-11 items-center border-b border-line bg-sheet px-3">
      <TabLinks
        label="Student"
        links={links.toSorted((one, other) => Number(one.count === 0) - Number(other.count === 0))}
      />
    </div>
  )
}

type CountedPart = keyof RecordCounts | 'dependents' | 'forms' | null

/** Returns how much a part of the record holds; undefined for one that is never empty. */
const countOf = (
  { counts }: StudentOverview,
  year: StudentPolicyYear | undefined,
  part: CountedPart,
): number | undefined => {
  if (part === null || part === 'years') return undefined
  if (part !== 'dependents' && part !== 'forms') return counts[part]
  return counts.years.find((one) => one.student_period_id === year?.id)?.[part] ?? 0
}

const recordLinks = [
  { to: '/student/$student/overview', label: 'Overview', part: null },
  { to: '/student/$student/notes', label: 'Notes', part: 'notes' },
  { to: '/student/$student/documents', label: 'Documents', part: 'documents' },
  { to: '/student/$student/emails', label: 'Emails', part: 'emails' },
  { to: '/student/$student/inovalon-verifications', label: 'Verifications', part: 'verifications' },
  { to: '/student/$student/manage-policy-years', label: 'Policy years', part: null },
  { to: '/student/$student/history', label: 'History', part: null },
] as const satisfies readonly { to: string; label: string; part: CountedPart }[]

const yearLinks = [
  { to: '/student/$student/policy-years/$period/insurance-details', label: 'Insurance', part: null },
  { to: '/student/$student/policy-years/$period/dependents', label: 'Dependents', part: 'dependents' },
  { to: '/student/$student/policy-years/$period/form-submissions', label: 'Forms', part: 'forms' },
  { to: '/student/$student/policy-years/$period/info', label: 'Academics and fees', part: null },
] as const satisfies readonly { to: string; label: string; part: CountedPart }[]

/** Parts with nothing left of an erased student, or with nothing but fields to edit. */
const editedOnly: ReadonlySet<string> = new Set([
  '/student/$student/notes',
  '/student/$student/documents',
  '/student/$student/policy-years/$period/dependents',
  '/student/$student/policy-years/$period/info',
])

interface StatusPillsProps {
  /** Every known value is shown. */
  statuses: { readonly [K in `${Coverage}_status`]?: StudentPolicyYear[K] | undefined }
  label: string
}

/** Renders the 3 statuses of a policy year, small, in the order medical, dental, vision. */
const StatusPills = ({ statuses, label }: StatusPillsProps) => (
  <ul
    id={statusesId}
    aria-label={label}
    data-own-line
    className="ml-1 flex flex-wrap items-center gap-x-3 gap-y-1 xl:shrink-0 max-xl:ml-0 max-xl:basis-full"
  >
    {coverages.map((coverage) => {
      const status = statuses[statusFieldOf(coverage)]
      return (
        isCoverageStatus(status) && (
          <li key={coverage} className="flex items-center">
            <span className="mr-1.5 text-label text-ink-3">
              {coverageLabels[coverage]}
              <span className="sr-only">: </span>
            </span>
            <CoveragePill status={status} short />
          </li>
        )
      )
    })}
  </ul>
)

/**
 * Measures the height of the record's header for sticky content below it: pills wrap and alerts appear and disappear.
 */
const useRecordHead = () => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!element) return
    const sizes = new ResizeObserver(() =>
      element.parentElement?.style.setProperty('--header-height', `${element.offsetHeight}px`),
    )
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [element])
  return setElement
}

/** Renders the page of a student while it loads. */
const StudentSkeleton = () => (
  <PageBody width="lg">
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex flex-col gap-5">
        <Skeleton className="h-7 w-48" />
        <YearSkeleton />
        <FactsSkeleton />
      </div>
      <div className="flex flex-col gap-3 max-xl:hidden">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-64" />
      </div>
    </div>
  </PageBody>
)

export const Route = createFileRoute('/_signed-in/_numbered/student/$student')({
  component: StudentLayout,
  // below the student’s own heading
  notFoundComponent: NotFoundState,
})
