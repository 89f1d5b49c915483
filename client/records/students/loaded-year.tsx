import { useNavigate, useParams } from '@tanstack/react-router'
import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { getStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'
import { FactsSkeleton } from './student-facts.tsx'

interface LoadedYearProps {
  /** The student-period's ID. */
  id: number
  children: (record: StudentPeriod) => ReactNode
}

/** Renders a policy year of a student when it's loaded, a placeholder before, or why it isn't shown. */
export const LoadedYear = ({ id, children }: LoadedYearProps) => {
  const year = useAsk(getStudentPeriod, { params: { id } })
  return (
    <Loaded
      of={year}
      compact
      what="The policy year"
      who="Only this school’s admins and Shipmate Admins have access."
      skeleton={<YearSkeleton />}
    >
      {children}
    </Loaded>
  )
}

/** Renders placeholders while the policy year loads. */
export const YearSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <output className="sr-only">Loading policy year</output>
    <div className="grid gap-3 sm:grid-cols-3">
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
    <FactsSkeleton />
  </div>
)

interface YearRecordProps {
  /** Renders the content for the latest record. */
  children: (record: StudentPeriod) => ReactNode
}

/** Renders a policy year of the student below its picker; a form in it keeps the loaded record while the user types. */
export const YearRecord = ({ children }: YearRecordProps) => (
  <StudentYear>
    {(id) => (
      <LoadedYear key={id} id={id}>
        {children}
      </LoadedYear>
    )}
  </StudentYear>
)

interface StudentYearProps {
  /** Renders the content for the student-period's ID. */
  children: (id: number) => ReactNode
}

/** Renders content about the policy year in the URL, below the picker of the student’s policy years. */
export const StudentYear = ({ children }: StudentYearProps) => {
  const { period } = useParams({ strict: false })
  const navigate = useNavigate()
  const { student_periods: years } = useStudentOverview()
  const year = years.find((one) => String(one.period_id) === period)
  return (
    <PageBody width="lg">
      {years.length > 1 && (
        <Tabs
          label="Policy years"
          className="mb-2"
          value={period ?? ''}
          onChange={(next) => void navigate({ to: '.', params: (all) => ({ ...all, period: next }) })}
          tabs={years.map((one) => ({ value: String(one.period_id), label: one.period_name }))}
        />
      )}
      {year ? (
        children(year.id)
      ) : (
        <EmptyState compact icon={CalendarX} title="Not in this policy year">
          The student isn’t in this policy year. Choose another year.
        </EmptyState>
      )}
    </PageBody>
  )
}
