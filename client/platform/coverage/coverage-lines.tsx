import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  statusCatalogue,
  type Coverage,
} from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { CoveragePill } from './coverage-pill.tsx'
import { formatDay, formatDays } from '#client/platform/lib/format.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { StatusMenu } from './status-menu.tsx'
import { useStatusMove } from './use-status-move.ts'

/** Renders the 3 coverage types of a policy year: status, meaning, details and status changes. */
export const CoverageLines = ({ record }: { record: StudentPeriod }) => {
  const { pending, move } = useStatusMove(record)
  return (
    <section aria-label="Coverage" className="@container">
      <div className="grid gap-3 @lg:grid-cols-3">
        {coverages.map((coverage) => {
          const isMoving = pending?.coverage === coverage
          const stored = record[statusFieldOf(coverage)]
          const status = isMoving ? pending.to : isCoverageStatus(stored) ? stored : 'not_applicable'
          return (
            <div
              key={coverage}
              data-mention={`field-${statusFieldOf(coverage)}`}
              className="flex min-w-0 flex-col gap-1.5 rounded-card px-3 py-2.5 shadow-line"
            >
              <div className="-mt-1 -mr-1.5 flex items-center justify-between gap-2">
                <h2 className="text-label font-medium text-ink-2">{coverageLabels[coverage]}</h2>
                {record.student.erased_at === null && (
                  <StatusMenu
                    record={record}
                    coverage={coverage}
                    isBusy={isMoving}
                    onMove={(target) => void move(target)}
                  />
                )}
              </div>
              <div className={cx('flex min-w-0', isMoving && 'opacity-60')}>
                <CoveragePill status={status} endsOn={record[`${coverage}_enroll_coverage_end_on`]} />
              </div>
              <p className="text-label text-ink-2">
                {factOf(record, coverage) ?? statusCatalogue[status].meaning}
              </p>
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** Returns details beyond the status: the coverage dates, or the other plan of a waiver. */
const factOf = (record: StudentPeriod, coverage: Coverage): string | null => {
  const stored = record[statusFieldOf(coverage)]
  const family = isCoverageStatus(stored) ? statusCatalogue[stored].family : null
  const [start, end] = [
    record[`${coverage}_enroll_coverage_start_on`],
    record[`${coverage}_enroll_coverage_end_on`],
  ]
  if (family === 'enrolled' && start !== null) return `Covered ${formatDays(start, end)}`
  const insurer =
    record[`${coverage}_waive_insurance_company`] ?? record[`${coverage}_waive_insurance_name_other`]
  if (family !== 'waived' || insurer === null) return null
  const verified = record[`${coverage}_waive_verified_on`]
  return verified === null
    ? `Covered by ${insurer}`
    : `Covered by ${insurer}, verified ${formatDay(verified)}`
}
