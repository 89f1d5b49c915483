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

/** Returns what a student’s waiver form that waits for a decision says; null if there is none. */
const readForm = async (
  context: ScopeContext,
  studentPeriodId: number,
  coverage: Coverage,
): Promise<Line | null> => {
  const form = await scope
    .formSubmissions(context)
    .select('form_submissions.id')
    .where('form_submissions.student_period_id', '=', studentPeriodId)
    .where('form_submissions.form_type', '=', 'waiver')
    .where('form_submissions.progress', '=', 'complete')
    .where('form_submissions.superseded_by_id', 'is', null)
    .where(sql<boolean>`${coverage} = any(form_submissions.coverage_types)`)
    .where(sql<boolean>`not ${coverage} = any(form_submissions.decided_coverages)`)
    .executeTakeFirst()
  const snapshot = form && (await readSnapshots(context, [form.id])).get(form.id)
  if (!snapshot) return null
  const answers = new Map(snapshot.content.answers.map(({ name, value }) => [name, value]))
  return named((field) => {
    const value = answers.get(`${coverage}_${field}`)
    return typeof value === 'string' || typeof value === 'number' ? value : null
  })
}

const readCompany = async (
  { db }: ScopeContext,
  id: number,
  coverage: Coverage,
): Promise<CheckFacts['company']> => {
  const row = await db
    .selectFrom('insurance_companies')
    .select(['name', 'is_electronic', 'medical_payer_ids', 'dental_payer_ids', 'vision_payer_ids'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row
    ? { name: row.name, isElectronic: row.is_electronic, payerIds: row[`${coverage}_payer_ids`] }
    : null
}

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
  const row = await scope
    .studentPeriods(context)
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .select(['students.first_name', 'students.last_name', 'students.prior_last_name', 'students.dob'])
    .select(
      lineFields.map((field) =>
        sql<string | number | null>`${sql.ref(`student_periods.${coverage}_${field}`)}`.as(field),
      ),
    )
    .where('student_periods.id', '=', studentPeriodId)
    .executeTakeFirst()
  if (!row) return null
  const line = (await readForm(context, studentPeriodId, coverage)) ?? row
  const relation = textOf(line.waive_subscriber_relation)
  const companyId = Number(line.waive_insurance_company_id)
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
    company: companyId > 0 ? await readCompany(context, companyId, coverage) : null,
  }
}
