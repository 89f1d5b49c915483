import type { ReactNode } from 'react'
import { getStudentPeriod } from '#contract/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { useAsk } from '#client/lib/query.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
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
