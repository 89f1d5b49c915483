import { isRelativeDay } from '#contract/relative-day.ts'
import { matchModeLabels, type Constraint, type FieldFilter } from '#contract/table-filters.ts'
import { formatDay } from '../../lib/format.ts'
import { presetOf, relativeWords } from './relative-words.ts'
import type { FilterColumn } from './types.ts'

const valueWords = (column: FilterColumn, value: unknown): string => {
  if (isRelativeDay(value)) return relativeWords(value)
  if (column.kind === 'date' || column.kind === 'instant') return formatDay(String(value))
  if (column.kind === 'boolean') return value === true || value === 'true' ? 'Yes' : 'No'
  return column.choiceText?.(String(value)) ?? String(value)
}

/** A rule in words, its mode and its value. */
export const ruleWords = (column: FilterColumn, rule: Constraint): { mode: string; value: string } => {
  const preset = presetOf(rule)
  if (preset) return { mode: '', value: preset.label.toLowerCase() }
  const mode = matchModeLabels[rule.match_mode].toLowerCase()
  if (rule.match_mode === 'isEmpty' || rule.match_mode === 'isNotEmpty') return { mode, value: '' }
  const values = (Array.isArray(rule.value) ? rule.value : [rule.value]).map((one) => valueWords(column, one))
  const shown =
    values.length > 3 ? `${values.slice(0, 2).join(', ')} and ${values.length - 2} more` : values.join(', ')
  const plain = values.length === 1 && rule.match_mode === 'in' ? 'is' : mode
  return { mode: plain, value: rule.match_mode === 'between' ? values.join(' – ') : shown }
}

/** A filter in words: 'Program starts with Nursing', for chips and screen readers. */
export const filterWords = (
  column: FilterColumn,
  filter: FieldFilter,
): readonly { readonly mode: string; readonly value: string; readonly joint: string }[] =>
  filter.constraints.map((rule, index) => ({
    ...ruleWords(column, rule),
    joint: index === 0 ? '' : filter.operator,
  }))
