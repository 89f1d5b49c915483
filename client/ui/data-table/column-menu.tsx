import { ArrowDown, ArrowUp, ChevronDown, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import type { SortKey } from '#contract/table-query.ts'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import { Popover } from '../popover.tsx'
import { FilterEditor } from './filter-editor.tsx'
import type { TableColumn, TableControls, TableRow } from './types.ts'

interface ColumnMenuProps<Row extends TableRow> {
  column: TableColumn<Row>
  controls: TableControls
}

/** The one menu of a column: sort it, join it to the sort, filter by it. A filtered column keeps its mark in sight. */
export const ColumnMenu = <Row extends TableRow>({ column, controls }: ColumnMenuProps<Row>) => {
  const [isOpen, setOpen] = useState(false)
  const filter = controls.filters[column.id]
  const filterColumn = controls.filterColumns.find(({ id }) => id === column.id)
  return (
    <Popover
      label={`${column.label}: sort and filter`}
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-72"
      trigger={
        <IconButton
          icon={filter ? ListFilter : ChevronDown}
          label={`${column.label}: sort and filter`}
          size="sm"
          className={cx(
            'absolute! inset-y-0 right-1 my-auto',
            filter
              ? 'bg-sunken text-accent-text!'
              : 'bg-sunken opacity-0 group-hover/head:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 coarse:opacity-100',
          )}
        />
      }
    >
      <SortChoices column={column} controls={controls} onDone={() => setOpen(false)} />
      {filterColumn && (
        <div className="border-t border-line">
          <FilterEditor
            column={filterColumn}
            filter={filter}
            onApply={(next) => {
              controls.onFilter(column.id, next)
              setOpen(false)
            }}
          />
        </div>
      )}
    </Popover>
  )
}

const choice =
  'flex h-7 items-center gap-1 rounded-control px-2 text-label font-medium text-ink-2 hover:bg-hover hover:text-ink aria-pressed:bg-pressed aria-pressed:text-ink coarse:h-9'

const SortChoices = <Row extends TableRow>({
  column,
  controls,
  onDone,
}: ColumnMenuProps<Row> & { onDone: () => void }) => {
  const { sort, onSort } = controls
  const present = sort.find(({ field }) => field === column.id)
  const others = sort.filter(({ field }) => field !== column.id)
  const set = (key: SortKey | null, joins: boolean) => {
    onSort([...(joins ? others : []), ...(key ? [key] : [])])
    onDone()
  }
  const direction = (descending: boolean) => {
    const Icon = descending ? ArrowDown : ArrowUp
    return (
      <button
        type="button"
        className={choice}
        aria-pressed={present?.descending === descending}
        onClick={(event) =>
          set({ field: column.id, descending }, event.metaKey || event.ctrlKey || event.shiftKey)
        }
      >
        <Icon size={14} aria-hidden />
        {descending ? 'Descending' : 'Ascending'}
      </button>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-1 p-2">
      {direction(false)}
      {direction(true)}
      {others.length > 0 && !present && (
        <button
          type="button"
          className={choice}
          onClick={() => set({ field: column.id, descending: false }, true)}
        >
          Then by this
        </button>
      )}
      {present && (
        <button type="button" className={choice} onClick={() => set(null, true)}>
          <X size={14} aria-hidden />
          Unsort
        </button>
      )}
    </div>
  )
}
