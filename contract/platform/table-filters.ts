import * as z from 'zod/mini'
import { isStorableText } from './fields.ts'
import { texts } from './problem.ts'
import { calendarAnchors, isRelativeDay, relativeDay, type Anchor } from './relative-day.ts'

/** How the values of a column compare. `instant` columns compare by calendar date. */
export type ColumnKind = 'text' | 'number' | 'money' | 'date' | 'instant' | 'choice' | 'boolean'

export interface Column {
  readonly label: string
  readonly kind: ColumnKind
  /** The values of a `choice` column. */
  readonly choices?: readonly string[]
}
export type Columns = Readonly<Record<string, Column>>

/** How a filter compares a column with its value. */
export const matchModes = [
  'startsWith',
  'contains',
  'notContains',
  'endsWith',
  'equals',
  'notEquals',
  'lt',
  'lte',
  'gt',
  'gte',
  'dateIs',
  'dateIsNot',
  'dateBefore',
  'dateAfter',
  'in',
  'notIn',
  'between',
  'isEmpty',
  'isNotEmpty',
] as const
export type MatchMode = (typeof matchModes)[number]

const always = ['equals', 'notEquals', 'in', 'notIn', 'isEmpty', 'isNotEmpty'] as const
const ordered = ['lt', 'lte', 'gt', 'gte', 'between'] as const
const textual = ['startsWith', 'contains', 'notContains', 'endsWith'] as const
const dated = ['dateIs', 'dateIsNot', 'dateBefore', 'dateAfter'] as const

/** The match modes of each column kind, the default first. */
export const modesOf: Record<ColumnKind, readonly MatchMode[]> = {
  text: [...textual, ...always],
  number: [...always, ...ordered],
  money: [...always, ...ordered],
  date: [...dated, ...always, ...ordered],
  instant: [...dated, ...always, ...ordered],
  choice: [...always, ...textual],
  boolean: always,
}

export const matchModeLabels: Record<MatchMode, string> = {
  startsWith: 'Starts with',
  contains: 'Contains',
  notContains: 'Doesn’t contain',
  endsWith: 'Ends with',
  equals: 'Equals',
  notEquals: 'Doesn’t equal',
  lt: 'Less than',
  lte: 'Less than or equal to',
  gt: 'Greater than',
  gte: 'Greater than or equal to',
  dateIs: 'Date is',
  dateIsNot: 'Date is not',
  dateBefore: 'Date is before',
  dateAfter: 'Date is after',
  in: 'Is any of',
  notIn: 'Is none of',
  between: 'Between',
  isEmpty: 'Is empty',
  isNotEmpty: 'Is not empty',
}

// JSON can encode characters that can't be stored, and the parameter would pass them through
const words = z.string().check(z.trim(), z.maxLength(500), z.refine(isStorableText, texts.invalid))
const scalar = z.union([words, z.number(), z.boolean()])
const operand = z.union([scalar, relativeDay])
/** One rule: a match mode and its value. Dates can be relative. */
export const constraint = z.strictObject({
  match_mode: z.enum(matchModes),
  value: z.optional(z.nullable(z.union([operand, z.array(operand).check(z.maxLength(1000))]))),
})
export type Constraint = z.output<typeof constraint>

/** The rules of one column, combined with and or or. */
export const fieldFilter = z.strictObject({
  operator: z._default(z.enum(['and', 'or']), 'and'),
  constraints: z.array(constraint).check(z.maxLength(20)),
})
export type FieldFilter = z.output<typeof fieldFilter>

/** Filters by field, in the menu format. */
export type Filters = Readonly<Record<string, FieldFilter>>

/** Returns whether a rule has no value and is ignored (except for the 2 modes that need none). */
export const isBlank = (rule: Constraint): boolean =>
  rule.match_mode !== 'isEmpty' &&
  rule.match_mode !== 'isNotEmpty' &&
  (rule.value == null || rule.value === '' || (Array.isArray(rule.value) && rule.value.length === 0))

/** The most rules in one request, so that a hostile query stays cheap. */
const maxFields = 30

type Context = z.core.ParsePayload<unknown>

/** Reports an issue at a path in the input. */
export const addIssue = (payload: Context, path: string[], message: string): void => {
  payload.issues.push({ code: 'custom', path, message, input: payload.value })
}

/** Returns the issue of a rule on a column and its path; null if there is none. */
export const ruleProblem = (
  column: Column,
  rule: Constraint,
  anchors: readonly Anchor[],
): { readonly key: 'match_mode' | 'value'; readonly text: string } | null => {
  if (!modesOf[column.kind].includes(rule.match_mode)) return { key: 'match_mode', text: texts.selected }
  const text = isBlank(rule) ? null : valueProblem(column, rule, anchors)
  return text === null ? null : { key: 'value', text }
}

