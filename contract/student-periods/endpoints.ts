import * as z from 'zod/mini'
import { coverages } from '../coverage/choices.ts'
import { bare, empty, endpoint, list, one, page } from '../endpoint.ts'
import { id, idParams, idText } from '../fields.ts'
import { revealedSsn, revealReason } from '../students/reveal.ts'
import { studentChange } from '../students/shapes.ts'
import { addableFields } from './add-shapes.ts'
import { copyFields, copyPreview, copyPreviewQuery } from './copy-shapes.ts'
import {
  bulkAnswer,
  otherFieldChange,
  studentPeriodRemoval,
  coverageStatusesChange,
  studentStatusChange,
} from './bulk-shapes.ts'
import { narrowingQuery, studentListQuery } from './narrowing.ts'
import {
  insuranceDetailsChange,
  studentListRow,
  studentPeriod,
  studentPeriodChange,
  studentPolicyYear,
} from './shapes.ts'
import { columnValues, statusQuantity, valuesQuery } from './value-shapes.ts'

export const listStudentPeriodsByPeriod = endpoint({
  method: 'GET',
  path: '/api/student-periods-by-period/:id',
  access: 'school',
  summary: 'The student list of a period.',
  params: idParams,
  query: studentListQuery,
  reply: page(studentListRow),
})

export const listColumnValues = endpoint({
  method: 'GET',
  path: '/api/student-periods-by-period/:id/values',
  access: 'school',
  summary:
    'The values of one column with their quantities, under the present search and filters but without its own filter.',
  params: idParams,
  query: valuesQuery,
  reply: bare(columnValues),
})

export const listNeedsReverification = endpoint({
  method: 'GET',
  path: '/api/student-periods/needs-reverification-in-period/:id',
  access: 'admin',
  summary: 'The students of a period with a waiver to look at again or a reverification that is due.',
  params: idParams,
  query: studentListQuery,
  reply: page(studentListRow),
})

export const listStudentPeriodsByStudent = endpoint({
  method: 'GET',
  path: '/api/student-periods-by-student/:id',
  access: 'school',
  summary: 'The policy years of one student, the latest first.',
  params: idParams,
  reply: list(studentPolicyYear),
})

export const countByMedicalStatus = endpoint({
  method: 'GET',
  path: '/api/student-periods/student-quantity-by-medical-status-in-period',
  access: 'school',
  summary: 'How many active student-periods of a period have each medical status, zeros too.',
  query: z.strictObject({ period_id: idText }),
  reply: list(statusQuantity),
})

export const countByStatus = endpoint({
  method: 'GET',
  path: '/api/student-periods/student-quantity-by-status-in-period',
  access: 'school',
  summary:
    'How many active student-periods have each status of a coverage, zeros too; narrowed like the list, but not by that status.',
  query: z.strictObject({
    period_id: idText,
    coverage_type: z._default(z.enum(coverages), 'medical'),
    ...narrowingQuery,
  }),
  reply: list(statusQuantity),
})

export const getStudentPeriod = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id',
  access: 'school',
  summary: 'One student-period whole, with student and dependents.',
  params: idParams,
  reply: one(studentPeriod),
})

export const updateStudentPeriod = endpoint({
  method: 'PUT',
  path: '/api/student-periods/:id',
  access: 'school',
  summary: 'Changes any subset of a student-period; statuses move by the transition table.',
  params: idParams,
  body: studentPeriodChange,
  reply: one(studentPeriod),
})

export const removeStudentPeriod = endpoint({
  method: 'DELETE',
  path: '/api/student-periods/:id',
  access: 'admin',
  summary: 'Takes a student out of a period; the change can be undone.',
  params: idParams,
  reply: empty(),
})

export const updateInsuranceDetails = endpoint({
  method: 'PUT',
  path: '/api/student-periods/:id/insurance-details',
  access: 'school',
  summary: 'Changes any subset of the waive and enroll fields.',
  params: idParams,
  body: insuranceDetailsChange,
  reply: one(studentPeriod),
})

export const revealDependentSsn = endpoint({
  method: 'POST',
  path: '/api/dependents/:id/reveal-ssn',
  access: 'admin',
  asksPassword: true,
  summary:
    'The SSN of a dependent, whole. Wants the password confirmed within three hours (423), a reason, and writes down who looked.',
  params: idParams,
  body: revealReason,
  reply: one(revealedSsn),
})

export { listPlanPremiums, listStatusMoves } from './line-calls.ts'

export const addStudentToPeriod = endpoint({
  method: 'POST',
  path: '/api/add-student-to-period',
  access: 'school',
  summary: 'Brings a new or existing student (matched by student ID) into a period.',
  body: z.strictObject({ period_id: id, ...studentChange, ...addableFields }),
  idempotent: true,
  reply: one(z.object({ ...studentPeriod.shape, ignored: z.array(z.string()) })),
  status: 201,
})

export const createStudentPeriod = endpoint({
  method: 'POST',
  path: '/api/student-periods',
  access: 'school',
  summary: 'Brings an existing student into a period, alone or as a copy of one of their policy years.',
  body: z.strictObject({ student_id: id, period_id: id, ...copyFields, ...addableFields }),
  idempotent: true,
  reply: one(studentPeriod),
  status: 201,
})

export const previewStudentPeriodCopy = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/copy-preview',
  access: 'school',
  summary: 'What a copy of a student-period into another period would hold. Writes nothing.',
  params: idParams,
  query: copyPreviewQuery,
  reply: one(copyPreview),
})

export const updateCoverageStatuses = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/update-coverage-statuses',
  access: 'school',
  summary: 'Moves the coverage statuses of a selection, above 10,000 rows as a job; a dry run previews it.',
  body: coverageStatusesChange,
  idempotent: true,
  reply: one(bulkAnswer),
})

export const updateStudentStatus = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/update-student-status',
  access: 'school',
  summary: 'Sets the academic or the record status of a selection, with the coverage moves they entail.',
  body: studentStatusChange,
  idempotent: true,
  reply: one(bulkAnswer),
})

export const updateOtherField = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/update-other-field',
  access: 'school',
  summary: 'Sets one field of a selection to one value; statuses have calls of their own.',
  body: otherFieldChange,
  idempotent: true,
  reply: one(bulkAnswer),
})

export const removeStudentPeriods = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/delete',
  access: 'admin',
  summary: 'Takes a selection of students out of their period; the change can be undone.',
  body: studentPeriodRemoval,
  idempotent: true,
  reply: one(bulkAnswer),
})
