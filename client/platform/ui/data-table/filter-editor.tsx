import { Check, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Anchor } from '#contract/platform/relative-day.ts'
import { isBlank, type Constraint, type FieldFilter } from '#contract/platform/table-filters.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { presetOf, presetsFor, type DatePreset } from './relative-text.ts'
import { RuleMode, RuleValue, usualModes, withoutBlanks } from './rule-value.tsx'
import type { FilterColumn, ReadValues } from './types.ts'
import { chosenValues, filterByValues } from './value-choice.ts'
import { ValueFilter } from './value-filter.tsx'

interface FilterEditorProps {
  column: FilterColumn
  filter: FieldFilter | undefined
  values: ReadValues | undefined
  /** Null removes the filter. */
  onApply: (filter: FieldFilter | null) => void
}

type FilterTab = 'values' | 'presets' | 'rules'

const isDated = ({ kind }: FilterColumn): boolean => kind === 'date' || kind === 'instant'

/** Another way to filter the column besides rules, if there is one. */
const shortWay = (column: FilterColumn): FilterTab | null => {
  if (isDated(column)) return 'presets'
  return column.hasFewValues ? 'values' : null
}

/** Whether a filter can be edited this way. */
const isShort = (tab: FilterTab | null, filter: FieldFilter): boolean =>
  tab === 'presets'
    ? filter.constraints.every((rule) => rule.match_mode === 'isEmpty' || presetOf(rule) !== undefined) &&
      filter.constraints.length < 2
    : chosenValues(filter) !== null

/** Renders the filter editor of a column: values if there are few, and rules. Enter or Apply applies it. */
export const FilterEditor = ({ column, filter, values, onApply }: FilterEditorProps) => {
  const [draft, setDraft] = useState<FieldFilter>(filter ?? { operator: 'and', constraints: [] })
  const [isEvery, setEvery] = useState(false)
  const short = shortWay(column)
  const [tab, setTab] = useState<FilterTab>(short && isShort(short, draft) ? short : 'rules')
  const apply = () => {
    if (tab === 'values' && isEvery) return onApply(null)
    const constraints = draft.constraints.map(withoutBlanks).filter((rule) => !isBlank(rule))
    onApply(constraints.length === 0 ? null : { ...draft, constraints })
  }
  return (
    <form
      aria-label={`Filter by ${column.label}`}
      className="flex flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {short && (
        <div className="px-3 pt-2">
          <Segmented
            label="Filter"
            options={[
              { value: short, label: wayLabels[short] },
              { value: 'rules', label: wayLabels.rules },
            ]}
            value={tab}
            onChange={setTab}
          />
        </div>
      )}
      {tab === 'values' && (
        <ValueFilter
          column={column}
          chosen={chosenValues(draft) ?? []}
          onChange={(next, every) => {
            setDraft(filterByValues(next))
            setEvery(every)
          }}
          values={values}
        />
      )}
      {tab === 'presets' && <PresetFilter anchors={column.anchors} filter={filter} onApply={onApply} />}
      {tab === 'rules' && <RuleFilter column={column} draft={draft} onChange={setDraft} />}
      <Foot onClear={() => onApply(null)} hasApply={tab !== 'presets'} />
    </form>
  )
}

/** A date range applies when pressed; everything else with the button or Enter. */
const Foot = ({ onClear, hasApply }: { onClear: () => void; hasApply: boolean }) => (
  <div className="flex items-center justify-between border-t border-line p-2">
    <Button variant="ghost" size="sm" onClick={onClear}>
      Clear
    </Button>
    {hasApply && (
      <Button variant="primary" size="sm" type="submit">
        Apply
      </Button>
    )}
  </div>
)

const wayLabels: Record<FilterTab, string> = { values: 'Values', presets: 'Date ranges', rules: 'Rules' }

interface PresetFilterProps {
  anchors: readonly Anchor[] | undefined
  filter: FieldFilter | undefined
  onApply: (filter: FieldFilter) => void
}

const isPresent = (filter: FieldFilter | undefined, { rule }: DatePreset): boolean =>
  JSON.stringify(filter?.constraints) === JSON.stringify([rule])

/** Renders the named date ranges; one press filters. */
const PresetFilter = ({ anchors, filter, onApply }: PresetFilterProps) => (
  <ul data-filter-values aria-label="Days" className="max-h-72 overflow-y-auto p-1.5">
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

/** Maximum number of rules per column. */
const maxRules = 4

interface RuleFilterProps {
  column: FilterColumn
  draft: FieldFilter
  onChange: (draft: FieldFilter) => void
}

/** Renders rules of match mode and value, joined by and or by or. */
const RuleFilter = ({ column, draft, onChange }: RuleFilterProps) => {
  const rules = draft.constraints.length === 0 ? [{ match_mode: usualModes[column.kind] }] : draft.constraints
  const set = (index: number, rule: Constraint) =>
    onChange({ ...draft, constraints: rules.map((one, at) => (at === index ? rule : one)) })
  return (
    <div className="flex flex-col gap-2 p-2">
      {rules.length > 1 && (
        <Segmented
          label="Match all or any rules"
          options={[
            { value: 'and', label: 'Match all' },
            { value: 'or', label: 'Match any' },
          ]}
          value={draft.operator}
          onChange={(operator) => onChange({ ...draft, operator })}
        />
      )}
      {[...rules.entries()].map(([index, rule]) => (
        <RuleRow
          // rules have no ID: the index is the key
          key={index}
          column={column}
          rule={rule}
          onChange={(next) => set(index, next)}
          onRemove={
            rules.length > 1
              ? () => onChange({ ...draft, constraints: rules.filter((_, at) => at !== index) })
              : undefined
          }
        />
      ))}
      {rules.length < maxRules && (
        <Button
          variant="ghost"
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() =>
            onChange({ ...draft, constraints: [...rules, { match_mode: usualModes[column.kind] }] })
          }
        >
          Add rule
        </Button>
      )}
    </div>
  )
}

interface RuleRowProps {
  column: FilterColumn
  rule: Constraint
  onChange: (rule: Constraint) => void
  onRemove: (() => void) | undefined
}

const RuleRow = ({ column, rule, onChange, onRemove }: RuleRowProps) => (
  <div className="flex flex-col gap-1.5">
    <div className="flex items-center gap-1">
      <RuleMode column={column} rule={rule} onChange={onChange} />
      {onRemove && <IconButton icon={X} label="Remove rule" size="sm" onClick={onRemove} />}
    </div>
    <div data-filter-values className="contents">
      <RuleValue column={column} rule={rule} onChange={onChange} />
    </div>
  </div>
)
