import { sql } from 'kysely'
import { tiers } from '#contract/setup/coverage/status-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { statusIn } from '#server/setup/coverage/index.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { Span } from './insert-plan.ts'

/** The change that the entries belong to: see `startChange`. */
interface Act {
  readonly id: number
}

/** Inserts one entry for every student and student-period that the plan creates or changes, in one statement. */
export const insertPlanHistory = async (
  context: Context,
  act: Act,
  { run, from, to }: Span,
): Promise<void> => {
  const at = context.clock.now().toISOString()
  await sql`
    insert into history (change_id, at, actor_id, cause, subject_type, subject_id, school_id, student_id,
      student_period_id, kind, changes)
    select ${act.id}::bigint, ${at}::timestamptz, ${context.caller.id}::bigint, 'import', entry.subject_type,
      entry.subject_id, ${run.school_id}::bigint, r.student_id, entry.student_period_id, entry.kind, entry.changes
    from import_rows r
    cross join lateral (
      values
        ('student', r.student_id, null::bigint,
          case when r.student_version is null then 'student_created' else 'student_changed' end, r.student_changes),
        ('student_period', r.student_period_id, r.student_period_id,
          case when r.student_period_version is null then 'student_period_created'
            else 'student_period_changed' end, r.student_period_changes)
    ) as entry(subject_type, subject_id, student_period_id, kind, changes)
    where r.import_id = ${run.id} and ${scope.within(context, 'r.import_id')}
      and r.row_number between ${from} and ${to} and r.outcome in ('added', 'changed') and entry.changes <> '[]'
    order by r.row_number, entry.subject_type`.execute(context.db)
}

/** The condition that the new record `copy` renews the enrollment in the coverage type `covered`. */
const renewedCovers = sql<boolean>`(${statusIn('copy', 'covered')})::text = any(${[...tiers]}::text[])`

/**
 * Copies the dependents of copied students, with an entry for each. They keep the coverage types whose enrollment is
 * renewed, and no other.
 */
export const copyDependents = async (context: Context, act: Act, { run, from, to }: Span): Promise<void> => {
  const at = context.clock.now().toISOString()
  await sql`
    with made as (
      insert into dependents (school_id, student_period_id, type, gender, first_name, last_name, dob, ssn_cipher,
        ssn_last_four, covers, created_at, updated_at)
      select d.school_id, r.student_period_id, d.type, d.gender, d.first_name, d.last_name, d.dob, d.ssn_cipher,
        d.ssn_last_four, array(select covered from unnest(d.covers) with ordinality as own(covered, place)
          where ${renewedCovers} order by place), ${at}::timestamptz, ${at}::timestamptz
      from import_rows r
      join dependents d on d.student_period_id = r.from_student_period_id and d.deleted_at is null
        and d.school_id = ${run.school_id} and ${scope.within(context, 'd.school_id')}
      join student_periods copy on copy.id = r.student_period_id and ${scope.within(context, 'copy.school_id')}
      where r.import_id = ${run.id} and ${scope.within(context, 'r.import_id')}
        and r.row_number between ${from} and ${to} and r.outcome = 'added'
      order by r.row_number, d.id
      returning *
    )
    insert into history (change_id, at, actor_id, cause, subject_type, subject_id, school_id, student_id,
      student_period_id, kind, changes)
    select ${act.id}::bigint, ${at}::timestamptz, ${context.caller.id}::bigint, 'import', 'dependent', made.id,
      made.school_id, r.student_id, made.student_period_id, 'dependent_added', (
        select jsonb_agg(jsonb_build_object('field', field, 'before', null, 'after', value))
        from (values ('type', to_jsonb(made.type)), ('gender', to_jsonb(made.gender)),
          ('first_name', to_jsonb(made.first_name)), ('last_name', to_jsonb(made.last_name)),
          ('dob', to_jsonb(made.dob)), ('covers', nullif(to_jsonb(made.covers), '[]')),
          ('ssn', to_jsonb('***-**-' || made.ssn_last_four))) as filled(field, value)
        where value is not null)
    from made
    join import_rows r on r.import_id = ${run.id} and r.student_period_id = made.student_period_id
      and r.row_number between ${from} and ${to}
    order by made.id`.execute(context.db)
}
