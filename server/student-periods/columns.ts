import { sql } from 'kysely'
import { columnsOf } from '#contract/record-field.ts'
import { studentListColumns, type StudentListColumn } from '#contract/student-periods/shapes.ts'
import { studentFields } from '#contract/students/fields.ts'
import { keysOf } from '../lib/pick.ts'
import type { SqlColumn } from '../lib/table.ts'

const ofStudent: ReadonlySet<string> = new Set(keysOf(columnsOf(studentFields)))

/** The company's name is looked up for the rows of a page only, unless it is sorted or filtered by. */
const companyName = (column: string) =>
  sql`(select company.name from insurance_companies company
    where company.id = ${sql.ref(`sp.${column}_id`)})`

const expressionOf = (name: StudentListColumn): SqlColumn => {
  const { kind } = studentListColumns[name]
  if (name === 'student_name')
    return {
      sql: sql`(s.last_name || ', ' || s.first_name || coalesce(' ' || s.middle_initial, ''))`,
      order: sql`sp.sort_name`,
      kind,
    }
  if (name.endsWith('_waive_insurance_company')) return { sql: companyName(name), kind }
  return { sql: sql.ref(`${ofStudent.has(name) ? 's' : 'sp'}.${name}`), kind }
}

const names = keysOf(studentListColumns)

/** Every column of the student list in SQL: `sp` is the student-period, `s` the student. */
export const listColumns: Readonly<Record<string, SqlColumn>> = Object.fromEntries(
  names.map((name) => [name, expressionOf(name)]),
)

export const listColumnNames: readonly StudentListColumn[] = names

/** Whether a column is read from the student's row. */
export const isOfStudent = (name: string): boolean => name === 'student_name' || ofStudent.has(name)
