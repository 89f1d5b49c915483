import { sql, type RawBuilder } from 'kysely'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import { fieldsOfGroup, type MergeGroup } from '#contract/setup/schools/merge-fields.ts'
import { phoneText } from '#contract/platform/phone.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { markFormLink } from '#server/mail/email-delivery/index.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { findPageAddresses, type AddressContext } from '#server/setup/site/index.ts'
import { type MergeValues, valueText } from '../rules/merge.ts'
import { dayWords } from '../rules/words.ts'

/** A merge field of a record: its column, and how its value is written. */
interface ValueColumn {
  readonly column: RawBuilder<unknown>
  readonly text: (value: string, language: EmailLanguage) => string
}

/** What values are read with. The caller’s schools decide which records are found. */
export type ValuesContext = ScopeContext & AddressContext

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
  text: (value, language) => valueText(field, value, language),
})

const plain = (column: RawBuilder<unknown>): ValueColumn => ({ column, text: (value) => value })
const day = (column: string): ValueColumn => ({
  column: sql.ref(column),
  text: dayWords,
})

const ofPeriodAndSchool: Readonly<Record<string, ValueColumn>> = {
  'period.name': plain(sql.ref('periods.name')),
  'period.starts_on': day('periods.starts_on'),
  'period.ends_on': day('periods.ends_on'),
  'period.waiver_deadline_on': day('periods.waiver_deadline_on'),
  'school.name': plain(sql.ref('schools.name')),
  'school.phone': { column: sql.ref('schools.phone'), text: (value) => phoneText(value) },
  // the phone number and the address, in lines
  'school.contact': {
    column: sql`concat_ws(e'\n', coalesce(schools.deadlines_contact->>'phone', schools.phone),
      schools.deadlines_contact->>'email')`,
    text: (value, language) =>
      value
        .split('\n')
        .map((part) => (part.includes('@') ? part : phoneText(part)))
        .join(language === 'es' ? ' o ' : ' or '),
  },
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

/** Returns the merge values of student-periods by ID, in a language: the asked fields that have a value. */
export const valuesOfStudents = async (
  context: ValuesContext,
  studentPeriodIds: readonly number[],
  names: ReadonlySet<string>,
  language: EmailLanguage,
): Promise<Map<number, MergeValues>> => {
  const asked = [...columns, ...(names.has('student.last_name') ? [] : [onlyName])].filter(([name]) =>
    names.has(name),
  )
  const rows = await scope
    .studentPeriods(context)
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .innerJoin('periods', 'periods.id', 'student_periods.period_id')
    .innerJoin('schools', 'schools.id', 'student_periods.school_id')
    .select(['student_periods.id', 'student_periods.period_id', selectText(asked)])
    .where('student_periods.id', '=', sql<number>`any(${[...studentPeriodIds]}::bigint[])`)
    .execute()
  const links = new Map<number, MergeValues>()
  if (pageFields.some((name) => names.has(name)))
    for (const id of new Set(rows.map(({ period_id }) => period_id)))
      links.set(id, await pageValues(context, id))
  return new Map(
    rows.map(({ id, period_id, found }) => [
      id,
      { ...links.get(period_id), ...valuesIn(asked, found, language) },
    ]),
  )
}

const pageFields = fieldsOfGroup('site').map(({ name }) => name)

/** Returns the addresses of the pages that students of a policy year can open now, by merge field. */
const pageValues = async (context: ValuesContext, periodId: number): Promise<MergeValues> => {
  const pages = Object.entries((await findPageAddresses(context, periodId)) ?? {})
  return Object.fromEntries(
    pages.flatMap(([page, address]) => (address === null ? [] : [[`link.${page}`, address]])),
  )
}

/** Returns the values for an email about a form: the link to the status page opens that form, once it’s delivered. */
export const aboutForm = (values: MergeValues | undefined): MergeValues => {
  const address = values?.['link.status']
  return address === undefined ? { ...values } : { ...values, 'link.status': markFormLink(address) }
}

const valuesIn = (asked: Asked, found: readonly (string | null)[], language: EmailLanguage): MergeValues =>
  Object.fromEntries(
    asked.flatMap(([name, { text }], index) => {
      const value = found[index] ?? ''
      return value === '' ? [] : [[name, text(value, language)] as const]
    }),
  )

/** Returns the merge values of a policy year and its school, for emails about no student. */
export const valuesOfPeriod = async (
  context: ScopeContext,
  periodId: number,
  language: EmailLanguage,
): Promise<MergeValues> => {
  const asked = [...columns].filter(([name]) => name.startsWith('school.') || name.startsWith('period.'))
  const { found } = await scope
    .periods(context)
    .innerJoin('schools', 'schools.id', 'periods.school_id')
    .select(selectText(asked))
    .where('periods.id', '=', periodId)
    .executeTakeFirstOrThrow()
  return valuesIn(asked, found, language)
}

/** Returns the merge values of a school, for previews about no student: the pages have the addresses that they’ll have. */
export const valuesOfSchool = async (
  context: ValuesContext,
  schoolId: number,
  language: EmailLanguage,
): Promise<MergeValues> => {
  const asked = [...columns].filter(([name]) => name.startsWith('school.'))
  const { found, slug } = await scope
    .schools(context)
    .select(['schools.slug', selectText(asked)])
    .where('schools.id', '=', schoolId)
    .executeTakeFirstOrThrow()
  const site = `${context.services.settings.publicUrl}/s/${slug}`
  const pages = pageFields.map((name) => [name, `${site}/${name.slice('link.'.length)}`] as const)
  return { ...Object.fromEntries(pages), ...valuesIn(asked, found, language) }
}
