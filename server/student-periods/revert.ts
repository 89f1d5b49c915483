import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import {
  fieldsOf,
  isAsLeft,
  judgeAll,
  leftBecause,
  type Done,
  type JudgedRow,
  type Reverted,
  type Verdicts,
} from '../history/index.ts'
import { batches } from '../lib/batches.ts'
import { forbiddenKey } from './rules.ts'
import { isColumn, writeStudentPeriods } from './write.ts'

interface Row extends JudgedRow, Readonly<Record<string, unknown>> {
  readonly deleted_at: string | null
  /** Something of it was recorded after the act. */
  readonly is_touched: boolean
  readonly has_student: boolean
  /** The student is in the period by another record: this one cannot come back. */
  readonly is_replaced: boolean
}

const readRows = async (
  context: Context,
  changeId: number,
  done: readonly Done[],
): Promise<Map<number, Row>> => {
  const columns = fieldsOf(done.filter(({ how }) => how === 'changed')).filter(isColumn)
  // school and period are no search keys in what is asked of every row: see isStale of the imports
  const { rows } = await sql<Row>`
    select sp.id, sp.school_id, sp.student_id, sp.deleted_at, s.last_name || ', ' || s.first_name as name,
      exists (select from history h
        where h.student_period_id = sp.id and h.id > done.entry_id and h.change_id <> ${changeId}) as is_touched,
      s.deleted_at is null as has_student,
      (select count(*) filter (where other.period_id = sp.period_id and other.id <> sp.id)
        from student_periods other where other.student_id = sp.student_id and other.deleted_at is null) > 0
        as is_replaced
      ${sql.join([sql``, ...columns.map((name) => sql.ref(`sp.${name}`))])}
    from unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ entry_id }) => entry_id)}::bigint[])
      as done(id, entry_id)
    join student_periods sp on sp.id = done.id
    join students s on s.id = sp.student_id
    where ${scope.within(context, 'sp.school_id')}`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const whyNotBack = (row: Row, returning: ReadonlySet<number>): string | null => {
  if (row.deleted_at === null || row.is_touched) return leftBecause.touched
  if (row.is_replaced) return 'The student is in this policy year again.'
  return row.has_student || returning.has(row.student_id) ? null : 'The student is gone.'
}

const whyNotFormer = (context: Context, row: Row, changes: Done['changes']): string | null => {
  if (changes.some(({ field }) => !isColumn(field))) return leftBecause.unknown
  if (!isAsLeft(row, changes)) return leftBecause.touched
  const forbidden = forbiddenKey(
    changes.map(({ field }) => field),
    context.caller.permission,
  )
  return forbidden === undefined ? null : leftBecause.forbidden
}

/**
 * Locks what an act did, and says what can be taken back: what nobody has touched since. `returning` are the
 * students who come back with the same undo.
 */
export const judgeStudentPeriods = async (
  context: Context,
  changeId: number,
  done: readonly Done[],
  returning: ReadonlySet<number>,
): Promise<Verdicts> => {
  if (done.length === 0) return { reverted: [], left: [] }
  // locked before they are judged: what others were just writing is seen
  await sql`select from student_periods where id = any(${done.map(({ id }) => id)}::bigint[])
    and ${scope.within(context, 'school_id')} order by id for update`.execute(context.db)
  const rows = await readRows(context, changeId, done)
  return judgeAll(rows, done, (row, { how, changes }) => {
    if (how === 'removed') return whyNotBack(row, returning)
    if (row.deleted_at !== null) return leftBecause.gone
    if (how === 'created') return row.is_touched ? leftBecause.touched : null
    return whyNotFormer(context, row, changes)
  })
}

/** Takes back what was judged so. */
export const revertStudentPeriods = async (
  context: Context,
  reverted: readonly Reverted[],
): Promise<void> => {
  await writeStudentPeriods(
    context,
    reverted
      .filter(({ how }) => how === 'changed')
      .map(({ id, changes }) => ({
        id,
        set: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      })),
  )
  await setRemoved(context, reverted, 'created')
  await setRemoved(context, reverted, 'removed')
}

/** How many rows one statement writes: what progress is told by. */
const batchSize = 5000

/** What the act made goes, what it removed comes back, under the name that the student has now. */
const setRemoved = async (
  context: Context,
  reverted: readonly Reverted[],
  how: 'created' | 'removed',
): Promise<void> => {
  const ids = reverted.filter((one) => one.how === how).map(({ id }) => id)
  const now = context.clock.now().toISOString()
  for (const batch of batches(ids, batchSize)) {
    await sql`
      update student_periods sp
      set deleted_at = ${how === 'created' ? now : null}::timestamptz, version = sp.version + 1, updated_at = ${now},
        sort_name = (select s.sort_name from students s where s.id = sp.student_id)
      where sp.id = any(${batch}::bigint[]) and ${scope.within(context, 'sp.school_id')}`.execute(context.db)
    context.progress?.add(batch.length)
  }
}
