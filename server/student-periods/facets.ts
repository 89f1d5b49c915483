import { sql, type RawBuilder } from 'kysely'
import type { Coverage, CoverageStatus } from '#contract/coverage/choices.ts'
import { coverageStatuses } from '#contract/coverage/choices.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentListColumn } from '#contract/student-periods/columns.ts'
import type { ColumnValues } from '#contract/student-periods/value-shapes.ts'
import type { Context } from '../context.ts'
import { likeText, type SqlColumn } from '../lib/table.ts'
import { fromPeriod, narrowingConditions, readingOf, fieldsRead, type Narrowing } from './matching.ts'

type Value = ColumnValues['data'][number]['value']
interface Quantity {
  readonly value: Value
  readonly quantity: number
}

/** A narrowing without the filter of one column: what else that column could be filtered by. */
const without = (field: string, { filters = {}, ...asked }: Narrowing): Narrowing => ({
  ...asked,
  filters: Object.fromEntries(Object.entries(filters).filter(([name]) => name !== field)),
})

/** `from … where …` under everything but a column's own filter. Whoever asks for record statuses means all of them. */
const around = async (
  context: Context,
  periodId: number,
  field: string,
  asked: Narrowing,
  more: (column: SqlColumn) => readonly RawBuilder<boolean>[] = () => [],
): Promise<{ readonly column: SqlColumn; readonly source: RawBuilder<unknown> }> => {
  const others = without(field, asked)
  const reading = await readingOf(context, periodId, [others])
  const column = reading.columns[field]
  if (!column) throw new Error(`The list has no column ${field}.`)
  const conditions = [
    ...narrowingConditions(reading, others, field === 'status' ? { everyStatus: true } : {}),
    ...more(column),
  ]
  const source = fromPeriod(context, periodId, conditions, [...fieldsRead(others), field])
  return { column, source }
}

/** At most so many values of a column are listed. */
const valueLimit = 200

/** What values are alike: text that folds to the same is one value. */
const alike = ({ kind }: SqlColumn): RawBuilder<unknown> =>
  kind === 'text' ? sql`shipmate_fold(spelled.value)` : sql`spelled.value`

/** The values of a column under everything but its own filter, the most frequent first. */
export const listColumnValues = async (
  context: Context,
  periodId: number,
  field: StudentListColumn,
  { contains, ...asked }: Narrowing & { readonly contains?: string | undefined },
): Promise<ColumnValues> => {
  const sought = `%${likeText(contains ?? '')}%`
  const { column, source } = await around(context, periodId, field, asked, (one) =>
    contains === undefined
      ? []
      : [sql<boolean>`shipmate_fold(${one.sql}::text) like shipmate_fold(${sought})`],
  )
  const { rows } = await sql<Quantity>`
    select (array_agg(spelled.value order by spelled.quantity desc, spelled.value))[1] as value,
      sum(spelled.quantity)::int as quantity
    from (select ${column.sql} as value, count(*) as quantity ${source} group by 1) as spelled
    group by ${alike(column)} order by quantity desc, value nulls last limit ${valueLimit + 1}`.execute(
    context.db,
  )
  return { data: rows.slice(0, valueLimit), meta: { more: rows.length > valueLimit } }
}

/** How many stand in each status of a line, zeros too, under everything but the filter of that status. */
export const countByStatus = async (
  context: Context,
  periodId: number,
  coverage: Coverage,
  asked: Narrowing,
): Promise<{ status: CoverageStatus; quantity: number }[]> => {
  const { column, source } = await around(context, periodId, statusFieldOf(coverage), asked)
  const { rows } = await sql<Quantity>`
    select ${column.sql} as value, count(*)::int as quantity ${source} group by 1`.execute(context.db)
  const counted = new Map(rows.map(({ value, quantity }) => [value, quantity]))
  return coverageStatuses.map((status) => ({ status, quantity: counted.get(status) ?? 0 }))
}

/** How many rows of a period each of several narrowings holds, in their order: one reading of the period counts all. */
export const countEach = async (
  context: Context,
  periodId: number,
  asked: readonly Narrowing[],
): Promise<number[]> => {
  if (asked.length === 0) return []
  const reading = await readingOf(context, periodId, asked)
  const counts = asked.map(
    (one) =>
      sql`count(*) filter (where ${sql.join([sql`true`, ...narrowingConditions(reading, one)], sql` and `)})::int`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts
    ${fromPeriod(context, periodId, [], asked.flatMap(fieldsRead))}`.execute(context.db)
  return rows[0]?.counts ?? []
}
