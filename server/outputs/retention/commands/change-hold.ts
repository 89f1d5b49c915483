import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { lockStudents } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'

type Held = 'students' | 'schools'

const nouns = {
  students: { type: 'student', name: 'This student' },
  schools: { type: 'school', name: 'This school' },
} as const

/** Puts a student or a school on legal hold. @throws Problem 404, 409 if they’re on hold or erased */
export const placeHold = async (context: Context, table: Held, id: number, reason: string): Promise<void> => {
  const former = await lockHeld(context, table, id)
  if (former.hold_reason !== null) throw problem.exists(`${nouns[table].name} is already on legal hold.`)
  const since = context.clock.now().toISOString()
  await writeHold(context, table, id, { since, reason })
  await record(context, table, { id, school_id: former.school_id }, 'legal_hold_placed', reason)
}

/** Releases a legal hold. @throws Problem 404, 409 if there’s none */
export const releaseHold = async (
  context: Context,
  table: Held,
  id: number,
  reason: string,
): Promise<void> => {
  const former = await lockHeld(context, table, id)
  if (former.hold_reason === null) throw problem.stale(null, `${nouns[table].name} isn’t on legal hold.`)
  await writeHold(context, table, id, null)
  await record(context, table, { id, school_id: former.school_id }, 'legal_hold_released', reason)
}

interface HeldRow {
  readonly school_id: number
  readonly hold_reason: string | null
}

/** Locks what is held. @throws Problem 404, 409 if the student was erased */
const lockHeld = async (context: Context, table: Held, id: number): Promise<HeldRow> => {
  if (table === 'students') await lockStudents(context, [id])
  const { rows } =
    table === 'students'
      ? await sql<HeldRow>`
          select t.school_id, t.hold_reason from students t
          where t.id = ${id} and t.deleted_at is null and ${scope.within(context, 't.school_id')}`.execute(
          context.db,
        )
      : await sql<HeldRow>`
          select t.id as school_id, t.hold_reason from schools t
          where t.id = ${id} and ${scope.within(context, 't.id')} for no key update`.execute(context.db)
  const [found] = rows
  if (!found) throw problem.notFound()
  return found
}

const writeHold = async (
  context: Context,
  table: Held,
  id: number,
  hold: { readonly since: string; readonly reason: string } | null,
): Promise<void> => {
  await scope
    .update(context, table)
    .set({ held_since: hold?.since ?? null, hold_reason: hold?.reason ?? null })
    .where('id', '=', id)
    .execute()
}

const record = (
  context: Context,
  table: Held,
  { id, school_id }: { readonly id: number; readonly school_id: number },
  kind: 'legal_hold_placed' | 'legal_hold_released',
  reason: string,
): Promise<number> =>
  recordHistory(context, { kind, schoolId: school_id }, [
    {
      kind,
      subject: { type: nouns[table].type, id },
      school_id,
      student_id: table === 'students' ? id : null,
      reason,
      changes: [],
    },
  ])
