import type { Coverage } from '#contract/coverage/choices.ts'
import { FilterChips } from '#client/ui/data-table/filter-chips.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { ColumnsButton } from './columns-button.tsx'
import { FilterButton } from './filter-button.tsx'
import { StatusCounts, type Counts } from './status-counts.tsx'
import type { ListLayout } from './use-list-layout.ts'
import { useTypedSearch, type ListState } from './use-list-state.ts'

interface ListToolbarProps {
  state: ListState
  arranged: ListLayout
  isPhone: boolean
  search: string
  coverage: Coverage
  onCoverage: (coverage: Coverage) => void
  counts: Counts | null
}

/** Counts that filter, search, and filters by any field; the chips of what holds below. */
export const ListToolbar = (props: ListToolbarProps) => {
  const { state, arranged, isPhone, search, coverage, onCoverage, counts } = props
  const [typed, setTyped] = useTypedSearch(search, state.onSearch)
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 md:flex-nowrap">
        <StatusCounts
          coverage={coverage}
          onCoverage={onCoverage}
          counts={counts}
          filters={state.filters}
          onFilter={state.controls.onFilter}
        />
        <div className="flex items-center gap-2 max-md:w-full">
          <SearchInput
            value={typed}
            onChange={setTyped}
            placeholder="Search name, ID, e-mail"
            className="w-52 max-md:w-auto max-md:flex-1"
          />
          <FilterButton controls={state.controls} />
          {!isPhone && <ColumnsButton arranged={arranged} />}
        </div>
      </div>
      <FilterChips controls={state.controls} search={search} onClear={state.onClear} />
    </>
  )
}
