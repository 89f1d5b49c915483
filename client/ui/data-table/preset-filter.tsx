import { Check } from 'lucide-react'
import type { FieldFilter } from '#contract/table-filters.ts'
import type { Anchor } from '#contract/relative-day.ts'
import { presetsFor, type DatePreset } from './relative-words.ts'

interface PresetFilterProps {
  anchors: readonly Anchor[] | undefined
  filter: FieldFilter | undefined
  onApply: (filter: FieldFilter) => void
}

const isPresent = (filter: FieldFilter | undefined, { rule }: DatePreset): boolean =>
  JSON.stringify(filter?.constraints) === JSON.stringify([rule])

/** Spans of days by their names; one press filters. */
export const PresetFilter = ({ anchors, filter, onApply }: PresetFilterProps) => (
  <ul aria-label="Days" className="max-h-72 overflow-y-auto p-1.5">
    {presetsFor(anchors).map((preset) => (
      <li key={preset.label}>
        <button
          type="button"
          aria-pressed={isPresent(filter, preset)}
          className="flex min-h-7.5 w-full items-center justify-between rounded-control px-2 text-left hover:bg-hover coarse:min-h-9"
          onClick={() => onApply({ operator: 'and', constraints: [preset.rule] })}
        >
          {preset.label}
          {isPresent(filter, preset) && <Check size={16} aria-hidden className="text-accent-text" />}
        </button>
      </li>
    ))}
  </ul>
)
