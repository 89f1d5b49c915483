import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { bare, empty, endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { id, idParams, idText } from '#contract/platform/fields.ts'
import { revealedSsn, revealReason } from '#contract/records/students/reveal.ts'
import { studentChange, studentPolicyYear } from '#contract/records/students/shapes.ts'
import { planPremium, statusMove } from '#contract/platform/coverage/shapes.ts'
import { copyFields, copyPreview, copyPreviewQuery } from './copy-shapes.ts'
import { bulkAnswer } from '#contract/platform/record/bulk.ts'
import {
  coverageStatusesChange,
  otherFieldChange,
  planPremiumsChange,
  reachableStatuses,
  requestedRows,
  studentPeriodRemoval,
  studentStatusChange,
} from './bulk-shapes.ts'
import { narrowingQuery, studentListQuery } from '#contract/platform/record/narrowing.ts'
import { writableShape } from '#contract/platform/record/record-field.ts'
import { enrollmentFields } from '#contract/platform/record/student-period-fields.ts'
import {
  dependentsAsk,
  dependentsPreview,
  insuranceDetailsChange,
  studentListRow,
  studentPeriod,
  studentPeriodChange,
} from './shapes.ts'
import { columnValues, statusQuantity, valuesQuery } from './value-shapes.ts'

/** The fields of a new student-period: its own, without statuses and dependents. */
const addableFields = writableShape(enrollmentFields)

export const listStudentPeriodsByPeriod = endpoint({
  method: 'GET',
  path: '/api/student-periods-by-period/:id',
  access: 'school',
  limit: 'searches',
  summary: 'Lists the students of a policy year.',
  params: idParams,
  query: studentListQuery,
  reply: page(studentListRow),
})

export const listColumnValues = endpoint({
  method: 'GET',
  path: '/api/student-periods-by-period/:id/values',
  access: 'school',
  limit: 'searches',
  summary:
    'Lists a column’s values with counts. Applies the current search and filters except the column’s own.',
  params: idParams,
  query: valuesQuery,
  reply: bare(columnValues),
})

export const listNeedsReverification = endpoint({
  method: 'GET',
  path: '/api/student-periods/needs-reverification-in-period/:id',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists students of a policy year with a waiver that needs reverification.',
  params: idParams,
  query: studentListQuery,
  reply: page(studentListRow),
})

export const listStudentPeriodsByStudent = endpoint({
  method: 'GET',
  path: '/api/student-periods-by-student/:id',
  access: 'school',
  summary: 'Lists a student’s policy years, newest first.',
  params: idParams,
  reply: list(studentPolicyYear),
})

export const countByMedicalStatus = endpoint({
  method: 'GET',
  path: '/api/student-periods/student-quantity-by-medical-status-in-period',
  access: 'school',
  summary: 'Counts a policy year’s active student-periods by medical status, including zeros.',
  query: z.strictObject({ period_id: idText }),
  reply: list(statusQuantity),
})

export const countByStatus = endpoint({
  method: 'GET',
  path: '/api/student-periods/student-quantity-by-status-in-period',
  access: 'school',
  limit: 'searches',
  summary:
    'Counts active student-periods by status of a coverage type, including zeros. Applies the list’s filters except that status.',
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
  summary: 'Returns a student-period with its student and dependents.',
  params: idParams,
  reply: one(studentPeriod),
})

export const updateStudentPeriod = endpoint({
  method: 'PUT',
  path: '/api/student-periods/:id',
  access: 'school',
  summary: 'Updates any fields of a student-period. Statuses change only as the transition table allows.',
  params: idParams,
  body: studentPeriodChange,
  reply: one(studentPeriod),
})

export const cancelPlannedStatus = endpoint({
  method: 'DELETE',
  path: '/api/student-periods/:id/planned-status',
  access: 'school',
  summary: 'Cancels the planned change of a student-period’s academic status. You can undo this.',
  params: idParams,
  reply: one(studentPeriod),
})

export const previewDependents = endpoint({
  method: 'POST',
  path: '/api/student-periods/:id/dependents-preview',
  access: 'school',
  summary: 'Returns the tiers and premiums that other dependents would change. Saves nothing.',
  params: idParams,
  body: dependentsAsk,
  reply: one(dependentsPreview),
})

export const removeStudentPeriod = endpoint({
  method: 'DELETE',
  path: '/api/student-periods/:id',
  access: 'admin',
  summary: 'Removes a student from a policy year. You can undo this.',
  params: idParams,
  reply: empty(),
})

export const updateInsuranceDetails = endpoint({
  method: 'PUT',
  path: '/api/student-periods/:id/insurance-details',
  access: 'school',
  summary: 'Updates any waive and enroll fields.',
  params: idParams,
  body: insuranceDetailsChange,
  reply: one(studentPeriod),
})

export const revealDependentSsn = endpoint({
  method: 'POST',
  path: '/api/dependents/:id/reveal-ssn',
  access: 'admin',
  limit: 'own',
  givesSsn: true,
  summary:
    'Returns a dependent’s full SSN. Requires a password confirmed in the last 3 hours (423) and a reason. The access is logged.',
  params: idParams,
  body: revealReason,
  reply: one(revealedSsn),
})

export const addStudentToPeriod = endpoint({
  method: 'POST',
  path: '/api/add-student-to-period',
  access: 'school',
  isFrequent: true,
  summary:
    'Adds a new or existing student (matched by student ID) to a policy year. If students with the same name and birth date or a similar ID exist, returns 409 `duplicate` with them in `data.students`, until they are named in `is_not_duplicate_of`.',
  body: z.strictObject({
    period_id: id,
    is_not_duplicate_of: z.optional(z.array(id).check(z.maxLength(100))),
    ...studentChange,
    ...addableFields,
  }),
  idempotent: true,
  reply: one(z.object({ ...studentPeriod.shape, ignored: z.array(z.string()) })),
  status: 201,
})

export const createStudentPeriod = endpoint({
  method: 'POST',
  path: '/api/student-periods',
  access: 'school',
  summary: 'Adds an existing student to a policy year, empty or as a copy of one of their policy years.',
  body: z.strictObject({ student_id: id, period_id: id, ...copyFields, ...addableFields }),
  idempotent: true,
  reply: one(studentPeriod),
  status: 201,
})

export const previewStudentPeriodCopy = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/copy-preview',
  access: 'school',
  summary: 'Previews a copy of a student-period in another policy year. Saves nothing.',
  params: idParams,
  query: copyPreviewQuery,
  reply: one(copyPreview),
})

