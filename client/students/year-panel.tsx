import { getStudentPeriod } from '#contract/student-periods/endpoints.ts'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { useAsk } from '#client/lib/query.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { CoverageLines } from '#client/common/coverage-lines.tsx'
import { Dependents } from './dependents.tsx'
import { EnrollmentFacts, FactsSkeleton } from './student-facts.tsx'

/** One policy year of a student: the three lines, the enrollment, the dependents. */
export const YearPanel = ({ year }: { year: StudentPolicyYear }) => {
  const { data, error, refetch } = useAsk(getStudentPeriod, { params: { id: year.id } })
  if (data)
    return (
      <>
        <CoverageLines record={data} />
        <EnrollmentFacts record={data} />
        <Dependents dependents={data.dependents} />
      </>
    )
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
