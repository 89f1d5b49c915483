import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { entriesAbout, skipReasons, undoEach, type UndoHandler } from '#server/platform/history/index.ts'
import { movedRows, moveRowsBack, moveStudentPeriods, setPeriodsRemoved } from './moved-rows.ts'

interface Row {
  readonly id: number
  readonly school_id: number
  readonly kept_id: number
  readonly merged_id: number
  readonly moved: unknown
  readonly name: string
  readonly sid: string
  /** Whether the merged student is still what the merge made of them. */
  readonly is_merged: boolean
  readonly is_id_taken: boolean
}

const lockMerge = async (context: Context, changeId: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select merge.id, merge.school_id, merge.kept_id, merge.merged_id, merge.moved, ${listedName('other')} as name, other.sid,
      other.deleted_at is not null and other.merged_into_id = merge.kept_id and kept.deleted_at is null
        and merge.undone_at is null as is_merged,
      exists (select from students s where s.sid = other.sid and s.school_id = merge.school_id
        and s.deleted_at is null and ${scope.within(context, 's.school_id')}) as is_id_taken
    from student_merges merge
    join students other on other.id = merge.merged_id
    join students kept on kept.id = merge.kept_id
    where merge.change_id = ${changeId} and ${scope.within(context, 'merge.school_id')}
    for update`.execute(context.db)
  return rows[0]
}

/**
 * Undoes a merge: the merged student is back with their policy years, notes, documents, forms, emails and checks, as far as
 * they weren’t moved again. It runs after the fields of the kept student are reverted, which frees the student ID.
 */
export const undoMerge: UndoHandler = async (context, changeId, entries) => {
  const first = entriesAbout(entries, 'student_merge').find(({ kind }) => kind === 'students_merged')
  if (!first) return { entries: [], left: [] }
  const row = await lockMerge(context, changeId)
  return undoEach([first], async () => {
    if (!row?.is_merged) return { name: row?.name ?? '', reason: skipReasons.touched }
    if (row.is_id_taken) return { name: row.name, reason: 'Another student now has this student ID.' }
    await separate(context, row)
    return {
      kind: 'change_undone',
      subject: { type: 'student_merge', id: row.id },
      school_id: row.school_id,
      student_id: row.kept_id,
      changes: [{ field: 'merged_student', before: `${row.name} (${row.sid})`, after: null }],
    }
  })
}

const separate = async (context: Context, { id, kept_id, merged_id, moved }: Row): Promise<void> => {
  const what = z.parse(movedRows, moved)
  const now = context.clock.now().toISOString()
  await sql`
    update students s set deleted_at = null, merged_into_id = null, version = s.version + 1, updated_at = ${now}
    where s.id = ${merged_id} and ${scope.within(context, 's.school_id')}`.execute(context.db)
  await sql`
    update students s set merged_into_id = ${merged_id}
    where s.id = any(${what.students}::bigint[]) and s.merged_into_id = ${kept_id}
      and ${scope.within(context, 's.school_id')}`.execute(context.db)
  await moveStudentPeriods(context, what.student_periods, { from: kept_id, to: merged_id })
  await setPeriodsRemoved(context, await restorable(context, what.removed), false)
  await moveRowsBack(context, kept_id, what)
  await scope
    .update(context, 'student_merges')
    .set({ undone_at: now })
    .where('student_merges.id', '=', id)
    .execute()
}

/** Returns the removed student-periods whose student isn’t in that policy year again. */
const restorable = async (context: Context, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select sp.id from student_periods sp
    where sp.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'sp.school_id')}
      and not exists (select from student_periods other where other.student_id = sp.student_id
        and other.period_id = sp.period_id and other.deleted_at is null
        and ${scope.within(context, 'other.school_id')})`.execute(context.db)
  return rows.map(({ id }) => id)
}
