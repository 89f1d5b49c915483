import { useState } from 'react'
import { anchorLabels, calendarAnchors, isRelativeDay, type Anchor } from '#contract/platform/relative-day.ts'
import {
  matchModeLabels,
  modesOf,
  type ColumnKind,
  type Constraint,
  type MatchMode,
} from '#contract/platform/table-filters.ts'
import { DateInput } from '../controls/date-input.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { cx } from '../styles/cx.ts'
import { NativeSelect } from './native-select.tsx'
import type { FilterColumn, Operand } from './types.ts'

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

const isMode = (column: FilterColumn, text: string): text is MatchMode =>
  modesOf[column.kind].some((mode) => mode === text)

/** How the values of a column are compared. */
export const RuleMode = ({ column, rule, onChange }: RuleProps) => (
  <NativeSelect
    label="Match mode"
    value={rule.match_mode}
    options={modesOf[column.kind].map((mode) => [mode, matchModeLabels[mode]])}
    onChange={(mode) => isMode(column, mode) && onChange({ match_mode: mode })}
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

/** Renders toggle buttons if the choices are known, otherwise a field for comma-separated values. */
const SeveralValues = ({ column, rule, onChange }: RuleProps) =>
  column.choices ? (
    <ChoicePills column={column} choices={column.choices} rule={rule} onChange={onChange} />
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

const rank = (chosen: readonly string[], value: string): number => (chosen.includes(value) ? 0 : 1)

const ChoicePills = ({ column, choices, rule, onChange }: RuleProps & { choices: readonly string[] }) => {
  const chosen = Array.isArray(rule.value) ? rule.value.map(asText) : []
  // values chosen before come first, so nothing moves while the user chooses
  const [order] = useState(() => choices.toSorted((one, other) => rank(chosen, one) - rank(chosen, other)))
  const toggle = (value: string) =>
    onChange({
      ...rule,
      value: chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
    })
  return (
    <fieldset aria-label="Values" className="flex max-h-36 flex-wrap gap-1 overflow-y-auto p-0.5">
      {order.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          className={cx(
            'h-6 rounded-pill px-1.5 text-label shadow-control coarse:h-9',
            chosen.includes(value) ? 'bg-accent font-medium text-on-accent' : 'text-ink-2 hover:bg-hover',
          )}
          onClick={() => toggle(value)}
        >
          {column.choiceText?.(value) ?? value}
        </button>
      ))}
    </fieldset>
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
          ['', 'Any'],
          ['true', 'Yes'],
          ['false', 'No'],
        ]}
        onChange={onChange}
      />
    )
  if (column.choices && column.kind === 'choice')
    return (
      <NativeSelect
        label={label}
        value={asText(value)}
        options={[
          ['', 'Select'],
          ...column.choices.map((one) => [one, column.choiceText?.(one) ?? one] as const),
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
      <NativeSelect
        label={`${label}: type of date`}
        value={relative?.relative ?? exact}
        options={[
          [exact, 'Specific date'],
          ...anchors.map((anchor) => [anchor, anchorLabels[anchor]] as const),
        ]}
        onChange={turn}
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
