import { sql } from 'kysely'
import * as z from 'zod/mini'
import { jobStates } from '#contract/platform/jobs/shapes.ts'
import type { DefaultEnrollmentRun } from '#contract/review/default-enrollments/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { listUndoable } from '#server/platform/history/index.ts'

/** The most runs that are listed. */
const mostRuns = 20

const runRow = z.object({
  state: z.enum(jobStates),
  students: z.nullable(z.int()),
  amount: z.nullable(z.string()),
})

const isUndone = sql<boolean>`exists (select from changes undo where undo.undoes_change_id = jobs.change_id)`

/** Returns whether the latest run of a policy year was undone. */
export const isLatestUndone = async (context: ScopeContext, periodId: number): Promise<boolean> => {
  const latest = await scope
    .defaultEnrollments(context)
    .innerJoin('jobs', 'jobs.id', 'default_enrollments.job_id')
    .select(isUndone.as('is_undone'))
    .where('default_enrollments.period_id', '=', periodId)
    .orderBy('default_enrollments.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.is_undone === true
}

/** Returns the latest runs of a policy year, the latest first. */
export const listRuns = async (context: Context, periodId: number): Promise<DefaultEnrollmentRun[]> => {
  const rows = await scope
    .defaultEnrollments(context)
    .innerJoin('jobs', 'jobs.id', 'default_enrollments.job_id')
    .leftJoin('users', 'users.id', 'jobs.author_id')
    .select([
      'default_enrollments.id',
      'default_enrollments.run_on',
      'default_enrollments.job_id',
      'default_enrollments.students',
      'default_enrollments.amount',
      'default_enrollments.emails_released_at',
      'jobs.state',
      'jobs.message',
      'jobs.author_id',
      'jobs.change_id',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('author_name'),
      isUndone.as('is_undone'),
    ])
    .where('default_enrollments.period_id', '=', periodId)
    .orderBy('default_enrollments.id', 'desc')
    .limit(mostRuns)
    .execute()
  const undoable = await listUndoable(
    context,
    rows.flatMap(({ change_id }) => change_id ?? []),
  )
  const waiting = await countToTell(context, rows)
  return rows.map(({ author_id, author_name, change_id, ...row }) => ({
    ...row,
    ...z.parse(runRow, row),
    started_by: author_id === null ? null : { id: author_id, name: author_name ?? '' },
    change_id: change_id !== null && undoable.has(change_id) ? change_id : null,
    emails_waiting: waiting.get(row.id) ?? 0,
  }))
}

interface Told {
  readonly id: number
  readonly change_id: number | null
  readonly emails_released_at: string | null
}

/** The coverages that changes have enrolled students in, without an undo, and in which they still are. */
const stillEnrolled = (context: ScopeContext, changeIds: readonly number[]) => sql`
  from history entry
  join student_periods sp on sp.id = entry.student_period_id and sp.deleted_at is null and ${scope.within(context, 'sp.school_id')}
  join lateral (values ${sql.join(
    coverages.map((name) => sql`(${name}::text, ${sql.ref(`sp.${name}_status`)}::text)`),
  )}) as coverage(name, status)
    on coverage.status = any(${[...tiers]})
    and entry.changes @> jsonb_build_array(jsonb_build_object('field', coverage.name || '_status'))
  where entry.change_id = any(${[...changeIds]}::bigint[]) and entry.subject_type = 'student_period'
    and ${scope.within(context, 'entry.school_id')}
    and not exists (
      select from changes undo
      join history undone on undone.change_id = undo.id and undone.student_period_id = entry.student_period_id
        and ${scope.within(context, 'undone.school_id')}
      where undo.undoes_change_id = entry.change_id)`

const countToTell = async (context: ScopeContext, runs: readonly Told[]): Promise<Map<number, number>> => {
  const untold = runs.filter(({ change_id, emails_released_at: at }) => change_id !== null && at === null)
  const { rows } = await sql<{ change_id: number; total: number }>`
    select entry.change_id, count(distinct sp.id)::int as total ${stillEnrolled(
      context,
      untold.flatMap(({ change_id }) => change_id ?? []),
    )} group by 1`.execute(context.db)
  const totals = new Map(rows.map(({ change_id, total }) => [change_id, total]))
  return new Map(untold.map(({ id, change_id }) => [id, totals.get(change_id ?? 0) ?? 0]))
}

/** Returns the student-periods that a run enrolled and that still are, with the coverages in the usual order. */
export const listToTell = async (
  context: ScopeContext,
  changeId: number,
): Promise<Map<number, Coverage[]>> => {
  const { rows } = await sql<{ id: number; names: readonly string[] }>`
    select sp.id, array_agg(coverage.name) as names ${stillEnrolled(context, [changeId])} group by 1 order by 1`.execute(
    context.db,
  )
  return new Map(rows.map(({ id, names }) => [id, coverages.filter((name) => names.includes(name))]))
}
