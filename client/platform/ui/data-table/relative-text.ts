import type { Constraint } from '#contract/platform/table-filters.ts'
import {
  anchorLabels,
  calendarAnchors,
  isRelativeDay,
  type Anchor,
  type RelativeDay,
} from '#contract/platform/relative-day.ts'

const today = (offset = 0): RelativeDay =>
  offset === 0 ? { relative: 'today' } : { relative: 'today', offset }

/** A named date rule. It uses relative days, so it's still right tomorrow. */
export interface DatePreset {
  readonly label: string
  readonly rule: Constraint
}

const between = (from: RelativeDay, to: RelativeDay): Constraint => ({
  match_mode: 'between',
  value: [from, to],
})

const presets: readonly DatePreset[] = [
  { label: 'Today', rule: { match_mode: 'dateIs', value: today() } },
  { label: 'Yesterday', rule: { match_mode: 'dateIs', value: today(-1) } },
  { label: 'Last 7 days', rule: between(today(-6), today()) },
  { label: 'Last 30 days', rule: between(today(-29), today()) },
  { label: 'This month', rule: between({ relative: 'month_start' }, { relative: 'month_end' }) },
  { label: 'Next 7 days', rule: between(today(), today(7)) },
  { label: 'Next 30 days', rule: between(today(), today(30)) },
  { label: 'This policy year', rule: between({ relative: 'period_start' }, { relative: 'period_end' }) },
  { label: 'Before today', rule: { match_mode: 'dateBefore', value: today() } },
  { label: 'On or before today', rule: { match_mode: 'lte', value: today() } },
  { label: 'After today', rule: { match_mode: 'dateAfter', value: today() } },
  { label: 'No date', rule: { match_mode: 'isEmpty' } },
]

/** Returns the presets for a column that supports these relative dates. */
export const presetsFor = (anchors: readonly Anchor[] = calendarAnchors): readonly DatePreset[] =>
  presets.filter(({ rule }) =>
    [rule.value].flat().every((value) => !isRelativeDay(value) || anchors.includes(value.relative)),
  )

const mark = ({ match_mode, value }: Constraint): string =>
  JSON.stringify([
    match_mode,
    [value ?? null].flat().map((day) => (isRelativeDay(day) ? [day.relative, day.offset ?? 0] : day)),
  ])

const byMark = new Map(presets.map((preset) => [mark(preset.rule), preset]))

/** Returns the preset that equals the rule; undefined for a custom rule. */
export const presetOf = (rule: Constraint): DatePreset | undefined =>
  rule.match_mode === 'isEmpty' ? undefined : byMark.get(mark(rule))

const daysWords = (count: number): string => `${count} day${count === 1 ? '' : 's'}`

const nearToday: Readonly<Record<number, string>> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }

/** Returns a relative date as text within a sentence: 'in 30 days', '14 days before the waiver deadline'. */
export const relativeWords = ({ relative, offset = 0 }: RelativeDay): string => {
  if (relative === 'today')
    return nearToday[offset] ?? (offset > 0 ? `in ${daysWords(offset)}` : `${daysWords(-offset)} ago`)
  const anchor = `the ${anchorLabels[relative].toLowerCase()}`
  if (offset === 0) return anchor
  return `${daysWords(Math.abs(offset))} ${offset > 0 ? 'after' : 'before'} ${anchor}`
}
