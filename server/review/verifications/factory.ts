import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { EligibilityReport, EligibilitySetting } from '#server/platform/db/schema.ts'

/** Makes a school a demo school whose checks the simulator carries. */
export const chooseSimulator = async (
  db: Database,
  schoolId: number,
  values: Partial<Insertable<EligibilitySetting>> = {},
): Promise<void> => {
  const settings = {
    provider: 'simulator',
    organization: 'Harborview University',
    npi: '1234567893',
    ...values,
  }
  await db
    .insertInto('eligibility_settings')
    .values({ school_id: schoolId, ...settings })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(settings))
    .execute()
  await db.updateTable('schools').set({ is_demo: true }).where('id', '=', schoolId).execute()
}

/** Creates an answered check of medical coverage. Returns its ID. */
export const buildReport = async (
  db: Database,
  values: Partial<Insertable<EligibilityReport>> &
    Pick<Insertable<EligibilityReport>, 'school_id' | 'student_id' | 'student_period_id'>,
): Promise<number> => {
  const { id } = await db
    .insertInto('eligibility_reports')
    .values({
      coverage_type: 'medical',
      cause: 'staff',
      status: 'active',
      retrieval_status: 'retrieved',
      message: 'The plan is active.',
      payer_name: 'HARBOR HEALTH',
      payer_id: '62308',
      plan: JSON.stringify({
        name: 'CHOICE PPO',
        group_number: 'G7420',
        type: 'PPO',
        begins_on: '2026-01-01',
        ends_on: null,
        premium_paid_to: null,
      }),
      is_simulated: true,
      created_at: '2026-11-20T15:00:00.000Z',
      retrieved_at: '2026-11-20T15:00:01.000Z',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
