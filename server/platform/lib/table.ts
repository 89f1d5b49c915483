import { sql, type RawBuilder } from 'kysely'
import { withoutApostrophes } from '#contract/platform/fold-text.ts'
import { isRelativeDay, resolveDay, type KnownDays } from '#contract/platform/relative-day.ts'
import { isGroup, type WhereGroup, type WhereNode } from '#contract/platform/table-where.ts'
import type { SortKey } from '#contract/platform/table-query.ts'
import {
  isBlank,
  type ColumnKind,
  type Constraint,
  type FieldFilter,
  type Filters,
} from '#contract/platform/table-filters.ts'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { dayIn, officeTimeZone, type Clock } from './clock.ts'

/** The SQL of a list column, and how it’s filtered and sorted. */
export interface SqlColumn {
  readonly sql: RawBuilder<unknown>
  readonly kind: ColumnKind
  /** The values of a `choice` column, as stored. */
  readonly choices?: readonly string[]
  /** The sort expression, if it isn’t the value. */
  readonly order?: RawBuilder<unknown>
}
export type SqlColumns = Readonly<Record<string, SqlColumn>>

type Condition = RawBuilder<boolean>

/**
 * Escapes text for a LIKE pattern. Decomposes it first, because folding would turn a full-width percent sign
 * into a wildcard after escaping.
 */
export const likeText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * Returns a pattern for folded text; only its own wildcards are wildcards, those in the value are plain
 * characters.
 */
const like = (column: SqlColumn, before: string, value: unknown, after: string): Condition =>
  sql<boolean>`shipmate_fold(${column.sql}) like shipmate_fold(${before + likeText(String(value)) + after})`

const marks = /[\u0300-\u036F]/g
const plain = (text: string): string => text.normalize('NFKD').replaceAll(marks, '').toLowerCase()

/** Returns a choice as stored, ignoring case and accents; the value itself if the column has no such choice. */
const choiceOf = ({ choices = [] }: SqlColumn, value: unknown): string => {
  const wanted = plain(String(value))
  return choices.find((choice) => plain(choice) === wanted) ?? wanted
}

type Cast = (value: unknown, column: SqlColumn) => RawBuilder<unknown>
const casts: Record<Exclude<ColumnKind, 'instant'>, Cast> = {
  text: (value) => sql`shipmate_fold(${String(value)})`,
  choice: (value, column) => sql`${choiceOf(column, value)}`,
  number: (value) => sql`${String(value)}::numeric`,
  money: (value) => sql`${String(value)}::numeric`,
  date: (value) => sql`${String(value)}::date`,
  boolean: (value) => sql`${['true', '1'].includes(String(value))}::boolean`,
}

type Operator = '=' | '<' | '<=' | '>' | '>='

/** Returns the start of a day in a time zone, or of the day after it. */
const begin = (day: unknown, later: 0 | 1, timeZone: string): RawBuilder<unknown> =>
  sql`((${String(day)}::date + ${later}::int)::timestamp at time zone ${timeZone})`

/**
 * Compares an instant with a whole day by the day’s start and end, so that instants aren’t converted row by
 * row.
 */
const compareInstant = (moment: RawBuilder<unknown>, operator: Operator, day: unknown, timeZone: string) => {
  const [from, until] = [begin(day, 0, timeZone), begin(day, 1, timeZone)]
  const conditions: Record<Operator, Condition> = {
    '=': sql`(${moment} >= ${from} and ${moment} < ${until})`,
    '<': sql`${moment} < ${from}`,
    '<=': sql`${moment} < ${until}`,
    '>': sql`${moment} >= ${until}`,
    '>=': sql`${moment} >= ${from}`,
  }
  return conditions[operator]
}

/** How a column’s values compare with a rule’s. */
interface Comparison {
  is(operator: Operator, value: unknown): Condition
  among(values: readonly unknown[]): Condition
}

