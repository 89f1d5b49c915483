import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { familyLabels, statusFamilies } from '#contract/platform/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { FieldFilter, Filters } from '#contract/platform/table-filters.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import type { ListSearch } from '../state/list-search.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Popover } from '#client/platform/ui/overlays/popover.tsx'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'

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

type Search = (former: ListSearch) => ListSearch

interface StatusCountsProps {
  coverage: Coverage
  onCoverage: (coverage: Coverage) => void
  counts: Counts | null
  filters: Filters
  /** Returns the URL’s parameters with a filter of a field. */
  searchWith: (field: string, filter: FieldFilter | null) => Search
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
 * Renders the counts of a coverage type by family, each with a menu of its statuses: links to exactly these rows. The
 * link of the current filter clears it.
 */
export const StatusCounts = ({ coverage, onCoverage, counts, filters, searchWith }: StatusCountsProps) => {
  const field = statusFieldOf(coverage)
  const chosen = chosenOf(filters, field)
  const searchOf = (statuses: readonly CoverageStatus[]) =>
    searchWith(field, isSame(chosen, statuses) ? null : inStatuses(statuses))
  const shared = { chosen, counts, searchOf }
  return (
    <fieldset
      aria-label="Counts by status"
      // fades out at its end, because a number that’s cut off reads as another number
      className="flex min-w-0 flex-1 items-center gap-0.5 overflow-x-auto [mask-image:linear-gradient(to_right,black_calc(100%-1.25rem),transparent)] p-px pr-5 [scrollbar-width:thin]"
    >
      <LinePicker coverage={coverage} onCoverage={onCoverage} />
      <CountLink
        label="All"
        meaning="All statuses. Other filters apply."
        quantity={counts?.total}
        isCurrent={filters[field] === undefined}
        search={searchWith(field, null)}
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

type FilterLinkProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'onClick'> & {
  search: Search
  /** Whether these rows are shown now. */
  isCurrent: boolean
}

/** A link to the list with other parameters. Space follows it too, like a button. */
const FilterLink = ({ isCurrent, ...link }: FilterLinkProps) => (
  <Link
    from="/schools/$school/period/$period"
    to="."
    replace
    activeOptions={{ exact: true }}
    aria-current={isCurrent ? 'true' : undefined}
    onKeyDown={(event) => {
      if (event.key !== ' ') return
      event.preventDefault()
      event.currentTarget.click()
    }}
    {...link}
  />
)

interface CountLinkProps extends Pick<FilterLinkProps, 'search' | 'isCurrent'> {
  label: string
  /** The statuses it counts. */
  meaning: string
  quantity: number | undefined
  isJoined?: boolean
}

const CountLink = ({ label, meaning, quantity, isJoined = false, ...link }: CountLinkProps) => (
  <Tooltip text={meaning} side="bottom">
    <FilterLink
      {...link}
      className={cx(
        'no-underline inline-flex h-7 shrink-0 items-center gap-1 rounded-control px-1.5 text-label font-medium whitespace-nowrap transition-colors duration-100 coarse:h-9',
        isJoined && 'pr-1',
        link.isCurrent ? 'bg-raised text-ink shadow-control' : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      {label}{' '}
      <span className="tabular min-w-[1ch] font-normal text-ink-3">
        {quantity === undefined ? '' : formatNumber(quantity)}
      </span>
    </FilterLink>
  </Tooltip>
)

interface FamilyCountProps {
  label: string
  statuses: readonly CoverageStatus[]
  chosen: readonly string[] | null
  counts: Counts | null
  searchOf: (statuses: readonly CoverageStatus[]) => Search
}

const FamilyCount = ({ label, statuses, chosen, counts, searchOf }: FamilyCountProps) => {
  const [isOpen, setOpen] = useState(false)
  // a single selected status: the button names and counts that one, like the rows
  const only = chosen?.length === 1 ? statuses.find((status) => status === chosen[0]) : undefined
  const single = statuses.length > 1 ? only : undefined
  const counted = single ? [single] : statuses
  const names = counted.map((status) => statusCatalogue[status].label).join(', ')
  const link = (
    <CountLink
      label={single ? statusCatalogue[single].short : label}
      meaning={`${single ? '' : `${label}: `}${names}. Other filters apply.`}
      quantity={counts?.of(counted)}
      isCurrent={isSame(chosen, counted)}
      search={searchOf(counted)}
      isJoined={statuses.length > 1}
    />
  )
  if (statuses.length === 1) return link
  return (
    <span className="inline-flex shrink-0 items-center">
      {link}
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
          searchOf={searchOf}
          onChosen={() => setOpen(false)}
        />
      </Popover>
    </span>
  )
}

interface StatusListProps extends Omit<FamilyCountProps, 'label'> {
  onChosen: () => void
}

const StatusList = ({ statuses, chosen, counts, searchOf, onChosen }: StatusListProps) =>
  statuses.map((status) => (
    <FilterLink
      key={status}
      search={searchOf([status])}
      isCurrent={isSame(chosen, [status])}
      className="no-underline flex min-h-7.5 w-full items-center justify-between gap-3 rounded-control px-2 hover:bg-hover aria-[current]:bg-selection"
      onClick={onChosen}
    >
      <CoveragePill status={status} short />
      <span className="tabular text-ink-2">{formatNumber(counts?.of([status]) ?? 0)}</span>
    </FilterLink>
  ))
