import { isRelativeDay } from '#contract/platform/relative-day.ts'
import { matchModeLabels, type Constraint, type FieldFilter } from '#contract/platform/table-filters.ts'
import { isGroup, type WhereGroup, type WhereNode } from '#contract/platform/table-where.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { presetOf, relativeWords } from './relative-text.ts'
import type { FilterColumn } from './types.ts'

const valueWords = (column: FilterColumn, value: unknown): string => {
  if (isRelativeDay(value)) return relativeWords(value)
  if (column.kind === 'date' || column.kind === 'instant') return formatDay(String(value))
  if (column.kind === 'boolean') return value === true || value === 'true' ? 'Yes' : 'No'
  return column.choiceText?.(String(value)) ?? String(value)
}

/** Returns a rule as text: its match mode and its value. */
const ruleWords = (column: FilterColumn, rule: Constraint): { mode: string; value: string } => {
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

/** Returns a filter as text, for chips and screen readers: 'Program starts with Nursing'. */
export const filterWords = (
  column: FilterColumn,
  filter: FieldFilter,
): readonly { readonly mode: string; readonly value: string; readonly operator: string }[] =>
  filter.constraints.map((rule, index) => ({
    ...ruleWords(column, rule),
    operator: index === 0 ? '' : filter.operator,
  }))

/** Returns a rule tree as text: 'Medical is Waived or (Campus is Main and Age less than 26)'. */
export const whereWords = (columns: readonly FilterColumn[], where: WhereGroup): string =>
  where.rules.map((node) => nodeWords(columns, node)).join(` ${where.operator} `)

const nodeWords = (columns: readonly FilterColumn[], node: WhereNode): string => {
  if (isGroup(node))
    return node.rules.length > 1 ? `(${whereWords(columns, node)})` : whereWords(columns, node)
  const column = columns.find(({ id }) => id === node.field)
  if (!column) return node.field
  const { mode, value } = ruleWords(column, node)
  return [column.label, mode, value].filter((part) => part !== '').join(' ')
}
