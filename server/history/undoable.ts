import { sql } from 'kysely'
import { isAdmin, mayEnterSchool } from '#contract/access.ts'
import { undoHours } from '#contract/history/shapes.ts'
import type { JobKind } from '#contract/jobs/shapes.ts'
import type { Context } from '../context.ts'
import { problem } from '../problem.ts'

/** How the job is called that takes an act back; it keeps `{ change_id }`. */
export const undoKind = 'undo-change' satisfies JobKind

/** As much of an act as taking it back needs. */
export interface UndoableAct {
  readonly id: number
  readonly actor_id: number | null
  readonly school_id: number | null
  readonly at: string
}

/**
 * The act to take back, as its author or a product admin. @throws Problem 404 out of scope, 403 when it is not the
 * caller's to undo, 409 when it was never offered to be
 */
export const getUndoable = async (context: Context, id: number): Promise<UndoableAct> => {
  const act = await context.db
    .selectFrom('changes')
    .select(['id', 'actor_id', 'school_id', 'at', 'is_undoable'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!act || !isWithinReach(act, context.caller)) throw problem.notFound()
  if (!act.is_undoable) throw problem.stale(null, 'This kind of change cannot be taken back.')
  const why = whyNot(context, act)
  if (why !== null) throw problem.forbidden(why)
  return act
}

/** Why an act is not the caller's to take back, or not any more; null when it is. */
const whyNot = ({ caller, clock }: Context, act: UndoableAct): string | null => {
  if (isAdmin(caller)) return null
  if (act.actor_id !== caller.id) return 'Only its author, or a Shipmate Admin, can take this back.'
  const age = clock.now().getTime() - new Date(act.at).getTime()
  return age > undoHours * 3_600_000 ? 'After a day only a Shipmate Admin can take this back.' : null
}

/** Which of some acts the caller may take back as they stand: what is undone, or being undone, is not among them. */
export const listUndoable = async (context: Context, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<UndoableAct>`
    select id, actor_id, school_id, at from changes c
    where id = any(${ids}::bigint[]) and is_undoable
      and not exists (select from changes u where u.undoes_change_id = c.id)
      and not exists (select from jobs j where j.kind = 'undo-change' and j.state in ('queued', 'running')
        and (j.ask->>'change_id')::bigint = c.id)`.execute(context.db)
  const own = rows.filter((act) => isWithinReach(act, context.caller) && whyNot(context, act) === null)
  return new Set(own.map(({ id }) => id))
}

/** An act over several schools has none of its own: then its author knows of it, and product admins do. */
const isWithinReach = (act: UndoableAct, caller: Context['caller']): boolean =>
  act.school_id === null
    ? isAdmin(caller) || act.actor_id === caller.id
    : mayEnterSchool(caller, act.school_id)

/** Holds the act fast, so that it is taken back once. @throws Problem 409 when it was already */
export const claimUndo = async (context: Context, id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_undo', ${id}))`.execute(context.db)
  await assertNotUndone(context, id)
}

/**
 * Holds fast the leaving of an undo to a job. It has a lock of its own: whoever asks again while the job runs is
 * answered at once. @throws Problem 409 when a job waits or runs that takes the act back, or it was taken back already
 */
export const claimUndoLater = async (context: Context, id: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_undo_later', ${id}))`.execute(context.db)
  // asked in this order: a job that ends in between has undone it
  const open = await context.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', undoKind)
    .where('state', 'in', ['queued', 'running'])
    .where(sql<number>`(ask->>'change_id')::bigint`, '=', id)
    .executeTakeFirst()
  if (open) throw problem.stale(null, 'This is being taken back already.')
  await assertNotUndone(context, id)
}

const assertNotUndone = async ({ db }: Context, id: number): Promise<void> => {
  const undone = await db
    .selectFrom('changes')
    .select('id')
    .where('undoes_change_id', '=', id)
    .executeTakeFirst()
  if (undone) throw problem.stale(null, 'This was taken back already.')
}
