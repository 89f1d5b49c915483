import { createFileRoute, Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import type { Replied } from '#contract/endpoint.ts'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { getStudentOverview } from '#contract/students/endpoints.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { localDay } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Pill } from '#client/ui/badge.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageBody, PageHeader } from '#client/ui/page-header.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { ageOn } from '#client/common/age.ts'
import { HistoryList } from './history-list.tsx'
import { StatusPills } from './status-pills.tsx'
import { StudentFacts } from './student-facts.tsx'
import { StudentSkeleton } from './student-skeleton.tsx'
import { YearPanel } from './year-panel.tsx'

type Overview = Replied<typeof getStudentOverview>

/** One student: who it is, where each policy year stands, and what happened. */
const Screen = () => {
  const id = Number(Route.useParams().student)
  const { period } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, refetch } = useAsk(getStudentOverview, { params: { id } })
  if (data)
    return (
      <Loaded
        overview={data}
        period={period}
        onPeriod={(next) => void navigate({ search: { period: next }, replace: true })}
      />
    )
  return (
    <>
      <PageHeader title="Student" />
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

interface LoadedProps {
  overview: Overview
  period: number | undefined
  onPeriod: (period: number) => void
}

const yearOf = ({ student_periods: years, current_period_id: current }: Overview, period?: number) =>
  years.find((year) => year.period_id === period) ??
  years.find((year) => year.period_id === current) ??
  years[0]

const Loaded = ({ overview, period, onPeriod }: LoadedProps) => {
  const { student, student_periods: years } = overview
  const year = yearOf(overview, period)
  const current = yearOf(overview)
  const others = new Map(years.filter(({ id }) => id !== year?.id).map((one) => [one.id, one.period_name]))
  const name = [student.first_name, student.middle_initial, student.last_name].filter(Boolean).join(' ')
  return (
    <>
      <PageHeader
        title={name}
        count={markOf(student)}
        breadcrumb={[{ key: 'list', link: <ListLink overview={overview} year={year} /> }]}
        aside={current && <StatusPills year={current} />}
      />
      <PageBody width="lg">
        <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <Years overview={overview} year={year} onPeriod={onPeriod} />
            <StudentFacts student={student} />
          </div>
          <HistoryList student={student.id} years={others} />
        </div>
      </PageBody>
    </>
  )
}

/** 'S1001472, age 31' */
const markOf = ({ sid, dob }: Overview['student']): string => {
  const age = ageOn(dob, localDay(new Date()))
  return age === null ? (sid ?? '') : `${sid ?? ''}, age ${age}`
}

const ListLink = ({ overview, year }: { overview: Overview; year: StudentPolicyYear | undefined }) => {
  const school = String(overview.school.id)
  if (!year)
    return (
      <Link to="/schools/$school/period" params={{ school }}>
        {overview.school.name}
      </Link>
    )
  return (
    <Link to="/schools/$school/period/$period" params={{ school, period: String(year.period_id) }}>
      {overview.school.name}, {year.period_name}
    </Link>
  )
}

interface YearsProps {
  overview: Overview
  year: StudentPolicyYear | undefined
  onPeriod: (period: number) => void
}

const Years = ({ overview, year, onPeriod }: YearsProps) => {
  const { student_periods: years, current_period_id: current } = overview
  if (!year)
    return (
      <EmptyState compact icon={UserRound} title="In no policy year">
        Add the student to one from its student list.
      </EmptyState>
    )
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Tabs
          label="Policy years"
          value={String(year.period_id)}
          onChange={(next) => onPeriod(Number(next))}
          tabs={years.map((one) => ({
            value: String(one.period_id),
            label: one.period_name,
            ...(one.period_id === current ? { count: 'current' } : {}),
          }))}
        />
        {year.status === 'inactive' && <Pill tone="warning">Inactive record</Pill>}
      </div>
      <YearPanel key={year.id} year={year} />
    </>
  )
}

const readPeriod = (value: unknown): { period?: number } => {
  const period = Number(value)
  return Number.isSafeInteger(period) && period > 0 ? { period } : {}
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student')({
  validateSearch: (search: Readonly<Record<string, unknown>>) => readPeriod(search['period']),
  component: Screen,
})
