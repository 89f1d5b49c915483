import { ArrowDown, ArrowUp, ChevronDown, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import type { SortKey } from '#contract/table-query.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { cx } from '../cx.ts'
import { Popover } from '../overlays/popover.tsx'
import { choiceButton } from './choice-button.ts'
import { ArrangeChoices, FilterEditor } from './later.tsx'
import type { Arranging, PlacedColumn } from './layout.ts'
import type { TableControls, TableRow } from './types.ts'

interface ColumnMenuProps<Row extends TableRow> {
  placed: PlacedColumn<Row>
  controls: TableControls
  arranging: Arranging
}

/** Renders a column's menu: sort, filter, pin, move, resize, hide. A filtered column always shows its filter icon. */
export const ColumnMenu = <Row extends TableRow>({ placed, controls, arranging }: ColumnMenuProps<Row>) => {
  const [isOpen, setOpen] = useState(false)
  const { column } = placed
  const filter = controls.filters[column.id]
  const filterColumn = controls.filterColumns.find(({ id }) => id === column.id)
  const close = () => setOpen(false)
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
          tabIndex={-1}
          data-menu
          className={cx(
            'absolute! inset-y-0 right-1.5 my-auto',
            filter
              ? 'bg-sunken text-accent-text!'
              : 'bg-sunken opacity-0 group-hover/head:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 coarse:opacity-100',
          )}
        />
      }
    >
      <SortChoices id={column.id} controls={controls} onDone={close} />
      {filterColumn && (
        <div className="border-t border-line">
          <FilterEditor
            column={filterColumn}
            filter={filter}
            values={controls.values}
            onApply={(next) => {
              controls.onFilter(column.id, next)
              close()
            }}
          />
        </div>
      )}
      <ArrangeChoices placed={placed} arranging={arranging} onDone={close} />
    </Popover>
  )
}

interface SortChoicesProps {
  /** The column's ID. */
  id: string
  controls: TableControls
  onDone: () => void
}

/** Renders the sort buttons: ascending, descending, added to the sort, or none. */
const SortChoices = ({ id, controls: { sort, onSort }, onDone }: SortChoicesProps) => {
  const present = sort.find(({ field }) => field === id)
  const others = sort.filter(({ field }) => field !== id)
  const set = (key: SortKey | null, joins: boolean) => {
    onSort([...(joins ? others : []), ...(key ? [key] : [])])
    onDone()
  }
  const direction = (descending: boolean) => {
    const Icon = descending ? ArrowDown : ArrowUp
    return (
      <button
        type="button"
        className={choiceButton}
        aria-pressed={present?.descending === descending}
        onClick={(event) => set({ field: id, descending }, event.metaKey || event.ctrlKey || event.shiftKey)}
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
          className={choiceButton}
          onClick={() => set({ field: id, descending: false }, true)}
        >
          Add as second sort
        </button>
      )}
      {present && (
        <button type="button" className={choiceButton} onClick={() => set(null, true)}>
          <X size={14} aria-hidden />
          Clear sort
        </button>
      )}
    </div>
  )
}
