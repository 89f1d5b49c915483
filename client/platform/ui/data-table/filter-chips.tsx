import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { FieldFilter } from '#contract/platform/table-filters.ts'
import { Button } from '../controls/button.tsx'
import { Popover } from '../overlays/popover.tsx'
import { FilterEditor } from './later.tsx'
import { filterWords } from './filter-text.ts'
import type { FilterColumn, TableControls } from './types.ts'
import { Truncate } from '../overlays/truncate.tsx'

interface FilterChipsProps {
  controls: TableControls
  onClear: () => void
  /** The caller's own chips, after those of the columns; null for none. */
  children?: ReactNode
}

/**
 * Renders the active filters as chips that can be changed or removed; nothing if there are none. The search isn't a
 * chip: a row that appears with the first letter would move the list down while the user types.
 */
export const FilterChips = ({ controls, onClear, children = null }: FilterChipsProps) => {
  const held = Object.entries(controls.filters)
  if (held.length === 0 && children === null) return null
  return (
    <fieldset
      aria-label="Filters"
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-3 py-1.5"
    >
      {held.map(([field, filter]) => {
        const column = controls.filterColumns.find(({ id }) => id === field)
        return column && <Chip key={field} column={column} filter={filter} controls={controls} />
      })}
      {children}
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear all
      </Button>
    </fieldset>
  )
}

interface ChipProps {
  column: FilterColumn
  filter: FieldFilter
  controls: TableControls
}

const Chip = ({ column, filter, controls }: ChipProps) => {
  const { onFilter, values } = controls
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="inline-flex h-6.5 max-w-full items-stretch rounded-control bg-raised text-label shadow-control coarse:h-9">
      <Popover
        label={`Filter by ${column.label}`}
        align="start"
        className="w-72"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            className="flex min-w-0 items-center gap-1 rounded-l-control px-2 hover:bg-hover"
          >
            <span className="text-ink-2">{column.label}</span>{' '}
            <Truncate>
              {filterWords(column, filter).map(({ operator, mode, value }) => (
                <span key={`${operator}${mode}${value}`}>
                  {operator && <span className="text-ink-3"> {operator} </span>}
                  <span className="text-ink-3">{mode}</span> <span className="font-medium">{value}</span>
                </span>
              ))}
            </Truncate>
          </button>
        }
      >
        <FilterEditor
          column={column}
          filter={filter}
          values={values}
          onApply={(next) => {
            onFilter(column.id, next)
            setOpen(false)
          }}
        />
      </Popover>
      <button
        type="button"
        aria-label={`Remove ${column.label} filter`}
        className="grid w-6.5 place-items-center rounded-r-control border-l border-line text-ink-3 hover:bg-hover hover:text-ink coarse:w-9"
        onClick={() => onFilter(column.id, null)}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