export const sendWaiverConfirmation = endpoint({
  method: 'POST',
  path: '/api/student-periods/:id/send-waiver-approved-confirmation-email',
  access: 'school',
  summary: 'Emails the student that their waived coverages are approved. It’s sent at once.',
  params: idParams,
  idempotent: true,
  reply: one(z.object({ email_id: z.int() })),
  status: 202,
})

export const updateCoverageStatuses = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/update-coverage-statuses',
  access: 'school',
  summary:
    'Changes the coverage statuses of a selection. A dry run previews it. Runs as a job for more than 10,000 rows.',
  body: coverageStatusesChange,
  idempotent: true,
  reply: one(bulkAnswer),
})

export const countReachableStatuses = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/count-reachable-statuses',
  access: 'school',
  summary: 'Counts how many records of a selection can change to each coverage status. Changes nothing.',
  body: requestedRows,
  reply: one(reachableStatuses),
})

export const updateStudentStatus = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/update-student-status',
  access: 'school',
  summary: 'Sets the academic or record status of a selection and the coverage statuses that follow.',
  body: studentStatusChange,
  idempotent: true,
  reply: one(bulkAnswer),
})

export const updateOtherField = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/update-other-field',
  access: 'school',
  summary: 'Sets one field to one value for a selection. For statuses, use their own calls.',
  body: otherFieldChange,
  idempotent: true,
  reply: one(bulkAnswer),
})

export const setPlanPremiums = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/set-plan-premiums',
  access: 'admin',
  summary: 'Sets the premiums of a selection that aren’t the plan’s to those of the plan. You can undo this.',
  body: planPremiumsChange,
  idempotent: true,
  reply: one(bulkAnswer),
})

export const removeStudentPeriods = endpoint({
  method: 'POST',
  path: '/api/student-periods/bulk-operations/delete',
  access: 'admin',
  summary: 'Removes a selection of students from their policy year. You can undo this.',
  body: studentPeriodRemoval,
  idempotent: true,
  reply: one(bulkAnswer),
})

export const listStatusMoves = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/status-moves',
  access: 'school',
  summary: 'Lists the allowed status changes for each coverage type.',
  params: idParams,
  reply: list(statusMove),
})

export const listPlanPremiums = endpoint({
  method: 'GET',
  path: '/api/student-periods/:id/plan-premiums',
  access: 'school',
  summary: 'Returns the plan premium for the student’s current tiers.',
  params: idParams,
  reply: list(planPremium),
})