const comparisonOf = (column: SqlColumn, { timeZone }: ListTime): Comparison => {
  const { kind } = column
  if (kind === 'instant') {
    const is: Comparison['is'] = (operator, day) => compareInstant(column.sql, operator, day, timeZone)
    const among: Comparison['among'] = (days) => {
      const each = days.map((day) => is('=', day))
      return sql`(${sql.join(each, sql` or `)})`
    }
    return { is, among }
  }
  const left = kind === 'text' ? sql`shipmate_fold(${column.sql})` : column.sql
  const cast = (value: unknown) => casts[kind](value, column)
  return {
    is: (operator, value) => sql`${left} ${sql.raw(operator)} ${cast(value)}`,
    among: (all) => sql`${left} in (${sql.join(all.map(cast))})`,
  }
}

const values = (rule: Constraint): unknown[] => (Array.isArray(rule.value) ? rule.value : [rule.value])

/** The time zone and the dates that filters are read with. */
export interface ListTime {
  readonly timeZone: string
  readonly days: KnownDays
}

/** Returns the office’s time zone and date, for lists that aren’t of one period. */
export const officeTime = (clock: Clock): ListTime => ({
  timeZone: officeTimeZone,
  days: { today: dayIn(clock, officeTimeZone) },
})

/**
 * Returns a rule with its relative dates replaced; null if one of them doesn’t exist, for example without a
 * waiver deadline.
 */
const resolved = (rule: Constraint, { days }: ListTime): Constraint | null => {
  const found = values(rule).map((value) => (isRelativeDay(value) ? resolveDay(value, days) : value))
  if (!values(rule).some(isRelativeDay)) return rule
  const made = found.filter((value) => typeof value === 'string')
  if (made.length < found.length) return null
  return { match_mode: rule.match_mode, value: Array.isArray(rule.value) ? made : (made[0] ?? null) }
}

/** Adds rows with an empty field to a negative condition. */
const orEmpty = (column: SqlColumn, condition: Condition): Condition =>
  sql<boolean>`(${column.sql} is null or not (${condition}))`

const conditionOf = (column: SqlColumn, asked: Constraint, time: ListTime): Condition => {
  const rule = resolved(asked, time)
  // a rule on a date that doesn't exist matches no row, in any mode
  if (rule === null) return sql<boolean>`false`
  const meeting = comparisonOf(column, time)
  const is = (operator: Operator) => meeting.is(operator, rule.value)
  const equals = (): Condition => is('=')
  const among = (): Condition => meeting.among(values(rule))
  const between = (): Condition => {
    const [from, to] = values(rule)
    return sql<boolean>`(${meeting.is('>=', from)} and ${meeting.is('<=', to)})`
  }
  const modes: Record<Constraint['match_mode'], () => Condition> = {
    startsWith: () => like(column, '', rule.value, '%'),
    contains: () => like(column, '%', rule.value, '%'),
    notContains: () => orEmpty(column, like(column, '%', rule.value, '%')),
    endsWith: () => like(column, '%', rule.value, ''),
    equals,
    notEquals: () => orEmpty(column, equals()),
    dateIs: equals,
    dateIsNot: () => orEmpty(column, equals()),
    lt: () => is('<'),
    lte: () => is('<='),
    gt: () => is('>'),
    gte: () => is('>='),
    dateBefore: () => is('<'),
    dateAfter: () => is('>'),
    in: among,
    notIn: () => orEmpty(column, among()),
    between,
    isEmpty: () => sql<boolean>`${column.sql} is null`,
    isNotEmpty: () => sql<boolean>`${column.sql} is not null`,
  }
  return modes[rule.match_mode]()
}

const joined = (conditions: readonly Condition[], operator: 'and' | 'or'): Condition | null =>
  conditions.length === 0
    ? null
    : sql<boolean>`(${sql.join([...conditions], operator === 'or' ? sql` or ` : sql` and `)})`

const filterOf = (column: SqlColumn, { operator, constraints }: FieldFilter, time: ListTime) => {
  const rules = constraints.filter((rule) => !isBlank(rule))
  return joined(
    rules.map((rule) => conditionOf(column, rule, time)),
    operator,
  )
}

/**
 * Returns the conditions of a list’s filters: fields are combined with and, the rules of a field by its
 * operator.
 */
export const filterConditions = (columns: SqlColumns, filters: Filters, time: ListTime): Condition[] =>
  Object.entries(filters).flatMap(([field, filter]) => {
    const column = columns[field]
    const condition = column ? filterOf(column, filter, time) : null
    return condition ? [condition] : []
  })

