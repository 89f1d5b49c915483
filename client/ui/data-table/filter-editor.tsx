import { useState } from 'react'
import { isBlank, type FieldFilter } from '#contract/table-filters.ts'
import { Button } from '../controls/button.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { PresetFilter } from './preset-filter.tsx'
import { presetOf } from './relative-words.ts'
import { withoutBlanks } from './rule-value.tsx'
import { RuleFilter } from './rule-filter.tsx'
import type { FilterColumn, ReadValues } from './types.ts'
import { chosenValues, filterByValues } from './value-choice.ts'
import { ValueFilter } from './value-filter.tsx'

export interface FilterEditorProps {
  column: FilterColumn
  filter: FieldFilter | undefined
  values: ReadValues | undefined
  /** Null takes the filter away. */
  onApply: (filter: FieldFilter | null) => void
}

type Way = 'values' | 'presets' | 'rules'

const isDated = ({ kind }: FilterColumn): boolean => kind === 'date' || kind === 'instant'

/** The other way to filter a column than by rule, where there is one. */
const shortWay = (column: FilterColumn): Way | null => {
  if (isDated(column)) return 'presets'
  return column.hasFewValues ? 'values' : null
}

/** Whether a filter can be edited that way. */
const isShort = (way: Way | null, filter: FieldFilter): boolean =>
  way === 'presets'
    ? filter.constraints.every((rule) => rule.match_mode === 'isEmpty' || presetOf(rule) !== undefined) &&
      filter.constraints.length < 2
    : chosenValues(filter) !== null

/** Edits the filter of one column: by value where few recur, by rules always. Applies on Enter or Apply. */
export const FilterEditor = ({ column, filter, values, onApply }: FilterEditorProps) => {
  const [draft, setDraft] = useState<FieldFilter>(filter ?? { operator: 'and', constraints: [] })
  const [isEvery, setEvery] = useState(false)
  const short = shortWay(column)
  const [way, setWay] = useState<Way>(short && isShort(short, draft) ? short : 'rules')
  const apply = () => {
    if (way === 'values' && isEvery) return onApply(null)
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
            value={way}
            onChange={setWay}
          />
        </div>
      )}
      {way === 'values' && (
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
      {way === 'presets' && <PresetFilter anchors={column.anchors} filter={filter} onApply={onApply} />}
      {way === 'rules' && <RuleFilter column={column} draft={draft} onChange={setDraft} />}
      <Foot onClear={() => onApply(null)} hasApply={way !== 'presets'} />
    </form>
  )
}

/** A span applies as it is pressed; all else by the button or Enter. */
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

const wayLabels: Record<Way, string> = { values: 'By value', presets: 'By span', rules: 'By rule' }
