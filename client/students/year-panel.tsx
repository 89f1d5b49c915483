import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { CoverageLines } from '#client/common/coverage-lines.tsx'
import { Dependents } from './dependents.tsx'
import { LoadedYear } from './loaded-year.tsx'
import { EnrollmentFacts } from './student-facts.tsx'

/** One policy year of a student: the three lines, the enrollment, the dependents. */
export const YearPanel = ({ year }: { year: StudentPolicyYear }) => (
  <LoadedYear id={year.id}>
    {(record) => (
      <>
        <CoverageLines record={record} />
        <EnrollmentFacts record={record} />
        <Dependents dependents={record.dependents} />
      </>
    )}
  </LoadedYear>
)