const checkRules = (
  columns: Columns,
  anchors: readonly Anchor[],
  filters: Filters,
  payload: Context,
): void => {
  for (const [field, filter] of Object.entries(filters)) {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (!column) {
      addIssue(payload, [field], texts.unknown)
      continue
    }
    filter.constraints.forEach((rule, index) => {
      const wrong = ruleProblem(column, rule, anchors)
      if (wrong) addIssue(payload, [field, 'constraints', String(index), wrong.key], wrong.text)
    })
  }
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : /^-?\d{1,15}(\.\d{1,6})?$/.test(String(value))
const isDay = (value: unknown): boolean => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value))
  if (!parts || Number(parts[1]) < 1) return false
  const made = new Date(`${String(value)}T00:00:00Z`)
  return !Number.isNaN(made.getTime()) && made.toISOString().startsWith(String(value))
}

const anything = (): boolean => true
const valueChecks: Record<ColumnKind, (value: unknown) => boolean> = {
  text: anything,
  choice: anything,
  number: isNumber,
  money: isNumber,
  date: isDay,
  instant: isDay,
  boolean: (value) => [true, false, 'true', 'false', 1, 0, '1', '0'].includes(value as string),
}

const wrongValueTexts: Record<ColumnKind, string> = {
  text: texts.text,
  choice: texts.selected,
  number: texts.number,
  money: texts.number,
  date: texts.date,
  instant: texts.date,
  boolean: texts.boolean,
}

const listModes: ReadonlySet<MatchMode> = new Set(['in', 'notIn', 'between'])
const emptyModes: ReadonlySet<MatchMode> = new Set(['isEmpty', 'isNotEmpty'])

const isValueOf = (column: Column, value: unknown, anchors: readonly Anchor[]): boolean =>
  isRelativeDay(value)
    ? (column.kind === 'date' || column.kind === 'instant') && anchors.includes(value.relative)
    : valueChecks[column.kind](value)

const valueProblem = (column: Column, rule: Constraint, anchors: readonly Anchor[]): string | null => {
  if (emptyModes.has(rule.match_mode)) return null
  const isList = Array.isArray(rule.value)
  if (listModes.has(rule.match_mode) !== isList) return isList ? texts.invalid : texts.list
  const values: readonly unknown[] = Array.isArray(rule.value) ? rule.value : [rule.value]
  if (rule.match_mode === 'between' && values.length !== 2) return texts.invalid
  return values.every((value) => isValueOf(column, value, anchors)) ? null : wrongValueTexts[column.kind]
}

/** A function that returns the current name of a field for an older one. */
export type CurrentName = (name: string) => string
/** Returns the name itself: the default for lists whose fields have no older names. */
export const sameName: CurrentName = (name) => name

/**
 * Renames fields to their current names. If a field appears under two names, the value under the current name
 * wins.
 */
const renamed = <V>(values: Readonly<Record<string, V>>, nameNow: CurrentName): Record<string, V> => {
  const isOlder = ([name]: readonly [string, V]): number => Number(nameNow(name) === name)
  const older = Object.entries(values).toSorted((one, other) => isOlder(one) - isOlder(other))
  return Object.fromEntries(older.map(([name, value]) => [nameNow(name), value]))
}

/**
 * Returns a schema for filters in a body: an object by field, checked against the columns and the allowed
 * relative dates.
 */
export const filtersOf = (columns: Columns, anchors: readonly Anchor[], nameNow: CurrentName = sameName) =>
  z
    .pipe(
      z.record(z.string(), fieldFilter),
      z.transform((filters) => renamed(filters, nameNow)),
    )
    .check((payload) => {
      const fields = Object.keys(payload.value)
      if (fields.length > maxFields) addIssue(payload, [], texts.invalid)
      else checkRules(columns, anchors, payload.value, payload)
    })

/** Parses JSON in a query string. */
export const jsonText = z.pipe(
  z.string().check(z.maxLength(6000)),
  z.transform((text: string, payload): unknown => {
    try {
      let isPoisoned = false
      const value: unknown = JSON.parse(text, (key, inner: unknown) => {
        isPoisoned ||= key === '__proto__'
        return inner
      })
      // schemas would ignore it silently
      if (isPoisoned) addIssue(payload, ['__proto__'], texts.unknown)
      return value
    } catch {
      addIssue(payload, [], texts.invalid)
      return z.NEVER
    }
  }),
)

/** Returns a schema for filters in a query string: the same as JSON text. */
export const filtersText = (columns: Columns, anchors: readonly Anchor[] = calendarAnchors) =>
  z.pipe(jsonText, filtersOf(columns, anchors))
