import { sql } from 'kysely'
import type { SubjectType } from '#contract/platform/history/shapes.ts'
import { eraseMembers } from '#server/outputs/carrier-files/index.ts'
import { lockStudentPeriods, lockStudents } from '#server/platform/db/record-locks.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import {
  erasedCountFields,
  eraseEntries,
  recordHistory,
  startChange,
  type HistoryContext,
} from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { listPersons, readRetention } from '../queries.ts'
import { erasedTables, keptInHistory, type ErasedTable } from './erased-tables.ts'

/** Who erases, and whose rows may be erased: for the nightly act, the system’s of one school. */
export interface Erasing {
  readonly context: HistoryContext
  readonly system: ScopeContext
}

/**
 * Erases what identifies a student, and those merged into them, in one transaction: rows, history and access log. What sums
 * are computed from stays. Stored files are deleted after the commit, when no row names them.
 * @throws Problem 404; 409 if it’s erased, on hold, or in a policy year that’s open or hasn’t ended
 */
export const eraseStudent = async (erasing: Erasing, studentId: number, reason: string): Promise<void> => {
  const { context, system } = erasing
  // a student with many entries takes longer than a request’s statement timeout
  await sql`set local statement_timeout = 0`.execute(context.db)
  const ids = await lockStudents(system, await listPersons(system, studentId), 'remove')
  await lockStudentPeriods(
    system,
    sql`select sp.id from student_periods sp where sp.student_id = any(${ids}::bigint[])
      and ${scope.within(system, 'sp.school_id')}`,
    'remove',
  )
  const { school, blocked } = await readRetention(system, context.clock, studentId)
  if (blocked !== null) throw problem.busy(blocked)
  const act = {
    kind: 'student_erased',
    cause: context.caller === null ? 'system' : 'person',
    schoolId: school.id,
  } as const
  const changeId = await startChange(context, act)
  const subjects = await listSubjects(system, ids)
  const texts = await listTexts(system, ids)
  await markErased(erasing, ids)
  const { keys } = context.services
  const erased = await eraseEntries(context.db, keys, {
    changeId,
    studentIds: ids,
    kept: keptInHistory,
    subjects,
  })
  await eraseMembers({ ...system, services: { keys } }, ids)
  await deleteFiles(system, ids)
  await eraseTexts(system, school.id, texts)
  await deleteDrafts(system, ids)
  for (const [table, how] of Object.entries(erasedTables)) await eraseRows(context, table, how, ids)
  const counts = Object.entries(erasedCountFields).map(([log, field]) => ({
    field,
    before: null,
    after: erased[log === 'history' ? 'history' : 'access_log'],
  }))
  await recordHistory(context, act, [
    {
      kind: 'student_erased',
      subject: { type: 'student', id: studentId },
      school_id: school.id,
      student_id: studentId,
      reason,
      changes: counts,
    },
  ])
}

/** Marks students as erased, and cancels their queued emails. From now on nothing else changes them. */
const markErased = async ({ context, system }: Erasing, ids: readonly number[]): Promise<void> => {
  const now = context.clock.now().toISOString()
  await sql`
    update emails email set state = 'canceled'
    where email.state = 'queued' and email.student_id = any(${[...ids]}::bigint[])
      and ${scope.within(system, 'email.school_id')}`.execute(system.db)
  await sql`
    update students s set erased_at = ${now}
    where s.id = any(${[...ids]}::bigint[]) and ${scope.within(system, 's.school_id')}`.execute(system.db)
}

/** Returns the records whose history may not name the student: forms, messages, merges and blocked addresses. */
const listSubjects = async (
  system: ScopeContext,
  ids: readonly number[],
): Promise<{ type: SubjectType; id: number }[]> => {
  const { rows } = await sql<{ type: SubjectType; id: number }>`
    select 'form_submission' as type, form.id from form_submissions form
    where form.student_id = any(${[...ids]}::bigint[]) and ${scope.within(system, 'form.school_id')}
    union all
    select 'student_message', message.id from student_messages message
    where message.student_id = any(${[...ids]}::bigint[]) and ${scope.within(system, 'message.school_id')}
    union all
    select 'student_merge', merge.id from student_merges merge
    where merge.merged_id = any(${[...ids]}::bigint[]) and ${scope.within(system, 'merge.school_id')}
    union all
    select 'suppressed_address', listed.id from suppressed_addresses listed
    where listed.address = any(${addressesOf(system, ids)})`.execute(system.db)
  return rows
}

/** Returns the addresses of students that no other student of any school has, as an array. */
const addressesOf = (system: ScopeContext, ids: readonly number[]) => sql`array(
  select lower(address) from students s cross join unnest(array[s.personal_email, s.university_email]) address
  where s.id = any(${[...ids]}::bigint[]) and ${scope.within(system, 's.school_id')} and address is not null)`

