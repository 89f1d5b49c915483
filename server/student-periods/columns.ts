import { sql, type RawBuilder } from 'kysely'
import { fieldOf } from '#contract/known-fields.ts'
import { columnsOf } from '#contract/record-field.ts'
import { studentListColumns, type StudentListColumn } from '#contract/student-periods/columns.ts'
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
    + (date_part('month', s.dob) = 2 and date_part('day', s.dob) = 29)::int)`,
} as const

const ofStudent: ReadonlySet<string> = new Set([
  'student_name',
  'age',
  ...keysOf(columnsOf(studentFields)),
  ...keysOf(ofStudentRow),
])

const isCompany = (name: string): boolean => fieldOf(name)?.format === 'companyName'

const fullName: SqlColumn = {
  sql: sql`(s.last_name || ', ' || s.first_name || coalesce(' ' || s.middle_initial, ''))`,
  order: sql`sp.sort_name`,
  kind: 'text',
}

const named: Readonly<Record<string, SqlColumn['sql']>> = ofStudentRow

/** E.164 goes by country and number as its bytes do, in a third of the time that numeric order takes. */
const orders: Readonly<Record<string, SqlColumn['sql']>> = { phone: sql`s.phone collate "C"` }

const expressionOf = (name: StudentListColumn): SqlColumn => {
  if (name === 'student_name') return fullName
  const column = studentListColumns[name]
  const plain = isCompany(name)
    ? sql.ref(`${name}.name`)
    : sql.ref(`${ofStudent.has(name) ? 's' : 'sp'}.${name}`)
  return {
    sql: named[name] ?? plain,
    kind: column.kind,
    ...(orders[name] && { order: orders[name] }),
    ...('choices' in column ? { choices: column.choices } : {}),
  }
}

const names = keysOf(studentListColumns)

const stored: SqlColumns = Object.fromEntries(names.map((name) => [name, expressionOf(name)]))

/**
 * Every column of the student list in SQL: `sp` is the student-period, `s` the student, a company goes by the name of its
 * column. What is read beside the student-period must be joined: `joinsFor`.
 */
export const listColumns = ({ today, period_id }: ListPlace): SqlColumns => ({
  ...stored,
  age: { sql: sql`date_part('year', age(${today}::timestamp, s.dob::timestamp))::int`, kind: 'number' },
  waiver_deadline_on: {
    // scope: a part of `fromPeriod`, which limits its rows; the period is the one of those rows
    sql: sql`(select here.waiver_deadline_on from periods here where here.id = ${period_id})`,
    kind: 'date',
  },
})

export const listColumnNames: readonly StudentListColumn[] = names

/** The joins that some columns need: companies as a whole rather than one row at a time, and the student. */
export const joinsFor = (fields: readonly string[]): RawBuilder<unknown> => {
  const companies = [...new Set(fields)].filter(isCompany).map(
    (name) => sql`left join insurance_companies ${sql.ref(name)}
        on ${sql.ref(`${name}.id`)} = ${sql.ref(`sp.${name}_id`)}`,
  )
  // scope: a part of `fromPeriod`, which limits its rows; a student is of the school of the student-period
  const student = fields.some((name) => ofStudent.has(name))
    ? [sql`join students s on s.id = sp.student_id`]
    : []
  return sql.join([...student, ...companies], sql` `)
}

/** Whether a column is read from the student's row. */
export const isOfStudent = (name: string): boolean => ofStudent.has(name)
