import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudent } from '#server/records/students/factory.ts'
import { confirmAdmin } from './confirm-admin.ts'
import { idOf, type TestRequests } from './test-request.ts'
import { textFile, type RequestWorld } from './request-world.ts'
import { retentionRequests } from './retention-requests.ts'
import { auditRequests } from './audit-requests.ts'
import { authRequests } from './auth-requests.ts'
import { carrierFileRequests } from './carrier-file-requests.ts'
import { deliveryRequests } from './delivery-requests.ts'
import { defaultEnrollmentRequests, setupDifferenceRequests } from './default-enrollment-requests.ts'
import { decisionRequests } from './decision-requests.ts'
import { bursarRequests } from './bursar-requests.ts'
import { reportRequests } from './report-requests.ts'
import { reportScheduleRequests } from './report-schedule-requests.ts'
import { studentRequests } from './student-requests.ts'
import { reverificationRequests } from './reverification-requests.ts'
import { verificationRequests } from './verification-requests.ts'
import { emailRequests } from './email-requests.ts'
import { formRequests } from './form-requests.ts'
import { importRequests } from './import-requests.ts'
import { messageRequests, statusRequests } from './status-requests.ts'
import { periodRequests, visitRequests, websiteRequests } from './period-requests.ts'
import { schoolRequests } from './school-requests.ts'
import { singleSignOnRequests } from './single-sign-on-requests.ts'
import { templateRequests } from './template-requests.ts'
import { insuranceCompanyRequests } from './company-requests.ts'
import { webhookRequests } from './webhook-requests.ts'
import { tokenRequests } from './token-requests.ts'
import { userRequests } from './user-requests.ts'

const studentPeriodRequests: TestRequests['student-periods'] = {
  listStudentPeriodsByPeriod: ({ periodId }) => idOf(periodId),
  listColumnValues: ({ periodId }) => ({ ...idOf(periodId), query: { field: 'program' } }),
  listNeedsReverification: ({ periodId }) => idOf(periodId),
  listStudentPeriodsByStudent: ({ studentId }) => idOf(studentId),
  countByMedicalStatus: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  countByStatus: ({ periodId }) => ({ query: { period_id: String(periodId), coverage_type: 'dental' } }),
  getStudentPeriod: ({ studentPeriodId }) => idOf(studentPeriodId),
  updateStudentPeriod: ({ studentPeriodId }) => ({ ...idOf(studentPeriodId), body: { program: 'Pharmacy' } }),
  previewDependents: ({ studentPeriodId }) => ({
    ...idOf(studentPeriodId),
    body: { dependents: [{ type: 'spouse', last_name: 'Park', covers: ['medical'] }] },
  }),
  updateInsuranceDetails: ({ studentPeriodId }) => ({
    ...idOf(studentPeriodId),
    body: { medical_waive_group_number: 'G-1' },
  }),
  revealDependentSsn: async (world) => {
    await confirmAdmin(world)
    const dependents = [{ type: 'child', first_name: 'Kim', last_name: 'Park', covers: [] }]
    const { body } = await world.admin.put(`/api/student-periods/${world.studentPeriodId}`, { dependents })
    return { ...idOf(body.data.dependents[0].id), body: { reason: 'The carrier asked on the phone.' } }
  },
  listStatusMoves: ({ studentPeriodId }) => idOf(studentPeriodId),
  listPlanPremiums: ({ studentPeriodId }) => idOf(studentPeriodId),
  addStudentToPeriod: ({ periodId }) => ({
    body: {
      period_id: periodId,
      sid: 'NEW-1',
      first_name: 'Priya',
      last_name: 'Raman',
      dob: '2002-03-04',
    },
  }),
  createStudentPeriod: async ({ services, schoolId, periodId }) => ({
    body: { student_id: await buildStudent(services.owner, { school_id: schoolId }), period_id: periodId },
  }),
  previewStudentPeriodCopy: async ({ services, schoolId, studentPeriodId }) => ({
    ...idOf(studentPeriodId),
    query: { period_id: String(await buildPeriod(services.owner, { school_id: schoolId })) },
  }),
  sendWaiverConfirmation: async ({ services, studentPeriodId }) => {
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'waived' })
      .where('id', '=', studentPeriodId)
      .execute()
    return idOf(studentPeriodId)
  },
  updateCoverageStatuses: ({ studentPeriodId }) => ({
    body: { ids: [studentPeriodId], dental_status: 'declined' },
  }),
  countReachableStatuses: ({ studentPeriodId }) => ({ body: { ids: [studentPeriodId] } }),
  updateStudentStatus: ({ studentPeriodId }) => ({ body: { ids: [studentPeriodId], status: 'inactive' } }),
  cancelPlannedStatus: ({ studentPeriodId }) => idOf(studentPeriodId),
  setPlanPremiums: ({ studentPeriodId }) => ({ body: { ids: [studentPeriodId] } }),
  removeStudentPeriod: ({ studentPeriodId }) => idOf(studentPeriodId),
  updateOtherField: ({ studentPeriodId }) => ({
    body: { ids: [studentPeriodId], field: 'campus', value: 'Harbor' },
  }),
  removeStudentPeriods: ({ studentPeriodId }) => ({ body: { ids: [studentPeriodId] } }),
}

