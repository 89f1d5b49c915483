import * as z from 'zod/mini'
import { empty, endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { studentPeriod } from '#contract/records/student-periods/shapes.ts'
import {
  claimed,
  formClaim,
  formClosing,
  formMatch,
  formMerge,
  formSubmissionDetail,
  formSubmissionQuery,
  formSubmissionRow,
  matchCandidate,
  queueQuantities,
} from './review-shapes.ts'
import { emailToSender, writtenToSender } from './sender-email.ts'

const ofPeriod = z.strictObject({ period_id: idText })

export const listFormSubmissions = endpoint({
  method: 'GET',
  path: '/api/student-form-submissions',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists the forms of a policy year: highest risk first, then the nearest deadline.',
  query: formSubmissionQuery,
  reply: page(formSubmissionRow),
})

export const listFormSubmissionIds = endpoint({
  method: 'GET',
  path: '/api/student-form-submission-ids',
  access: 'admin',
  limit: 'searches',
  summary: 'Returns the IDs of the same query in the same order, for previous and next.',
  query: formSubmissionQuery,
  reply: list(z.int()),
})

export const countUnseenFormSubmissions = endpoint({
  method: 'GET',
  path: '/api/student-form-submissions/unseen-quantity',
  access: 'admin',
  summary: 'Counts the complete forms of a policy year that no admin has opened.',
  query: ofPeriod,
  reply: one(z.object({ quantity: z.int() })),
})

/** The counts of the list’s queues. */
export const countQueues = endpoint({
  method: 'GET',
  path: '/api/student-form-submissions/queues',
  access: 'admin',
  summary: 'Counts the forms of a policy year in each queue.',
  query: ofPeriod,
  reply: one(queueQuantities),
})

export const getFormSubmission = endpoint({
  method: 'GET',
  path: '/api/student-form-submissions/:id',
  access: 'school',
  summary: 'Returns a form as signed, with its files, the record beside it and what was decided.',
  params: idParams,
  reply: one(formSubmissionDetail),
})

export const markFormSubmissionSeen = endpoint({
  method: 'POST',
  path: '/api/student-form-submissions/:id/seen',
  access: 'admin',
  summary: 'Marks a form as seen by the office.',
  params: idParams,
  reply: empty(),
})

/** Claims keep two people from working on the same form. */
export const claimFormSubmission = endpoint({
  method: 'POST',
  path: '/api/student-form-submissions/:id/claim',
  access: 'admin',
  summary: 'Claims a form for 10 minutes, or renews the claim. 409 busy if someone else has it.',
  params: idParams,
  body: formClaim,
  reply: one(claimed),
})

export const releaseFormSubmission = endpoint({
  method: 'DELETE',
  path: '/api/student-form-submissions/:id/claim',
  access: 'admin',
  summary: 'Ends your claim on a form.',
  params: idParams,
  reply: empty(),
})

/** Staff match the forms that the intake couldn’t. */
export const matchFormSubmission = endpoint({
  method: 'POST',
  path: '/api/student-form-submissions/:id/match',
  access: 'admin',
  summary:
    'Matches a form with a student of its policy year. Its coverage statuses change as if matched on arrival.',
  params: idParams,
  body: formMatch,
  reply: one(formSubmissionDetail),
})

/** Who sent a form isn’t always among those who resemble its sender. */
export const searchMatchCandidates = endpoint({
  method: 'GET',
  path: '/api/student-form-submissions/:id/match-candidates',
  access: 'admin',
  limit: 'searches',
  summary:
    'Finds up to 10 students of an unmatched form’s policy year by name, student ID or email, and says what they and the sender have in common.',
  params: idParams,
  query: z.strictObject({ q: z.string().check(z.minLength(1, texts.required), z.maxLength(100)) }),
  reply: list(matchCandidate),
})

/** Who sent a form isn’t always a student of the policy year, or made a mistake that only they can explain. */
export const writeToSender = endpoint({
  method: 'POST',
  path: '/api/student-form-submissions/:id/emails',
  access: 'admin',
  limit: 'singleEmails',
  summary:
    'Emails the sender of an unmatched form, at an address that the form gives. A dry run shows how it looks.',
  params: idParams,
  body: emailToSender,
  literal: ['body'],
  isLarge: true,
  idempotent: true,
  reply: one(writtenToSender),
  status: 202,
})

/** A form can be left without anything to decide, or be sent by mistake. */
export const closeFormSubmission = endpoint({
  method: 'POST',
  path: '/api/student-form-submissions/:id/close',
  access: 'admin',
  summary: 'Closes coverage types of a form without a decision, with a reason. Statuses don’t change.',
  params: idParams,
  body: formClosing,
  idempotent: true,
  reply: one(formSubmissionDetail),
})

/** Saves answers of a form in the record, as chosen. */
export const mergeFromStudentFormSubmission = endpoint({
  method: 'POST',
  path: '/api/student-periods/:id/merge-from-student-form-submission',
  access: 'admin',
  summary: 'Saves chosen answers of a form in the student’s record.',
  params: idParams,
  body: formMerge,
  reply: one(studentPeriod),
})
