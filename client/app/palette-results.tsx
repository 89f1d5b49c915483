import { UserRound, type LucideIcon } from 'lucide-react'
import { groupLabelClass, optionClass } from '#client/platform/ui/overlays/popup.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import type { PalettePlace } from './palette-places.ts'

/** A screen, place or student to open, or something to do. */
export interface Found {
  readonly key: string
  readonly group: PalettePlace['group'] | 'Screens' | 'Students' | 'Help' | 'Account'
  readonly label: string
  readonly detail?: string
  readonly aside?: string
  readonly icon?: LucideIcon
  /** The page to open, or what to do. */
  readonly href: string | (() => void)
}

interface PaletteResultsProps {
  listId: string
  found: readonly Found[]
  active: number
  go: (one: Found) => void
  onPoint: (index: number) => void
}

/** Renders what the palette found, by group. */
export const PaletteResults = ({ listId, found, active, go, onPoint }: PaletteResultsProps) => (
  <div id={listId} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto p-1.5">
    {found.map((one, index) => (
      <div key={one.key} role="presentation">
        {one.group !== found[index - 1]?.group && (
          <div role="presentation" className={groupLabelClass}>
            {one.group}
          </div>
        )}
        <Row
          id={`${listId}-${index}`}
          one={one}
          isActive={index === active}
          go={go}
          onPoint={() => onPoint(index)}
        />
      </div>
    ))}
  </div>
)

interface RowProps {
  id: string
  one: Found
  isActive: boolean
  go: (one: Found) => void
  onPoint: () => void
}

const keepInSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

const Row = ({ id, one, isActive, go, onPoint }: RowProps) => {
  const Icon = one.icon ?? UserRound
  return (
    // The input handles the keys: aria-activedescendant names the active row.
    <div
      id={id}
      ref={isActive ? keepInSight : null}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => go(one)}
      onPointerMove={onPoint}
      className={cx(optionClass, 'min-h-8 max-sm:flex-wrap', isActive && 'bg-hover')}
    >
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <Truncate>{one.label}</Truncate>
      {(one.detail || one.aside) && (
        // where not everything fits, what is at the end is truncated first
        <span className="flex min-w-32 flex-1 items-center gap-2 text-label text-ink-3 max-sm:basis-full max-sm:pl-6">
          {one.detail && <Truncate className="tabular min-w-16">{one.detail}</Truncate>}
          {one.aside && <Truncate className="ml-auto min-w-16 shrink-999 text-right">{one.aside}</Truncate>}
        </span>
      )}
    </div>
  )
}
