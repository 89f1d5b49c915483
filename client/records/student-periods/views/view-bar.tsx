import { ChevronDown, Columns3 } from 'lucide-react'
import { useMedia } from '#client/platform/lib/use-media.ts'
import { buttonClass, Button } from '#client/platform/ui/controls/button.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { AddFilter } from '#client/platform/ui/data-table/add-filter.tsx'
import { later } from '#client/platform/ui/states/later.tsx'
import { Menu, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { Popover } from '#client/platform/ui/overlays/popover.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { studentColumns } from '../cells/columns.tsx'
import type { ListLayout } from '../state/use-list-layout.ts'
import { useTypedSearch, type ListState } from '../state/use-list-state.ts'
import type { ListViews } from '../state/list-views.ts'
import { useWhereDialog } from './use-where-dialog.tsx'
import { ViewCountText, ViewItems } from './view-items.tsx'
import { ViewActionItems } from './view-menu.tsx'
import { ViewTabs } from './view-tabs.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

export interface ViewBarProps {
  views: ListViews
  state: ListState
  arranged: ListLayout
  schoolId: number
  isPhone: boolean
  /** Whether 4 px are left out for the rows. */
  isFolded: boolean
}

/**
 * Renders the 44 px bar: the views with live counts, search, filters and columns; the views are a menu if the tabs
 * don't fit.
 */
export const ViewBar = (props: ViewBarProps) => {
  const { views, state, arranged, schoolId, isPhone, isFolded } = props
  const [typed, setTyped] = useTypedSearch(state.query.q, state.onSearch)
  const isNarrow = useMedia('(max-width: 1023px)')
  const search = (
    <SearchInput
      value={typed}
      onChange={setTyped}
      slashPart="List"
      leadsToRows
      label="Search by name, ID or email"
      placeholder={isNarrow && !isPhone ? 'Search' : 'Search by name, ID or email'}
      className={isPhone ? 'w-full' : 'w-64 max-xl:w-40 max-lg:min-w-0 max-lg:flex-1'}
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
    <div
      className={cx('flex shrink-0 items-center gap-2 border-b border-line px-3', isFolded ? 'h-10' : 'h-11')}
    >
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

/** Renders the views on a phone: a button with the open one, and a menu of all views and their actions. */
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
    <ViewActionItems view={views.open} state={state} schoolId={schoolId} />
  </Menu>
)

/** Renders the button that filters by any field, or opens the advanced filter. */
const FilterButton = ({ state, isPhone }: { state: ListState; isPhone: boolean }) => (
  <AddFilter controls={state.controls} isPhone={isPhone} onAdvanced={useWhereDialog(state)} />
)

// Not part of the list's first load.
const ColumnsPanel = later(
  async () => (await import('#client/platform/ui/data-table/columns-panel.tsx')).ColumnsPanel,
  <div className="h-96" />,
)

/** Renders the column menu: visible columns, row height, and scrolling or pages. */
const ColumnsButton = ({ arranged }: { arranged: ListLayout }) => {
  const { layout, onLayout, mode, onMode, onReset } = arranged
  return (
    <Popover label="Columns" align="end" className="w-72" trigger={<Button icon={Columns3}>Columns</Button>}>
      <ColumnsPanel columns={studentColumns} layout={layout} onLayout={onLayout}>
        <Segmented
          label="Row height"
          options={[
            { value: 'regular', label: 'Regular' },
            { value: 'compact', label: 'Compact' },
          ]}
          value={layout.density}
          onChange={(density) => onLayout({ ...layout, density })}
        />
        <Segmented
          label="Browse by"
          options={[
            { value: 'scroll', label: 'Scrolling' },
            { value: 'pages', label: 'Pages' },
          ]}
          value={mode}
          onChange={onMode}
        />
        <Button variant="ghost" size="sm" onClick={onReset}>
          Reset columns
        </Button>
      </ColumnsPanel>
    </Popover>
  )
}
