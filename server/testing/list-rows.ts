import { sql } from 'kysely'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { needsReview } from '#contract/platform/coverage/status-groups.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { ModelRow, ModelValue } from './list-model.ts'
import { companyNames, type MadeRow } from './list-worlds.ts'

const age = (birthDay: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(birthDay.slice(0, 4)) - (today.slice(5) < birthDay.slice(5) ? 1 : 0)

const turns26 = (birthDay: string): string =>
  `${Number(birthDay.slice(0, 4)) + 26}-${birthDay.slice(5) === '02-29' ? '03-01' : birthDay.slice(5)}`

/** Where rows are saved. */
export interface ListPlaceIds {
  readonly school_id: number
  readonly period_id: number
  readonly companies: readonly number[]
  readonly today: string
  readonly waiver_deadline_on: string | null
}

const isOfStudent = (name: string): boolean => name in studentFields || name.startsWith('student_')

/** Saves rows and returns them as the list must show them. Makes student IDs unique. */
export const storeRows = async (
  db: Database,
  made: readonly MadeRow[],
  place: ListPlaceIds,
): Promise<ModelRow[]> => {
  const rows: ModelRow[] = []
  for (const [number, { values, companies }] of made.entries()) {
    const sid = `${String(values['sid'])} ${number}`
    const own = Object.entries({ ...values, sid }).filter(([name]) => isOfStudent(name))
    const rest = Object.entries(values).filter(([name]) => !isOfStudent(name))
    const ids = companies.map((index) => (index === null ? null : (place.companies[index] ?? null)))
    const student_id = await insert(db, 'students', [
      ...own.map(([name, value]) => [name.replace(/^student_/, ''), value] as const),
      ['school_id', place.school_id],
    ])
    const id = await insert(db, 'student_periods', [
      ...rest,
      ...['medical', 'dental', 'vision'].map(
        (line, at) => [`${line}_waive_insurance_company_id`, ids[at] ?? null] as const,
      ),
      ['school_id', place.school_id],
      ['period_id', place.period_id],
      ['student_id', student_id],
    ])
    rows.push(shown({ ...values, sid, id, student_id }, companies, place, ids))
  }
  return rows
}

const insert = async (
  db: Database,
  table: 'students' | 'student_periods',
  values: readonly (readonly [string, ModelValue])[],
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(values.map(([name]) => sql.ref(name)))})
    values (${sql.join(values.map(([, value]) => value))}) returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('Nothing was stored.')
  return row.id
}

const shown = (
  values: Record<string, ModelValue>,
  companies: readonly (number | null)[],
  place: ListPlaceIds,
  ids: readonly (number | null)[],
): ModelRow => {
  const middle = values['middle_initial'] == null ? '' : ` ${values['middle_initial']}`
  const lines = ['medical', 'dental', 'vision'].flatMap((line, at) => {
    const index = companies[at]
    return [
      [`${line}_waive_insurance_company_id`, ids[at] ?? null],
      [`${line}_waive_insurance_company`, index == null ? null : companyNames[index]],
    ]
  })
  return {
    ...values,
    ...Object.fromEntries(lines),
    student_name: `${values['last_name']}, ${values['first_name']}${middle}`,
    age: age(String(values['dob']), place.today),
    turns_26_on: turns26(String(values['dob'])),
    waiver_deadline_on: place.waiver_deadline_on,
    // the made rows have only the first statuses of the contract, and none of them is of a waiver
    reverification_due: false,
    respond_by: null,
    // no form is made
    to_decide_without_form: coverages.some((line) =>
      needsReview.some((status) => status === values[`${line}_status`]),
    ),
    missing_from_roster: false,
    // the policy year of the made rows has no plans
    premium_differs: false,
    // no one has read the made rows before
    changed_since_visit: false,
    delivery_failed_since_visit: false,
    // every column of the list is saved, derived above, or fails to compile there
  } as ModelRow
}
