import { anchorLabels, calendarAnchors, isRelativeDay, type Anchor } from '#contract/platform/relative-day.ts'
import {
  matchModeLabels,
  modesOf,
  type ColumnKind,
  type Constraint,
  type MatchMode,
} from '#contract/platform/table-filters.ts'
import { Combobox } from '../controls/combobox.tsx'
import { DateInput } from '../controls/date-input.tsx'
import { TextInput } from '../controls/text-input.tsx'
import type { FilterColumn, Operand } from './types.ts'
import { ValueFilter } from './value-filter.tsx'

interface RuleProps {
  column: FilterColumn
  rule: Constraint
  onChange: (rule: Constraint) => void
}

/** The match mode that a new rule of a column starts with. */
export const usualModes: Record<ColumnKind, MatchMode> = {
  text: 'contains',
  choice: 'in',
  number: 'equals',
  money: 'equals',
  date: 'dateIs',
  instant: 'dateIs',
  boolean: 'equals',
}

/** Returns a rule without blanks between its comma-separated values. */
export const withoutBlanks = (rule: Constraint): Constraint =>
  Array.isArray(rule.value) && rule.match_mode !== 'between'
    ? { ...rule, value: rule.value.filter((one) => one !== '') }
    : rule

/** How the values of a column are compared. */
export const RuleMode = ({ column, rule, onChange }: RuleProps) => (
  <Combobox
    aria-label="Match mode"
    options={modesOf[column.kind].map((mode) => ({ value: mode, label: matchModeLabels[mode] }))}
    value={rule.match_mode}
    onChange={(mode) => mode !== null && onChange({ match_mode: mode })}
    isRequired
  />
)

/** Returns the value as typed text; '' for a relative date. */
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
const asRange = (value: Constraint['value']): readonly Operand[] => (Array.isArray(value) ? value : ['', ''])
const asOne = (value: Constraint['value']): Operand => (value == null || Array.isArray(value) ? '' : value)

/** Renders the editor of a rule's value for the column's kind. */
export const RuleValue = ({ column, rule, onChange }: RuleProps) => {
  if (rule.match_mode === 'isEmpty' || rule.match_mode === 'isNotEmpty') return null
  if (rule.match_mode === 'between') return <Span column={column} rule={rule} onChange={onChange} />
  if (rule.match_mode === 'in' || rule.match_mode === 'notIn')
    return <SeveralValues column={column} rule={rule} onChange={onChange} />
  const isTextual = !(rule.match_mode === 'equals' || rule.match_mode === 'notEquals')
  return (
    <ValueInput
      column={column.kind === 'choice' && isTextual ? { ...column, kind: 'text' } : column}
      label="Value"
      value={asOne(rule.value)}
      onChange={(value) => onChange({ ...rule, value })}
    />
  )
}

/** Renders the fields of a range, both ends included. */
const Span = ({ column, rule, onChange }: RuleProps) => {
  const [from = '', to = ''] = asRange(rule.value)
  const set = (pair: [Operand, Operand]) => onChange({ ...rule, value: pair })
  return (
    <div className="flex items-center gap-1.5">
      <ValueInput column={column} label="From" value={from} onChange={(value) => set([value, to])} />
      <ValueInput column={column} label="To" value={to} onChange={(value) => set([from, value])} />
    </div>
  )
}

/** Renders checkboxes if the choices are known, otherwise a field for comma-separated values. */
const SeveralValues = ({ column, rule, onChange }: RuleProps) =>
  column.choices ? (
    <div className="rounded-control shadow-control">
      <ValueFilter
        column={column}
        chosen={Array.isArray(rule.value) ? rule.value.map(asText) : []}
        onChange={(next) => onChange({ ...rule, value: next.map(String) })}
        values={undefined}
      />
    </div>
  ) : (
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

/** Returns a choice as an option, with its pill if it has one. */
const optionOf = (column: FilterColumn, value: string) => ({
  value,
  label: column.choiceText?.(value) ?? value,
  ...(column.choiceLabel ? { content: column.choiceLabel(value) } : {}),
  ...(column.choiceGroup ? { group: column.choiceGroup(value) } : {}),
})

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
      <Combobox
        aria-label={label}
        placeholder="Any"
        options={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={asText(value) || null}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  if (column.choices && column.kind === 'choice')
    return (
      <Combobox
        aria-label={label}
        placeholder="Select"
        options={column.choices.map((one) => optionOf(column, one))}
        value={asText(value) || null}
        onChange={(next) => onChange(next ?? '')}
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

interface DayValueProps {
  label: string
  anchors: readonly Anchor[] | undefined
  value: Operand
  onChange: (value: Operand) => void
}

const exact = 'exact'

/** Renders a date value: a specific date, or a number of days from a relative date. */
const DayValue = ({ label, anchors = calendarAnchors, value, onChange }: DayValueProps) => {
  const relative = isRelativeDay(value) ? value : null
  const turn = (kind: string) => {
    const anchor = anchors.find((one) => one === kind)
    onChange(anchor ? { relative: anchor } : '')
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Combobox
        aria-label={`${label}: type of date`}
        options={[
          { value: exact, label: 'Specific date' },
          ...anchors.map((anchor) => ({ value: anchor, label: anchorLabels[anchor] })),
        ]}
        value={relative?.relative ?? exact}
        onChange={(kind) => turn(kind ?? exact)}
        isRequired
      />
      {relative ? (
        <OffsetInput
          label={label}
          offset={relative.offset ?? 0}
          onChange={(offset) =>
            onChange({ relative: relative.relative, ...(offset === 0 ? {} : { offset }) })
          }
        />
      ) : (
        <DateInput
          aria-label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          className="w-full!"
        />
      )}
    </div>
  )
}

/** Maximum offset in days, 10 years in each direction. */
const maxOffset = 3660

const OffsetInput = ({
  label,
  offset,
  onChange,
}: {
  label: string
  offset: number
  onChange: (offset: number) => void
}) => (
  <span className="flex items-center gap-2 text-label text-ink-2">
    <TextInput
      type="number"
      aria-label={`${label}: days after, or a negative number for days before`}
      value={offset}
      min={-maxOffset}
      max={maxOffset}
      className="w-20!"
      onChange={(event) => {
        const days = Math.round(Number(event.target.value))
        onChange(Math.min(maxOffset, Math.max(-maxOffset, Number.isFinite(days) ? days : 0)))
      }}
    />
    days after (use a negative number for days before)
  </span>
)
