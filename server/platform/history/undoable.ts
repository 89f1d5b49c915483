import { sql } from 'kysely'
import { isAdmin, mayEnterSchool } from '#contract/platform/access.ts'
import { undoHours } from '#contract/platform/history/shapes.ts'
import type { JobKind } from '#contract/platform/jobs/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'

/** The name of the job that undoes a change; its data is `{ change_id }`. */
export const undoKind = 'undo-change' satisfies JobKind

/** The parts of a change that an undo needs. */
export interface UndoableChange {
  readonly id: number
  readonly actor_id: number | null
  readonly school_id: number | null
  readonly at: string
}

/**
 * Returns the change to undo.
 * @throws Problem 404 out of scope, 403 if the caller can’t undo it, 409 if it can’t be undone
 */
export const getUndoable = async (context: Context, id: number): Promise<UndoableChange> => {
  const act = await context.db
    .selectFrom('changes')
    .select(['id', 'actor_id', 'school_id', 'at', 'is_undoable'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!act || !isWithinReach(act, context.caller)) throw problem.notFound()
  if (!act.is_undoable) throw problem.stale(null, 'This kind of change can’t be undone.')
  const why = reasonNotToUndo(context, act)
  if (why !== null) throw problem.forbidden(why)
  return act
}

/** Returns why the caller can’t undo a change, or can’t anymore; null if they can. */
const reasonNotToUndo = ({ caller, clock }: Context, act: UndoableChange): string | null => {
  if (isAdmin(caller)) return null
  if (act.actor_id !== caller.id)
    return 'Only the person who made this change or a Shipmate Admin can undo it.'
  const age = clock.now().getTime() - new Date(act.at).getTime()
  return age > undoHours * 3_600_000 ? 'After 24 hours, only a Shipmate Admin can undo this.' : null
}

/**
 * Returns whether the caller’s permission is another than when they made a change. If it’s the same, everything that the change
 * wrote is theirs to undo, also what only follows from what they may write.
 */
export const hasOtherPermission = async ({ db, caller }: Context, changeId: number): Promise<boolean> => {
  // scope: entries of the caller’s own account, which belong to no school
  const { rows } = await sql`
    select from history h
    where h.subject_type = 'user' and h.subject_id = ${caller.id} and h.change_id > ${changeId}
      and h.changes @> '[{"field": "permission"}]' limit 1`.execute(db)
  return rows.length > 0
}

/** Returns which of these changes the caller can undo now, without those that are undone or being undone. */
export const listUndoable = async (context: Context, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<UndoableChange>`
    select id, actor_id, school_id, at from changes c
    where id = any(${ids}::bigint[]) and is_undoable
      and not exists (select from changes u where u.undoes_change_id = c.id)
      and not exists (select from jobs j where j.kind = 'undo-change' and j.state in ('queued', 'running')
        and (j.ask->>'change_id')::bigint = c.id)`.execute(context.db)
  const own = rows.filter(
    (act) => isWithinReach(act, context.caller) && reasonNotToUndo(context, act) === null,
  )
  return new Set(own.map(({ id }) => id))
}

/**
 * Returns whether the caller can find a change. A change over several schools has no school, so only its author
 * and product admins can find it.
 */
const isWithinReach = (act: UndoableChange, caller: Context['caller']): boolean =>
  act.school_id === null
    ? isAdmin(caller) || act.actor_id === caller.id
    : mayEnterSchool(caller, act.school_id)

/** Locks the change, so that it’s undone only once. @throws Problem 409 if it was already undone */
export const claimUndo = async (context: Context, id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_undo', ${id}))`.execute(context.db)
  await assertNotUndone(context, id)
}

/**
 * Locks the start of an undo job. It’s a separate lock, so that a second request gets its response while the
 * job runs.
 * @throws Problem 409 if a job is undoing the change, or it was already undone
 */
export const claimUndoLater = async (context: Context, id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_undo_later', ${id}))`.execute(context.db)
  // checked in this order, because a job that ends in between has undone it
  const open = await context.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', undoKind)
    .where('state', 'in', ['queued', 'running'])
    .where(sql<number>`(ask->>'change_id')::bigint`, '=', id)
    .executeTakeFirst()
  if (open) throw problem.stale(null, 'This is already being undone.')
  await assertNotUndone(context, id)
}

const assertNotUndone = async ({ db }: Context, id: number): Promise<void> => {
  const undone = await db
    .selectFrom('changes')
    .select('id')
    .where('undoes_change_id', '=', id)
    .executeTakeFirst()
  if (undone) throw problem.stale(null, 'This was already undone.')
}
