import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Checkbox } from '../controls/checkbox.tsx'
import { cx } from '../styles/cx.ts'
import { Grip } from '../drag/grip.tsx'
import { SearchInput } from '../controls/search-input.tsx'
import { useDragOrder } from '../drag/use-drag-order.ts'
import { isShown, moveColumn, stepColumn, toggleColumn, type ColumnLayout } from './layout.ts'

interface ColumnFact {
  readonly id: string
  readonly label: string
  readonly group?: string
}

interface ColumnsPanelProps {
  columns: readonly ColumnFact[]
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout) => void
  /** Row height, paging and the reset button, shown below the columns. */
  children: ReactNode
}

/**
 * Renders the column chooser: checkboxes that show and hide columns, grips to reorder them by dragging or arrow keys.
 */
export const ColumnsPanel = ({ columns, layout, onLayout, children }: ColumnsPanelProps) => {
  const [sought, setSought] = useState('')
  const search = useRef<HTMLInputElement>(null)
  // focuses after the popover did; not on touch screens, where a field would open the on-screen keyboard
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) search.current?.focus()
  }, [])
  const matches = ({ label }: ColumnFact) => label.toLowerCase().includes(sought.trim().toLowerCase())
  const known = new Map(columns.map((column) => [column.id, column]))
  const shown = layout.shown.flatMap((id) => known.get(id) ?? []).filter(matches)
  const hidden = columns.filter((column) => !isShown(layout, column.id) && matches(column))
  const toggle = (id: string) => onLayout(toggleColumn(layout, id))
  return (
    <div className="flex max-h-[min(36rem,80vh)] flex-col">
      <div className="p-2">
        <SearchInput inputRef={search} value={sought} onChange={setSought} placeholder="Find a column" />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {shown.length > 0 && <Heading>Shown</Heading>}
        <ul aria-label="Shown columns">
          {shown.map((column) => (
            <ShownColumn
              key={column.id}
              column={column}
              layout={layout}
              onLayout={onLayout}
              onToggle={() => toggle(column.id)}
            />
          ))}
        </ul>
        {groupsOf(hidden).map(([group, members]) => (
          <fieldset key={group} aria-label={group}>
            <Heading>{group}</Heading>
            {members.map(({ id, label }) => (
              <div key={id} className="pl-6">
                <Checkbox label={label} checked={false} onChange={() => toggle(id)} />
              </div>
            ))}
          </fieldset>
        ))}
        {shown.length + hidden.length === 0 && <p className="p-2 text-ink-3">No matching columns.</p>}
      </div>
      <div className="flex flex-col gap-2 border-t border-line p-3">{children}</div>
    </div>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <p aria-hidden className="px-1 pt-2 pb-1 text-meta font-medium text-ink-3">
    {children}
  </p>
)

const groupsOf = (columns: readonly ColumnFact[]): [string, ColumnFact[]][] => {
  const groups = new Map<string, ColumnFact[]>()
  for (const column of columns) {
    const group = column.group ?? 'Hidden'
    groups.set(group, [...(groups.get(group) ?? []), column])
  }
  return [...groups]
}

interface ShownColumnProps {
  column: ColumnFact
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout) => void
  onToggle: () => void
}

const ShownColumn = ({ column, layout, onLayout, onToggle }: ShownColumnProps) => {
  const { id, label } = column
  const { ref, handleRef, edge } = useDragOrder({
    kind: 'shown-column',
    id,
    axis: 'y',
    onDrop: (dragged, side) => onLayout(moveColumn(layout, dragged, id, side)),
  })
  return (
    <li
      ref={ref}
      className={cx(
        'flex items-center',
        edge === 'before' && 'shadow-[inset_0_2px_0_0_var(--accent)]',
        edge === 'after' && 'shadow-[inset_0_-2px_0_0_var(--accent)]',
      )}
    >
      <Grip ref={handleRef} what={label} onStep={(by) => onLayout(stepColumn(layout, id, by))} />
      <Checkbox label={label} checked onChange={onToggle} />
      {layout.pins[id] && <span className="ml-auto pl-2 text-meta text-ink-3">pinned</span>}
    </li>
  )
}
