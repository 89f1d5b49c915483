// scope: every expression reads columns of rows that `matching` has already limited to the caller's schools.
import { sql } from 'kysely'
import { columnsOf } from '#contract/record-field.ts'
import { studentListColumns, type StudentListColumn } from '#contract/student-periods/shapes.ts'
import { studentFields } from '#contract/students/fields.ts'
import { keysOf } from '../lib/pick.ts'
import type { SqlColumn, SqlColumns } from '../lib/table.ts'

/** Under which day and in which period the list is read: what computed columns depend on. */
export interface ListPlace {
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly period_id: number
}

/** Columns read from the student's row under another name than the row's own. */
const ofStudentRow = {
  student_created_at: sql`s.created_at`,
  student_updated_at: sql`s.updated_at`,
  /** A birth on Feb 29 has its 26th anniversary in a year without one: Mar 1. */
  turns_26_on: sql`((s.dob + interval '26 years')::date
    + (extract(month from s.dob) = 2 and extract(day from s.dob) = 29)::int)`,
} as const

const ofStudent: ReadonlySet<string> = new Set([
  'student_name',
  'age',
  ...keysOf(columnsOf(studentFields)),
  ...keysOf(ofStudentRow),
])

/** The company's name is looked up for the rows of a page only, unless it is sorted or filtered by. */
const companyName = (column: string) =>
  sql`(select company.name from insurance_companies company
    where company.id = ${sql.ref(`sp.${column}_id`)})`

const fullName: SqlColumn = {
  sql: sql`(s.last_name || ', ' || s.first_name || coalesce(' ' || s.middle_initial, ''))`,
  order: sql`sp.sort_name`,
  kind: 'text',
}

const named: Readonly<Record<string, SqlColumn['sql']>> = ofStudentRow

const expressionOf = (name: StudentListColumn): SqlColumn => {
  if (name === 'student_name') return fullName
  const column = studentListColumns[name]
  const isCompany = name.endsWith('_waive_insurance_company')
  const plain = isCompany ? companyName(name) : sql.ref(`${ofStudent.has(name) ? 's' : 'sp'}.${name}`)
  return {
    sql: named[name] ?? plain,
    kind: column.kind,
    ...('choices' in column ? { choices: column.choices } : {}),
  }
}

const names = keysOf(studentListColumns)

const stored: SqlColumns = Object.fromEntries(names.map((name) => [name, expressionOf(name)]))

/** Every column of the student list in SQL: `sp` is the student-period, `s` the student. */
export const listColumns = ({ today, period_id }: ListPlace): SqlColumns => ({
  ...stored,
  age: { sql: sql`extract(year from age(${today}::timestamp, s.dob::timestamp))::int`, kind: 'number' },
  waiver_deadline_on: {
    sql: sql`(select here.waiver_deadline_on from periods here where here.id = ${period_id})`,
    kind: 'date',
  },
})

export const listColumnNames: readonly StudentListColumn[] = names

/** Whether a column is read from the student's row. */
export const isOfStudent = (name: string): boolean => ofStudent.has(name)
