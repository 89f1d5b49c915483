import { buildPeriod } from '#server/periods/factory.ts'
import { buildStudent } from '#server/students/factory.ts'
import { issueLink } from '#server/auth/index.ts'
import { idOf, type Asks } from './ask.ts'
import { rosterFile, textFile, type AskWorld } from './ask-world.ts'
import { asksOfPeriods, asksOfWebsite } from './asks-of-periods.ts'
import { asksOfSchools } from './asks-of-schools.ts'
import { asksOfInsuranceCompanies } from './company-asks.ts'
import { buildPerson, codeNow, goodPassword, login, withTwoFactor } from './sign-in.ts'

const nothing = () => ({})
const newPassword = { password: 'nine brass kettles hum', password_confirmation: 'nine brass kettles hum' }

const secretOf = async (world: AskWorld): Promise<string> => {
  const { client } = await world.member()
  await client.post('/user/two-factor-authentication')
  return (await client.get('/user/two-factor-secret-key')).body.secretKey
}

const asksOfAuth: Asks['auth'] = {
  login: async ({ house }) => ({ body: { email: (await buildPerson(house)).email, password: goodPassword } }),
  answerChallenge: async ({ house, guest }) => {
    const person = await buildPerson(house)
    const secret = await withTwoFactor(house, person)
    await login(guest, person.email)
    return { body: { code: codeNow(house, secret) } }
  },
  logout: nothing,
  getMe: nothing,
  getCsrfCookie: nothing,
  enableTwoFactor: nothing,
  disableTwoFactor: nothing,
  getTwoFactorQrCode: nothing,
  getTwoFactorSecretKey: async (world) => {
    await secretOf(world)
    return {}
  },
  confirmTwoFactor: async (world) => ({ body: { code: codeNow(world.house, await secretOf(world)) } }),
  listRecoveryCodes: nothing,
  renewRecoveryCodes: nothing,
  confirmPassword: () => ({ body: { password: goodPassword } }),
  getPasswordStatus: nothing,
  forgotPassword: async ({ house }) => ({ body: { email: (await buildPerson(house)).email } }),
  resetPassword: async ({ house }) => {
    const person = await buildPerson(house)
    const issuing = { db: house.owner, clock: house.clock, house: house.house }
    const link = new URL(await issueLink(issuing, person, 'reset'))
    return {
      body: { email: person.email, token: link.searchParams.get('token') ?? '', ...newPassword },
    }
  },
  changePassword: () => ({ body: { current_password: goodPassword, ...newPassword } }),
}

/** The admin has just confirmed their password. */
const confirmAdmin = async ({ house, adminId }: AskWorld): Promise<void> => {
  await house.owner
    .updateTable('sessions')
    .set({ password_confirmed_at: house.clock.now().toISOString() })
    .where('user_id', '=', adminId)
    .execute()
}

const asksOfStudentPeriods: Asks['student-periods'] = {
  listStudentPeriodsByPeriod: ({ periodId }) => idOf(periodId),
  listColumnValues: ({ periodId }) => ({ ...idOf(periodId), query: { field: 'program' } }),
  listNeedsReverification: ({ periodId }) => idOf(periodId),
  listStudentPeriodsByStudent: ({ studentId }) => idOf(studentId),
  countByMedicalStatus: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  countByStatus: ({ periodId }) => ({ query: { period_id: String(periodId), coverage_type: 'dental' } }),
  getStudentPeriod: ({ studentPeriodId }) => idOf(studentPeriodId),
  updateStudentPeriod: ({ studentPeriodId }) => ({ ...idOf(studentPeriodId), body: { program: 'Pharmacy' } }),
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
  createStudentPeriod: async ({ house, schoolId, periodId }) => ({
    body: { student_id: await buildStudent(house.owner, { school_id: schoolId }), period_id: periodId },
  }),
  previewStudentPeriodCopy: async ({ house, schoolId, studentPeriodId }) => ({
    ...idOf(studentPeriodId),
    query: { period_id: String(await buildPeriod(house.owner, { school_id: schoolId })) },
  }),
  updateCoverageStatuses: ({ studentPeriodId }) => ({
    body: { ids: [studentPeriodId], dental_status: 'declined' },
  }),
  updateStudentStatus: ({ studentPeriodId }) => ({ body: { ids: [studentPeriodId], status: 'inactive' } }),
  removeStudentPeriod: ({ studentPeriodId }) => idOf(studentPeriodId),
  updateOtherField: ({ studentPeriodId }) => ({
    body: { ids: [studentPeriodId], field: 'campus', value: 'Harbor' },
  }),
  removeStudentPeriods: ({ studentPeriodId }) => ({ body: { ids: [studentPeriodId] } }),
}

