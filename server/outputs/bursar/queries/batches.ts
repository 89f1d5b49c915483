import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { bursarBatchStates, bursarItems, type BursarAction } from '#contract/outputs/bursar/choices.ts'
import {
  bursarLine,
  type BursarLine,
  type BursarSettings,
  type BursarTotals,
} from '#contract/outputs/bursar/shapes.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { differences, type BilledPeriod } from './owed.ts'
import { newLines } from './new-lines.ts'

/** Which lines are asked for. */
export interface LinePage {
  readonly page: number
  readonly per_page: number
  readonly action?: BursarAction | undefined
}

interface SumRow {
  readonly item: string | null
  readonly coverage: string | null
  readonly is_total: boolean
  readonly lines: number
  readonly students: number
  readonly charges: number
  readonly reversals: number
  readonly prorations: number
  readonly charge: string
  readonly reverse: string
  readonly prorate: string
  readonly total: string
}

const place = z.object({ item: z.enum(bursarItems), coverage_type: z.nullable(z.enum(coverages)) })

const sumOf = (action: BursarAction): RawBuilder<string> =>
  sql<string>`coalesce(sum(amount) filter (where action = ${action}), 0)::numeric(14, 2)`
const countOf = (action: BursarAction): RawBuilder<number> =>
  sql<number>`(count(*) filter (where action = ${action}))::int`

