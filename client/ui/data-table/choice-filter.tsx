import { useState } from 'react'
import type { FieldFilter } from '#contract/table-query.ts'
import { Checkbox } from '../checkbox.tsx'
import { SearchInput } from '../search-input.tsx'
import type { FilterColumn } from './types.ts'

export interface FilterBodyProps {
  column: FilterColumn
  draft: FieldFilter
  onChange: (draft: FieldFilter) => void
}

const valuesOf = (draft: FieldFilter): string[] => {
  const [rule] = draft.constraints
  return Array.isArray(rule?.value) ? rule.value.map(String) : []
}

/** Above this many choices there is a field to find one. */
const manyChoices = 8

/** A box for every value that a column can have. */
export const ChoiceFilter = ({ column, draft, onChange }: FilterBodyProps) => {
  const [sought, setSought] = useState('')
  const chosen = valuesOf(draft)
  const words = (value: string): string => column.choiceText?.(value) ?? value
  const shown = (column.choices ?? []).filter((value) =>
    words(value).toLowerCase().includes(sought.toLowerCase()),
  )
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
    onChange({ operator: 'and', constraints: [{ match_mode: 'in', value: next }] })
  }
  return (
    <div className="flex flex-col gap-1 p-2">
      {(column.choices?.length ?? 0) > manyChoices && (
        <SearchInput value={sought} onChange={setSought} placeholder="Search values" />
      )}
      <fieldset aria-label={column.label} className="max-h-64 overflow-y-auto px-1 py-1">
        {shown.map((value) => (
          <Checkbox
            key={value}
            label={column.choiceLabel?.(value) ?? words(value)}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
        {shown.length === 0 && <p className="py-2 text-ink-3">No value matches.</p>}
      </fieldset>
    </div>
  )
}
