import { createFileRoute } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { CoverageLines } from '#client/platform/coverage/coverage-lines.tsx'
import {
  useStudentOverview,
  yearOf,
  type StudentOverview,
} from '#client/platform/record/student-overview.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { Dependents } from './dependents.tsx'
import { HistoryList } from './history-list.tsx'
import { LoadedYear } from './loaded-year.tsx'
import { PlannedChange } from './planned-change.tsx'
import { StudentDetails } from './student-details.tsx'
import { EnrollmentFacts } from './student-facts.tsx'

/** Renders a student's overview: policy years, personal details, and recent changes. */
const OverviewScreen = () => {
  const overview = useStudentOverview()
  const { period, edit = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { student, student_periods: years } = overview
  const year = yearOf(overview, period)
  const others = new Map(years.filter(({ id }) => id !== year?.id).map((one) => [one.id, one.period_name]))
  return (
    <PageBody width="lg">
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Years
            overview={overview}
            year={year}
            onPeriod={(next) => void navigate({ search: { period: next }, replace: true })}
          />
          {student.erased_at === null && (
            <StudentDetails
              student={student}
              isEditing={edit}
              onEdit={(on) => void navigate({ search: on ? { edit: true } : {} })}
            />
          )}
        </div>
        <HistoryList student={student.id} years={others} />
      </div>
    </PageBody>
  )
}

interface YearsProps {
  overview: StudentOverview
  year: StudentPolicyYear | undefined
  onPeriod: (period: number) => void
}

const Years = ({ overview, year, onPeriod }: YearsProps) => {
  const { student_periods: years, current_period_id: current } = overview
  if (!year)
    return (
      <EmptyState compact icon={UserRound} title="No policy years yet">
        Add the student to a policy year on the Policy years tab.
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

interface OverviewSearch {
  period?: number
  edit?: boolean
}

const readSearch = (search: Readonly<Record<string, unknown>>): OverviewSearch => {
  const period = Number(search['period'])
  return {
    ...(Number.isSafeInteger(period) && period > 0 ? { period } : {}),
    ...(search['edit'] === true ? { edit: true } : {}),
  }
}

/** Renders a policy year of a student: coverage types, enrollment, dependents. */
const YearPanel = ({ year }: { year: StudentPolicyYear }) => (
  <LoadedYear id={year.id}>
    {(record) => (
      <>
        <PlannedChange record={record} />
        <CoverageLines record={record} />
        <EnrollmentFacts record={record} />
        <Dependents dependents={record.dependents} />
      </>
    )}
  </LoadedYear>
)

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/overview')({
  validateSearch: screenSearch(readSearch),
  component: OverviewScreen,
})
