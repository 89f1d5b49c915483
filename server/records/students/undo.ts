import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope } from '#server/platform/db/scope.ts'
import { sqlTypes, updateInGroups } from '#server/platform/db/update-in-groups.ts'
import {
  entriesAbout,
  fieldsOf,
  isUnchangedSince,
  planUndo,
  revertRemovals,
  skipReasons,
  undoEach,
  type ChangeEntry,
  type RecordChange,
  type RevertibleRecord,
  type RevertibleRow,
  type UndoHandler,
  type UndoPlan,
} from '#server/platform/history/index.ts'
import { isMergedSince, mergedSince } from './queries/merges.ts'
import { movedRows, moveRowsBack, moveStudentPeriods, restoreSsns, setPeriodsRemoved } from './record.ts'

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
  readonly is_merged: boolean
  /** The student-periods that aren’t removed. */
  readonly standing: readonly number[]
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
        or exists (select from student_messages message where message.student_id = s.id)
        or exists (select from eligibility_reports report where report.student_id = s.id) as has_papers,
      ${isMergedSince(context, changeId, sql`s.id`)} as is_merged,
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
  if (row.is_merged) return mergedSince
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

interface MergeRow {
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

/** Returns the students and student-periods that the undo of a change separates again, so that they can be locked first. */
export const recordsOfMerge = async (
  context: Context,
  changeId: number,
  entries: readonly ChangeEntry[],
): Promise<{ readonly students: number[]; readonly studentPeriods: number[] }> => {
  const none = { students: [], studentPeriods: [] }
  if (entriesAbout(entries, 'student_merge').length === 0) return none
  const found = await scope
    .studentMerges(context)
    .select(['student_merges.kept_id', 'student_merges.merged_id', 'student_merges.moved'])
    .where('student_merges.change_id', '=', changeId)
    .executeTakeFirst()
  if (!found) return none
  const { student_periods, removed, students } = z.parse(movedRows, found.moved)
  return {
    students: [found.kept_id, found.merged_id, ...students],
    studentPeriods: [...student_periods, ...removed],
  }
}

/**
 * Returns why a change that merged two students stays: a form moved to the other record of its policy year and was settled there, or changed it. Back at
 * its own record it would say what never happened to that one.
 */
export const reasonToKeepMerge = async (
  context: Context,
  changeId: number,
  entries: readonly ChangeEntry[],
): Promise<{ readonly id: number; readonly name: string; readonly reason: string } | null> => {
  if (entriesAbout(entries, 'student_merge').length === 0) return null
  const { rows } = await sql<{ id: number; name: string }>`
    select merge.merged_id as id, ${listedName('other')} as name
    from student_merges merge join students other on other.id = merge.merged_id
    where merge.change_id = ${changeId} and ${scope.within(context, 'merge.school_id')} and exists (
      select from jsonb_to_recordset(merge.moved->'rows'->'form_submissions') as was(id bigint, student_period_id bigint)
      join form_submissions form on form.id = was.id and form.student_period_id <> was.student_period_id
        and ${scope.within(context, 'form.school_id')}
      join history later on later.subject_type = 'form_submission' and later.subject_id = form.id
        and later.change_id > ${changeId} and ${scope.within(context, 'later.school_id')}
      join changes act on act.id = later.change_id and act.undoes_change_id is null
      where not exists (select from changes undo where undo.undoes_change_id = act.id))`.execute(context.db)
  const [found] = rows
  return found
    ? { ...found, reason: 'A form was decided or changed after the merge. Undo that change first.' }
    : null
}

const lockMerge = async (context: Context, changeId: number): Promise<MergeRow | undefined> => {
  const { rows } = await sql<MergeRow>`
    select merge.id, merge.school_id, merge.kept_id, merge.merged_id, merge.moved, ${listedName('other')} as name, other.sid,
      other.deleted_at is not null and other.merged_into_id = merge.kept_id and kept.deleted_at is null
        and merge.undone_at is null as is_merged,
      exists (select from students s where s.sid = other.sid and s.school_id = merge.school_id
        and s.deleted_at is null and ${scope.within(context, 's.school_id')}) as is_id_taken
    from student_merges merge
    join students other on other.id = merge.merged_id
    join students kept on kept.id = merge.kept_id
    where merge.change_id = ${changeId} and ${scope.within(context, 'merge.school_id')}
    for update of merge`.execute(context.db)
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

const separate = async (context: Context, { id, kept_id, merged_id, moved }: MergeRow): Promise<void> => {
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
