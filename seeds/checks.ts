import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { requestReport } from '#server/verifications/commands/request-report.ts'

interface CheckedWorld {
  readonly db: Database
  readonly periodId: number
  /** Returns the context in which a Shipmate Admin asks for a check, so many minutes before the last moment. */
  readonly contextAt: (minutesAgo: number) => Context
}

/** The other coverage of waived students, by how the simulator answers for the end of the member ID. */
const answers = ['ACT', 'INA', 'OTH', 'NF7', 'PND', 'NPI', 'T42', 'END', 'GRC'] as const

/**
 * Asks for checks of some students, which the simulator answers; forms got theirs when they arrived. They run as jobs when the
 * server starts: active, inactive, another plan, found only when asked as the subscriber, pending, failed.
 */
export const seedChecks = async ({ db, periodId, contextAt }: CheckedWorld): Promise<void> => {
  const ids = await waivedStudents(db, periodId)
  for (const [index, student_period_id] of ids.entries())
    await requestReport(contextAt(ids.length - index), { student_period_id, coverage_type: 'medical' })
}

/** Gives the first waived students coverage that the simulator answers about in different ways. Returns them. */
const waivedStudents = async (db: Database, periodId: number): Promise<number[]> => {
  const company = await db
    .selectFrom('insurance_companies')
    .select('id')
    .where('name', '=', 'UnitedHealthcare')
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('student_periods')
    .select('id')
    .where('period_id', '=', periodId)
    .where('medical_status', '=', 'waived')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(answers.length)
    .execute()
  for (const [index, { id }] of rows.entries())
    await db
      .updateTable('student_periods')
      .set({
        medical_waive_insurance_company_id: company.id,
        medical_waive_member_subscriber_number: `91204${index}77${answers[index]}`,
        medical_waive_subscriber_relation: 'parent',
        medical_waive_subscriber_first_name: 'Maria',
        medical_waive_subscriber_last_name: 'Calloway',
        medical_waive_subscriber_dob: '1971-04-18',
      })
      .where('id', '=', id)
      .execute()
  return rows.map(({ id }) => id)
}