let saved = 0

const savedView = async ({ registrar, schoolId }: AskWorld, shared: boolean): Promise<number> => {
  saved += 1
  const view = { school_id: schoolId, name: `Pharmacy ${saved}`, shared, query: { search: 'pharm' } }
  return (await registrar.post('/api/views', view)).body.data.id
}

const asksOfViews: Asks['views'] = {
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

const noteOf = async ({ registrar, studentId }: AskWorld): Promise<number> => {
  const body = { student_id: studentId, body: '<p>Called about the card.</p>' }
  return (await registrar.post('/api/student-notes/create', body)).body.data.id
}

const asksOfNotes: Asks['notes'] = {
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

const exportOf = async ({ registrar, periodId, house }: AskWorld): Promise<number> => {
  const ask = { period_id: periodId, columns: ['student_name'], format: 'csv' }
  const { body } = await registrar.post('/api/exports', ask)
  await house.runJobs()
  return body.data.export_id
}

const asksOfExports: Asks['exports'] = {
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

const fileOf = async ({ registrar, studentId }: AskWorld): Promise<number> =>
  (await registrar.upload(`/api/students/${studentId}/file`, {}, textFile)).body.data.id

const asksOfDocuments: Asks['documents'] = {
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

const asksOfImports: Asks['imports'] = {
  importFromCsv: ({ periodId }) => ({
    body: { period_id: String(periodId), accept_valid_rows: 'true' },
    file: rosterFile,
  }),
  importFromPeriod: async ({ house, schoolId, periodId }) => ({
    body: {
      from_period_id: periodId,
      to_period_id: await buildPeriod(house.owner, {
        school_id: schoolId,
        starts_on: '2027-08-01',
        ends_on: '2028-07-31',
      }),
    },
  }),
  listImports: ({ periodId }) => ({ query: { period_id: String(periodId) } }),
  getImport: async (world) => idOf(await world.importRoster()),
  applyImport: async (world) => ({
    ...idOf(await world.importRoster({ dry_run: 'true' })),
    body: { accept_valid_rows: true },
  }),
  listImportRows: async (world) => ({ ...idOf(await world.importRoster()), query: { outcome: 'added' } }),
  downloadRefusedRows: async (world) => idOf(await world.importRoster()),
  readHeaders: ({ periodId }) => ({ body: { period_id: String(periodId) }, file: rosterFile }),
}

export const asks: Asks = {
  auth: asksOfAuth,
  schools: asksOfSchools,
  periods: asksOfPeriods,
  website: asksOfWebsite,
  students: {
    searchStudentsByName: ({ schoolId }) => ({ query: { q: 'smi', school_id: String(schoolId) } }),
    getStudent: ({ studentId }) => idOf(studentId),
    revealSsn: async (world) => {
      await confirmAdmin(world)
      return { ...idOf(world.studentId), body: { reason: 'The carrier asked on the phone.' } }
    },
    updateStudent: ({ studentId }) => ({ ...idOf(studentId), body: { city: 'Astoria' } }),
    getStudentOverview: ({ studentId }) => idOf(studentId),
  },
  'student-periods': asksOfStudentPeriods,
  notes: asksOfNotes,
  documents: asksOfDocuments,
  'insurance-companies': asksOfInsuranceCompanies,
  imports: asksOfImports,
  exports: asksOfExports,
  history: {
    listHistoryEntries: ({ studentId }) => ({ query: { student_id: String(studentId) } }),
    listHistoryPeople: ({ studentId }) => idOf(studentId),
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
  views: asksOfViews,
  preferences: {
    getPreference: () => ({ params: { key: 'student-list' } }),
    replacePreference: ({ periodId }) => ({
      params: { key: `student-list:${periodId}` },
      body: { value: { density: 'compact' } },
    }),
  },
  jobs: {
    listUntoldJobs: () => ({}),
    getJob: async (world) => idOf(await keepJob(world, 'queued')),
    noteJobTold: async (world) => idOf(await keepJob(world, 'done')),
  },
}

/** Long work of the registrar's. */
const keepJob = async (
  { house, registrarId, schoolId }: AskWorld,
  state: 'queued' | 'done',
): Promise<number> => {
  const now = house.clock.now().toISOString()
  const { id } = await house.owner
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
