import { sql } from 'kysely'
import type { StudentRetention } from '#contract/outputs/retention/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone, type Clock } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'

/** Returns the IDs of a student and of those merged into them. */
export const listPersons = async (context: ScopeContext, studentId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from students s where (s.id = ${studentId} or s.merged_into_id = ${studentId})
      and ${scope.within(context, 's.school_id')} order by s.id`.execute(context.db)
  return rows.map(({ id }) => id)
}

interface StateRow {
  readonly erased_at: string | null
  readonly held_since: string | null
  readonly hold_reason: string | null
  readonly merged_into_id: number | null
  readonly school_id: number
  readonly school_name: string
  readonly school_held_since: string | null
  readonly school_hold_reason: string | null
  readonly running: string | null
  readonly is_busy: boolean
}

/** Returns what an erasure of a student would erase, and what keeps it from being done. @throws Problem 404 */
export const readRetention = async (
  context: ScopeContext,
  clock: Clock,
  studentId: number,
): Promise<StudentRetention> => {
  const ids = await listPersons(context, studentId)
  const state = await readState(context, studentId, ids, dayIn(clock, officeTimeZone))
  return {
    erased_at: state.erased_at,
    hold: holdOf(state.held_since, state.hold_reason),
    school: {
      id: state.school_id,
      name: state.school_name,
      hold: holdOf(state.school_held_since, state.school_hold_reason),
    },
    blocked: blockOf(state),
    counts: await countErased(context, ids),
  }
}

const holdOf = (since: string | null, reason: string | null) =>
  since === null || reason === null ? null : { since, reason }

const blockOf = (state: StateRow): string | null => {
  if (state.erased_at !== null) return 'This student’s record was already erased.'
  if (state.merged_into_id !== null) return 'This student was merged into another. Erase the other student.'
  if (state.held_since !== null)
    return 'This student is on legal hold. Release the hold before you erase the record.'
  if (state.school_held_since !== null)
    return `${state.school_name} is on legal hold. Release the hold before you erase a record.`
  if (state.running !== null)
    return `The policy year ${state.running} is open or hasn’t ended. Erase the record after it’s closed.`
  if (state.is_busy)
    return 'An eligibility check or an email of this student is being sent. Try again in a few minutes.'
  return null
}

const readState = async (
  context: ScopeContext,
  studentId: number,
  ids: readonly number[],
  today: string,
): Promise<StateRow> => {
  const { rows } = await sql<StateRow>`
    select s.erased_at, held.held_since, held.hold_reason, s.merged_into_id, s.school_id,
      school.name as school_name, school.held_since as school_held_since, school.hold_reason as school_hold_reason,
      (select period.name from student_periods sp join periods period on period.id = sp.period_id
        where sp.student_id = any(${[...ids]}::bigint[]) and sp.deleted_at is null
          and (period.ends_on >= ${today}::date or period.state = 'open')
          and ${scope.within(context, 'sp.school_id')} and ${scope.within(context, 'period.school_id')}
        order by period.ends_on desc limit 1) as running,
      exists (select from eligibility_reports report where report.student_id = any(${[...ids]}::bigint[])
        and report.retrieval_status = 'pending' and ${scope.within(context, 'report.school_id')})
      or exists (select from emails email where email.student_id = any(${[...ids]}::bigint[])
        and email.state = 'sending' and ${scope.within(context, 'email.school_id')}) as is_busy
    from students s join schools school on school.id = s.school_id
    left join lateral (select own.held_since, own.hold_reason from students own
      where own.id = any(${[...ids]}::bigint[]) and own.held_since is not null
        and ${scope.within(context, 'own.school_id')} order by own.held_since limit 1) held on true
    where s.id = ${studentId} and ${scope.within(context, 's.school_id')}
      and ${scope.within(context, 'school.id')}`.execute(context.db)
  const [found] = rows
  if (!found) throw problem.notFound()
  return found
}

const countErased = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<StudentRetention['counts']> => {
  const all = sql`any(${[...ids]}::bigint[])`
  const { rows } = await sql<StudentRetention['counts']>`select
    (select count(*)::int from student_periods t where t.student_id = ${all} and t.deleted_at is null
      and ${scope.within(context, 't.school_id')}) as policy_years,
    (select count(*)::int from dependents t join student_periods sp on sp.id = t.student_period_id
      where sp.student_id = ${all} and ${scope.within(context, 't.school_id')}
        and ${scope.within(context, 'sp.school_id')}) as dependents,
    (select count(*)::int from form_submissions t where t.student_id = ${all}
      and ${scope.within(context, 't.school_id')}) as forms,
    (select count(*)::int from student_files t where t.student_id = ${all}
      and ${scope.within(context, 't.school_id')}) as documents,
    (select count(*)::int from student_notes t where t.student_id = ${all}
      and ${scope.within(context, 't.school_id')}) as notes,
    (select count(*)::int from student_messages t where t.student_id = ${all}
      and ${scope.within(context, 't.school_id')}) as messages,
    (select count(*)::int from emails t where t.student_id = ${all}
      and ${scope.within(context, 't.school_id')}) as emails,
    (select count(*)::int from eligibility_reports t where t.student_id = ${all}
      and ${scope.within(context, 't.school_id')}) as checks,
    (select count(*)::int from history t where t.student_id = ${all}
      and ${scope.within(context, 't.school_id')}) as history_entries`.execute(context.db)
  const [found] = rows
  if (!found) throw problem.notFound()
  return found
}
