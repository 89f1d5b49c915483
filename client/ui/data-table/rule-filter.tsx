import { Plus, X } from 'lucide-react'
import {
  matchModeLabels,
  modesOf,
  type ColumnKind,
  type Constraint,
  type FieldFilter,
  type MatchMode,
} from '#contract/table-query.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { TextInput } from '../text-input.tsx'
import { DayValue } from './day-value.tsx'
import { NativeSelect } from './native-select.tsx'
import type { FilterColumn, Operand } from './types.ts'

/** A column takes at most so many rules. */
const maxRules = 4

const usualModes: Record<ColumnKind, MatchMode> = {
  text: 'contains',
  choice: 'equals',
  number: 'equals',
  money: 'equals',
  date: 'dateIs',
  instant: 'dateIs',
  boolean: 'equals',
}

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
      {rules.map((rule, index) => (
        <RuleRow
          // rules have no identity of their own: their place is it
          // oxlint-disable-next-line react/no-array-index-key
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

const isMode = (column: FilterColumn, text: string): text is MatchMode =>
  modesOf[column.kind].some((mode) => mode === text)

const RuleRow = ({ column, rule, onChange, onRemove }: RuleRowProps) => (
  <div className="flex flex-col gap-1.5">
    <div className="flex items-center gap-1">
      <NativeSelect
        label="Match mode"
        value={rule.match_mode}
        options={modesOf[column.kind].map((mode) => [mode, matchModeLabels[mode]])}
        onChange={(mode) => isMode(column, mode) && onChange({ match_mode: mode })}
      />
      {onRemove && <IconButton icon={X} label="Remove rule" size="sm" onClick={onRemove} />}
    </div>
    <RuleValue column={column} rule={rule} onChange={onChange} />
  </div>
)

/** As it is typed; a day said in relation to another is not. */
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
const asPair = (value: Constraint['value']): readonly Operand[] => (Array.isArray(value) ? value : ['', ''])
const asOne = (value: Constraint['value']): Operand => (value == null || Array.isArray(value) ? '' : value)

const RuleValue = ({ column, rule, onChange }: Omit<RuleRowProps, 'onRemove'>) => {
  if (rule.match_mode === 'isEmpty' || rule.match_mode === 'isNotEmpty') return null
  if (rule.match_mode === 'between') {
    const [from = '', to = ''] = asPair(rule.value)
    const set = (pair: [Operand, Operand]) => onChange({ ...rule, value: pair })
    return (
      <div className="flex items-center gap-1.5">
        <ValueInput column={column} label="From" value={from} onChange={(value) => set([value, to])} />
        <ValueInput column={column} label="To" value={to} onChange={(value) => set([from, value])} />
      </div>
    )
  }
  if (rule.match_mode === 'in' || rule.match_mode === 'notIn')
    return (
      <ValueInput
        column={{ ...column, kind: 'text' }}
        label="Values, separated by commas"
        value={Array.isArray(rule.value) ? rule.value.map(asText).join(', ') : ''}
        onChange={(text) =>
          onChange({
            ...rule,
            value: asText(text)
              .split(',')
              .map((part) => part.trim()),
          })
        }
      />
    )
  return (
    <ValueInput
      column={column}
      label="Value"
      value={asOne(rule.value)}
      onChange={(value) => onChange({ ...rule, value })}
    />
  )
}

interface ValueInputProps {
  column: FilterColumn
  label: string
  value: Operand
  onChange: (value: Operand) => void
}

const ValueInput = ({ column, label, value, onChange }: ValueInputProps) => {
  if (column.kind === 'date' || column.kind === 'instant')
    return <DayValue label={label} anchors={column.anchors} value={value} onChange={onChange} />
  if (column.kind === 'boolean')
    return (
      <NativeSelect
        label={label}
        value={asText(value)}
        options={[
          ['', 'Either'],
          ['true', 'Yes'],
          ['false', 'No'],
        ]}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={asText(value)}
      inputMode={column.kind === 'text' || column.kind === 'choice' ? 'text' : 'decimal'}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