let saved = 0

const savedView = async ({ registrar, schoolId }: RequestWorld, shared: boolean): Promise<number> => {
  saved += 1
  const view = { school_id: schoolId, name: `Pharmacy ${saved}`, shared, query: { search: 'pharm' } }
  return (await registrar.post('/api/views', view)).body.data.id
}

const viewRequests: TestRequests['views'] = {
  listViews: ({ schoolId }) => ({ query: { school_id: String(schoolId) } }),
  countViews: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  createView: ({ schoolId }) => ({
    body: { school_id: schoolId, name: 'Nurses', query: { search: 'nurs' } },
  }),
  updateView: async (world) => ({
    ...idOf(await savedView(world, true)),
    body: { name: 'Pharmacists', version: 1 },
  }),
  removeView: async (world) => idOf(await savedView(world, true)),
  restoreView: async (world) => {
    const id = await savedView(world, true)
    await world.registrar.delete(`/api/views/${id}`)
    return idOf(id)
  },
}

const noteOf = async ({ registrar, studentId }: RequestWorld): Promise<number> => {
  const body = { student_id: studentId, body: '<p>Called about the card.</p>' }
  return (await registrar.post('/api/student-notes/create', body)).body.data.id
}

const noteRequests: TestRequests['notes'] = {
  listNotes: ({ studentId }) => ({ query: { student_id: String(studentId) } }),
  createNote: ({ studentId, studentPeriodId }) => ({
    body: { student_id: studentId, student_period_id: studentPeriodId, body: '<p>Called.</p>' },
  }),
  getNote: async (world) => idOf(await noteOf(world)),
  replaceNoteBody: async (world) => ({ ...idOf(await noteOf(world)), body: { body: '<p>Wrote.</p>' } }),
  pinNote: async (world) => ({ ...idOf(await noteOf(world)), body: { pinned: true } }),
  removeNote: async (world) => idOf(await noteOf(world)),
  addNotes: ({ studentPeriodId }) => ({ body: { ids: [studentPeriodId], body: '<p>Called.</p>' } }),
}

const exportOf = async ({ registrar, periodId, services }: RequestWorld): Promise<number> => {
  const ask = { period_id: periodId, columns: ['student_name'], format: 'csv' }
  const { body } = await registrar.post('/api/exports', ask)
  await services.runJobs()
  return body.data.export_id
}

const exportRequests: TestRequests['exports'] = {
  startExport: ({ periodId }) => ({
    body: { period_id: periodId, columns: ['student_name', 'sid'], format: 'xlsx' },
  }),
  recordPrint: ({ periodId }) => ({
    body: { selection: { period_id: periodId }, columns: ['student_name', 'sid'] },
  }),
  listExports: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  getExport: async (world) => idOf(await exportOf(world)),
  downloadExport: async (world) => idOf(await exportOf(world)),
}

const fileOf = async ({ registrar, studentId }: RequestWorld): Promise<number> =>
  (await registrar.upload(`/api/students/${studentId}/file`, {}, textFile)).body.data.id

