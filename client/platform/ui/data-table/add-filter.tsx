import { ListFilter, ListTree } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Popover } from '../overlays/popover.tsx'
import { SearchInput } from '../controls/search-input.tsx'
import { LaterSheet } from '../overlays/later-sheet.tsx'
import { FilterEditor } from './later.tsx'
import type { FilterColumn, TableControls } from './types.ts'
import { useScreenKeys } from '../focus/screen-keys.ts'
import { focusByArrows } from '../focus/focus-by-arrows.ts'

interface AddFilterProps {
  controls: TableControls
  isPhone: boolean
  /** Opens the advanced filter, if there is one. */
  onAdvanced?: () => void
}

/**
 * Renders the menu that filters by any field, whether or not its column is shown: choose the field, then the filter.
 */
export const AddFilter = ({ controls, isPhone, onAdvanced }: AddFilterProps) => {
  const [isOpen, setOpen] = useState(false)
  const [column, setColumn] = useState<FilterColumn | null>(null)
  const toggle = (open: boolean) => {
    setOpen(open)
    if (open) setColumn(null)
  }
  useScreenKeys('List', [{ keys: ['f'], label: 'Filter', act: () => toggle(true) }])
  const content = column ? (
    <ColumnFilter {...{ column, controls, isPhone }} onDone={() => setOpen(false)} />
  ) : (
    <FieldList
      columns={controls.filterColumns}
      onChoose={setColumn}
      onAdvanced={
        onAdvanced &&
        (() => {
          setOpen(false)
          onAdvanced()
        })
      }
    />
  )
  if (isPhone)
    return (
      <>
        <Button icon={ListFilter} onClick={() => toggle(true)}>
          Filter
        </Button>
        <LaterSheet open={isOpen} onClose={() => setOpen(false)} title="Add a filter">
          {content}
        </LaterSheet>
      </>
    )
  return (
    <Popover
      label="Add a filter"
      align="end"
      className="w-72"
      open={isOpen}
      onOpenChange={toggle}
      trigger={<Button icon={ListFilter}>Filter</Button>}
    >
      {content}
    </Popover>
  )
}

interface ColumnFilterProps {
  column: FilterColumn
  controls: TableControls
  isPhone: boolean
  onDone: () => void
}

/** Moves the focus to the values that can be chosen, as soon as they have loaded. */
const focusValues = (place: HTMLElement | null): (() => void) => {
  if (!place) return () => undefined
  const focusFirst = (): boolean => {
    const first = place.querySelector<HTMLElement>('[data-filter-values] :is(input, button, select)')
    first?.focus()
    return first !== null
  }
  const observer = new MutationObserver(() => focusFirst() && observer.disconnect())
  if (!focusFirst()) observer.observe(place, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const ColumnFilter = ({ column, controls, isPhone, onDone }: ColumnFilterProps) => (
  // on a phone, a field with the focus opens the keyboard over the values
  <div ref={isPhone ? null : focusValues}>
    <p className="border-b border-line px-3 py-2 font-medium">{column.label}</p>
    <FilterEditor
      column={column}
      filter={controls.filters[column.id]}
      values={controls.values}
      onApply={(filter) => {
        controls.onFilter(column.id, filter)
        onDone()
      }}
    />
  </div>
)

interface FieldListProps {
  columns: readonly FilterColumn[]
  onChoose: (column: FilterColumn) => void
  onAdvanced: (() => void) | undefined
}

const arrowFocus = focusByArrows('input, li button')

/** Arrow keys move through the fields; Tab skips them because there are many. */
const FieldList = ({ columns, onChoose, onAdvanced }: FieldListProps) => {
  const [sought, setSought] = useState('')
  const shown = columns.filter(({ label }) => label.toLowerCase().includes(sought.toLowerCase()))
  return (
    <form
      className="p-2"
      ref={arrowFocus}
      onSubmit={(event) => {
        event.preventDefault()
        if (shown[0]) onChoose(shown[0])
      }}
    >
      <SearchInput value={sought} onChange={setSought} placeholder="Find a field" />
      <ul className="mt-1 max-h-72 overflow-y-auto">
        {shown.map((column, index) => (
          <li key={column.id}>
            <button
              type="button"
              tabIndex={index === 0 ? 0 : -1}
              className="flex min-h-7.5 w-full items-center rounded-control px-2 text-left hover:bg-hover"
              onClick={() => onChoose(column)}
            >
              {column.label}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="px-2 py-2 text-ink-3">No matching fields.</p>}
      {onAdvanced && (
        <div className="mt-1 border-t border-line pt-1">
          <Button variant="ghost" size="sm" icon={ListTree} onClick={onAdvanced}>
            Advanced…
          </Button>
        </div>
      )}
    </form>
  )
}
