import * as z from 'zod/mini'
import { download, empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { emailAddress, idParams } from '#contract/platform/fields.ts'
import {
  appealReceipt,
  formCheck,
  formFileToken,
  formFileUpload,
  formReceipt,
  resumedForm,
} from './shapes.ts'
import { studentFormSubmission } from './review-shapes.ts'
import { newAppeal, sentForm } from './sent-form.ts'

export const submitForm = endpoint({
  method: 'POST',
  path: '/api/public/periods/:id/form-submissions',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  isFrequent: true,
  summary:
    'Submits an enroll or waiver form, or saves an unfinished one. The same complete form within 10 minutes returns the first confirmation number.',
  params: idParams,
  body: sentForm,
  reply: one(formReceipt),
  status: 201,
  evenTime: 250,
})

export const checkForm = endpoint({
  method: 'POST',
  path: '/api/public/periods/:id/form-checks',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  summary:
    'Says what sending a form would refuse, which waiver rules its answers don’t meet, and what it costs. Saves nothing.',
  params: idParams,
  body: sentForm,
  reply: one(formCheck),
})

/** The token of a form in a path. */
const tokenParams = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)) })

export const resumeForm = endpoint({
  method: 'GET',
  path: '/api/public/form-submissions/:token',
  access: 'anyone',
  isPublic: true,
  summary:
    'Returns an unfinished form with masked SSNs, or what a complete one is and what the student is to fix.',
  params: tokenParams,
  reply: one(resumedForm),
  evenTime: 250,
})

export const continueForm = endpoint({
  method: 'PUT',
  path: '/api/public/form-submissions/:token',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  isFrequent: true,
  summary:
    'Saves an unfinished form again, submits it, or fixes what was asked for. A fix is a new version of the form.',
  params: tokenParams,
  body: sentForm,
  reply: one(formReceipt),
  evenTime: 250,
})

export const emailFormLink = endpoint({
  method: 'POST',
  path: '/api/public/form-submissions/:token/links',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  summary:
    'Emails a link that opens an unfinished form to the address that its student types. At most 3 for a form each hour.',
  params: tokenParams,
  body: z.strictObject({ email: emailAddress }),
  reply: empty(),
  evenTime: 250,
})

export const appealForm = endpoint({
  method: 'POST',
  path: '/api/public/form-submissions/:token/appeal',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  summary: 'Appeals a declined waiver, once for each form and within the appeal window.',
  params: tokenParams,
  body: newAppeal,
  reply: one(appealReceipt),
  status: 201,
  evenTime: 250,
})

export const addFormFile = endpoint({
  method: 'POST',
  path: '/api/public/periods/:id/files',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  summary:
    'Uploads a file of up to 20 MB for a form. It’s deleted if no form, sent or unfinished, names it within 30 minutes.',
  params: idParams,
  body: z.strictObject(formFileUpload),
  upload: true,
  reply: one(formFileToken),
  status: 201,
})

export const getFormFile = endpoint({
  method: 'GET',
  path: '/api/form-files/:id',
  access: 'school',
  limit: 'downloads',
  givesSsn: false,
  summary:
    'Returns the content of a file sent with a form, or part of it (`Range`). PDF, PNG, JPEG and WebP open inline unless `download=1`, HEIC and TIFF as a JPEG.',
  params: idParams,
  query: z.strictObject({ download: z.optional(z.enum(['1', '0'])) }),
  reply: download('application/octet-stream'),
})

export const listFormSubmissionsByStudentPeriod = endpoint({
  method: 'GET',
  path: '/api/student-form-submissions-by-student-period/:id',
  access: 'school',
  summary:
    'Lists the forms a student submitted for a policy year, newest first, as signed, with what was decided.',
  params: idParams,
  reply: list(studentFormSubmission),
})

export {
  claimFormSubmission,
  closeFormSubmission,
  countQueues,
  countUnseenFormSubmissions,
  getFormSubmission,
  listFormSubmissionIds,
  listFormSubmissions,
  markFormSubmissionSeen,
  matchFormSubmission,
  mergeFromStudentFormSubmission,
  releaseFormSubmission,
  searchMatchCandidates,
  writeToSender,
} from './review-calls.ts'
