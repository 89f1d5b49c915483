import { sql, type RawBuilder } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { savedStatusColumns, studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { importableEnrollmentFields } from '#contract/review/imports/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { feeColumns, planColumns, statusIn } from '#server/platform/coverage/index.ts'
import { lockStudentPeriods, lockStudents } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { sqlTypes } from '#server/platform/db/update-in-groups.ts'
import { stateColumns, studentColumns } from '../queries/matches.ts'
import type { ImportRecord } from '../queries/runs.ts'

/** A part of a plan, as a range of row numbers. */
export interface Span {
  readonly run: ImportRecord
  readonly from: number
  readonly to: number
}

const fields: Readonly<Record<string, RecordField>> = { ...studentFields, ...studentPeriodFields }

const lineColumns = [...stateColumns, ...coverages.flatMap(planColumns)]

/** Returns the columns of a student-period that a plan can change. */
const enrollmentColumns = (run: ImportRecord): string[] => [
  ...new Set([...(run.fields_to_carry ?? importableEnrollmentFields), ...lineColumns, ...feeColumns]),
]

const names = (columns: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)))

const typed = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    columns.map(
      (column) =>
        sql`${sql.ref(column)} ${sql.raw(sqlTypes[fields[column]?.kind ?? savedStatusColumns.get(column) ?? 'text'])}`,
    ),
  )

/** Returns the SQL for the new values of a row: `w.written` as one object, `p` as columns. */
const written = (changes: 'student_changes' | 'student_period_changes', columns: readonly string[]) => sql`
  cross join lateral (
    select jsonb_object_agg(change ->> 'field', change -> 'after') as written
    from jsonb_array_elements(${sql.ref(`r.${changes}`)}) as change
  ) w
  cross join lateral jsonb_to_record(w.written) as p(${typed(columns)})`

const within = (context: Context, { run, from, to }: Span): RawBuilder<boolean> =>
  sql<boolean>`r.import_id = ${run.id} and ${scope.within(context, 'r.school_id')}
    and r.row_number between ${from} and ${to}`

const now = (context: Context): RawBuilder<unknown> => sql`${context.clock.now().toISOString()}::timestamptz`

/**
 * Locks all records a plan changes: students before student-periods, each in ID order, like all other code.
 * Locking in file order could cause deadlocks. A student’s new name also changes all of their student-periods
 * that aren’t deleted.
 */
export const lockPlanned = async (context: Context, run: ImportRecord): Promise<void> => {
  const students = sql`array(select r.student_id from import_rows r
    where r.import_id = ${run.id} and ${scope.within(context, 'r.school_id')} and r.outcome in ('added', 'changed') and r.student_version is not null
      and r.student_changes <> '[]')`
  const studentPeriods = sql`array(
    select r.student_period_id from import_rows r
    where r.import_id = ${run.id} and ${scope.within(context, 'r.school_id')} and r.outcome = 'changed' and r.student_period_changes <> '[]'
    union all select sp.id from student_periods sp
    where sp.student_id = any(${students}) and sp.deleted_at is null and ${scope.within(context, 'sp.school_id')})`
  await lockStudents(
    context,
    sql`select unnest(${students}) union select sp.student_id from student_periods sp
    where sp.id = any(${studentPeriods}) and ${scope.within(context, 'sp.school_id')}`,
  )
  await lockStudentPeriods(context, sql`select unnest(${studentPeriods})`)
}

/** Returns a new student’s value of a column; someone with one name has no first name. */
const newValue = (column: string): RawBuilder<unknown> =>
  fields[column]?.mayBeEmpty ? sql`coalesce(${sql.ref(`p.${column}`)}, '')` : sql.ref(`p.${column}`)

/** Creates the students who are new to the school. */
export const insertStudents = async (context: Context, span: Span): Promise<void> => {
  await sql`
    insert into students (id, school_id, created_at, updated_at, ssn_cipher, ssn_index, ssn_last_four,
      ${names(studentColumns)})
    overriding system value
    select r.student_id, ${span.run.school_id}, ${now(context)}, ${now(context)}, r.ssn_cipher, r.ssn_index,
      r.ssn_last_four, ${sql.join(studentColumns.map(newValue))}
    from import_rows r ${written('student_changes', studentColumns)}
    where ${within(context, span)} and r.outcome = 'added' and r.student_version is null
    order by r.row_number`.execute(context.db)
}