const documentRequests: TestRequests['documents'] = {
  listFiles: ({ studentId }) => idOf(studentId),
  addFile: ({ studentId }) => ({
    ...idOf(studentId),
    body: { kind: 'coverage_letter' },
    file: textFile,
  }),
  addFileTo: ({ studentId }) => ({ body: { student_id: String(studentId) }, file: textFile }),
  getFile: async (world) => idOf(await fileOf(world)),
  updateFile: async (world) => ({
    ...idOf(await fileOf(world)),
    body: { kind: 'other', name: 'letter.txt' },
  }),
  removeFile: async (world) => idOf(await fileOf(world)),
  restoreFile: async (world) => {
    const id = await fileOf(world)
    await world.registrar.delete(`/api/files/${id}`)
    return idOf(id)
  },
}

export const testRequests: TestRequests = {
  auth: authRequests,
  users: userRequests,
  schools: schoolRequests,
  'api-tokens': tokenRequests,
  webhooks: webhookRequests,
  periods: periodRequests,
  website: websiteRequests,
  site: {
    getPeriodSite: ({ periodId }) => idOf(periodId),
    getSite: async ({ services, schoolId }) => {
      const { slug } = await services.owner
        .selectFrom('schools')
        .select('slug')
        .where('id', '=', schoolId)
        .executeTakeFirstOrThrow()
      return { params: { slug } }
    },
  },
  'site-visits': visitRequests,
  students: studentRequests,
  'student-periods': studentPeriodRequests,
  notes: noteRequests,
  emails: emailRequests,
  'email-delivery': deliveryRequests,
  'email-templates': templateRequests,
  decisions: decisionRequests,
  'default-enrollments': defaultEnrollmentRequests,
  'setup-differences': setupDifferenceRequests,
  calendar: {
    getCalendar: ({ periodId }) => idOf(periodId),
    getRecentEvents: ({ periodId }) => idOf(periodId),
  },
  verifications: verificationRequests,
  reverifications: reverificationRequests,
  audit: auditRequests,
  retention: retentionRequests,
  bursar: bursarRequests,
  'carrier-files': carrierFileRequests,
  reports: reportRequests,
  'report-schedules': reportScheduleRequests,
  'single-sign-on': singleSignOnRequests,
  documents: documentRequests,
  'form-submissions': formRequests,
  'student-status': statusRequests,
  'student-messages': messageRequests,
  'insurance-companies': insuranceCompanyRequests,
  imports: importRequests,
  exports: exportRequests,
  history: {
    listHistoryEntries: ({ studentId }) => ({ query: { student_id: String(studentId) } }),
    listHistoryPeople: ({ studentId }) => idOf(studentId),
    listOwnChanges: () => ({}),
    getStudentAsOf: ({ studentId }) => ({ ...idOf(studentId), query: { at: '2026-11-20' } }),
    listAccesses: ({ studentId }) => idOf(studentId),
    undoChange: async ({ registrar, studentPeriodId }) => {
      const change = { program: 'Aviation Medicine' }
      const { headers } = await registrar.put(`/api/student-periods/${studentPeriodId}`, change)
      return { params: { id: String(headers['x-change-id']) } }
    },
  },
  drafts: {
    getDraft: () => ({ query: { form: 'new-school' } }),
    keepDraft: () => ({ body: { form: 'new-school', content: '{"name":["","Lakeside"]}' } }),
    discardDraft: () => ({ query: { form: 'new-school' } }),
  },
  views: viewRequests,
  preferences: {
    getPreference: () => ({ params: { key: 'student-list' } }),
    replacePreference: ({ periodId }) => ({
      params: { key: `student-list:${periodId}` },
      body: { value: { density: 'compact' } },
    }),
  },
  'demo-date': { replaceDemoDate: () => ({ body: { day: null } }) },
  jobs: {
    listUntoldJobs: () => ({}),
    getJob: async (world) => idOf(await insertJob(world, 'queued')),
    noteJobTold: async (world) => idOf(await insertJob(world, 'done')),
  },
}

/** A background job of the registrar. */
const insertJob = async (
  { services, registrarId, schoolId }: RequestWorld,
  state: 'queued' | 'done',
): Promise<number> => {
  const now = services.clock.now().toISOString()
  const { id } = await services.owner
    .insertInto('jobs')
    .values({
      kind: 'update-coverage-statuses',
      state,
      author_id: registrarId,
      school_id: schoolId,
      ask: '{}',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
