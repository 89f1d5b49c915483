import { Link } from '@tanstack/react-router'
import { coverageLabels, type Coverage, type StatusFamily } from '#contract/coverage/choices.ts'
import {
  applicableStatuses,
  countMeanings,
  coveredStatuses,
  familyLabels,
  statusFamilies,
} from '#contract/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import { formatNumber, formatPercent } from '#client/lib/format.ts'
import { Tooltip } from '#client/ui/tooltip.tsx'
import type { ListPlace } from './list-header.tsx'
import { inStatuses, type Counts } from './status-counts.tsx'

const grounds: Partial<Record<StatusFamily, string>> = {
  enrolled: 'bg-success-glyph',
  waived: 'bg-info-glyph',
  declined: 'bg-danger-glyph',
  not_started: 'bg-warning-glyph',
}

interface CoverageBarProps extends ListPlace {
  coverage: Coverage
  /** Of the whole policy year. */
  counts: Counts
}

/** How many students of the policy year are covered, as a bar by family of statuses and as a link to them. */
export const CoverageBar = ({ schoolId, periodId, coverage, counts }: CoverageBarProps) => {
  const [covered, all] = [counts.of(coveredStatuses), counts.of(applicableStatuses)]
  if (all === 0) return null
  const parts = statusFamilies
    .filter(({ family }) => family !== 'not_applicable')
    .map(({ family, statuses }) => ({ family, quantity: counts.of(statuses) }))
    .filter(({ quantity }) => quantity > 0)
  const said = parts
    .map(({ family, quantity }) => `${formatNumber(quantity)} ${familyLabels[family]}`)
    .join(', ')
  return (
    <Tooltip
      text={`${coverageLabels[coverage]}, whole policy year: ${said}. ${countMeanings.covered}`}
      side="bottom"
    >
      <Link
        to="/schools/$school/period/$period"
        params={{ school: String(schoolId), period: String(periodId) }}
        search={{ filters: { [statusFieldOf(coverage)]: inStatuses(coveredStatuses) } }}
        className="ml-3 flex items-center gap-2 rounded-control text-ink-2 no-underline hover:text-ink max-xl:hidden"
      >
        <span aria-hidden className="flex h-1.5 w-32 gap-px overflow-hidden rounded-full">
          {parts.map(({ family, quantity }) => (
            <span
              key={family}
              className={grounds[family] ?? 'bg-line-control'}
              style={{ flexGrow: quantity }}
            />
          ))}
        </span>
        <span className="tabular text-label whitespace-nowrap">
          {formatNumber(covered)} of {formatNumber(all)} covered ({formatPercent(covered / all)})
        </span>
      </Link>
    </Tooltip>
  )
}
