import { sql } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { readSnapshots, type Snapshot } from '#server/review/decisions/index.ts'
import { lineKey } from './tries.ts'
import type { CheckFacts } from '../rules/ladder.ts'

/** The fields of a line that a check is made from, without the coverage type in front. */
const lineFields = [
  'waive_insurance_company_id',
  'waive_member_subscriber_number',
  'waive_subscriber_first_name',
  'waive_subscriber_last_name',
  'waive_subscriber_relation',
  'waive_subscriber_dob',
] as const
type LineField = (typeof lineFields)[number]
type Line = Readonly<Record<LineField, string | number | null>>

const named = <T>(read: (field: LineField) => T): Record<LineField, T> => ({
  waive_insurance_company_id: read('waive_insurance_company_id'),
  waive_member_subscriber_number: read('waive_member_subscriber_number'),
  waive_subscriber_first_name: read('waive_subscriber_first_name'),
  waive_subscriber_last_name: read('waive_subscriber_last_name'),
  waive_subscriber_relation: read('waive_subscriber_relation'),
  waive_subscriber_dob: read('waive_subscriber_dob'),
})

/** Returns what a signed waiver form says about a coverage type. */
const lineIn = ({ content }: Snapshot, coverage: Coverage): Line => {
  const answers = new Map(content.answers.map(({ name, value }) => [name, value]))
  return named((field) => {
    const value = answers.get(`${coverage}_${field}`)
    return typeof value === 'string' || typeof value === 'number' ? value : null
  })
}

interface Company {
  readonly id: number
  readonly name: string
  readonly is_electronic: boolean
  readonly payer_ids: string[]
}

const companiesOf = ({ db }: ScopeContext, coverage: Coverage) =>
  db
    .selectFrom('insurance_companies')
    .select([
      'insurance_companies.id',
      'insurance_companies.name',
      'insurance_companies.is_electronic',
      `insurance_companies.${coverage}_payer_ids as payer_ids`,
    ])
    .where('insurance_companies.deleted_at', 'is', null)

/** The waiver form of a student-period that waits for a decision about a coverage type. */
const openFormOf = (context: ScopeContext, coverage: Coverage) =>
  scope
    .formSubmissions(context)
    .select('form_submissions.id')
    .whereRef('form_submissions.student_period_id', '=', sql.ref('student_periods.id'))
    .where('form_submissions.form_type', '=', 'waiver')
    .where('form_submissions.progress', '=', 'complete')
    .where('form_submissions.superseded_by_id', 'is', null)
    .where(sql<boolean>`${coverage} = any(form_submissions.coverage_types)`)
    .where(sql<boolean>`not ${coverage} = any(form_submissions.decided_coverages)`)
    .limit(1)

/** Returns student-periods with their student, their line, its company and their open form, in one statement. */
const readRecords = (context: ScopeContext, ids: readonly number[], coverage: Coverage) =>
  scope
    .studentPeriods(context)
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .select([
      'student_periods.id',
      'students.first_name',
      'students.last_name',
      'students.prior_last_name',
      'students.dob',
    ])
    .select(
      lineFields.map((field) =>
        sql<string | number | null>`${sql.ref(`student_periods.${coverage}_${field}`)}`.as(field),
      ),
    )
    .select(() => [
      openFormOf(context, coverage).as('form_id'),
      sql<string[]>`array(select distinct report.if_accepted ->> 'first_name' from eligibility_reports report
        where report.student_id = students.id and report.accepted_at is not null and report.if_accepted is not null
          and ${scope.within(context, 'report.school_id')})`.as('accepted_first_names'),
      sql<Company | null>`(select to_jsonb(company) from ${companiesOf(context, coverage)} company
        where company.id = ${sql.ref(`student_periods.${coverage}_waive_insurance_company_id`)})`.as(
        'company',
      ),
    ])
    .where('student_periods.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
type CheckedRecord = Awaited<ReturnType<typeof readRecords>>[number]

const textOf = (value: string | number | null): string | null =>
  value === null || value === '' ? null : String(value)

const factsOf = (row: CheckedRecord, line: Line, company: Company | undefined): CheckFacts => {
  const relation = textOf(line.waive_subscriber_relation)
  return {
    student: {
      // someone with one name has no first name
      firstName: row.first_name || null,
      lastName: row.last_name,
      birthDate: row.dob,
      formerLastName: row.prior_last_name,
      acceptedFirstNames: row.accepted_first_names,
    },
    isOwnPlan: relation === null ? null : relation === 'self',
    subscriber: {
      firstName: textOf(line.waive_subscriber_first_name),
      lastName: textOf(line.waive_subscriber_last_name),
      birthDate: textOf(line.waive_subscriber_dob),
    },
    memberId: textOf(line.waive_member_subscriber_number),
    company: company
      ? { name: company.name, isElectronic: company.is_electronic, payerIds: company.payer_ids }
      : null,
  }
}

/** A coverage type of a student-period. */
interface CheckedLine {
  readonly student_period_id: number
  readonly coverage_type: Coverage
}

/**
 * Returns what is known about the coverage that students waive with, by `lineKey`: from the waiver form that waits for a
 * decision, else from the record. A student-period that isn’t there is left out.
 */
export const readCheckFacts = async (
  context: ScopeContext,
  lines: readonly CheckedLine[],
): Promise<Map<string, CheckFacts>> => {
  const facts = new Map<string, CheckFacts>()
  for (const [coverage, group] of Map.groupBy(lines, ({ coverage_type }) => coverage_type)) {
    const ids = group.map(({ student_period_id }) => student_period_id)
    for (const [id, known] of await readFactsOf(context, ids, coverage))
      facts.set(lineKey({ student_period_id: id, coverage_type: coverage }), known)
  }
  return facts
}

const readFactsOf = async (
  context: ScopeContext,
  ids: readonly number[],
  coverage: Coverage,
): Promise<Map<number, CheckFacts>> => {
  const rows = await readRecords(context, ids, coverage)
  const forms = rows.flatMap(({ form_id }) => form_id ?? [])
  const snapshots = forms.length === 0 ? null : await readSnapshots(context, forms)
  const found = rows.map((row) => {
    const form = row.form_id === null ? undefined : snapshots?.get(row.form_id)
    return { row, line: form ? lineIn(form, coverage) : row }
  })
  const companies = new Map(rows.flatMap(({ company }) => (company ? [[company.id, company]] : [])))
  const named = found
    .map(({ line }) => Number(line.waive_insurance_company_id))
    .filter((id) => id > 0 && !companies.has(id))
  if (named.length > 0)
    for (const company of await companiesOf(context, coverage).where('id', 'in', named).execute())
      companies.set(company.id, company)
  return new Map(
    found.map(({ row, line }) => [
      row.id,
      factsOf(row, line, companies.get(Number(line.waive_insurance_company_id))),
    ]),
  )
}
