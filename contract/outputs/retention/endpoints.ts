import { empty, endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { retentionReason, studentRetention } from './shapes.ts'

export const getStudentRetention = endpoint({
  method: 'GET',
  path: '/api/students/:id/retention',
  access: 'admin',
  summary:
    'Returns what an erasure of a student would erase, what prevents it, and the legal holds that apply.',
  params: idParams,
  reply: one(studentRetention),
})

export const eraseStudent = endpoint({
  method: 'POST',
  path: '/api/students/:id/erase',
  access: 'admin',
  summary:
    'Erases everything that identifies a student, in the history too. Statuses, dates, premiums and charges stay, so reports don’t change. Can’t be undone. 409 on legal hold, or while a policy year of the student is open or hasn’t ended.',
  params: idParams,
  body: retentionReason,
  reply: empty(),
})

export const placeStudentHold = endpoint({
  method: 'POST',
  path: '/api/students/:id/legal-hold',
  access: 'admin',
  summary:
    'Puts a student on legal hold: nothing about them is erased until it’s released. 409 if they’re on hold.',
  params: idParams,
  body: retentionReason,
  reply: empty(),
})

export const releaseStudentHold = endpoint({
  method: 'POST',
  path: '/api/students/:id/legal-hold/release',
  access: 'admin',
  summary: 'Releases a student’s legal hold. 409 if they aren’t on hold.',
  params: idParams,
  body: retentionReason,
  reply: empty(),
})

export const placeSchoolHold = endpoint({
  method: 'POST',
  path: '/api/schools/:id/legal-hold',
  access: 'admin',
  summary: 'Puts all students of a school on legal hold. 409 if the school is on hold.',
  params: idParams,
  body: retentionReason,
  reply: empty(),
})

export const releaseSchoolHold = endpoint({
  method: 'POST',
  path: '/api/schools/:id/legal-hold/release',
  access: 'admin',
  summary: 'Releases a school’s legal hold. Holds of single students stay. 409 if the school isn’t on hold.',
  params: idParams,
  body: retentionReason,
  reply: empty(),
})
