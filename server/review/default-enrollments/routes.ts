import type * as endpoints from '#contract/review/default-enrollments/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { releaseEmails, startRun } from './commands/start.ts'
import { listGroup, readDefaultEnrollment } from './queries/overview.ts'

export const handlers: Handlers<typeof endpoints> = {
  getDefaultEnrollment: (context, { params }) => readDefaultEnrollment(context, params.id),

  listDefaultEnrollmentStudents: async (context, { params, query }) => {
    const { rows, total } = await listGroup(context, params.id, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  startDefaultEnrollment: (context, { params, body }) => startRun(context, params.id, body),

  releaseDefaultEnrollmentEmails: (context, { params, body }) =>
    releaseEmails(context, params.id, body.run_id),
}
