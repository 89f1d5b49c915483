import { buildReport, chooseSimulator } from '#server/verifications/factory.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

const answered = ({ services, schoolId, studentId, studentPeriodId }: RequestWorld): Promise<number> =>
  buildReport(services.owner, {
    school_id: schoolId,
    student_id: studentId,
    student_period_id: studentPeriodId,
  })

/** Valid requests of the module `verifications`. */
export const verificationRequests: TestRequests['verifications'] = {
  listEligibilityReports: ({ studentId }) => ({ query: { student_id: String(studentId) } }),
  requestEligibilityReport: async ({ services, schoolId, studentPeriodId }) => {
    await chooseSimulator(services.owner, schoolId)
    return { body: { student_period_id: studentPeriodId, coverage_type: 'vision' } }
  },
  getRawEligibilityReport: async (world) => idOf(await answered(world)),
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
}
