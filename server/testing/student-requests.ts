import { buildStudent } from '#server/records/students/factory.ts'
import { confirmAdmin } from './confirm-admin.ts'
import { idOf, type TestRequests } from './test-request.ts'

/** Valid requests of the module `students`. */
export const studentRequests: TestRequests['students'] = {
  searchStudentsByName: ({ schoolId }) => ({ query: { q: 'smi', school_id: String(schoolId) } }),
  getStudent: ({ studentId }) => idOf(studentId),
  revealSsn: async (world) => {
    await confirmAdmin(world)
    return { ...idOf(world.studentId), body: { reason: 'The carrier asked on the phone.' } }
  },
  listHeldSsns: async (world) => {
    await confirmAdmin(world)
    return idOf(world.schoolId)
  },
  updateStudent: ({ studentId }) => ({ ...idOf(studentId), body: { city: 'Astoria' } }),
  mergeStudents: async ({ services, schoolId, studentId }) => {
    const other_id = await buildStudent(services.owner, { school_id: schoolId })
    const { version } = await services.owner
      .selectFrom('students')
      .select('version')
      .where('id', '=', studentId)
      .executeTakeFirstOrThrow()
    const body = { other_id, version, other_version: 1, fields: ['city' as const], other_period_ids: [] }
    return { ...idOf(studentId), body }
  },
  getStudentOverview: ({ studentId }) => idOf(studentId),
}
