import { coverageLabels, coverages, isCoverageStatus, type Coverage } from '#contract/coverage/choices.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import { CoveragePill } from '#client/common/coverage-pill.tsx'

interface StatusPillsProps {
  /** As much as is known of them. */
  statuses: { readonly [K in `${Coverage}_status`]?: StudentPolicyYear[K] | undefined }
  label: string
}

/** The three statuses of a policy year, small, in the order medical, dental, vision. */
export const StatusPills = ({ statuses, label }: StatusPillsProps) => (
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
