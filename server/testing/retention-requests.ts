import { buildStudent } from '#server/records/students/factory.ts'
import { idOf, type TestRequests } from './test-request.ts'

const reason = { body: { reason: 'The student asked for it.' } }

/** Valid requests of the module `retention`. */
export const retentionRequests: TestRequests['retention'] = {
  getStudentRetention: ({ studentId }) => idOf(studentId),
  eraseStudent: async ({ services, schoolId }) => ({
    ...idOf(await buildStudent(services.owner, { school_id: schoolId })),
    ...reason,
  }),
  placeStudentHold: ({ studentId }) => ({ ...idOf(studentId), ...reason }),
  releaseStudentHold: async ({ admin, studentId }) => {
    await admin.post(`/api/students/${studentId}/legal-hold`, reason.body)
    return { ...idOf(studentId), ...reason }
  },
  placeSchoolHold: ({ schoolId }) => ({ ...idOf(schoolId), ...reason }),
  releaseSchoolHold: async ({ admin, schoolId }) => {
    await admin.post(`/api/schools/${schoolId}/legal-hold`, reason.body)
    return { ...idOf(schoolId), ...reason }
  },
}
