import * as z from 'zod/mini'
import { coverageStatuses, coverages } from '../coverage/choices.ts'
import { endpoint, list, one, page } from '../endpoint.ts'
import { id, idParams, idText } from '../fields.ts'
import { revealedSsn, revealReason } from '../students/reveal.ts'
import { studentChange } from '../students/shapes.ts'
import { tableQuery } from '../table-query.ts'
import {
  bulkResult,
  coverageStatusesChange,
  insuranceDetailsChange,
  statusQuantity,
  studentListColumns,
  studentListRow,
  studentPeriod,
  studentPeriodChange,
  studentPolicyYear,
  studentStatusChange,
} from './shapes.ts'

export const listStudentPeriodsByPeriod = endpoint({
  method: 'GET',
  path: '/api/student-periods-by-period/:id',
  access: 'school',
  summary: 'The student list of a period.',
  params: idParams,
  query: z.strictObject(tableQuery(studentListColumns)),
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
  summary: 'How many active student-periods stand in each medical status, zeros too.',
  query: z.strictObject({ period_id: idText }),
  reply: list(statusQuantity),
})

export const countByStatus = endpoint({
  method: 'GET',
  path: '/api/student-periods/student-quantity-by-status-in-period',
  access: 'school',
  summary: 'How many active student-periods stand in each status of a line, zeros too.',
  query: z.strictObject({ period_id: idText, coverage_type: z._default(z.enum(coverages), 'medical') }),
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
  summary:
    'The SSN of a dependent, whole. Wants the password confirmed within three hours (423), a reason, and writes down who looked.',
  params: idParams,
  body: revealReason,
  reply: one(revealedSsn),
})

export const listStatusMoves = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/status-moves',
  access: 'school',
  summary: 'The moves that the transition table allows from the present statuses, by line.',
  params: idParams,
  reply: list(
    z.object({
      coverage: z.enum(coverages),
      event: z.string(),
      label: z.string(),
      to: z.enum(coverageStatuses),
    }),
  ),
})

export const addStudentToPeriod = endpoint({
  method: 'POST',
  path: '/api/add-student-to-period',
  access: 'school',
  summary: 'Brings a new or existing student (matched by student ID) into a period.',
  body: z.strictObject({ period_id: id, ...studentChange, ...addableFields() }),
  idempotent: true,
  reply: one(z.object({ ...studentPeriod.shape, ignored: z.array(z.string()) })),
  status: 201,
})

function addableFields() {
  const shape = studentPeriodChange.shape
  const { version: _v, override_reason: _o, send_email: _s, ...rest } = shape
  const { medical_status: _m, dental_status: _d, vision_status: _vi, dependents: _de, ...fields } = rest
  return fields
}

export const createStudentPeriod = endpoint({
  method: 'POST',
  path: '/api/student-periods',
  access: 'school',
  summary: 'Brings an existing student into a period.',
  body: z.strictObject({ student_id: id, period_id: id, ...addableFields() }),
  idempotent: true,
  reply: one(studentPeriod),
  status: 201,
})

/** What was done; or the job that does it, when it is long. */
const bulkReply = one(z.union([bulkResult, z.object({ job_id: z.int() })]))

export const updateCoverageStatuses = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/update-coverage-statuses',
  access: 'school',
  summary:
    'Moves the coverage statuses of a selection; a dry run previews it. Above 10,000 rows a job does it.',
  body: coverageStatusesChange,
  idempotent: true,
  reply: bulkReply,
})

export const updateStudentStatus = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/update-student-status',
  access: 'school',
  summary:
    'Sets the academic status or the record status of a selection, with the coverage moves they entail.',
  body: studentStatusChange,
  idempotent: true,
  reply: bulkReply,
})
