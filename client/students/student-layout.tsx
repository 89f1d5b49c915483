import { createFileRoute, Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { coverageLabels, coverages, isCoverageStatus, type Coverage } from '#contract/coverage/choices.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { getStudentOverview } from '#contract/students/endpoints.ts'
import { CoveragePill } from '#client/common/coverage-pill.tsx'
import { FailedState } from '#client/common/failed-state.tsx'
import { leftList } from '#client/common/left-list.ts'
import { StudentOverviewProvider, yearOf, type StudentOverview } from '#client/common/student-overview.tsx'
import { useAsk } from '#client/lib/query.ts'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { PageHeader, PageBody } from '#client/ui/text/page-header.tsx'
import { Skeleton } from '#client/ui/states/skeleton.tsx'
import { TabLinks } from '#client/ui/text/tabs.tsx'
import { ageWords } from './age-words.ts'
import { YearSkeleton } from './loaded-year.tsx'
import { StudentActions } from './student-actions.tsx'
import { StudentAlerts } from './student-alerts.tsx'
import { FactsSkeleton } from './student-facts.tsx'
import { headName, useListed } from './use-listed.ts'
import { useMentioned } from './use-mentioned.ts'

/** Around every screen of a student: one header with who it is and where they stand, and the way to the others. */
const StudentLayout = () => {
  const id = Number(Route.useParams().student)
  useMentioned()
  const { data, error, refetch } = useAsk(getStudentOverview, { params: { id } }, { staleTime: 30_000 })
  if (data)
    return (
      <StudentOverviewProvider overview={data}>
        {/* header and tabs: what sticks below them begins there; on a phone they scroll away */}
        <div className="[--record-head:var(--header-height,5.75rem)] max-md:[--record-head:0px]">
          <Header overview={data} />
          <div ref={keepFocus}>
            <Outlet />
          </div>
        </div>
      </StudentOverviewProvider>
    )
  return (
    <>
      <ComingHeader id={id} isComing={error === null} />
      {error ? (
        <FailedState
          error={error}
          what="The student"
          who="Only the student’s own school and Shipmate Admins see this page."
          onRetry={() => void refetch()}
        />
      ) : (
        <StudentSkeleton />
      )}
    </>
  )
}

/** Until the record is read: whom the list showed, and the place of the tabs. */
const ComingHeader = ({ id, isComing }: { id: number; isComing: boolean }) => {
  const listed = useListed(id)
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
        count={[student.sid, ageWords(student.dob, current)].filter(Boolean).join(' · ')}
        breadcrumb={[{ key: 'list', link: <ListLink overview={overview} year={current} /> }]}
        aside={
          <>
            <StudentActions student={student} year={current} />
            {current && <StatusPills statuses={current} label={`Coverage in ${current.period_name}`} />}
          </>
        }
      />
      <StudentTabs id={student.id} year={current} />
      {current && <StudentAlerts studentId={student.id} year={current} missing={missing} />}
    </div>
  )
}

/** The browser keeps what a tab was called: it says which part of a record is open, and never whose. */
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

const StudentTabs = ({ id, year }: { id: number; year: StudentPolicyYear | undefined }) => {
  const params = { student: String(id) }
  const [overview, ...others] = recordLinks
  const ofYear = year
    ? yearLinks.map((link) => ({ ...link, params: { ...params, period: String(year.period_id) } }))
    : []
  return (
    <div className="flex min-h-11 items-center border-b border-line bg-sheet px-3">
      <TabLinks
        label="Student"
        links={[{ ...overview, params }, ...ofYear, ...others.map((link) => ({ ...link, params }))]}
      />
    </div>
  )
}

const recordLinks = [
  { to: '/student/$student/overview', label: 'Overview' },
  { to: '/student/$student/notes', label: 'Notes' },
  { to: '/student/$student/documents', label: 'Documents' },
  { to: '/student/$student/emails', label: 'Emails' },
  { to: '/student/$student/inovalon-verifications', label: 'Verifications' },
  { to: '/student/$student/manage-policy-years', label: 'Policy years' },
  { to: '/student/$student/history', label: 'History' },
] as const

const yearLinks = [
  { to: '/student/$student/policy-years/$period/info', label: 'Enrollment' },
  { to: '/student/$student/policy-years/$period/insurance-details', label: 'Insurance' },
  { to: '/student/$student/policy-years/$period/form-submissions', label: 'Forms' },
] as const

interface StatusPillsProps {
  /** As much as is known of them. */
  statuses: { readonly [K in `${Coverage}_status`]?: StudentPolicyYear[K] | undefined }
  label: string
}

/** The three statuses of a policy year, small, in the order medical, dental, vision. */
const StatusPills = ({ statuses, label }: StatusPillsProps) => (
  <ul
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

/** The height of the record's header, for what sticks below it: pills wrap and alerts come and go. */
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

/** The page of a student while it is read. */
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
})
