import { ChevronDown, Columns3 } from 'lucide-react'
import { type RefObject, Suspense } from 'react'
import { useMedia } from '#client/lib/use-media.ts'
import { buttonClass, Button } from '#client/ui/controls/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { AddFilter } from '#client/ui/data-table/add-filter.tsx'
import { later } from '#client/ui/later.ts'
import { Menu, MenuSeparator } from '#client/ui/overlays/menu.tsx'
import { Popover } from '#client/ui/overlays/popover.tsx'
import { SearchInput } from '#client/ui/controls/search-input.tsx'
import { Segmented } from '#client/ui/controls/segmented.tsx'
import { studentColumns } from '../cells/columns.tsx'
import type { ListLayout } from '../state/use-list-layout.ts'
import { useTypedSearch, type ListState } from '../state/use-list-state.ts'
import type { ListViews } from '../state/list-views.ts'
import { useWhereDialog } from './use-where-dialog.tsx'
import { ViewCountText, ViewItems } from './view-items.tsx'
import { ViewActItems } from './view-menu.tsx'
import { ViewTabs } from './view-tabs.tsx'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

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

interface ViewPickerProps {
  views: ListViews
  state: ListState
  schoolId: number
}

/** The views on a phone: the open one on a button, all of them in its menu, and below what can be done with it. */
const ViewPicker = ({ views, state, schoolId }: ViewPickerProps) => (
  <Menu
    align="start"
    className="w-72"
    trigger={
      <button type="button" className={cx(buttonClass('secondary'), 'min-w-0 shrink!')}>
        <Truncate>
          <span className="sr-only">View: </span>
          {views.open.name}
        </Truncate>
        <ViewCountText view={views.open} counts={views.counts} />
        <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-3" />
      </button>
    }
  >
    <ViewItems list={views.all} views={views} onOpen={state.onView} />
    <MenuSeparator />
    <ViewActItems view={views.open} state={state} schoolId={schoolId} />
  </Menu>
)

/** Filters the list by any field, or across fields. */
const FilterButton = ({ state, isPhone }: { state: ListState; isPhone: boolean }) => (
  <AddFilter controls={state.controls} isPhone={isPhone} onAdvanced={useWhereDialog(state)} />
)

// Not part of the first load of the list.
const ColumnsPanel = later(async () => (await import('#client/ui/data-table/columns-panel.tsx')).ColumnsPanel)

/** Which columns are shown, how dense the rows stand, and how one gets through them. */
const ColumnsButton = ({ arranged }: { arranged: ListLayout }) => {
  const { layout, onLayout, mode, onMode, onReset } = arranged
  return (
    <Popover label="Columns" align="end" className="w-72" trigger={<Button icon={Columns3}>Columns</Button>}>
      <Suspense fallback={<div className="h-96" />}>
        <ColumnsPanel columns={studentColumns} layout={layout} onLayout={onLayout}>
          <Segmented
            label="Density"
            options={[
              { value: 'regular', label: 'Regular' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={layout.density}
            onChange={(density) => onLayout({ ...layout, density })}
          />
          <Segmented
            label="Rows"
            options={[
              { value: 'scroll', label: 'Scroll' },
              { value: 'pages', label: 'Pages' },
            ]}
            value={mode}
            onChange={onMode}
          />
          <Button variant="ghost" size="sm" onClick={onReset}>
            Back to the usual columns
          </Button>
        </ColumnsPanel>
      </Suspense>
    </Popover>
  )
}
