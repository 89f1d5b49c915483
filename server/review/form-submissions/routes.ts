import type * as endpoints from '#contract/review/form-submissions/endpoints.ts'
import { counters, limitFromNetwork } from '#server/platform/http/throttle.ts'
import { downloadOptions, readStored } from '#server/records/documents/index.ts'
import { logView } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { deviceOf } from '#server/setup/site-visits/index.ts'
import { readStudentPeriod } from '#server/records/student-periods/index.ts'
import { emailFormLink } from './commands/email-link.ts'
import { closeForm } from './commands/close-form.ts'
import { claimForm, releaseForm, markSeen } from './commands/claim-form.ts'
import { appealForm } from './commands/appeal-form.ts'
import { continueForm, readByToken, submitForm } from './commands/submit-form.ts'
import { storeFormFile } from './commands/form-files.ts'
import { matchForm } from './commands/match-form.ts'
import { mergeForm } from './commands/merge-form.ts'
import { writeToSender } from './commands/write-to-sender.ts'
import { readDrawing } from './files.ts'
import { getFormFile } from './queries/files.ts'
import { readFormCheck } from './queries/form-check.ts'
import { getOwner, listOfStudentPeriod } from './queries/forms.ts'
import { countQueues, countUnseen } from './queries/queues.ts'
import { readForm, searchMatchCandidates } from './queries/review-detail.ts'
import { listFormIds, listForms } from './queries/review-list.ts'

export const handlers: Handlers<typeof endpoints> = {
  submitForm: {
    prove: async (context, { params, body }, { request }) => {
      await limitFromNetwork(context.services, counters.forms(context.address), 'forms')
      const form = await readDrawing(body)
      return (inside) => submitForm(inside, params.id, form, deviceOf(request.headers))
    },
  },

  resumeForm: (context, { params }) => readByToken(context, params.token),

  checkForm: async (context, { params, body }) => {
    await limitFromNetwork(context.services, counters.formChecks(context.address), 'checks')
    return readFormCheck(context, params.id, body)
  },

  emailFormLink: {
    prove: async (context, { params, body }) => {
      await limitFromNetwork(context.services, counters.formLinksAddress(context.address), 'links')
      await limitFromNetwork(context.services, counters.formLinks(params.token), 'links')
      return (inside) => emailFormLink(inside, params.token, body.email)
    },
  },

  continueForm: {
    prove: async (context, { params, body }, { request }) => {
      await limitFromNetwork(context.services, counters.forms(context.address), 'forms')
      const form = await readDrawing(body)
      return (inside) => continueForm(inside, params.token, form, deviceOf(request.headers))
    },
  },

  appealForm: {
    prove: async (context, { params, body }) => {
      await limitFromNetwork(context.services, counters.forms(context.address), 'forms')
      return (inside) => appealForm(inside, params.token, body)
    },
  },

  addFormFile: {
    prove: async (context, { params, body, file }) => {
      await limitFromNetwork(context.services, counters.formFiles(context.address), 'files')
      const write = await storeFormFile(context, params.id, body.kind ?? 'other', file)
      return async (inside) => ({ file_token: await write(inside) })
    },
  },

  getFormFile: async (context, { params, query }, { request }) =>
    readStored(
      context,
      'form_file',
      await getFormFile(context, params.id),
      downloadOptions(query, request.headers),
    ),

  listFormSubmissionsByStudentPeriod: async (context, { params }) => {
    const student = await getOwner(context, params.id)
    logView(context, student, { detail: 'form submissions' })
    return listOfStudentPeriod(context, params.id)
  },

  listFormSubmissions: async (context, { query }) => {
    const { rows, total } = await listForms(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  listFormSubmissionIds: (context, { query }) => listFormIds(context, query),

  countUnseenFormSubmissions: async (context, { query }) => ({
    quantity: await countUnseen(context, query.period_id),
  }),

  countQueues: (context, { query }) => countQueues(context, query.period_id),

  getFormSubmission: async (context, { params }) => {
    const form = await readForm(context, params.id)
    const part = { subject_type: 'form_submission', subject_id: form.id, detail: 'form submission' }
    if (form.student_id !== null) logView(context, { id: form.student_id, school_id: form.school_id }, part)
    return form
  },

  markFormSubmissionSeen: (context, { params }) => markSeen(context, params.id),

  claimFormSubmission: async (context, { params, body }) => {
    const { id, name } = context.caller
    return { claimed_by: { id, name }, claimed_until: await claimForm(context, params.id, body) }
  },

  releaseFormSubmission: (context, { params }) => releaseForm(context, params.id),

  searchMatchCandidates: (context, { params, query }) => searchMatchCandidates(context, params.id, query.q),

  matchFormSubmission: async (context, { params, body }) => {
    await matchForm(context, params.id, body)
    return readForm(context, params.id)
  },

  writeToSender: (context, { params, body }) => writeToSender(context, params.id, body),

  closeFormSubmission: async (context, { params, body }) => {
    await closeForm(context, params.id, body)
    return readForm(context, params.id)
  },

  mergeFromStudentFormSubmission: async (context, { params, body }) => {
    await mergeForm(context, params.id, body)
    return readStudentPeriod(context, params.id)
  },
}
