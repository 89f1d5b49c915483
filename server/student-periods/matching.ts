import { sql, type RawBuilder } from 'kysely'
import { isRelativeDay, periodAnchors } from '#contract/relative-day.ts'
import type { Filters } from '#contract/table-filters.ts'
import { fieldsAsked, rulesOf, type WhereGroup } from '#contract/table-where.ts'
import type { Context } from '../context.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import {
  filterConditions,
  officeTime,
  searchWords,
  whereConditions,
  wholeAddress,
  type ListTime,
  type SqlColumns,
} from '../lib/table.ts'
import { isOwnerOf, matchingStudent } from '../students/index.ts'
import { isOfStudent, joinsFor, listColumns } from './columns.ts'

/** What narrows a list: all of it must hold. */
export interface Narrowing {
  readonly filters?: Filters | undefined
  readonly where?: WhereGroup | undefined
  readonly search?: string | null | undefined
}

/** Which student-periods of a period are meant: what a list shows, or a selection covers. */
export interface Which extends Narrowing {
  readonly period_id: number
  readonly except_ids?: readonly number[] | undefined
}

type ListContext = ScopeContext & Pick<Context, 'clock'>

/** How a period's list is read today: its columns, and the days that its filters may speak of. */
export interface Reading {
  readonly columns: SqlColumns
  readonly time: ListTime
  /** What was searched for and is the whole email address of a student of the period: they are found alone. */
  readonly addresses: ReadonlySet<string>
}

/** The columns of a period's list as they are today. */
export const columnsToday = ({ clock }: Pick<Context, 'clock'>, periodId: number): SqlColumns =>
  listColumns({ today: officeTime(clock).days.today, period_id: periodId })

const speaksOfPeriod = ({ filters = {}, where }: Narrowing): boolean => {
  const rules = [...Object.values(filters).flatMap(({ constraints }) => constraints), ...rulesOf(where)]
  const days = rules.flatMap(({ value }) => [value].flat()).filter(isRelativeDay)
  return days.some(({ relative }) => periodAnchors.some((anchor) => anchor === relative))
}

const readPeriodDays = async (context: ListContext, id: number) =>
  scope
    .periods(context)
    .select(['periods.starts_on', 'periods.ends_on', 'periods.waiver_deadline_on'])
    .where('periods.id', '=', id)
    .executeTakeFirst()

/** Those of the searched email addresses that are, as a whole, a student's of the period's school. */
const ownedAddresses = async (
  context: ListContext,
  periodId: number,
  asked: readonly Narrowing[],
): Promise<Set<string>> => {
  const owned = new Set<string>()
  for (const address of new Set(asked.map(({ search }) => wholeAddress(search)))) {
    if (address === null) continue
    const { rows } =
      await sql`select ${fromPeriod(context, periodId, isOwnerOf(address), ['student_name'])} limit 1`.execute(
        context.db,
      )
    if (rows.length > 0) owned.add(address)
  }
  return owned
}

/** Prepares to read a period's list; the period itself is only looked at where a filter speaks of its days. */
export const readingOf = async (
  context: ListContext,
  periodId: number,
  asked: readonly Narrowing[],
): Promise<Reading> => {
  const time = officeTime(context.clock)
  const period = asked.some(speaksOfPeriod) ? await readPeriodDays(context, periodId) : undefined
  return {
    columns: columnsToday(context, periodId),
    time: period ? { ...time, days: { ...time.days, period } } : time,
    addresses: await ownedAddresses(context, periodId, asked),
  }
}

/** The columns that a narrowing reads; a count does without the student's row and companies otherwise. */
export const fieldsRead = (asked: Narrowing): string[] => [
  ...fieldsAsked(asked),
  ...(searchWords(asked.search).length > 0 ? ['student_name'] : []),
]

const searchedFor = ({ addresses }: Reading, search: string | null | undefined): RawBuilder<boolean>[] => {
  const address = wholeAddress(search)
  return address !== null && addresses.has(address)
    ? isOwnerOf(address)
    : matchingStudent(searchWords(search))
}

/** The conditions of a narrowing. Inactive records are left out unless the record status is asked about. */
export const narrowingConditions = (
  reading: Reading,
  asked: Narrowing,
  { everyStatus = fieldsAsked(asked).includes('status') } = {},
): RawBuilder<boolean>[] => [
  ...(everyStatus ? [] : [sql<boolean>`sp.status = 'active'`]),
  ...searchedFor(reading, asked.search),
  ...filterConditions(reading.columns, asked.filters ?? {}, reading.time),
  ...whereConditions(reading.columns, asked.where, reading.time),
]

/**
 * `from … where …` of some rows of a period, within the caller's schools, with what `fields` are read from. Students are
 * those of the period's school anyway; saying so keeps the others' out of hashes and sorts.
 */
export const fromPeriod = (
  context: Pick<ScopeContext, 'caller'>,
  periodId: number,
  conditions: readonly RawBuilder<unknown>[],
  fields: readonly string[],
): RawBuilder<unknown> => {
  const all = [
    sql`sp.period_id = ${periodId}`,
    sql`sp.deleted_at is null`,
    scope.within(context, 'sp.school_id'),
    ...(fields.some(isOfStudent)
      ? [
          sql`s.school_id = (select here.school_id from periods here
            where here.id = ${periodId} and ${scope.within(context, 'here.school_id')})`,
        ]
      : []),
    ...conditions,
  ]
  return sql`from student_periods sp ${joinsFor(fields)} where ${sql.join(all, sql` and `)}`
}

/** `from … where …` of a list or selection; `fields` are read beside those that it is narrowed by. */
export const matching = async (
  context: ListContext,
  which: Which,
  fields: readonly string[] = [],
): Promise<RawBuilder<unknown>> => {
  const { except_ids: except } = which
  const conditions = [
    ...(except && except.length > 0 ? [sql`sp.id <> all(${[...except]}::bigint[])`] : []),
    ...narrowingConditions(await readingOf(context, which.period_id, [which]), which),
  ]
  return fromPeriod(context, which.period_id, conditions, [...fieldsRead(which), ...fields])
}
