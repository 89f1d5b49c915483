import { ChevronDown, ListFilter } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { cx } from '../styles/cx.ts'
import { Popover } from '../overlays/popover.tsx'
import { ArrangeChoices, FilterEditor, SortChoices } from './later.tsx'
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
