import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { KnownDays } from '#contract/platform/relative-day.ts'
import { storedLayout, type TableLayout } from '#contract/platform/table-layout.ts'
import { builtInViews } from '#contract/records/views/built-in.ts'
import { storedQuery, type StoredQuery, type ViewCounts } from '#contract/records/views/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { countEach } from '#server/records/student-periods/index.ts'
import { brokenFields, openStateOf } from './rules.ts'

/** Returns the condition for the views the caller can see: their own, and shared ones of their schools. */
const visible = (context: Context) =>
  scope
    .savedViews(context)
    .innerJoin('users', 'users.id', 'saved_views.owner_id')
    .select([
      'saved_views.id',
      'saved_views.school_id',
      'saved_views.owner_id',
      'saved_views.name',
      'saved_views.shared',
      'saved_views.query',
      'saved_views.columns',
      'saved_views.version',
      'saved_views.created_at',
      'saved_views.updated_at',
      sql<string>`users.first_name || ' ' || users.last_name`.as('owner_name'),
    ])
    .where((where) =>
      where.or([
        where('saved_views.owner_id', '=', context.caller.id),
        where('saved_views.shared', '=', true),
      ]),
    )

type Stored = Awaited<ReturnType<ReturnType<typeof visible>['execute']>>[number]

/** Parses the query and layout of a saved view. */
export interface ViewRow extends Omit<Stored, 'query' | 'columns'> {
  readonly query: StoredQuery
  readonly columns: TableLayout | null
}

const readStored = ({ query, columns, ...row }: Stored): ViewRow => ({
  ...row,
  query: z.parse(storedQuery, query),
  columns: columns === null ? null : z.parse(storedLayout, columns),
})

/** Lists the views of a school that the caller can see, by name, including their own views for every school. */
export const listViews = async (context: Context, schoolId: number): Promise<ViewRow[]> => {
  const rows = await visible(context)
    .where('saved_views.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('saved_views.school_id', '=', schoolId), where('saved_views.school_id', 'is', null)]),
    )
    .orderBy('saved_views.name')
    .orderBy('saved_views.id')
    .execute()
  return rows.map(readStored)
}

type State = 'live' | 'removed'

const oneView = (context: Context, id: number, state: State) =>
  visible(context)
    .where('saved_views.id', '=', id)
    .where('saved_views.deleted_at', state === 'live' ? 'is' : 'is not', null)

/** Returns one view the caller can see. @throws Problem 404 */
export const getView = async (context: Context, id: number): Promise<ViewRow> => {
  const row = await oneView(context, id, 'live').executeTakeFirst()
  if (!row) throw problem.notFound()
  return readStored(row)
}

/** Returns one view, locked until the transaction ends. @throws Problem 404 */
export const lockView = async (context: Context, id: number, state: State): Promise<ViewRow> => {
  const row = await oneView(context, id, state).forUpdate('saved_views').executeTakeFirst()
  if (!row) throw problem.notFound()
  return readStored(row)
}

/** Serializes changes of a user’s view names until the end of the transaction. */
export const lockNames = async ({ db }: Pick<Context, 'db'>, ownerId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_view', ${ownerId}))`.execute(db)
}

/** Returns whether the user already has a view with the name in the school. */
export const isNameTaken = async (
  context: Context,
  place: { readonly owner_id: number; readonly school_id: number | null },
  name: string,
  exceptId = 0,
): Promise<boolean> => {
  const found = await scope
    .savedViews(context)
    .select('saved_views.id')
    .where('saved_views.owner_id', '=', place.owner_id)
    .where('saved_views.school_id', 'is not distinct from', place.school_id)
    .where(sql<boolean>`shipmate_fold(saved_views.name) = shipmate_fold(${name})`)
    .where('saved_views.deleted_at', 'is', null)
    .where('saved_views.id', '<>', exceptId)
    .executeTakeFirst()
  return found !== undefined
}

/** Counts the records of a period in each view. @throws Problem 422 on a period or view the caller can’t access */
export const countViews = async (
  context: Context,
  ask: { readonly period_id: number; readonly view_ids?: readonly number[] | undefined },
): Promise<ViewCounts> => {
  const period = await selectPeriod(context, ask.period_id)
  const views = await listViews(context, period.school_id)
  const seen = new Map(views.map((view) => [view.id, view]))
  if (ask.view_ids?.some((id) => !seen.has(id))) throw problem.selected('view_ids')
  const wanted = ask.view_ids ? views.filter(({ id }) => ask.view_ids?.includes(id)) : views
  const whole = wanted.filter(({ query }) => brokenFields(query).length === 0)
  const asked = [...builtInViews, ...whole].map(({ query }) => query)
  const quantities = await countEach(context, period.id, asked)
  const days: KnownDays = { today: dayIn(context.clock, officeTimeZone), period }
  const saved = new Map(whole.map(({ id }, index) => [id, quantities[builtInViews.length + index] ?? 0]))
  return {
    built_in: builtInViews.map((view, index) => ({
      key: view.key,
      quantity: quantities[index] ?? 0,
      ...openStateOf(view, days),
    })),
    saved: wanted.map(({ id }) => ({ id, quantity: saved.get(id) ?? null })),
  }
}
