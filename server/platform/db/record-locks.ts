import { sql, type RawBuilder } from 'kysely'
import { problem, type Problem } from '#server/platform/problem.ts'
import { scope, type ScopeContext } from './scope.ts'

// Records are locked in one order everywhere, so that no two transactions wait for each other: insurance companies,
// students, student-periods, then forms, checks and all else, each in the order of their IDs. Renaming a student writes
// the sort names of their student-periods, so code that locks those has locked the student.

/**
 * Why a record is locked: to change it, or to remove it, when nothing may be added to it meantime (`for update` refuses the
 * shared lock that a new row takes on what it refers to).
 */
type Purpose = 'change' | 'remove'

const lockFor: Readonly<Record<Purpose, RawBuilder<unknown>>> = {
  change: sql`for no key update`,
  remove: sql`for update`,
}

type Ids = readonly number[] | RawBuilder<unknown>

const anyOf = (ids: Ids): RawBuilder<unknown> =>
  'compile' in ids ? sql`any(array(${ids}))` : sql`any(${[...ids]}::bigint[])`

/** Why a student whose record was erased can’t be changed. */
export const erasedText = 'This student’s record was erased, so it can’t be changed.'

/** Returns the answer to a change of a student whose record was erased. */
export const recordErased = (): Problem => problem.stale(null, erasedText)

/** Locks students, removed ones too. Returns their IDs. `ids` is a list or `select …`. @throws Problem 409 if one was erased */
export const lockStudents = async (
  context: ScopeContext,
  ids: Ids,
  purpose: Purpose = 'change',
): Promise<number[]> => {
  const { rows } = await sql<{ id: number; is_erased: boolean }>`
    select s.id, s.erased_at is not null as is_erased from students s where s.id = ${anyOf(ids)} and ${scope.within(context, 's.school_id')}
    order by s.id ${lockFor[purpose]}`.execute(context.db)
  if (rows.some(({ is_erased }) => is_erased)) throw recordErased()
  return rows.map(({ id }) => id)
}

/** Checks that a student about whom something is added isn’t erased, nor until the end of the transaction. @throws Problem 409 */
export const assertNotErased = async (context: ScopeContext, studentId: number): Promise<void> => {
  const { rows } = await sql<{ is_erased: boolean }>`
    select s.erased_at is not null as is_erased from students s
    where s.id = ${studentId} and ${scope.within(context, 's.school_id')} for key share`.execute(context.db)
  if (rows[0]?.is_erased === true) throw recordErased()
}

/** Locks student-periods whose students are locked. `ids` is a list or `select …`. */
export const lockStudentPeriods = async (
  context: ScopeContext,
  ids: Ids,
  purpose: Purpose = 'change',
): Promise<void> => {
  await sql`
    select from student_periods sp where sp.id = ${anyOf(ids)} and ${scope.within(context, 'sp.school_id')}
    order by sp.id ${lockFor[purpose]}`.execute(context.db)
}

/** Locks student-periods, after their students and some more students. */
export const lockRecords = async (
  context: ScopeContext,
  ids: readonly number[],
  { students = [], purpose }: { readonly students?: readonly number[]; readonly purpose?: Purpose } = {},
): Promise<void> => {
  const own = sql`
    select sp.student_id from student_periods sp where sp.id = any(${[...ids]}::bigint[])
      and ${scope.within(context, 'sp.school_id')} union select unnest(${[...students]}::bigint[])`
  await lockStudents(context, own, purpose)
  await lockStudentPeriods(context, ids, purpose)
}
