import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

/** Adds a student who is due for auto-enrollment, with a premium. Returns what the preview expects. */
const prepare = async ({ services, admin, schoolId, periodId }: RequestWorld) => {
  const plan = `/api/periods/${periodId}/medical-plan`
  const { data } = (await admin.get(plan)).body
  await admin.put(plan, { ...data, premiums: { ...data.premiums, enrolled: '4678.00' } })
  await buildStudentPeriod(services.owner, {
    school_id: schoolId,
    period_id: periodId,
    academic_status: 'continuing',
  })
  const { body } = await admin.get(`/api/periods/${periodId}/default-enrollment`)
  return body.data
}

const start = async (world: RequestWorld) => {
  const { students, total } = await prepare(world)
  return { expected: { students, total } }
}

/** Valid requests of the module `default-enrollments`. */
export const defaultEnrollmentRequests: TestRequests['default-enrollments'] = {
  getDefaultEnrollment: ({ periodId }) => idOf(periodId),
  listDefaultEnrollmentStudents: async (world) => {
    const { due } = await prepare(world)
    return { ...idOf(world.periodId), query: { group: due[0].key } }
  },
  startDefaultEnrollment: async (world) => {
    await world.services.runJobs()
    return { ...idOf(world.periodId), body: await start(world) }
  },
  releaseDefaultEnrollmentEmails: async (world) => {
    const path = `/api/periods/${world.periodId}/default-enrollment`
    await world.services.runJobs()
    await world.admin.post(path, await start(world))
    await world.services.runJobs()
    const { runs } = (await world.admin.get(path)).body.data
    return { ...idOf(world.periodId), body: { run_id: runs[0].id } }
  },
}

/** Makes a coverage type that a student has not offered to them anymore. Returns the groups of the preview. */
const differ = async ({ services, admin, schoolId, periodId }: RequestWorld) => {
  const path = `/api/periods/${periodId}/enrollment-options`
  const { data } = (await admin.get(path)).body
  await admin.put(path, { ...data, vision_offered: false })
  await buildStudentPeriod(services.owner, {
    school_id: schoolId,
    period_id: periodId,
    academic_status: 'continuing',
  })
  const { body } = await admin.get(`/api/periods/${periodId}/setup-differences`)
  return body.data.groups[0]
}

/** Valid requests of the module `setup-differences`. */
export const setupDifferenceRequests: TestRequests['setup-differences'] = {
  getSetupDifferences: ({ periodId }) => idOf(periodId),
  listSetupDifferenceStudents: async (world) => ({
    ...idOf(world.periodId),
    query: { group: (await differ(world)).key },
  }),
  applySetup: async (world) => {
    const { key, students } = await differ(world)
    return { ...idOf(world.periodId), body: { groups: [key], expected: { differences: students } } }
  },
}