/** Adds the students to the period. Returns the number. */
export const insertStudentPeriods = async (context: Context, span: Span): Promise<number> => {
  const columns = enrollmentColumns(span.run)
  const inserted = await sql`
    insert into student_periods
      (id, school_id, period_id, student_id, sort_name, created_at, updated_at, ${names(columns)})
    overriding system value
    select r.student_period_id, ${span.run.school_id}, ${span.run.period_id}, r.student_id,
      (select s.sort_name from students s where s.id = r.student_id),
      ${now(context)}, ${now(context)}, ${names(columns, 'p')}
    from import_rows r
    ${written('student_period_changes', columns)}
    where ${within(context, span)} and r.outcome = 'added'
    order by r.row_number`.execute(context.db)
  return Number(inserted.numAffectedRows ?? 0n)
}

const assignments = (columns: readonly string[], table: 's' | 'sp'): RawBuilder<unknown> =>
  sql.join(
    columns.map(
      (column) =>
        sql`${sql.ref(column)} = case when p.written ? ${sql.lit(column)}
          then ${sql.ref(`p.${column}`)} else ${sql.ref(`${table}.${column}`)} end`,
    ),
  )

/** Saves the encrypted SSNs that the plan replaces, because the history has only masks. */
export const saveReplacedSsns = async (context: Context, actId: number, span: Span): Promise<void> => {
  await sql`
    insert into replaced_ssns (change_id, student_id, school_id, ssn_cipher, ssn_index, ssn_last_four)
    select ${actId}::bigint, s.id, s.school_id, s.ssn_cipher, s.ssn_index, s.ssn_last_four
    from import_rows r
    cross join lateral (select * from students where id = r.student_id and ssn_cipher is not null offset 0) s
    where ${within(context, span)} and r.outcome in ('added', 'changed') and r.student_version is not null
      and r.ssn_cipher is not null`.execute(context.db)
}

/** Returns whether a student whom the plan adds was removed while it was being saved. */
export const isStudentRemoved = async (context: Context, span: Span): Promise<boolean> => {
  const { rows } = await sql`
    select from import_rows r
    where ${within(context, span)} and r.outcome = 'added' and r.student_version is not null
      and (select s.deleted_at from students s where s.id = r.student_id) is not null limit 1`.execute(
    context.db,
  )
  return rows.length > 0
}

/**
 * Updates existing students. Returns how many still had the planned version. The plan’s rows come first in the
 * join (fixed as `p`, only a key condition on `s`), whatever the planner estimates for a table that has just
 * grown.
 */
export const updateStudents = async (context: Context, span: Span): Promise<number> => {
  const result = await sql`
    with p as materialized (
      select r.student_id, r.student_version, r.ssn_cipher as new_cipher, r.ssn_index as new_index,
        r.ssn_last_four as new_last_four, w.written, p.*
      from import_rows r ${written('student_changes', studentColumns)}
      where ${within(context, span)} and r.outcome in ('added', 'changed') and r.student_version is not null
        and r.student_changes <> '[]'
    )
    update students s
    set ${assignments(studentColumns, 's')}, version = s.version + 1, updated_at = ${now(context)},
      ssn_cipher = coalesce(p.new_cipher, s.ssn_cipher), ssn_last_four = coalesce(p.new_last_four, s.ssn_last_four),
      ssn_index = case when p.new_cipher is null then s.ssn_index else p.new_index end
    from p
    where s.id = p.student_id and s.version = p.student_version`.execute(context.db)
  return Number(result.numAffectedRows ?? 0n)
}

/** Updates existing student-periods. Returns how many still had the planned version. */
export const updateStudentPeriods = async (context: Context, span: Span): Promise<number> => {
  const columns = enrollmentColumns(span.run)
  const result = await sql`
    with p as materialized (
      select r.student_period_id, r.student_period_version, w.written, p.*
      from import_rows r ${written('student_period_changes', columns)}
      where ${within(context, span)} and r.outcome = 'changed' and r.student_period_changes <> '[]'
    )
    update student_periods sp
    set ${assignments(columns, 'sp')}, version = sp.version + 1, updated_at = ${now(context)}
    from p
    where sp.id = p.student_period_id and sp.version = p.student_period_version
      and sp.deleted_at is null`.execute(context.db)
  return Number(result.numAffectedRows ?? 0n)
}

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
    where r.import_id = ${run.id} and ${scope.within(context, 'r.school_id')}
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
      where r.import_id = ${run.id} and ${scope.within(context, 'r.school_id')}
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
