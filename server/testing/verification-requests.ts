import { buildReport, chooseSimulator } from '#server/review/verifications/factory.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

const answered = (
  { services, schoolId, studentId, studentPeriodId }: RequestWorld,
  values: object = {},
): Promise<number> =>
  buildReport(services.owner, {
    school_id: schoolId,
    student_id: studentId,
    student_period_id: studentPeriodId,
    ...values,
  })

const openEnd = {
  basis: JSON.stringify({
    plans: [],
    covered: null,
    questions: ['The answer leaves the end of coverage open.'],
  }),
}

/** Valid requests of the module `verifications`. */
export const verificationRequests: TestRequests['verifications'] = {
  listEligibilityReports: ({ studentId }) => ({ query: { student_id: String(studentId) } }),
  requestEligibilityReport: async ({ services, schoolId, studentPeriodId }) => {
    await chooseSimulator(services.owner, schoolId)
    return { body: { student_period_id: studentPeriodId, coverage_type: 'vision' } }
  },
  listPayerHealth: () => ({}),
  getRawEligibilityReport: async (world) => idOf(await answered(world)),
  acceptEligibilityReport: async (world) => idOf(await answered(world, openEnd)),
  updateFromEligibilityReport: async (world) => {
    const { version } = await world.services.owner
      .selectFrom('student_periods')
      .select('version')
      .where('id', '=', world.studentPeriodId)
      .executeTakeFirstOrThrow()
    return {
      body: { eligibility_report_id: await answered(world), fields: ['waive_group_number'], version },
    }
  },
  getEligibilitySettings: ({ schoolId }) => idOf(schoolId),
  replaceEligibilitySettings: async ({ services, schoolId }) => {
    await chooseSimulator(services.owner, schoolId)
    return { ...idOf(schoolId), body: { ...clearinghouseSettings, version: 1 } }
  },
}

/** Whole settings of a school that asks a clearinghouse, with a made-up NPI whose last digit fits. */
export const clearinghouseSettings = {
  provider: 'x12',
  address: 'https://clearinghouse.example/270',
  user_name: 'harborview',
  secret: 'correct horse',
  organization: 'Harborview University',
  npi: '1234567893',
  sender_id: null,
  receiver_id: null,
  inquiry_cost_cents: 20,
  cost_limit_cents: 50_000,
  inquiries_per_minute: 60,
  simulator_latency_ms: 0,
  simulator_is_out: false,
} as const
