import { endpoint, list, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { formReceipt, newFormSubmission, studentFormSubmission } from './shapes.ts'

export const submitForm = endpoint({
  method: 'POST',
  path: '/api/public/periods/:id/form-submissions',
  access: 'anyone',
  isPublic: true,
  summary:
    'Submits a complete enroll or waiver form. The same form within 10 minutes returns the first confirmation number.',
  params: idParams,
  body: newFormSubmission,
  reply: one(formReceipt),
  status: 201,
  evenTime: 250,
})

export const listFormSubmissionsByStudentPeriod = endpoint({
  method: 'GET',
  path: '/api/student-form-submissions-by-student-period/:id',
  access: 'school',
  summary: 'Lists the forms a student submitted for a policy year, newest first, as signed.',
  params: idParams,
  reply: list(studentFormSubmission),
})
