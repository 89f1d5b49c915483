import { sql, type RawBuilder } from 'kysely'
import { fieldsOfGroup, type MergeGroup } from '#contract/setup/schools/merge-fields.ts'
import { phoneText } from '#contract/platform/phone.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { type MergeValues, valueText } from '../rules/merge.ts'

/** A merge field of a record: its column, and how its value is written. */
interface ValueColumn {
  readonly column: RawBuilder<unknown>
  readonly text: (value: string) => string
}

type Asked = readonly (readonly [name: string, column: ValueColumn])[]

/** Returns an expression for the columns as one array of text. */
const selectText = (asked: Asked) =>
  sql<(string | null)[]>`array[${sql.join(asked.map(([, { column }]) => sql`${column}::text`))}]::text[]`.as(
    'found',
  )

const ofRecord = (field: RecordField, column: string): ValueColumn => ({
  // a company’s name is that of the company in the field beside it
  column:
    field.format === 'companyName'
      ? sql`(select company.name from insurance_companies company where company.id = ${sql.ref(`${column}_id`)})`
      : sql.ref(column),
  text: (value) => valueText(field, value),
})

const plain = (column: RawBuilder<unknown>): ValueColumn => ({ column, text: (value) => value })
const day = (column: string): ValueColumn => ({
  column: sql.ref(column),
  text: (value) => dayText(value),
})

const ofPeriodAndSchool: Readonly<Record<string, ValueColumn>> = {
  'period.name': plain(sql.ref('periods.name')),
  'period.starts_on': day('periods.starts_on'),
  'period.ends_on': day('periods.ends_on'),
  'period.waiver_deadline_on': day('periods.waiver_deadline_on'),
  'school.name': plain(sql.ref('schools.name')),
  'school.phone': { column: sql.ref('schools.phone'), text: (value) => phoneText(value) },
  'school.website': plain(sql.ref('schools.website')),
  'school.deadlines_contact_name': plain(sql`schools.deadlines_contact->>'name'`),
  'school.deadlines_contact_email': plain(sql`schools.deadlines_contact->>'email'`),
  'school.deadlines_contact_phone': {
    column: sql`schools.deadlines_contact->>'phone'`,
    text: (value) => phoneText(value),
  },
}

const prefixed = (prefix: string, table: string, fields: Readonly<Record<string, RecordField>>) =>
  Object.entries(fields).map(
    ([name, field]) => [`${prefix}.${name}`, ofRecord(field, `${table}.${name}`)] as const,
  )

const recordGroups: readonly MergeGroup[] = ['student', 'student_period', 'period', 'school']
const offered = new Set(recordGroups.flatMap(fieldsOfGroup).map(({ name }) => name))

/** The columns of the merge fields that come from records. Fields of an event are added by its module. */
const columns: ReadonlyMap<string, ValueColumn> = new Map(
  [
    ...prefixed('student', 'students', studentFields),
    ...prefixed('student_period', 'student_periods', studentPeriodFields),
    ...Object.entries(ofPeriodAndSchool),
  ].filter(([name]) => offered.has(name)),
)

/** A text that says only the first name greets someone with one name by that. */
const onlyName: readonly [string, ValueColumn] = [
  'student.first_name',
  plain(sql`coalesce(nullif(students.first_name, ''), students.last_name)`),
]

/** Returns the merge values of student-periods by ID: the asked fields that have a value. */
export const valuesOfStudents = async (
  context: ScopeContext,
  studentPeriodIds: readonly number[],
  names: ReadonlySet<string>,
): Promise<Map<number, MergeValues>> => {
  const asked = [...columns, ...(names.has('student.last_name') ? [] : [onlyName])].filter(([name]) =>
    names.has(name),
  )
  const rows = await scope
    .studentPeriods(context)
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .innerJoin('periods', 'periods.id', 'student_periods.period_id')
    .innerJoin('schools', 'schools.id', 'student_periods.school_id')
    .select(['student_periods.id', selectText(asked)])
    .where('student_periods.id', '=', sql<number>`any(${[...studentPeriodIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, found }) => [id, valuesIn(asked, found)]))
}

const valuesIn = (asked: Asked, found: readonly (string | null)[]): MergeValues =>
  Object.fromEntries(
    asked.flatMap(([name, { text }], index) => {
      const value = found[index] ?? ''
      return value === '' ? [] : [[name, text(value)] as const]
    }),
  )

/** Returns the merge values of a policy year and its school, for emails about no student. */
export const valuesOfPeriod = async (context: ScopeContext, periodId: number): Promise<MergeValues> => {
  const asked = [...columns].filter(([name]) => name.startsWith('school.') || name.startsWith('period.'))
  const { found } = await scope
    .periods(context)
    .innerJoin('schools', 'schools.id', 'periods.school_id')
    .select(selectText(asked))
    .where('periods.id', '=', periodId)
    .executeTakeFirstOrThrow()
  return valuesIn(asked, found)
}

/** Returns the merge values of a school, for emails about no student. */
export const valuesOfSchool = async (context: ScopeContext, schoolId: number): Promise<MergeValues> => {
  const asked = [...columns].filter(([name]) => name.startsWith('school.'))
  const { found } = await scope
    .schools(context)
    .select(selectText(asked))
    .where('schools.id', '=', schoolId)
    .executeTakeFirstOrThrow()
  return valuesIn(asked, found)
}
