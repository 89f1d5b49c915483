import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { getStudentPeriod } from '#contract/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { useStudentOverview } from '#client/common/student-overview.tsx'
import { useAsk } from '#client/lib/query.ts'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { PageBody } from '#client/ui/text/page-header.tsx'
import { Skeleton } from '#client/ui/states/skeleton.tsx'
import { Tabs } from '#client/ui/text/tabs.tsx'
import { FactsSkeleton } from './student-facts.tsx'

interface LoadedYearProps {
  /** Of the student-period. */
  id: number
  children: (record: StudentPeriod) => ReactNode
}

/** One policy year of a student as it is read: shown once it is there, its place kept before, and why it is not. */
export const LoadedYear = ({ id, children }: LoadedYearProps) => {
  const { data, error, refetch } = useAsk(getStudentPeriod, { params: { id } })
  if (data) return children(data)
  if (error)
    return (
      <FailedState
        compact
        error={error}
        what="The policy year"
        who="Only the student’s own school and Shipmate Admins see it."
        onRetry={() => void refetch()}
      />
    )
  return <YearSkeleton />
}

/** The policy year while it is read. */
export const YearSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <output className="sr-only">Loading the policy year</output>
    <div className="grid gap-3 sm:grid-cols-3">
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
    <FactsSkeleton />
  </div>
)

interface YearRecordProps {
  /** Of the address. */
  period: number
  onPeriod: (period: number) => void
  /** Given the record as it is known now. */
  children: (record: StudentPeriod) => ReactNode
}

/** One policy year of the student under its picker; a form over it holds what its person read while they type. */
export const YearRecord = ({ period, onPeriod, children }: YearRecordProps) => {
  const { student_periods: years } = useStudentOverview()
  const year = years.find((one) => one.period_id === period)
  return (
    <PageBody>
      {years.length > 1 && (
        <Tabs
          label="Policy years"
          className="mb-2"
          value={String(period)}
          onChange={(next) => onPeriod(Number(next))}
          tabs={years.map((one) => ({ value: String(one.period_id), label: one.period_name }))}
        />
      )}
      {year ? (
        <LoadedYear key={year.id} id={year.id}>
          {children}
        </LoadedYear>
      ) : (
        <EmptyState compact icon={CalendarX} title="Not in this policy year">
          The student is in other policy years, or was taken out of this one.
        </EmptyState>
      )}
    </PageBody>
  )
}
