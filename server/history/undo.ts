import { sql } from 'kysely'
import { isAdmin, mayEnterSchool } from '#contract/access.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { problem } from '../problem.ts'
import { revertStudentPeriods, type Done, type Left, type Reverted } from '../student-periods/index.ts'
import { listActEntries } from './queries.ts'
import { recordHistory, type Entry } from './record.ts'
import { takeBackOthers } from './take-back.ts'
import type { ActEntry, TakenBack } from './taking-back.ts'

/** Its author may take an act back for a day; product admins any time (decisions section 4). */
const undoHours = 24

interface UndoneAct {
  readonly id: number
  readonly actor_id: number | null
  readonly school_id: number | null
  readonly at: string
}

/** The act to take back. @throws Problem 404 out of scope, 403 when it is not the caller's to undo, 409 when it is undone */
const getAct = async (context: Context, id: number): Promise<UndoneAct> => {
  const act = await context.db
    .selectFrom('changes')
    .select(['id', 'actor_id', 'school_id', 'at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { caller } = context
  if (!act || !isWithinReach(act, caller)) throw problem.notFound()
  const age = context.clock.now().getTime() - new Date(act.at).getTime()
  if (!isAdmin(caller) && act.actor_id !== caller.id)
    throw problem.forbidden('Only its author, or a Shipmate Admin, can take this back.')
  if (!isAdmin(caller) && age > undoHours * 3_600_000)
    throw problem.forbidden('After a day only a Shipmate Admin can take this back.')
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_undo', ${id}))`.execute(context.db)
  const undone = await context.db
    .selectFrom('changes')
    .select('id')
    .where('undoes_change_id', '=', id)
    .executeTakeFirst()
  if (undone) throw problem.stale(null, 'This was taken back already.')
  return act
}

/** An act over several schools has none of its own: then its author knows of it, and product admins do. */
const isWithinReach = (act: UndoneAct, caller: Context['caller']): boolean =>
  act.school_id === null
    ? isAdmin(caller) || act.actor_id === caller.id
    : mayEnterSchool(caller, act.school_id)

const doneOf = (entries: readonly ActEntry[]): Done[] =>
  entries
    .filter(({ subject_type }) => subject_type === 'student_period')
    .map((entry) => ({
      id: entry.subject_id,
      changes: entry.changes,
      isCreation: entry.kind === 'student_period_created',
    }))

const record = async (
  context: Context,
  act: UndoneAct,
  reverted: readonly Reverted[],
  others: TakenBack,
): Promise<void> => {
  await recordHistory(
    context,
    {
      kind: 'change_undone',
      cause: 'undo',
      schoolId: act.school_id,
      undoes: act.id,
      undoable: reverted.length + others.entries.length > 0,
    },
    [
      ...reverted.map((one): Entry => ({
        kind: one.isRemoval ? 'student_period_removed' : 'change_undone',
        subject: { type: 'student_period', id: one.id },
        school_id: one.school_id,
        student_id: one.student_id,
        student_period_id: one.id,
        changes: one.changes,
      })),
      ...others.entries,
    ],
  )
}

/** Students' own fields (a roster changes them too) stay as they are, and are named. */
const leftStudents = async (context: Context, entries: readonly ActEntry[]): Promise<Left[]> => {
  const ids = entries.filter(({ kind }) => kind === 'student_changed').map(({ subject_id }) => subject_id)
  if (ids.length === 0) return []
  const found = await scope
    .students(context)
    .select(['students.id', 'students.first_name', 'students.last_name'])
    .where('students.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('students.sort_name')
    .execute()
  return found.map(({ id, first_name, last_name }) => ({
    id,
    name: `${last_name}, ${first_name}`,
    reason: 'What the act changed in the student’s own fields stays.',
  }))
}

/** What an undo did, and what it left. */
export interface Undone {
  readonly reverted: number
  readonly left: Left[]
  readonly left_total: number
}

const leftLimit = 1000

/**
 * Takes an act back: student-periods return to what they were wherever nobody has touched them since.
 * Sends no mail, and may restore any status.
 */
export const undoChange = async (context: Context, id: number): Promise<Undone> => {
  const act = await getAct(context, id)
  const entries = await listActEntries(context, id)
  const { reverted, left } = await revertStudentPeriods(context, id, doneOf(entries))
  const others = await takeBackOthers(context, id, entries)
  await record(context, act, reverted, others)
  const all = [...left, ...others.left, ...(await leftStudents(context, entries))]
  return {
    reverted: reverted.length + others.entries.length,
    left: all.slice(0, leftLimit),
    left_total: all.length,
  }
}
