import { sql } from 'kysely'
import type { RecordAsOf } from '#contract/platform/history/as-of.ts'
import { ssnMask } from '#contract/platform/fields.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import {
  dependentDateFields,
  dependentFields,
  studentPeriodFields,
} from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { readCompanyNames } from './company-names.ts'
import { withMerged } from './queries.ts'
import { rewind, type PastRecord, type PastEntry } from './rules/rewind.ts'

interface EntryRow extends PastEntry {
  readonly subject_type: string
  readonly subject_id: number
}

/**
 * Returns all entries of a student and of policy years, newest first, back to the first entry of each record. A policy year
 * has entries of another student if a merge, or the undo of one, moved it. The entry of a merge that removed it is its last.
 */
const readEntries = async (
  context: Context,
  studentId: number,
  years: readonly YearRow[],
): Promise<Map<string, EntryRow[]>> => {
  const { rows } = await sql<EntryRow>`
    select case when h.subject_type = 'student_merge' then 'student_period' else h.subject_type end as subject_type,
      case when h.subject_type = 'student_merge' then h.student_period_id else h.subject_id end as subject_id,
      h.kind, h.at, h.changes
    from history h
    where (h.student_id = ${studentId} or h.student_period_id = any(${years.map(({ id }) => id)}::bigint[]))
      and ${scope.within(context, 'h.school_id')}
      and (h.subject_type in ('student', 'student_period', 'dependent')
        or h.subject_type = 'student_merge' and h.kind = 'student_period_removed')
    order by h.id desc`.execute(context.db)
  return Map.groupBy(rows, ({ subject_type, subject_id }) => `${subject_type}:${subject_id}`)
}

type Row = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly created_at: string
  readonly deleted_at: string | null
}

type StudentRow = Row & { readonly school_id: number; readonly erased_at: string | null }

const readStudent = async (context: Context, id: number): Promise<StudentRow> => {
  const { rows } = await sql<StudentRow>`
    select s.*, null as deleted_at from students s
    where s.id = ${id} and ${scope.within(context, 's.school_id')}`.execute(context.db)
  const [row] = rows
  if (!row) throw problem.notFound()
  return row
}

type YearRow = Row & { readonly period_id: number; readonly period_name: string }

/** Returns every policy year that the student, or one merged into them, has had, including removed ones, latest first. */
const readYears = async (context: Context, studentId: number): Promise<YearRow[]> => {
  const { rows } = await sql<YearRow>`
    select sp.*, p.name as period_name from student_periods sp join periods p on p.id = sp.period_id
    where sp.student_id in (${withMerged(context, studentId)}) and ${scope.within(context, 'sp.school_id')}
    order by p.starts_on desc, sp.id desc`.execute(context.db)
  return rows
}

type DependentRow = Row & { readonly student_period_id: number }

const readDependents = async (context: Context, years: readonly YearRow[]): Promise<DependentRow[]> => {
  const { rows } = await sql<DependentRow>`
    select d.* from dependents d
    where d.student_period_id = any(${years.map(({ id }) => id)}::bigint[])
      and ${scope.within(context, 'd.school_id')} order by d.id`.execute(context.db)
  return rows
}

/** Returns the end of a day in the office’s time zone, or the requested instant. */
const instantOf = async (context: Context, at: string): Promise<string> => {
  if (at.includes('T')) return new Date(at).toISOString()
  const { rows } = await sql<{ at: string }>`
    select ((${at}::date + 1)::timestamp at time zone ${officeTimeZone}) - interval '1 millisecond' as at`.execute(
    context.db,
  )
  return rows[0]?.at ?? at
}

const pastOf = (
  row: Row,
  values: Readonly<Record<string, unknown>>,
  entries: readonly EntryRow[] | undefined,
  at: string,
): PastRecord =>
  rewind({ values, isThere: row.deleted_at === null, created_at: row.created_at }, entries ?? [], at)

const maskOf = (row: Row): string | null => {
  const lastFour = row['ssn_last_four']
  return typeof lastFour === 'string' ? ssnMask(lastFour) : null
}

const namesOf = (fields: object, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? null]))

/** Returns the names of the companies the policy years had at that time, by ID. */
const readCompanies = async (
  context: Context,
  years: readonly PastRecord[],
): Promise<Map<unknown, string>> => {
  const ids = years.flatMap(({ values }) =>
    coverages.flatMap((coverage) => {
      const id = values[`${coverage}_waive_insurance_company_id`]
      return typeof id === 'number' ? [id] : []
    }),
  )
  return readCompanyNames(context.db, ids)
}

/**
 * Returns a student’s record as of an instant or the end of a day. Starts from the current record and reverses
 * later history entries.
 * @throws Problem 404, 409 if the record was erased
 */
export const readAsOf = async (context: Context, studentId: number, asked: string): Promise<RecordAsOf> => {
  const at = await instantOf(context, asked)
  const student = await readStudent(context, studentId)
  if (student.erased_at !== null)
    throw problem.stale(null, 'This student’s record was erased, so earlier days can’t be shown.')
  const years = await readYears(context, studentId)
  const entries = await readEntries(context, studentId, years)
  const dependents = await readDependents(context, years)
  const past = pastOf(student, { ...student, ssn: maskOf(student) }, entries.get(`student:${studentId}`), at)
  const pastYears = years.map((row) => ({
    row,
    past: pastOf(row, row, entries.get(`student_period:${row.id}`), at),
  }))
  const companies = await readCompanies(
    context,
    pastYears.map((year) => year.past),
  )
  // history writes values as the wire does, and the reply is parsed against its contract
  return {
    at,
    student: past.isThere
      ? { id: student.id, school_id: student.school_id, ...namesOf(studentFields, past.values) }
      : null,
    student_periods: pastYears
      .filter((year) => year.past.isThere)
      .map((year) => ({
        id: year.row.id,
        period_id: year.row.period_id,
        period_name: year.row.period_name,
        ...namesOf(studentPeriodFields, withCompanies(year.past.values, companies)),
        dependents: dependents
          .filter(({ student_period_id }) => student_period_id === year.row.id)
          .flatMap((row) => pastDependent(row, entries, at)),
      })),
  } as RecordAsOf
}

const withCompanies = (
  values: Readonly<Record<string, unknown>>,
  companies: ReadonlyMap<unknown, string>,
): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    coverages.map((coverage) => [
      `${coverage}_waive_insurance_company`,
      companies.get(values[`${coverage}_waive_insurance_company_id`]) ?? null,
    ]),
  ),
})

const pastDependent = (row: DependentRow, entries: Map<string, EntryRow[]>, at: string): object[] => {
  const past = pastOf(row, { ...row, ssn: maskOf(row) }, entries.get(`dependent:${row.id}`), at)
  if (!past.isThere) return []
  return [
    { id: row.id, ...namesOf({ ...dependentFields, covers: null, ...dependentDateFields }, past.values) },
  ]
}
