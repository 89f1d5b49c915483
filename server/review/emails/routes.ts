import type * as endpoints from '#contract/review/emails/endpoints.ts'
import { selectSchool } from '#server/platform/db/scope.ts'
import { logView } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { selectStudent } from '#server/records/students/index.ts'
import { isLongCall } from '#server/records/student-periods/index.ts'
import { getBatch, listBatches, getEmail, listEmails } from './queries/emails.ts'
import { stopBatch, cancelEmail, resendEmail } from './commands/change-email.ts'
import { composeEmail } from './commands/compose.ts'
import { listSendable } from './queries/compose-text.ts'
import { startComposeJob } from './jobs.ts'
import { presentEmail, presentEmails } from './present.ts'

export const handlers: Handlers<typeof endpoints> = {
  listStudentEmails: async (context, { query }) => {
    const student = await selectStudent(context, query.student_id)
    logView(context, student, { detail: 'emails' })
    const { rows, total } = await listEmails(context, { ...query, student_id: student.id })
    return { data: await presentEmails(context, rows), meta: pageMetaOf(query, total, rows.length) }
  },

  resendStudentEmail: async (context, { params }) =>
    presentEmail(context, await getEmail(context, await resendEmail(context, params.id))),

  cancelStudentEmail: async (context, { params }) => {
    await cancelEmail(context, params.id)
    return presentEmail(context, await getEmail(context, params.id))
  },

  listMailbox: async (context, { query }) => {
    const { rows, total } = await listEmails(context, query)
    return { data: await presentEmails(context, rows), meta: pageMetaOf(query, total, rows.length) }
  },

  composeEmail: async (context, { body }) =>
    (await isLongCall(context, body))
      ? { job_id: await startComposeJob(context, body) }
      : composeEmail(context, body),

  listSendableTemplates: async (context, { query }) => {
    await selectSchool(context, query.school_id)
    return listSendable(context, query.school_id)
  },

  listEmailBatches: async (context, { query }) => {
    await selectSchool(context, query.school_id)
    const { rows, total } = await listBatches(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  getEmailBatch: (context, { params }) => getBatch(context, params.id),

  stopEmailBatch: async (context, { params }) => {
    const canceled = await stopBatch(context, params.id)
    return { canceled, batch: await getBatch(context, params.id) }
  },
}
