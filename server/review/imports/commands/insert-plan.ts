import { sql, type RawBuilder } from 'kysely'
import { coverages } from '#contract/setup/coverage/choices.ts'
import { importableEnrollmentFields } from '#contract/review/imports/choices.ts'
import type { RecordField } from '#contract/platform/record-field.ts'
import { studentPeriodFields } from '#contract/records/student-periods/fields.ts'
import { studentFields } from '#contract/records/students/fields.ts'
import type { Context } from '#server/platform/context.ts'
import { planColumns } from '#server/setup/coverage/index.ts'
import { scope } from '#server/platform/db/scope.ts'
import { sqlTypes } from '#server/platform/db/update-in-groups.ts'
import { lineColumnsOf, studentColumns } from '../matches.ts'
import type { ImportRecord } from '../queries.ts'

/** A part of a plan, as a range of row numbers. */
export interface Span {
  readonly run: ImportRecord
  readonly from: number
  readonly to: number
}

const fields: Readonly<Record<string, RecordField>> = { ...studentFields, ...studentPeriodFields }

const lineColumns = coverages.flatMap((coverage) => [...lineColumnsOf(coverage), ...planColumns(coverage)])

/** Returns the columns of a student-period that a plan can change. */
const enrollmentColumns = (run: ImportRecord): string[] => [
  ...new Set([...(run.fields_to_carry ?? importableEnrollmentFields), ...lineColumns]),
]

const names = (columns: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)))

const typed = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    columns.map((column) => sql`${sql.ref(column)} ${sql.raw(sqlTypes[fields[column]?.kind ?? 'text'])}`),
  )

/** Returns the SQL for the new values of a row: `w.written` as one object, `p` as columns. */
const written = (changes: 'student_changes' | 'student_period_changes', columns: readonly string[]) => sql`
  cross join lateral (
    select jsonb_object_agg(change ->> 'field', change -> 'after') as written
    from jsonb_array_elements(${sql.ref(`r.${changes}`)}) as change
  ) w
  cross join lateral jsonb_to_record(w.written) as p(${typed(columns)})`

const within = (context: Context, { run, from, to }: Span): RawBuilder<boolean> =>
  sql<boolean>`r.import_id = ${run.id} and ${scope.within(context, 'r.import_id')}
    and r.row_number between ${from} and ${to}`

const now = (context: Context): RawBuilder<unknown> => sql`${context.clock.now().toISOString()}::timestamptz`

/**
 * Locks all records a plan changes: students before student-periods, each in ID order, like all other code.
 * Locking in file order could cause deadlocks. A student’s new name also changes all of their student-periods
 * that aren’t deleted.
 */
export const lockPlanned = async (context: Context, run: ImportRecord): Promise<void> => {
  const students = sql`array(select r.student_id from import_rows r
    where r.import_id = ${run.id} and ${scope.within(context, 'r.import_id')} and r.outcome in ('added', 'changed') and r.student_version is not null
      and r.student_changes <> '[]')`
  const studentPeriods = sql`array(
    select r.student_period_id from import_rows r
    where r.import_id = ${run.id} and ${scope.within(context, 'r.import_id')} and r.outcome = 'changed' and r.student_period_changes <> '[]'
    union all select sp.id from student_periods sp
    where sp.student_id = any(${students}) and sp.deleted_at is null and ${scope.within(context, 'sp.school_id')})`
  await sql`select from students where id = any(${students}) and ${scope.within(context, 'school_id')}
    order by id for no key update`.execute(context.db)
  await sql`select from student_periods where id = any(${studentPeriods}) and ${scope.within(context, 'school_id')}
    order by id for no key update`.execute(context.db)
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
    insert into replaced_ssns (change_id, student_id, ssn_cipher, ssn_index, ssn_last_four)
    select ${actId}::bigint, s.id, s.ssn_cipher, s.ssn_index, s.ssn_last_four
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
