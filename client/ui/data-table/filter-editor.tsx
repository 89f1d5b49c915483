import { useState } from 'react'
import { isBlank, type FieldFilter } from '#contract/table-query.ts'
import { Button } from '../button.tsx'
import { Segmented } from '../segmented.tsx'
import { RuleFilter } from './rule-filter.tsx'
import type { FilterColumn, ReadValues } from './types.ts'
import { chosenValues, filterByValues } from './value-choice.ts'
import { ValueFilter } from './value-filter.tsx'

interface FilterEditorProps {
  column: FilterColumn
  filter: FieldFilter | undefined
  values: ReadValues | undefined
  /** Null takes the filter away. */
  onApply: (filter: FieldFilter | null) => void
}

type Way = 'values' | 'rules'

/** Edits the filter of one column: by value where few recur, by rules always. Applies on Enter or Apply. */
export const FilterEditor = ({ column, filter, values, onApply }: FilterEditorProps) => {
  const [draft, setDraft] = useState<FieldFilter>(filter ?? { operator: 'and', constraints: [] })
  const chosen = chosenValues(draft)
  const [way, setWay] = useState<Way>(column.hasFewValues && chosen !== null ? 'values' : 'rules')
  const apply = () => {
    const constraints = draft.constraints.filter((rule) => !isBlank(rule))
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
      {column.hasFewValues && (
        <div className="px-3 pt-2">
          <Segmented label="Filter" options={ways} value={way} onChange={setWay} />
        </div>
      )}
      {way === 'values' ? (
        <ValueFilter
          column={column}
          chosen={chosen ?? []}
          onChange={(next) => setDraft(filterByValues(next))}
          values={values}
        />
      ) : (
        <RuleFilter column={column} draft={draft} onChange={setDraft} />
      )}
      <div className="flex items-center justify-between border-t border-line p-2">
        <Button variant="ghost" size="sm" onClick={() => onApply(null)}>
          Clear
        </Button>
        <Button variant="primary" size="sm" type="submit">
          Apply
        </Button>
      </div>
    </form>
  )
}

const ways = [
  { value: 'values', label: 'By value' },
  { value: 'rules', label: 'By rule' },
] as const