/** Returns what names students in texts of others: IDs, names and addresses. */
const listTexts = async (system: ScopeContext, ids: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ texts: string[] }>`
    select array_remove(array['"' || s.sid || '"', '(' || s.sid || ')',
      nullif(s.first_name, '') || ' ' || s.last_name, s.last_name || ', ' || nullif(s.first_name, ''),
      s.personal_email, s.university_email], null) as texts
    from students s where s.id = any(${[...ids]}::bigint[]) and ${scope.within(system, 's.school_id')}`.execute(
    system.db,
  )
  return rows.flatMap(({ texts }) => texts)
}

/** Removes what jobs say about students, such as skipped records by name, and blocked addresses that are theirs. */
const eraseTexts = async (
  system: ScopeContext,
  schoolId: number,
  texts: readonly string[],
): Promise<void> => {
  await sql`
    update jobs job set ask = '{}', result = null, message = null
    where job.school_id = ${schoolId} and job.state in ('done', 'failed') and exists (
      select from unnest(${[...texts]}::text[]) as named(text)
      where strpos(lower(concat(job.ask, job.result, job.message)), lower(named.text)) > 0)`.execute(
    system.db,
  )
  await sql`
    update suppressed_addresses listed
    set address = 'erased-' || listed.id, reason = 'Erased', removed_at = coalesce(listed.removed_at, listed.since)
    where listed.address = any(select lower(text) from unnest(${[...texts]}::text[]) as named(text))`.execute(
    system.db,
  )
}

/** Deletes the files of lists that students are in: exports, made reports, and rosters that are kept for a few days. */
const deleteFiles = async (system: ScopeContext, ids: readonly number[]): Promise<void> => {
  const periods = sql`(select sp.period_id from student_periods sp
    where sp.student_id = any(${[...ids]}::bigint[]) and ${scope.within(system, 'sp.school_id')})`
  await sql`
    delete from exports made where made.period_id in ${periods} and ${scope.within(system, 'made.school_id')}`.execute(
    system.db,
  )
  await sql`
    delete from made_reports made using report_schedules schedule
    where schedule.id = made.schedule_id and schedule.period_id in ${periods}
      and ${scope.within(system, 'made.school_id')} and ${scope.within(system, 'schedule.school_id')}`.execute(
    system.db,
  )
  await sql`
    delete from import_file_chunks chunk using imports run
    where run.id = chunk.import_id and run.period_id in ${periods}
      and ${scope.within(system, 'chunk.school_id')} and ${scope.within(system, 'run.school_id')}`.execute(
    system.db,
  )
  // rows that were rejected name no student of ours
  await sql`
    delete from import_rows listed using students s
    where s.id = any(${[...ids]}::bigint[]) and s.school_id = listed.school_id
      and shipmate_sid_key(listed.sid) = shipmate_sid_key(s.sid)
      and ${scope.within(system, 'listed.school_id')} and ${scope.within(system, 's.school_id')}`.execute(
    system.db,
  )
}

/** Deletes what staff typed into forms about students and didn’t save. */
const deleteDrafts = async (system: ScopeContext, ids: readonly number[]): Promise<void> => {
  await sql`
    delete from drafts draft where exists (
      select from student_periods sp
      where sp.student_id = any(${[...ids]}::bigint[]) and ${scope.within(system, 'sp.school_id')}
        and draft.form ~ ('^(student-period|dependent|override):' || sp.id || ':'))
      or draft.form = any(array(select kind || ':' || id from unnest(${[...ids]}::bigint[]) as given(id)
        cross join unnest(array['student', 'note']) as kind))
      or exists (select from student_notes note
        where note.student_id = any(${[...ids]}::bigint[]) and ${scope.within(system, 'note.school_id')}
          and draft.form = 'note-edit:' || note.id)
      or exists (select from form_submissions form
        where form.student_id = any(${[...ids]}::bigint[]) and ${scope.within(system, 'form.school_id')}
          and draft.form ~ ('^(write-to-sender|manual-result):' || form.id || '(:|$)'))`.execute(system.db)
}

const eraseRows = async (
  { db }: Pick<HistoryContext, 'db'>,
  table: string,
  { by, kept, written = {} }: ErasedTable,
  ids: readonly number[],
): Promise<void> => {
  await sql`select shipmate_erase_rows(${table}, ${by}, ${[...ids]}::bigint[],
    ${kept === undefined ? null : [...kept]}::text[], ${JSON.stringify(written)}::jsonb)`.execute(db)
}
