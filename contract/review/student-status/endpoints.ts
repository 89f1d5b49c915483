import * as z from 'zod/mini'
import { empty, endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import {
  coverageForStudent,
  declinedCoverage,
  formProgress,
  formToken,
  newStatusCode,
  newStatusSession,
  statusCodeSent,
  statusFormToken,
  statusSession,
  studentStatus,
} from './shapes.ts'

/** Milliseconds of which each answer takes a full step, so that it doesn’t tell who is on a roster. */
const evenTime = 250

export const sendStatusCode = endpoint({
  method: 'POST',
  path: '/api/public/periods/:id/status-codes',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  hasStudentSession: true,
  summary:
    'Emails a code of 6 digits to a student’s address on the roster. The reply is the same if no one is found or there’s no address.',
  params: idParams,
  body: newStatusCode,
  reply: one(statusCodeSent),
  status: 202,
  evenTime,
})

export const openStatusSession = endpoint({
  method: 'POST',
  path: '/api/public/periods/:id/status-sessions',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  hasStudentSession: true,
  summary:
    'Opens a student’s status by an emailed code, or what became of one form by its token. Sets the student’s cookie.',
  params: idParams,
  body: newStatusSession,
  reply: one(statusSession),
  status: 201,
  evenTime,
})

export const endStatusSession = endpoint({
  method: 'DELETE',
  path: '/api/public/status-sessions',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  hasStudentSession: true,
  summary: 'Ends the student’s session, if there’s one.',
  reply: empty(),
})

export const getStudentStatus = endpoint({
  method: 'GET',
  path: '/api/public/status',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  hasStudentSession: true,
  summary:
    'Returns what the student of the session sees of their coverage and forms. Returns 401 without a session.',
  reply: one(studentStatus),
  evenTime,
})

export const getFormProgress = endpoint({
  method: 'GET',
  path: '/api/public/form-submissions/:token/progress',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  summary:
    'Returns what was decided about a complete form and by when the office plans to decide, for the page that follows sending it.',
  params: z.strictObject({ token: formToken }),
  reply: one(formProgress),
  evenTime,
})

export const issueStatusFormToken = endpoint({
  method: 'POST',
  path: '/api/public/status/forms/:id/token',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  hasStudentSession: true,
  summary: 'Returns a new token of one of the student’s forms, to fix or appeal it.',
  params: idParams,
  reply: one(statusFormToken),
  status: 201,
  evenTime,
})

export const declineOptionalCoverage = endpoint({
  method: 'POST',
  path: '/api/public/status/decline-coverage',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  hasStudentSession: true,
  summary:
    'Declines a coverage that’s optional for the student. Needs a session that was opened by a code; returns 409 if the status doesn’t allow it.',
  body: declinedCoverage,
  reply: one(coverageForStudent),
  evenTime,
})