/** The sums of all lines of a source, and of each item. The database adds: amounts never become floating-point numbers. */
const sums = (source: RawBuilder<unknown>, coverage: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select item, ${coverage} as coverage, grouping(item) = 1 as is_total,
    row_number() over (order by array_position(${[...bursarItems]}::text[], item),
      array_position(${[...coverages]}::text[], ${coverage})) as place, count(*)::int as lines,
    count(distinct student_period_id)::int as students, ${countOf('charge')} as charges, ${countOf('reverse')} as reversals,
    ${countOf('prorate')} as prorations, ${sumOf('charge')} as charge, ${sumOf('reverse')} as reverse,
    ${sumOf('prorate')} as prorate, coalesce(sum(amount), 0)::numeric(14, 2) as total
  from ${source} group by grouping sets ((item, ${coverage}), ())
  order by place`

const totalsOf = (rows: readonly SumRow[]): BursarTotals => {
  const amounts = ({ lines, charge, reverse, prorate, total }: SumRow) => ({
    lines,
    charge,
    reverse,
    prorate,
    total,
  })
  const all = rows.find(({ is_total }) => is_total)
  if (!all) throw new Error('The sums have no total.')
  return {
    ...amounts(all),
    students: all.students,
    counts: { charge: all.charges, reverse: all.reversals, prorate: all.prorations },
    items: rows
      .filter(({ is_total }) => !is_total)
      .map((row) => ({
        ...place.parse({ item: row.item, coverage_type: row.coverage === '' ? null : row.coverage }),
        ...amounts(row),
      })),
  }
}

/** Returns how many lines of the totals an action filter leaves. */
export const countLines = ({ lines, counts }: BursarTotals, action: BursarAction | undefined): number =>
  action === undefined ? lines : counts[action]

/** What a new batch would hold now: its totals, what isn’t billed, and a page of its lines. */
interface NewBatch {
  readonly totals: BursarTotals
  readonly without_premium: number
  readonly direct_pay: number
  readonly lines: readonly BursarLine[]
}

interface NewBatchRow {
  readonly sums: readonly SumRow[]
  readonly without_premium: number
  readonly direct_pay: number
  readonly lines: readonly unknown[]
}

/** JSON has no decimals: amounts go through it as text. */
const withText = (alias: string, ...columns: readonly string[]): RawBuilder<unknown> =>
  sql`to_jsonb(${sql.ref(alias)}) || jsonb_build_object(${sql.join(
    columns.flatMap((column) => [sql.lit(column), sql`${sql.ref(`${alias}.${column}`)}::text`]),
  )})`

/** Returns what a new batch would hold now. One statement, because finding the differences is most of the work. */
export const readNewBatch = async (
  context: ScopeContext,
  period: BilledPeriod,
  { today, page, per_page, action }: LinePage & { readonly today: string },
): Promise<NewBatch> => {
  const narrowed = sql`
    where ${action ?? null}::text is null or numbered.action = ${action ?? null}
    order by numbered.line limit ${per_page} offset ${(page - 1) * per_page}`
  const { rows } = await sql<NewBatchRow>`
    with ${differences(context, period)}
    select
      (select jsonb_agg(${withText('part', 'charge', 'reverse', 'prorate', 'total')} order by part.place)
        from (${sums(sql`difference`, sql`coverage`)}) part) as sums,
      (select count(*)::int from line where premium is null and not is_direct and not is_on_leave) as without_premium,
      (select count(*)::int from line where is_direct) as direct_pay,
      (select coalesce(jsonb_agg(${withText('one', 'amount')} order by one.line), '[]')
        from (${newLines(context, { today, narrowed })}) one) as lines`.execute(context.db)
  const [found] = rows
  if (!found) throw new Error('The preview has no row.')
  return {
    ...found,
    totals: totalsOf(found.sums),
    lines: found.lines.map((row) => z.parse(bursarLine, row)),
  }
}

const lineColumns = [
  'line',
  'student_period_id',
  'sid',
  'last_name',
  'first_name',
  'coverage_type',
  'item',
  'action',
  'amount',
  'effective_on',
  'reason',
] as const

/** Returns the totals of a batch, from its lines. */
export const readTotals = async (context: ScopeContext, batchId: number): Promise<BursarTotals> => {
  const source = sql`(select item, action, amount, student_period_id, coalesce(coverage_type, '') as coverage
    from bursar_lines told where ${scope.within(context, 'told.school_id')} and told.batch_id = ${batchId}) told`
  const { rows } = await sql<SumRow>`${sums(source, sql`coverage`)}`.execute(context.db)
  return totalsOf(rows)
}

/** Returns a page of a batch’s lines. */
export const readLines = async (
  context: ScopeContext,
  batchId: number,
  { page, per_page, action }: LinePage,
): Promise<BursarLine[]> => {
  const rows = await scope
    .bursarLines(context)
    .innerJoin('student_periods as record', 'record.id', 'bursar_lines.student_period_id')
    .select(lineColumns.map((column) => `bursar_lines.${column}` as const))
    .select('record.student_id')
    .where(scope.within(context, 'record.school_id'))
    .where('bursar_lines.batch_id', '=', batchId)
    .$if(action !== undefined, (query) => query.where('bursar_lines.action', '=', action ?? ''))
    .orderBy('bursar_lines.line')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return rows.map((row) => z.parse(bursarLine, row))
}

const fileLine = z.omit(bursarLine, { student_id: true })
export type FileLine = z.output<typeof fileLine>

/** Lines per batch of a file. */
const batchSize = 1000

/** Returns every line of a batch in order, some at a time, so that memory use stays level. */
export async function* readEveryLine(context: ScopeContext, batchId: number): AsyncGenerator<FileLine[]> {
  for (let last = 0; ; last += batchSize) {
    const rows = await scope
      .bursarLines(context)
      .select(lineColumns)
      .where('batch_id', '=', batchId)
      .where('line', '>', last)
      .where('line', '<=', last + batchSize)
      .orderBy('line')
      .execute()
    if (rows.length > 0) yield rows.map((row) => z.parse(fileLine, row))
    if (rows.length < batchSize) return
  }
}

const withPeople = (context: ScopeContext) => {
  const nameOf = (step: 'made' | 'released' | 'confirmed' | 'voided') =>
    sql<string | null>`(select users.first_name || ' ' || users.last_name from users
      where users.id = ${sql.ref(`bursar_batches.${step}_by_id`)})`.as(`${step}_by_name`)
  return scope
    .bursarBatches(context)
    .selectAll('bursar_batches')
    .select([nameOf('made'), nameOf('released'), nameOf('confirmed'), nameOf('voided')])
}
export type BatchRow = Awaited<ReturnType<typeof getBatch>>

/** Returns a batch. @throws Problem 404 */
export const getBatch = async (context: ScopeContext, id: number) => {
  const found = await withPeople(context).where('bursar_batches.id', '=', id).executeTakeFirst()
  if (!found) throw problem.notFound()
  return { ...found, state: z.parse(z.enum(bursarBatchStates), found.state) }
}

/** Returns the batches of a policy year, newest first. */
export const listBatches = async (context: ScopeContext, periodId: number): Promise<BatchRow[]> => {
  const rows = await withPeople(context)
    .where('bursar_batches.period_id', '=', periodId)
    .orderBy('bursar_batches.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, state: z.parse(z.enum(bursarBatchStates), row.state) }))
}

const settingsRow = (context: ScopeContext, schoolId: number) =>
  scope
    .bursarSettings(context)
    .select(['needs_second_person', 'version', 'last_number'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst()

/** Returns how a school’s batches are released. Version 0 is before the first save. */
export const readSettings = async (context: ScopeContext, schoolId: number): Promise<BursarSettings> => {
  const row = await settingsRow(context, schoolId)
  return { needs_second_person: row?.needs_second_person ?? false, version: row?.version ?? 0 }
}

/** Returns the number that a school’s next batch gets. */
export const readNextNumber = async (context: ScopeContext, schoolId: number): Promise<number> =>
  ((await settingsRow(context, schoolId))?.last_number ?? 0) + 1
