import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { scope, type TenantTable } from '#server/platform/db/scope.ts'
import { decryptSsn, encryptSsn, ssnPlace } from '#server/platform/lib/crypt.ts'

/** The tables whose rows follow a student who is merged into another, with their policy year if they have one. */
const followers = [
  'student_notes',
  'student_files',
  'form_submissions',
  'student_messages',
  'eligibility_reports',
  'emails',
] as const satisfies readonly TenantTable[]

const place = z.object({ id: z.int(), student_id: z.int(), student_period_id: z.nullable(z.int()) })

/** What a merge moved: rows with where they were, records of policy years, and earlier merged students. */
export const movedRows = z.object({
  rows: z.record(z.string(), z.array(place)),
  /** Student-periods that became the kept student’s. */
  student_periods: z.array(z.int()),
  /** Student-periods that were removed, because the other student’s stayed. */
  removed: z.array(z.int()),
  /** Students merged into the merged one before. */
  students: z.array(z.int()),
})
export type MovedRows = z.output<typeof movedRows>

/** The student-periods that a merge removes, and those that take their place. */
export type Replacements = ReadonlyMap<number, number>

/** Moves the rows of one student to another. Rows of a removed student-period move to the one that stays. */
export const moveRows = async (
  context: Context,
  { from, to }: { readonly from: number; readonly to: number },
  replacements: Replacements,
): Promise<MovedRows['rows']> => {
  const [removed, staying] = [[...replacements.keys()], [...replacements.values()]]
  const moved: MovedRows['rows'] = {}
  for (const table of followers) {
    const { rows } = await sql<z.output<typeof place>>`
      with before as (
        select t.id, t.student_id, t.student_period_id from ${sql.table(table)} t
        where (t.student_id = ${from} or t.student_period_id = any(${removed}::bigint[]))
          and ${scope.within(context, 't.school_id')}
        order by t.id for update
      ), written as (
        update ${sql.table(table)} t
        set student_id = ${to}, student_period_id = coalesce((
          select other.staying from unnest(${removed}::bigint[], ${staying}::bigint[]) as other(removed, staying)
          where other.removed = t.student_period_id), t.student_period_id)
        from before where t.id = before.id and ${scope.within(context, 't.school_id')}
      )
      select * from before`.execute(context.db)
    if (rows.length > 0) moved[table] = rows
  }
  return moved
}

/** Ends the sessions in which students see their status, because what belongs to whom has changed. */
export const endStatusSessions = async (context: Context, studentIds: readonly number[]): Promise<void> => {
  await scope
    .delete(context, 'status_sessions')
    .where('status_sessions.student_id', 'in', [...studentIds])
    .execute()
}

/** Moves rows back to where they were before a merge, except those that were moved or deleted since. */
export const moveRowsBack = async (context: Context, keptId: number, moved: MovedRows): Promise<void> => {
  for (const table of followers) {
    const rows = moved.rows[table] ?? []
    const column = (name: 'id' | 'student_id' | 'student_period_id') => rows.map((row) => row[name])
    await sql`
      update ${sql.table(table)} t
      set student_id = former.student_id, student_period_id = former.student_period_id
      from unnest(${column('id')}::bigint[], ${column('student_id')}::bigint[],
        ${column('student_period_id')}::bigint[]) as former(id, student_id, student_period_id)
      where t.id = former.id and t.student_id = ${keptId} and ${scope.within(context, 't.school_id')}`.execute(
      context.db,
    )
  }
}

/**
 * Gives student-periods to another student, with the SSNs of their dependents, which are encrypted for the student. Removed
 * records are left.
 */
export const moveStudentPeriods = async (
  context: Context,
  ids: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update student_periods sp
    set student_id = ${to}, version = sp.version + 1, updated_at = ${context.clock.now().toISOString()},
      sort_name = (select s.sort_name from students s where s.id = ${to} and ${scope.within(context, 's.school_id')})
    where sp.id = any(${[...ids]}::bigint[]) and sp.student_id = ${from} and sp.deleted_at is null
      and ${scope.within(context, 'sp.school_id')}
    returning sp.id`.execute(context.db)
  const moved = rows.map(({ id }) => id)
  await sealDependents(context, moved, { from, to })
  return moved
}

const sealDependents = async (
  context: Context,
  studentPeriodIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> => {
  const { keys } = context.services
  const { rows } = await sql<{ id: number; ssn_cipher: Buffer }>`
    select d.id, d.ssn_cipher from dependents d
    where d.student_period_id = any(${[...studentPeriodIds]}::bigint[]) and d.ssn_cipher is not null
      and ${scope.within(context, 'd.school_id')} for update`.execute(context.db)
  const sealed = rows.map(({ ssn_cipher }) =>
    encryptSsn(keys, ssnPlace('dependents', to), decryptSsn(keys, ssnPlace('dependents', from), ssn_cipher)),
  )
  await sql`
    update dependents d set ssn_cipher = made.cipher
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${sealed}::bytea[]) as made(id, cipher)
    where d.id = made.id and ${scope.within(context, 'd.school_id')}`.execute(context.db)
}

/** Removes student-periods or restores them. */
export const setPeriodsRemoved = async (
  context: Context,
  ids: readonly number[],
  isRemoved: boolean,
): Promise<void> => {
  const now = context.clock.now().toISOString()
  await sql`
    update student_periods sp
    set deleted_at = ${isRemoved ? now : null}::timestamptz, version = sp.version + 1, updated_at = ${now}
    where sp.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'sp.school_id')}
      and (sp.deleted_at is null) = ${isRemoved}`.execute(context.db)
}

/** Saves the encrypted SSNs that a change is about to replace, because the history has only masks. */
export const saveSsns = async (context: Context, changeId: number, ids: readonly number[]): Promise<void> => {
  await sql`
    insert into replaced_ssns (change_id, student_id, school_id, ssn_cipher, ssn_index, ssn_last_four)
    select ${changeId}::bigint, s.id, s.school_id, s.ssn_cipher, s.ssn_index, s.ssn_last_four
    from students s where s.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 's.school_id')}
      and s.ssn_cipher is not null`.execute(context.db)
}

/**
 * Restores the SSNs that a change replaced, or clears them if there were none. Saves the current ones, so that
 * the undo can be undone. The database holds one that another student has now.
 */
export const restoreSsns = async (
  context: Context,
  { changeId, undoId }: { changeId: number; undoId: number },
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  await saveSsns(context, undoId, ids)
  await sql`
    update students s
    set ssn_cipher = former.ssn_cipher, ssn_index = former.ssn_index, ssn_last_four = former.ssn_last_four,
      version = s.version + 1, updated_at = ${context.clock.now().toISOString()}
    from unnest(${[...ids]}::bigint[]) as asked(id)
    left join replaced_ssns former on former.change_id = ${changeId} and former.student_id = asked.id
    where s.id = asked.id and ${scope.within(context, 's.school_id')}`.execute(context.db)
}
