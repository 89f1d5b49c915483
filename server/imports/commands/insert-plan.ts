import { sql, type RawBuilder } from 'kysely'
import { coverages } from '#contract/coverage/choices.ts'
import { importableEnrollmentFields, importableStudentFields } from '#contract/imports/choices.ts'
import type { RecordField } from '#contract/record-field.ts'
import { studentPeriodFields } from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import type { ColumnKind } from '#contract/table-query.ts'
import type { Context } from '../../context.ts'
import type { ImportRecord } from '../queries.ts'

/** A part of a plan, by the numbers of its rows. */
export interface Span {
  readonly run: ImportRecord
  readonly from: number
  readonly to: number
}

const sqlTypes: Record<ColumnKind, string> = {
  text: 'text',
  choice: 'text',
  number: 'bigint',
  money: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
}
const fields: Readonly<Record<string, RecordField>> = { ...studentFields, ...studentPeriodFields }
const bytes: ReadonlySet<string> = new Set(['ssn_cipher', 'ssn_index'])
const typeOf = (column: string): string =>
  bytes.has(column) ? 'bytea' : sqlTypes[fields[column]?.kind ?? 'text']

const studentColumns = [
  ...importableStudentFields.filter((field) => field !== 'ssn'),
  'ssn_cipher',
  'ssn_index',
  'ssn_last_four',
]
const lineColumns = coverages.flatMap((coverage) => [
  `${coverage}_status`,
  `${coverage}_prior_status`,
  `${coverage}_prior_tier`,
  `${coverage}_enroll_coverage_start_on`,
  `${coverage}_enroll_coverage_end_on`,
])

/** The columns of a student-period that a plan may write. */
const enrollmentColumns = (run: ImportRecord): string[] => [
  ...new Set([...(run.fields_to_carry ?? importableEnrollmentFields), ...lineColumns]),
]

const names = (columns: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)))

const typed = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(typeOf(column))}`))

const within = ({ run, from, to }: Span): RawBuilder<boolean> =>
  sql<boolean>`r.import_id = ${run.id} and r.row_number between ${from} and ${to}`

const now = (context: Context): RawBuilder<unknown> => sql`${context.clock.now().toISOString()}::timestamptz`

/** Makes the students who are new to the school. */
export const insertStudents = async (context: Context, span: Span): Promise<void> => {
  await sql`
    insert into students (id, school_id, created_at, updated_at, ${names(studentColumns)})
    overriding system value
    select r.student_id, ${span.run.school_id}, ${now(context)}, ${now(context)}, ${names(studentColumns, 'p')}
    from import_rows r
    cross join lateral jsonb_to_record(r.student_values) as p(${typed(studentColumns)})
    where ${within(span)} and r.outcome = 'added' and r.student_version is null
    order by r.row_number`.execute(context.db)
}

/** Brings the students into the period. */
export const insertStudentPeriods = async (context: Context, span: Span): Promise<void> => {
  const columns = enrollmentColumns(span.run)
  await sql`
    insert into student_periods
      (id, school_id, period_id, student_id, sort_name, created_at, updated_at, ${names(columns)})
    overriding system value
    select r.student_period_id, ${span.run.school_id}, ${span.run.period_id}, r.student_id, s.sort_name,
      ${now(context)}, ${now(context)}, ${names(columns, 'p')}
    from import_rows r
    join students s on s.id = r.student_id and s.school_id = ${span.run.school_id}
    cross join lateral jsonb_to_record(r.student_period_values) as p(${typed(columns)})
    where ${within(span)} and r.outcome = 'added'
    order by r.row_number`.execute(context.db)
}

const assignments = (columns: readonly string[], values: string, table: string): RawBuilder<unknown> =>
  sql.join(
    columns.map(
      (column) =>
        sql`${sql.ref(column)} = case when ${sql.ref(values)} ? ${sql.lit(column)}
          then ${sql.ref(`p.${column}`)} else ${sql.ref(`${table}.${column}`)} end`,
    ),
  )

/** Changes the students who were there. Answers how many still had the version of the plan. */
export const updateStudents = async (context: Context, span: Span): Promise<number> => {
  const result = await sql`
    update students s
    set ${assignments(studentColumns, 'r.student_values', 's')}, version = s.version + 1,
      updated_at = ${now(context)}
    from import_rows r
    cross join lateral jsonb_to_record(r.student_values) as p(${typed(studentColumns)})
    where ${within(span)} and r.outcome in ('added', 'changed') and r.student_values is not null
      and s.id = r.student_id and s.version = r.student_version
      and s.school_id = ${span.run.school_id}`.execute(context.db)
  return Number(result.numAffectedRows ?? 0n)
}

/** Changes the student-periods that were there. Answers how many still had the version of the plan. */
export const updateStudentPeriods = async (context: Context, span: Span): Promise<number> => {
  const columns = enrollmentColumns(span.run)
  const result = await sql`
    update student_periods sp
    set ${assignments(columns, 'r.student_period_values', 'sp')}, version = sp.version + 1,
      updated_at = ${now(context)}
    from import_rows r
    cross join lateral jsonb_to_record(r.student_period_values) as p(${typed(columns)})
    where ${within(span)} and r.outcome = 'changed' and r.student_period_values is not null
      and sp.id = r.student_period_id and sp.version = r.student_period_version and sp.deleted_at is null
      and sp.school_id = ${span.run.school_id}`.execute(context.db)
  return Number(result.numAffectedRows ?? 0n)
}
