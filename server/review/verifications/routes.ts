import type * as endpoints from '#contract/review/verifications/endpoints.ts'
import { logView } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { readStudentPeriod } from '#server/records/student-periods/index.ts'
import { selectStudent } from '#server/records/students/index.ts'
import { acceptAnswer, updateFromReport } from './commands/accept-answer.ts'
import { replaceSettings } from './commands/replace-settings.ts'
import { requestReport } from './commands/request-report.ts'
import { listPayers } from './queries/payer-health.ts'
import { getReport, listReports, readRaw, selectStudentPeriod } from './queries/reports.ts'
import { getSchool } from '#server/setup/schools/index.ts'
import { presentSettings } from './queries/settings.ts'

export const handlers: Handlers<typeof endpoints> = {
  listEligibilityReports: async (context, { query }) => {
    if (query.student_id === undefined && query.student_period_id === undefined)
      throw problem.invalid({ student_id: 'Choose a student.' })
    const ofYear =
      query.student_period_id === undefined
        ? undefined
        : await selectStudentPeriod(context, query.student_period_id)
    const student = await selectStudent(context, query.student_id ?? ofYear?.student_id ?? 0)
    logView(context, student, { detail: 'eligibility checks' })
    const { rows, total } = await listReports(context, query, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  requestEligibilityReport: (context, { body }) => requestReport(context, body),

  listPayerHealth: (context, { query }) => listPayers(context, Number(query.days)),

  getRawEligibilityReport: (context, { params }) => readRaw(context, params.id),

  acceptEligibilityReport: async (context, { params }) => {
    await acceptAnswer(context, params.id)
    return getReport(context, params.id)
  },

  updateFromEligibilityReport: async (context, { body }) =>
    readStudentPeriod(context, await updateFromReport(context, body)),

  getEligibilitySettings: async (context, { params }) => {
    await getSchool(context, params.id)
    return presentSettings(context, params.id)
  },

  replaceEligibilitySettings: async (context, { params, body }) => {
    await replaceSettings(context, params.id, body)
    return presentSettings(context, params.id)
  },
}
