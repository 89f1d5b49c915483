import { useState } from 'react'
import { isBlank, type FieldFilter } from '#contract/table-query.ts'
import { Button } from '../button.tsx'
import { ChoiceFilter } from './choice-filter.tsx'
import { RuleFilter } from './rule-filter.tsx'
import type { FilterColumn } from './types.ts'

interface FilterEditorProps {
  column: FilterColumn
  filter: FieldFilter | undefined
  /** Null takes the filter away. */
  onApply: (filter: FieldFilter | null) => void
}

const usesValues = (column: FilterColumn, filter: FieldFilter | undefined): boolean =>
  column.choices !== undefined &&
  column.choices.length <= 60 &&
  (filter === undefined || filter.constraints.every(({ match_mode }) => match_mode === 'in'))

/** Edits the filter of one column: by value where there are few, by rules otherwise. Applies on Enter or Apply. */
export const FilterEditor = ({ column, filter, onApply }: FilterEditorProps) => {
  const [draft, setDraft] = useState<FieldFilter>(filter ?? { operator: 'and', constraints: [] })
  const apply = () => {
    const constraints = draft.constraints.filter((rule) => !isBlank(rule))
    onApply(constraints.length === 0 ? null : { ...draft, constraints })
  }
  const Body = usesValues(column, filter) ? ChoiceFilter : RuleFilter
  return (
    <form
      aria-label={`Filter by ${column.label}`}
      className="flex flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Body column={column} draft={draft} onChange={setDraft} />
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
