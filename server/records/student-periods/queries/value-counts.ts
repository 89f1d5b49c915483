import { sql, type RawBuilder } from 'kysely'
import { type Coverage, type CoverageStatus, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'
import type { ColumnValues } from '#contract/records/student-periods/value-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { likeText, type SqlColumn } from '#server/platform/lib/table.ts'
import {
  fromPeriod,
  filterConditionsOf,
  readingOf,
  fieldsRead,
  type ListContext,
  type ListFilter,
} from './matching.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import { isOptionField, offeredOptions } from '#server/setup/period-documents/index.ts'

type Value = ColumnValues['data'][number]['value']
interface Quantity {
  readonly value: Value
  readonly quantity: number
}

/** Returns the filters of a list without those of one column. */
const without = (field: string, { filters = {}, ...asked }: ListFilter): ListFilter => ({
  ...asked,
  filters: Object.fromEntries(Object.entries(filters).filter(([name]) => name !== field)),
})

/**
 * Returns `from … where …` with all filters except the column’s own. For the record status column, inactive
 * records are included.
 */
const surroundingRows = async (
  context: ListContext,
  periodId: number,
  field: string,
  asked: ListFilter,
  more: (column: SqlColumn) => readonly RawBuilder<boolean>[] = () => [],
): Promise<{ readonly column: SqlColumn; readonly source: RawBuilder<unknown> }> => {
  const others = without(field, asked)
  const reading = await readingOf(context, periodId, [others])
  const column = reading.columns[field]
  if (!column) throw new Error(`Unknown column: ${field}.`)
  const conditions = [
    ...filterConditionsOf(reading, others, field === 'status' ? { everyStatus: true } : {}),
    ...more(column),
  ]
  const source = fromPeriod(context, periodId, conditions, [...fieldsRead(others), field])
  return { column, source }
}

/** The most values listed for a column. */
const valueLimit = 200

/** Returns the expression that groups values: texts that differ only in case and accents are one value. */
const foldedEqual = ({ kind }: SqlColumn): RawBuilder<unknown> =>
  kind === 'text' ? sql`shipmate_fold(spelled.value)` : sql`spelled.value`

/** Lists the values of a column under all filters except its own, most frequent first. */
export const listColumnValues = async (
  context: ListContext,
  periodId: number,
  field: StudentListColumn,
  { contains, ...asked }: ListFilter & { readonly contains?: string | undefined },
): Promise<ColumnValues> => {
  const sought = `%${likeText(contains ?? '')}%`
  const { column, source } = await surroundingRows(context, periodId, field, asked, (one) =>
    contains === undefined
      ? []
      : [sql<boolean>`shipmate_fold(${one.sql}::text) like shipmate_fold(${sought})`],
  )
  const { rows } = await sql<Quantity>`
    select (array_agg(spelled.value order by spelled.quantity desc, spelled.value))[1] as value,
      sum(spelled.quantity)::int as quantity
    from (select ${column.sql} as value, count(*) as quantity ${source} group by 1) as spelled
    group by ${foldedEqual(column)} order by quantity desc, value nulls last limit ${valueLimit + 1}`.execute(
    context.db,
  )
  return { data: rows.slice(0, valueLimit), meta: { more: rows.length > valueLimit } }
}

/** Counts each status of a line, including zeros, under all filters except the one on that status. */
export const countByStatus = async (
  context: ListContext,
  periodId: number,
  coverage: Coverage,
  asked: ListFilter,
): Promise<{ status: CoverageStatus; quantity: number }[]> => {
  const { column, source } = await surroundingRows(context, periodId, statusFieldOf(coverage), asked)
  const { rows } = await sql<Quantity>`
    select ${column.sql} as value, count(*)::int as quantity ${source} group by 1`.execute(context.db)
  const counted = new Map(rows.map(({ value, quantity }) => [value, quantity]))
  return coverageStatuses.map((status) => ({ status, quantity: counted.get(status) ?? 0 }))
}

/** Counts the rows of a period that match each of several filters, in order, with one scan of the period. */
export const countEach = async (
  context: ListContext,
  periodId: number,
  asked: readonly ListFilter[],
): Promise<number[]> => {
  if (asked.length === 0) return []
  const reading = await readingOf(context, periodId, asked)
  const counts = asked.map(
    (one) =>
      sql`count(*) filter (where ${sql.join([sql`true`, ...filterConditionsOf(reading, one)], sql` and `)})::int`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts
    ${fromPeriod(context, periodId, [], asked.flatMap(fieldsRead))}`.execute(context.db)
  return rows[0]?.counts ?? []
}

/**
 * Lists the values of a column with the period’s options first, in its order and spelling. Options no record
 * uses are left out. Columns without options don’t change.
 */
export const offeredFirst = async (
  context: Context,
  periodId: number,
  field: string,
  { data, meta }: ColumnValues,
): Promise<ColumnValues> => {
  if (!isOptionField(field)) return { data, meta }
  const places = (await offeredOptions(context, periodId, field)).map(foldText)
  const placeOf = ({ value }: ColumnValues['data'][number]): number => {
    const place = places.indexOf(foldText(String(value)))
    return place < 0 ? places.length : place
  }
  return { data: data.toSorted((one, other) => placeOf(one) - placeOf(other)), meta }
}
