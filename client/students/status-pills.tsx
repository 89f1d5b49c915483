import { coverageLabels, coverages, isCoverageStatus } from '#contract/coverage/choices.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { CoveragePill } from '#client/common/coverage-pill.tsx'

/** The three statuses of a policy year, small, in the order medical, dental, vision. */
export const StatusPills = ({ year }: { year: StudentPolicyYear }) => (
  <ul
    aria-label={`Coverage in ${year.period_name}`}
    data-own-line
    className="ml-1 flex items-center gap-3 max-lg:ml-0 max-lg:basis-full"
  >
    {coverages.map((coverage) => {
      const status = year[statusFieldOf(coverage)]
      return (
        isCoverageStatus(status) && (
          <li key={coverage} className="flex items-center">
            <span className="text-label text-ink-3 max-2xl:sr-only 2xl:mr-1.5">
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
