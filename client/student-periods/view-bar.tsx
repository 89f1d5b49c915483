import type { RefObject } from 'react'
import type { ListViews } from './use-list-views.ts'
import { ColumnsButton } from './columns-button.tsx'
import { FilterButton } from './filter-button.tsx'
import { useMedia } from '#client/lib/use-media.ts'
import { SearchInput } from '#client/ui/search-input.tsx'
import type { ListLayout } from './use-list-layout.ts'
import { useTypedSearch, type ListState } from './use-list-state.ts'
import { ViewPicker } from './view-picker.tsx'
import { ViewTabs } from './view-tabs.tsx'

export interface ViewBarProps {
  views: ListViews
  state: ListState
  arranged: ListLayout
  schoolId: number
  isPhone: boolean
  searchRef: RefObject<HTMLInputElement | null>
}

/** 44 px: the views with their live counts, search, filters and columns; where there is no room for tabs the views are a menu. */
export const ViewBar = (props: ViewBarProps) => {
  const { views, state, arranged, schoolId, isPhone, searchRef } = props
  const [typed, setTyped] = useTypedSearch(state.question.q, state.onSearch)
  const isNarrow = useMedia('(max-width: 1023px)')
  const search = (
    <SearchInput
      inputRef={searchRef}
      value={typed}
      onChange={setTyped}
      label="Search name, ID, email"
      placeholder={isNarrow && !isPhone ? 'Search' : 'Search name, ID, email'}
      className={isPhone ? 'w-full' : 'w-56 max-xl:w-40 max-lg:min-w-0 max-lg:flex-1'}
    />
  )
  if (isPhone)
    return (
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2">
        <ViewPicker views={views} state={state} schoolId={schoolId} />
        <FilterButton state={state} isPhone />
        {search}
      </div>
    )
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-3">
      {isNarrow ? (
        <ViewPicker views={views} state={state} schoolId={schoolId} />
      ) : (
        <ViewTabs views={views} state={state} schoolId={schoolId} />
      )}
      {search}
      <FilterButton state={state} isPhone={false} />
      <ColumnsButton arranged={arranged} />
    </div>
  )
}
