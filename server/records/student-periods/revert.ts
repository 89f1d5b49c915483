import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  fieldsOf,
  isUnchangedSince,
  planUndo,
  revertRemovals,
  skipReasons,
  type RecordChange,
  type RevertibleRow,
  type RevertibleRecord,
  type UndoPlan,
} from '#server/platform/history/index.ts'
import { forbiddenKey } from './rules.ts'
import { isColumn, writeStudentPeriods } from './write.ts'
import { listedName } from '#server/platform/db/person-names.ts'

interface Row extends RevertibleRow, Readonly<Record<string, unknown>> {
  readonly deleted_at: string | null
  /** Whether something was recorded for it after the change. */
  readonly is_touched: boolean
  readonly has_student: boolean
  /** Whether the student is in the period with another record, so this one can’t be restored. */
  readonly is_replaced: boolean
}

const readRows = async (
  context: Context,
  changeId: number,
  done: readonly RecordChange[],
): Promise<Map<number, Row>> => {
  const columns = fieldsOf(done.filter(({ how }) => how === 'changed')).filter(isColumn)
  // school and period aren't search keys of the row conditions: see isStale in imports
  const { rows } = await sql<Row>`
    select sp.id, sp.school_id, sp.student_id, sp.deleted_at, ${listedName('s')} as name,
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

const reasonNotToRestore = (row: Row, returning: ReadonlySet<number>): string | null => {
  if (row.deleted_at === null || row.is_touched) return skipReasons.touched
  if (row.is_replaced) return 'The student was added to this policy year again.'
  return row.has_student || returning.has(row.student_id) ? null : 'The student was removed.'
}

const reasonNotToRevert = (context: Context, row: Row, changes: RecordChange['changes']): string | null => {
  if (changes.some(({ field }) => !isColumn(field))) return skipReasons.unknown
  if (!isUnchangedSince(row, changes)) return skipReasons.touched
  const forbidden = forbiddenKey(
    changes.map(({ field }) => field),
    context.caller.permission,
  )
  return forbidden === undefined ? null : skipReasons.forbidden
}

/**
 * Locks the records of a change and returns which ones can be reverted: those that haven’t changed again.
 * `returning` are the students that the same undo restores.
 */
export const planStudentPeriodUndo = async (
  context: Context,
  changeId: number,
  done: readonly RecordChange[],
  returning: ReadonlySet<number>,
): Promise<UndoPlan> => {
  if (done.length === 0) return { reverted: [], left: [] }
  // locked before they're checked, so that concurrent changes are seen
  await sql`select from student_periods where id = any(${done.map(({ id }) => id)}::bigint[])
    and ${scope.within(context, 'school_id')} order by id for update`.execute(context.db)
  const rows = await readRows(context, changeId, done)
  return planUndo(rows, done, (row, { how, changes }) => {
    if (how === 'removed') return reasonNotToRestore(row, returning)
    if (row.deleted_at !== null) return skipReasons.gone
    if (how === 'created') return row.is_touched ? skipReasons.touched : null
    return reasonNotToRevert(context, row, changes)
  })
}

/** Reverts the records that passed the check. */
export const revertStudentPeriods = async (
  context: Context,
  reverted: readonly RevertibleRecord[],
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
  // a restored record is sorted under the student’s current name
  await revertRemovals(context, reverted, ({ ids, deleted_at, now }) =>
    sql`
      update student_periods sp
      set deleted_at = ${deleted_at}::timestamptz, version = sp.version + 1, updated_at = ${now},
        sort_name = (select s.sort_name from students s where s.id = sp.student_id)
      where sp.id = any(${ids}::bigint[]) and ${scope.within(context, 'sp.school_id')}`.execute(context.db),
  )
}
