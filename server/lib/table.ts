import { sql, type RawBuilder } from 'kysely'
import { isRelativeDay, resolveDay, type KnownDays } from '#contract/relative-day.ts'
import { isGroup, type WhereGroup, type WhereNode } from '#contract/table-where.ts'
import type { SortKey } from '#contract/table-query.ts'
import {
  isBlank,
  type ColumnKind,
  type Constraint,
  type FieldFilter,
  type Filters,
} from '#contract/table-filters.ts'
import type { PageMeta } from '#contract/endpoint.ts'
import { dayIn, officeTimeZone, type Clock } from './clock.ts'

/** How a list's column stands in SQL. */
export interface SqlColumn {
  readonly sql: RawBuilder<unknown>
  readonly kind: ColumnKind
  /** The values of a `choice` column, as they are stored. */
  readonly choices?: readonly string[]
  /** What it sorts by, where that is not its value. */
  readonly order?: RawBuilder<unknown>
}
export type SqlColumns = Readonly<Record<string, SqlColumn>>

type Condition = RawBuilder<boolean>

/**
 * Text of which every character stands for itself in a LIKE pattern. It is decomposed first: folding would make
 * a wildcard of a full-width percent sign only after it was looked for here.
 */
export const likeText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/[\\%_]/g, String.raw`\$&`)

/** A pattern over folded text; the wildcards are ours, those of the value are plain characters. */
const like = (column: SqlColumn, before: string, value: unknown, after: string): Condition =>
  sql<boolean>`shipmate_fold(${column.sql}) like shipmate_fold(${before + likeText(String(value)) + after})`

const marks = /[\u0300-\u036F]/g
const plain = (text: string): string => text.normalize('NFKD').replaceAll(marks, '').toLowerCase()

/** A choice as it is stored, whatever its case and accents; the value itself where the column has no such choice. */
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

/** Where a day of a time zone begins, or the day after it. */
const begin = (day: unknown, later: 0 | 1, timeZone: string): RawBuilder<unknown> =>
  sql`((${String(day)}::date + ${later}::int)::timestamp at time zone ${timeZone})`

/** A moment against a whole day: by where days begin, so that no row's moment is turned into its day. */
const momentIs = (moment: RawBuilder<unknown>, operator: Operator, day: unknown, timeZone: string) => {
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

/** How a column's values meet those of a rule. */
interface Meeting {
  is(operator: Operator, value: unknown): Condition
  among(values: readonly unknown[]): Condition
}

const meetingOf = (column: SqlColumn, { timeZone }: ListTime): Meeting => {
  const { kind } = column
  if (kind === 'instant') {
    const is: Meeting['is'] = (operator, day) => momentIs(column.sql, operator, day, timeZone)
    const among: Meeting['among'] = (days) => {
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

/** In whose time, and with which days known, filters are read. */
export interface ListTime {
  readonly timeZone: string
  readonly days: KnownDays
}

/** The office's time: what lists of no single period are read in. */
export const officeTime = (clock: Clock): ListTime => ({
  timeZone: officeTimeZone,
  days: { today: dayIn(clock, officeTimeZone) },
})

/** A rule with its relative days made out; null when one of them is not there, as without a waiver deadline. */
const resolved = (rule: Constraint, { days }: ListTime): Constraint | null => {
  const found = values(rule).map((value) => (isRelativeDay(value) ? resolveDay(value, days) : value))
  if (!values(rule).some(isRelativeDay)) return rule
  const made = found.filter((value) => typeof value === 'string')
  if (made.length < found.length) return null
  return { match_mode: rule.match_mode, value: Array.isArray(rule.value) ? made : (made[0] ?? null) }
}

/** Negative modes keep rows whose field is empty. */
const orEmpty = (column: SqlColumn, condition: Condition): Condition =>
  sql<boolean>`(${column.sql} is null or not (${condition}))`

const conditionOf = (column: SqlColumn, asked: Constraint, time: ListTime): Condition => {
  const rule = resolved(asked, time)
  // a rule about a day that does not exist holds for nobody, whatever its mode
  if (rule === null) return sql<boolean>`false`
  const meeting = meetingOf(column, time)
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

/** The conditions of a list's filters: fields are joined by and, rules within a field as it says. */
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

/** The condition of a tree over several columns: none or one. */
export const whereConditions = (
  columns: SqlColumns,
  where: WhereGroup | undefined,
  time: ListTime,
): Condition[] => {
  const condition = where ? nodeCondition(columns, where, time) : null
  return condition ? [condition] : []
}

/** Text sorts numeric-aware wherever it is stored, choices by their spelling; the database's own order decides nothing. */
const collated = (column: SqlColumn): RawBuilder<unknown> => {
  if (column.kind === 'text') return sql`${column.sql} collate shipmate_text`
  return column.kind === 'choice' ? sql`${column.sql} collate "C"` : column.sql
}

/** `order by …`: empties last in both directions, ties end on the id, so that pages never overlap. */
export const orderBy = (
  columns: SqlColumns,
  sort: readonly SortKey[],
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const keys = sort.flatMap(({ field, descending }) => {
    const column = columns[field]
    if (!column) return []
    const key = column.order ?? collated(column)
    return [descending ? sql`${key} desc nulls last` : sql`${key} asc nulls last`]
  })
  return sql`order by ${sql.join([...keys, id])}`
}

/** The `meta` of a page. */
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

/** `limit … offset …` */
export const pageOf = ({ page, per_page }: { page: number; per_page: number }): RawBuilder<unknown> =>
  sql`limit ${per_page} offset ${(page - 1) * per_page}`

/** The words of a search, folded by the database. */
export const searchWords = (search: string | null | undefined): string[] =>
  (search ?? '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)

/** A search that is a whole email address, in lower case; null for any other. */
export const wholeAddress = (search: string | null | undefined): string | null => {
  const typed = (search ?? '').trim()
  return /^\S+@\S+\.\S+$/.test(typed) ? typed.toLowerCase() : null
}

/**
 * Every word starts a word of name, former name, student ID or login, or occurs in an email; an address of which more than
 * the domain is typed starts one, so that `ana@` is not found in `diana@`.
 * `searchText` is the students' folded search column; the first condition is the one its index serves.
 */
export const searchConditions = (
  words: readonly string[],
  searchText: RawBuilder<unknown>,
  emails: RawBuilder<unknown>,
): Condition[] =>
  words.map((word) => {
    const starts = `% ${likeText(word)}%`
    const occurs = `%${likeText(word)}%`
    const isAddress = /.@/.test(word)
    return sql<boolean>`(${searchText} like shipmate_fold(${occurs})
      and (${searchText} like shipmate_fold(${starts})
        or ' ' || shipmate_fold(${emails}) like shipmate_fold(${isAddress ? starts : occurs})))`
  })
