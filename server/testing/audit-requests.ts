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
  copyStudentRecord: ({ studentId }) => idOf(studentId),
  listActivityReviews: () => ({}),
  countOpenFindings: () => ({}),
  lookAtFinding: async ({ services, registrarId }) => {
    const review = await services.owner
      .insertInto('activity_reviews')
      .values({ starts_on: aMonday(), made_at: services.clock.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await services.owner
      .insertInto('activity_findings')
      .values({ review_id: review.id, kind: 'own_name', user_id: registrarId, quantity: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ...idOf(id), body: { note: 'A cousin’s record, opened by mistake.' } }
  },
}

let weeks = 0

/** A Monday that no other review is of. */
const aMonday = (): string => {
  weeks += 1
  return new Date(Date.UTC(2020, 0, 6 + weeks * 7)).toISOString().slice(0, 10)
}
