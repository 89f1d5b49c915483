import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import { familyLabels, statusFamilies } from '#contract/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { FieldFilter, Filters } from '#contract/table-filters.ts'
import { CoveragePill } from '#client/common/coverage-pill.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { cx } from '#client/ui/cx.ts'
import { Popover } from '#client/ui/overlays/popover.tsx'
import { Tooltip } from '#client/ui/overlays/tooltip.tsx'

export interface Counts {
  readonly of: (statuses: readonly CoverageStatus[]) => number
  readonly total: number
}

/** Sums the counts by status. */
export const countsOf = (
  quantities: readonly { readonly status: CoverageStatus; readonly quantity: number }[],
): Counts => {
  const byStatus = new Map(quantities.map(({ status, quantity }) => [status, quantity]))
  return {
    of: (statuses) => statuses.reduce((sum, status) => sum + (byStatus.get(status) ?? 0), 0),
    total: quantities.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

interface StatusCountsProps {
  coverage: Coverage
  onCoverage: (coverage: Coverage) => void
  counts: Counts | null
  filters: Filters
  onFilter: (field: string, filter: FieldFilter | null) => void
}

const chosenOf = (filters: Filters, field: string): readonly string[] | null => {
  const rules = filters[field]?.constraints
  const [rule] = rules ?? []
  if (!rule || rules?.length !== 1 || rule.match_mode !== 'in' || !Array.isArray(rule.value)) return null
  return rule.value.map(String)
}

const isSame = (chosen: readonly string[] | null, statuses: readonly CoverageStatus[]): boolean =>
  chosen !== null && chosen.length === statuses.length && statuses.every((status) => chosen.includes(status))

/** Returns a filter for rows with one of these statuses. */
export const inStatuses = (statuses: readonly CoverageStatus[]): FieldFilter => ({
  operator: 'and',
  constraints: [{ match_mode: 'in', value: [...statuses] }],
})

/**
 * Renders the counts of a coverage type by family, each with a menu of its statuses; a press filters, a second press
 * clears the filter.
 */
export const StatusCounts = ({ coverage, onCoverage, counts, filters, onFilter }: StatusCountsProps) => {
  const field = statusFieldOf(coverage)
  const chosen = chosenOf(filters, field)
  const toggle = (statuses: readonly CoverageStatus[]) =>
    onFilter(field, isSame(chosen, statuses) ? null : inStatuses(statuses))
  const shared = { chosen, counts, onToggle: toggle }
  return (
    <fieldset
      aria-label="Counts by status"
      className="flex min-w-0 flex-1 items-center gap-0.5 overflow-x-auto p-px [scrollbar-width:thin]"
    >
      <LinePicker coverage={coverage} onCoverage={onCoverage} />
      <CountButton
        label="All"
        meaning="All statuses. Other filters apply."
        quantity={counts?.total}
        isPressed={filters[field] === undefined}
        onPress={() => onFilter(field, null)}
      />
      {statusFamilies.map(({ family, statuses }) => (
        <FamilyCount key={family} label={familyLabels[family]} statuses={statuses} {...shared} />
      ))}
    </fieldset>
  )
}

const LinePicker = ({ coverage, onCoverage }: Pick<StatusCountsProps, 'coverage' | 'onCoverage'>) => (
  <select
    aria-label="Coverage type"
    value={coverage}
    onChange={(event) => {
      const next = coverages.find((one) => one === event.target.value)
      if (next) onCoverage(next)
    }}
    className="mr-1 h-7 shrink-0 rounded-control bg-transparent pr-1 pl-2 font-semibold text-ink hover:bg-hover coarse:h-9"
  >
    {coverages.map((one) => (
      <option key={one} value={one}>
        {coverageLabels[one]}
      </option>
    ))}
  </select>
)

interface CountButtonProps {
  label: string
  /** The statuses it counts. */
  meaning: string
  quantity: number | undefined
  isPressed: boolean
  onPress: () => void
  isJoined?: boolean
}

const CountButton = ({
  label,
  meaning,
  quantity,
  isPressed,
  onPress,
  isJoined = false,
}: CountButtonProps) => (
  <Tooltip text={meaning} side="bottom">
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className={cx(
        'inline-flex h-7 shrink-0 items-center gap-1 rounded-control px-1.5 text-label font-medium whitespace-nowrap transition-colors duration-100 coarse:h-9',
        isJoined && 'pr-1',
        isPressed ? 'bg-raised text-ink shadow-control' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      {label}{' '}
      <span className="tabular min-w-[1ch] font-normal text-ink-3">
        {quantity === undefined ? '' : formatNumber(quantity)}
      </span>
    </button>
  </Tooltip>
)

interface FamilyCountProps {
  label: string
  statuses: readonly CoverageStatus[]
  chosen: readonly string[] | null
  counts: Counts | null
  onToggle: (statuses: readonly CoverageStatus[]) => void
}

const FamilyCount = ({ label, statuses, chosen, counts, onToggle }: FamilyCountProps) => {
  const [isOpen, setOpen] = useState(false)
  // a single selected status: the button names and counts that one, like the rows
  const only = chosen?.length === 1 ? statuses.find((status) => status === chosen[0]) : undefined
  const single = statuses.length > 1 ? only : undefined
  const counted = single ? [single] : statuses
  const names = counted.map((status) => statusCatalogue[status].label).join(', ')
  const button = (
    <CountButton
      label={single ? statusCatalogue[single].short : label}
      meaning={`${single ? '' : `${label}: `}${names}. Other filters apply.`}
      quantity={counts?.of(counted)}
      isPressed={isSame(chosen, counted)}
      onPress={() => onToggle(counted)}
      isJoined={statuses.length > 1}
    />
  )
  if (statuses.length === 1) return button
  return (
    <span className="inline-flex shrink-0 items-center">
      {button}
      <Popover
        label={`${label} by status`}
        align="end"
        className="w-64 p-1"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            aria-label={`${label} by status`}
            className="grid h-6 w-6 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink data-popup-open:bg-hover coarse:h-9"
          >
            <ChevronDown size={14} aria-hidden />
          </button>
        }
      >
        <StatusList
          statuses={statuses}
          chosen={chosen}
          counts={counts}
          onChoose={(status) => {
            onToggle([status])
            setOpen(false)
          }}
        />
      </Popover>
    </span>
  )
}

interface StatusListProps extends Pick<FamilyCountProps, 'statuses' | 'chosen' | 'counts'> {
  onChoose: (status: CoverageStatus) => void
}

const StatusList = ({ statuses, chosen, counts, onChoose }: StatusListProps) =>
  statuses.map((status) => (
    <button
      key={status}
      type="button"
      aria-pressed={isSame(chosen, [status])}
      className="flex min-h-7.5 w-full items-center justify-between gap-3 rounded-control px-2 text-left hover:bg-hover aria-pressed:bg-selection"
      onClick={() => onChoose(status)}
    >
      <CoveragePill status={status} short />
      <span className="tabular text-ink-2">{formatNumber(counts?.of([status]) ?? 0)}</span>
    </button>
  ))
