import { Plus, X } from 'lucide-react'
import type { Constraint, FieldFilter } from '#contract/table-filters.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { NativeSelect } from './native-select.tsx'
import { RuleMode, RuleValue, usualModes } from './rule-value.tsx'
import type { FilterColumn } from './types.ts'

/** A column takes at most so many rules. */
const maxRules = 4

interface RuleFilterProps {
  column: FilterColumn
  draft: FieldFilter
  onChange: (draft: FieldFilter) => void
}

/** Rules of match mode and value, joined by and or by or. */
export const RuleFilter = ({ column, draft, onChange }: RuleFilterProps) => {
  const rules = draft.constraints.length === 0 ? [{ match_mode: usualModes[column.kind] }] : draft.constraints
  const set = (index: number, rule: Constraint) =>
    onChange({ ...draft, constraints: rules.map((one, at) => (at === index ? rule : one)) })
  return (
    <div className="flex flex-col gap-2 p-2">
      {rules.length > 1 && (
        <NativeSelect
          label="How the rules are joined"
          value={draft.operator}
          options={[
            ['and', 'Match all'],
            ['or', 'Match any'],
          ]}
          onChange={(operator) => onChange({ ...draft, operator: operator === 'or' ? 'or' : 'and' })}
        />
      )}
      {[...rules.entries()].map(([index, rule]) => (
        <RuleRow
          // rules have no identity of their own: their place is it
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
    <RuleValue column={column} rule={rule} onChange={onChange} />
  </div>
)
