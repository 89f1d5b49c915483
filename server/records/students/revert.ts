import { sql } from 'kysely'
import type { RecordField } from '#contract/platform/record-field.ts'
import { studentFields } from '#contract/records/students/fields.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { sqlTypes, updateInGroups } from '#server/platform/db/update-in-groups.ts'
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
import { restoreSsns } from './replaced-ssns.ts'
import { listedName } from '#server/platform/db/person-names.ts'

const fields: Readonly<Record<string, RecordField>> = studentFields
const isPlain = (field: string): boolean => field !== 'ssn' && Object.hasOwn(fields, field)
const typeOf = (column: string): string => sqlTypes[fields[column]?.kind ?? 'text']

interface Row extends RevertibleRow, Readonly<Record<string, unknown>> {
  readonly deleted_at: string | null
  /** Whether something was recorded for the student after the change. */
  readonly is_touched: boolean
  readonly is_ssn_touched: boolean
  /** Whether the replaced SSN is still saved. */
  readonly has_former_ssn: boolean
  /** Whether another student of the school now has this student’s ID, so this one can’t be restored. */
  readonly is_replaced: boolean
  readonly has_papers: boolean
  /** The student-periods that aren’t removed. */
  readonly standing: readonly number[]
}

/** Locks students before any check and before their student-periods, as imports do. */
export const lockStudents = async (context: Context, done: readonly RecordChange[]): Promise<void> => {
  if (done.length === 0) return
  await sql`select from students where id = any(${done.map(({ id }) => id)}::bigint[])
    and ${scope.within(context, 'school_id')} order by id for update`.execute(context.db)
}

const readRows = async (
  context: Context,
  changeId: number,
  done: readonly RecordChange[],
): Promise<Map<number, Row>> => {
  const columns = fieldsOf(done.filter(({ how }) => how === 'changed')).filter(isPlain)
  // 'own': entries of the student, not of a policy year; the school of 'is_replaced' isn't a search key: see isIdTaken
  // in imports
  const { rows } = await sql<Row>`
    select s.id, s.id as student_id, s.school_id, s.deleted_at, ${listedName('s')} as name,
      own.is_touched, own.is_ssn_touched, former.student_id is not null as has_former_ssn,
      (select count(*) filter (where ${scope.within(context, 'o.school_id')} and o.school_id = s.school_id and o.id <> s.id)
        from students o where o.sid = s.sid and o.deleted_at is null) > 0 as is_replaced,
      exists (select from student_notes n where n.student_id = s.id and n.deleted_at is null)
        or exists (select from student_files f where f.student_id = s.id and f.deleted_at is null)
        or exists (select from emails e where e.student_id = s.id and e.state <> 'canceled')
        or exists (select from form_submissions form where form.student_id = s.id)
        or exists (select from eligibility_reports report where report.student_id = s.id) as has_papers,
      array(select sp.id from student_periods sp where sp.student_id = s.id and sp.deleted_at is null) as standing
      ${sql.join([sql``, ...columns.map((name) => sql.ref(`s.${name}`))])}
    from unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ entry_id }) => entry_id)}::bigint[])
      as done(id, entry_id)
    join students s on s.id = done.id
    cross join lateral (
      select count(*) > 0 as is_touched, coalesce(bool_or(h.changes @> '[{"field": "ssn"}]'), false) as is_ssn_touched
      from history h
      where h.student_id = s.id and h.subject_type = 'student' and h.id > done.entry_id and h.change_id <> ${changeId}
    ) own
    left join replaced_ssns former on former.change_id = ${changeId} and former.student_id = s.id
    where ${scope.within(context, 's.school_id')}`.execute(context.db)
  return new Map(rows.map((row) => [row.id, { ...row, standing: row.standing.map(Number) }]))
}

/**
 * Returns which students can be reverted: those that haven’t changed again. `leaving` are the student-periods
 * the same undo removes. A student the change created is removed if they’re in no other period.
 */
export const planStudentUndo = async (
  context: Context,
  changeId: number,
  done: readonly RecordChange[],
  leaving: ReadonlySet<number>,
): Promise<UndoPlan> => {
  if (done.length === 0) return { reverted: [], left: [] }
  const rows = await readRows(context, changeId, done)
  return planUndo(rows, done, (row, one) => {
    if (one.how === 'removed') return reasonNotToRestore(row)
    if (row.deleted_at !== null) return skipReasons.gone
    return one.how === 'created' ? reasonNotToRemove(row, leaving) : reasonNotToRevert(row, one)
  })
}

const reasonNotToRestore = (row: Row): string | null => {
  if (row.deleted_at === null || row.is_touched) return skipReasons.touched
  return row.is_replaced ? 'Another student now has this student ID.' : null
}

const reasonNotToRemove = (row: Row, leaving: ReadonlySet<number>): string | null => {
  if (row.is_touched) return skipReasons.touched
  if (row.standing.some((id) => !leaving.has(id))) return 'The student is still in a policy year.'
  return row.has_papers ? 'The student has notes, documents, forms or emails.' : null
}

const reasonNotToRevert = (row: Row, { changes }: RecordChange): string | null => {
  const plain = changes.filter(({ field }) => field !== 'ssn')
  if (plain.some(({ field }) => !isPlain(field))) return skipReasons.unknown
  if (!isUnchangedSince(row, plain)) return skipReasons.touched
  const ssn = changes.find(({ field }) => field === 'ssn')
  if (!ssn) return null
  if (row.is_ssn_touched) return skipReasons.touched
  return ssn.before !== null && !row.has_former_ssn ? 'The previous SSN is no longer saved.' : null
}

/** Reverts the students that passed the check; `undoId` is the change that does it. */
export const revertStudents = async (
  context: Context,
  { changeId, undoId }: { changeId: number; undoId: number },
  reverted: readonly RevertibleRecord[],
): Promise<void> => {
  const changed = reverted.filter(({ how }) => how === 'changed')
  await updateInGroups(
    context,
    'students',
    typeOf,
    changed.map(({ id, changes }) => ({
      id,
      set: Object.fromEntries(
        changes.filter(({ field }) => isPlain(field)).map(({ field, before }) => [field, before]),
      ),
    })),
  )
  const withSsn = changed.filter(({ changes }) => changes.some(({ field }) => field === 'ssn'))
  await restoreSsns(
    context,
    { changeId, undoId },
    withSsn.map(({ id }) => id),
  )
  await revertRemovals(context, reverted, ({ ids, deleted_at, now }) =>
    sql`
      update students s
      set deleted_at = ${deleted_at}::timestamptz, version = s.version + 1, updated_at = ${now}
      where s.id = any(${ids}::bigint[]) and ${scope.within(context, 's.school_id')}`.execute(context.db),
  )
}
