import type { z } from 'zod/mini'
import type { HistoryKind } from '#contract/platform/history/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import type { newView, viewChange } from '#contract/records/views/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, selectSchool } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { presentView } from './present.ts'
import { isNameTaken, lockNames, lockView, type ViewRow } from './queries.ts'
import { mayEdit } from './rules.ts'

type NewView = z.output<typeof newView>
type ViewChange = z.output<typeof viewChange>

type Values = Readonly<Record<string, unknown>>

/** Returns values as the history records them: queries and layouts as JSON text. */
const recorded = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )

const record = async (
  context: Context,
  kind: HistoryKind,
  view: { readonly id: number; readonly school_id: number | null },
  before: Values,
  after: Values,
): Promise<void> => {
  const changes = fieldChanges(recorded(before), recorded(after))
  await recordHistory(context, { kind, schoolId: view.school_id }, [
    { kind, subject: { type: 'view', id: view.id }, school_id: view.school_id, changes },
  ])
}

const assertSharable = (shared: boolean, schoolId: number | null): void => {
  if (shared && schoolId === null)
    throw problem.invalid({ shared: 'You can’t share a view for all schools. Save it for one school first.' })
}

/** Saves a view of the caller. Returns its ID. @throws Problem 422 */
export const createView = async (context: Context, body: NewView): Promise<number> => {
  const { name, query, shared = false } = body
  const place = { owner_id: context.caller.id, school_id: body.school_id ?? null }
  if (place.school_id !== null) await selectSchool(context, place.school_id)
  assertSharable(shared, place.school_id)
  await lockNames(context, place.owner_id)
  if (await isNameTaken(context, place, name)) throw problem.invalid({ name: texts.taken })
  const columns = body.columns ?? null
  const at = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('saved_views')
    .values({
      ...place,
      name,
      shared,
      query: JSON.stringify(query),
      columns: columns === null ? null : JSON.stringify(columns),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const view = { id, school_id: place.school_id }
  await record(context, 'view_created', view, {}, { name, shared, query, columns })
  return id
}

/** Returns a view the caller can change, locked. @throws Problem 404, 403 */
const openView = async (
  context: Context,
  id: number,
  state: 'live' | 'removed' = 'live',
): Promise<ViewRow> => {
  const view = await lockView(context, id, state)
  if (!mayEdit(view, context.caller))
    throw problem.forbidden('Only the owner or a Shipmate Admin can change this view.')
  return view
}

const write = async (context: Context, view: ViewRow, values: Values): Promise<void> => {
  await scope
    .update(context, 'saved_views')
    .set({ ...values, version: view.version + 1, updated_at: context.clock.now().toISOString() })
    .where('saved_views.id', '=', view.id)
    .execute()
}

/** Updates a view and returns it. @throws Problem 404, 403, 409, 422 */
export const updateView = async (context: Context, id: number, body: ViewChange): Promise<ViewRow> => {
  const view = await openView(context, id)
  const { version, ...change } = body
  if (version !== view.version) throw problem.stale(presentView(view, context.caller))
  const after = {
    name: change.name ?? view.name,
    shared: change.shared ?? view.shared,
    query: change.query ?? view.query,
    columns: change.columns === undefined ? view.columns : change.columns,
  }
  assertSharable(after.shared, view.school_id)
  await lockNames(context, view.owner_id)
  if (await isNameTaken(context, view, after.name, id)) throw problem.invalid({ name: texts.taken })
  const stored = {
    ...after,
    query: JSON.stringify(after.query),
    columns: after.columns === null ? null : JSON.stringify(after.columns),
  }
  await write(context, view, stored)
  await record(context, 'view_changed', view, { ...view }, after)
  return { ...view, ...after, version: view.version + 1, updated_at: context.clock.now().toISOString() }
}

/** Removes a view; it can be restored. @throws Problem 404, 403 */
export const removeView = async (context: Context, id: number): Promise<void> => {
  const view = await openView(context, id)
  await write(context, view, { deleted_at: context.clock.now().toISOString() })
  await record(context, 'view_removed', view, { name: view.name }, { name: null })
}

/** Restores a removed view. @throws Problem 404, 403, 409 if another view now has its name */
export const restoreView = async (context: Context, id: number): Promise<void> => {
  const view = await openView(context, id, 'removed')
  await lockNames(context, view.owner_id)
  if (await isNameTaken(context, view, view.name))
    throw problem.exists('Another view now has this name. Rename that view first.')
  await write(context, view, { deleted_at: null })
  await record(context, 'view_restored', view, { name: null }, { name: view.name })
}
