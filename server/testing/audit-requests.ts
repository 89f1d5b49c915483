import { idOf, type TestRequests } from './test-request.ts'

/** Valid requests of the module `audit`. */
export const auditRequests: TestRequests['audit'] = {
  listActivity: ({ studentId }) => ({ query: { student_id: String(studentId), kind: 'view' } }),
  listActivityPeople: () => ({}),
  listChangedRecords: async ({ services, registrar, studentId }) => {
    await registrar.post('/api/student-notes/create', { student_id: studentId, body: 'Called the carrier.' })
    const [change] = await services.owner
      .selectFrom('changes')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    return idOf(change?.id ?? 0)
  },
  getDisclosures: ({ studentId }) => idOf(studentId),
}
