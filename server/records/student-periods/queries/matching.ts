import { sql, type RawBuilder } from 'kysely'
import { isRelativeDay, periodAnchors } from '#contract/platform/relative-day.ts'
import type { Filters } from '#contract/platform/table-filters.ts'
import { fieldsUsed, rulesOf, type WhereGroup } from '#contract/platform/table-where.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { lastVisit } from '#server/platform/history/index.ts'
import {
  filterConditions,
  officeTime,
  searchWords,
  whereConditions,
  wholeAddress,
  type ListTime,
  type SqlColumns,
} from '#server/platform/lib/table.ts'
import { isOwnerOf, matchingStudent } from '#server/records/students/index.ts'
import { isOfStudent, joinsFor, listColumns } from './columns.ts'

/** The filters of a list, all of which must match. */
export interface ListFilter {
  readonly filters?: Filters | undefined
  readonly where?: WhereGroup | undefined
  readonly search?: string | null | undefined
}

/** The student-periods of a period that a list shows or a selection includes. */
export interface ListRows extends ListFilter {
  readonly period_id: number
  readonly except_ids?: readonly number[] | undefined
}

/** Who reads a list, and when: a caller, or the system for a school. */
export type ListContext = ScopeContext & Pick<Context, 'clock'>

/** What a period’s list is read with today: its columns and the dates for relative filters. */
interface ListReading {
  readonly columns: SqlColumns
  readonly time: ListTime
  /** The searched text if it’s the whole email address of a student in the period. Then only they are found. */
  readonly addresses: ReadonlySet<string>
}

/** Returns the columns of a period’s list today. */
export const columnsToday = (
  { clock, caller: { id } }: Omit<ListContext, 'db'>,
  periodId: number,
): SqlColumns =>
  listColumns({
    today: officeTime(clock).days.today,
    period_id: periodId,
    visit: id === undefined ? null : { user_id: id, last: lastVisit({ clock }, id) },
  })

const usesPeriodDates = ({ filters = {}, where }: ListFilter): boolean => {
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

/** Returns the searched email addresses that belong to a student of the period’s school. */
const ownedAddresses = async (
  context: ListContext,
  periodId: number,
  asked: readonly ListFilter[],
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

/** Prepares to read a period’s list. Reads the period only if a filter uses its dates. */
export const readingOf = async (
  context: ListContext,
  periodId: number,
  asked: readonly ListFilter[],
): Promise<ListReading> => {
  const time = officeTime(context.clock)
  const period = asked.some(usesPeriodDates) ? await readPeriodDays(context, periodId) : undefined
  return {
    columns: columnsToday(context, periodId),
    time: period ? { ...time, days: { ...time.days, period } } : time,
    addresses: await ownedAddresses(context, periodId, asked),
  }
}

/** Returns the columns the filters read, so that a count can skip the student and company joins. */
export const fieldsRead = (asked: ListFilter): string[] => [
  ...fieldsUsed(asked),
  ...(searchWords(asked.search).length > 0 ? ['student_name'] : []),
]

const searchedFor = (
  { addresses }: ListReading,
  search: string | null | undefined,
): RawBuilder<boolean>[] => {
  const address = wholeAddress(search)
  return address !== null && addresses.has(address)
    ? isOwnerOf(address)
    : matchingStudent(searchWords(search))
}

/**
 * Returns the conditions of the filters. Inactive records are excluded unless a filter is on the record status.
 */
export const filterConditionsOf = (
  reading: ListReading,
  asked: ListFilter,
  { everyStatus = fieldsUsed(asked).includes('status') } = {},
): RawBuilder<boolean>[] => [
  ...(everyStatus ? [] : [sql<boolean>`sp.status = 'active'`]),
  ...searchedFor(reading, asked.search),
  ...filterConditions(reading.columns, asked.filters ?? {}, reading.time),
  ...whereConditions(reading.columns, asked.where, reading.time),
]

/**
 * Returns `from … where …` of rows in a period within the caller’s schools, joined with the tables of `fields`.
 * The redundant school condition on students keeps other schools’ rows out of hashes and sorts.
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

/** Returns `from … where …` of a list or selection, with the joins for `fields` and the filters. */
export const matching = async (
  context: ListContext,
  which: ListRows,
  fields: readonly string[] = [],
): Promise<RawBuilder<unknown>> => {
  const { except_ids: except } = which
  const conditions = [
    ...(except && except.length > 0 ? [sql`sp.id <> all(${[...except]}::bigint[])`] : []),
    ...filterConditionsOf(await readingOf(context, which.period_id, [which]), which),
  ]
  return fromPeriod(context, which.period_id, conditions, [...fieldsRead(which), ...fields])
}
