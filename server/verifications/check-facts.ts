import { sql } from 'kysely'
import type { Coverage } from '#contract/coverage/choices.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { readSnapshots } from '../decisions/index.ts'
import type { CheckFacts } from './rules/ladder.ts'

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

/** Returns what a waiver form says about a coverage type. */
const readForm = async (context: ScopeContext, formId: number, coverage: Coverage): Promise<Line | null> => {
  const snapshot = (await readSnapshots(context, [formId])).get(formId)
  if (!snapshot) return null
  const answers = new Map(snapshot.content.answers.map(({ name, value }) => [name, value]))
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

/** Returns a student-period with its student, its line, its company and its open form, in one statement. */
const readRecord = (context: ScopeContext, studentPeriodId: number, coverage: Coverage) =>
  scope
    .studentPeriods(context)
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .select(['students.first_name', 'students.last_name', 'students.prior_last_name', 'students.dob'])
    .select(
      lineFields.map((field) =>
        sql<string | number | null>`${sql.ref(`student_periods.${coverage}_${field}`)}`.as(field),
      ),
    )
    .select(() => [
      openFormOf(context, coverage).as('form_id'),
      sql<Company | null>`(select to_jsonb(company) from ${companiesOf(context, coverage)} company
        where company.id = ${sql.ref(`student_periods.${coverage}_waive_insurance_company_id`)})`.as(
        'company',
      ),
    ])
    .where('student_periods.id', '=', studentPeriodId)
    .executeTakeFirst()

const textOf = (value: string | number | null): string | null =>
  value === null || value === '' ? null : String(value)

/**
 * Returns what is known about the coverage that a student waives with: from the waiver form that waits for a decision,
 * else from the record. Null if the student-period isn’t there.
 */
export const readCheckFacts = async (
  context: ScopeContext,
  studentPeriodId: number,
  coverage: Coverage,
): Promise<CheckFacts | null> => {
  const row = await readRecord(context, studentPeriodId, coverage)
  if (!row) return null
  const form = row.form_id === null ? null : await readForm(context, row.form_id, coverage)
  const line = form ?? row
  const relation = textOf(line.waive_subscriber_relation)
  const companyId = Number(line.waive_insurance_company_id)
  const company =
    companyId === row.company?.id
      ? row.company
      : await companiesOf(context, coverage).where('id', '=', companyId).executeTakeFirst()
  return {
    student: {
      firstName: row.first_name,
      lastName: row.last_name,
      birthDate: row.dob,
      formerLastName: row.prior_last_name,
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