const nodeCondition = (columns: SqlColumns, node: WhereNode, time: ListTime): Condition | null => {
  if (isGroup(node)) {
    const conditions = node.rules.map((rule) => nodeCondition(columns, rule, time))
    return joined(
      conditions.filter((condition) => condition !== null),
      node.operator,
    )
  }
  const column = columns[node.field]
  return column && !isBlank(node) ? conditionOf(column, node, time) : null
}

/** Returns the condition of a tree over several columns, as a list of none or one. */
export const whereConditions = (
  columns: SqlColumns,
  where: WhereGroup | undefined,
  time: ListTime,
): Condition[] => {
  const condition = where ? nodeCondition(columns, where, time) : null
  return condition ? [condition] : []
}

/** Returns what a column sorts by: text numeric-aware in any database, choices by spelling, whatever its own collation is. */
export const sortedBy = (column: SqlColumn): RawBuilder<unknown> => {
  if (column.order) return column.order
  if (column.kind === 'text') return sql`${column.sql} collate shipmate_text`
  return column.kind === 'choice' ? sql`${column.sql} collate "C"` : column.sql
}

/** Returns `order by …`: empty values last in both directions, ties by ID, so that pages never overlap. */
export const orderBy = (
  columns: SqlColumns,
  sort: readonly SortKey[],
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const keys = sort.flatMap(({ field, descending }) => {
    const column = columns[field]
    if (!column) return []
    const key = sortedBy(column)
    return [descending ? sql`${key} desc nulls last` : sql`${key} asc nulls last`]
  })
  return sql`order by ${sql.join([...keys, id])}`
}

/** Returns the `meta` of a page; without rows, it has no `from` and `to`. */
export const pageMetaOf = (
  { page, per_page }: { page: number; per_page: number },
  total: number,
  rows: number,
): PageMeta => ({
  total,
  current_page: page,
  per_page,
  last_page: Math.max(1, Math.ceil(total / per_page)),
  from: rows === 0 ? null : (page - 1) * per_page + 1,
  to: rows === 0 ? null : (page - 1) * per_page + rows,
})

/** Returns `limit … offset …`. */
export const pageOf = ({ page, per_page }: { page: number; per_page: number }): RawBuilder<unknown> =>
  sql`limit ${per_page} offset ${(page - 1) * per_page}`

/** Returns the words of a search, folded by the database: “Okonjo, Amara”, as the lists write it, has two. */
export const searchWords = (search: string | null | undefined): string[] =>
  (search ?? '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .slice(0, 8)

/** Returns a search that’s a whole email address, in lower case; null for any other. */
export const wholeAddress = (search: string | null | undefined): string | null => {
  const typed = (search ?? '').trim()
  return /^\S+@\S+\.\S+$/.test(typed) ? typed.toLowerCase() : null
}

/**
 * Returns the conditions of a search: every word starts a word of name, former name, student ID or username, or
 * appears in an email address. If more than the domain of an address is typed, it must start one, so that
 * `ana@` doesn’t match `diana@`. A word with apostrophes is searched without them as well: O’Brien finds OBrien.
 * `searchText` is the students’ folded search column; the first condition of a spelling uses its index.
 */
export const searchConditions = (
  words: readonly string[],
  searchText: RawBuilder<unknown>,
  emails: RawBuilder<unknown>,
): Condition[] =>
  words.map((word) => {
    const spellings = new Set([word, withoutApostrophes(word)].filter((spelling) => spelling !== ''))
    return sql<boolean>`(${sql.join(
      [...spellings].map((spelling) => hasWord(spelling, searchText, emails)),
      sql` or `,
    )})`
  })

const hasWord = (word: string, searchText: RawBuilder<unknown>, emails: RawBuilder<unknown>): Condition => {
  const starts = `% ${likeText(word)}%`
  const occurs = `%${likeText(word)}%`
  const isAddress = /.@/.test(word)
  return sql<boolean>`(${searchText} like shipmate_fold(${occurs})
    and (${searchText} like shipmate_fold(${starts})
      or ' ' || shipmate_fold(${emails}) like shipmate_fold(${isAddress ? starts : occurs})))`
}
