import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrolledStudent, exampleSettings } from '#server/outputs/carrier-files/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { startOtherProcess } from '#server/testing/other-process.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    ...enrolledStudent.record,
    student: { ...enrolledStudent.student, sid: 'A-1' },
  })
})

/** Runs the latest job in another process. */
const startRunning = async () => {
  const { id, kind } = await services.owner
    .selectFrom('jobs')
    .select(['id', 'kind'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return startOtherProcess(services, {
    imports: `import { tasks } from '#server/app/tasks.ts'`,
    work: `await tasks.find(({ name }) => name === '${kind}').run(house, { job_id: ${id} }, { isLast: false })`,
  })
}

const period = (): string => `/api/periods/${world.periodId}`
const read = async (path: string) => (await world.admin.get(path)).body.data

const addStudents = async (values: object): Promise<void> => {
  for (let n = 0; n < 3; n += 1)
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      academic_status: 'continuing',
      ...values,
    })
}
const setPremium = async (): Promise<void> => {
  const plan = await read(`${period()}/medical-plan`)
  await world.admin.put(`${period()}/medical-plan`, {
    ...plan,
    premiums: { ...plan.premiums, enrolled: '4678.00' },
  })
}

/** Work that is stopped while it waits for a lock: how it’s started, and what is read of it then and at its end. */
const works = {
  'an export': {
    lock: 'lock table export_file_chunks in share row exclusive mode',
    start: async () => {
      const ask = { period_id: world.periodId, columns: ['sid'], format: 'csv' }
      return `/api/exports/${(await world.admin.post('/api/exports', ask)).body.data.export_id}`
    },
    begun: { state: 'running', rows: null },
    ended: { state: 'done', rows: 1 },
  },
  'a carrier file': {
    lock: 'lock table carrier_file_members in share row exclusive mode',
    start: async () => {
      await world.admin.put(`${period()}/carrier-file`, exampleSettings)
      const { body } = await world.admin.post(`${period()}/carrier-files`, { kind: 'full' })
      return `/api/carrier-files/${body.data.id}`
    },
    begun: { state: 'preparing', subscribers: 0 },
    ended: { state: 'ready', subscribers: 1 },
  },
  'a check of links': {
    lock: 'lock table period_documents in access exclusive mode',
    start: async () => {
      const page = await read(`${period()}/faqs`)
      const intro = '<p><a href="https://missing.invalid/plan">The plan</a></p>'
      await world.admin.put(`${period()}/faqs`, { ...page, intro })
      await world.admin.post(`${period()}/link-checks`)
      return `${period()}/link-checks/latest`
    },
    begun: { state: 'running', dead: 0 },
    ended: { state: 'done', dead: 1 },
  },
  'a scheduled report': {
    lock: 'lock table made_report_chunks in share row exclusive mode',
    start: async () => {
      const path = `${period()}/report-schedules`
      const { body } = await world.admin.post(path, {
        report: 'age_out',
        repeats: 'weekly',
        weekdays: ['mon'],
        month_day: null,
        hour: 7,
        reader_ids: [world.adminId],
      })
      await world.admin.post(`/api/report-schedules/${body.data.id}/run`)
      return path
    },
    begun: [{ made: [{ state: 'queued', rows: null }] }],
    ended: [{ made: [{ state: 'done' }] }],
  },
  'default enrollment': {
    lock: 'lock table history in share row exclusive mode',
    start: async () => {
      await addStudents({ medical_status: 'not_started' })
      await setPremium()
      const preview = `${period()}/default-enrollment`
      const { students, total } = await read(preview)
      await world.admin.post(preview, { expected: { students, total } })
      return preview
    },
    begun: { students: 3, runs: [{ state: 'running', students: null }] },
    ended: { students: 0, runs: [{ state: 'done', students: 3, amount: '14034.00' }] },
  },
  'the setup applied to records': {
    lock: 'lock table history in share row exclusive mode',
    start: async () => {
      await addStudents({ vision_status: 'not_started' })
      const options = `${period()}/enrollment-options`
      await world.admin.put(options, { ...(await read(options)), vision_offered: false })
      const { groups } = await read(`${period()}/setup-differences`)
      const differences = groups[0].students
      const ask = { groups: [groups[0].key], expected: { differences } }
      await world.admin.post(`${period()}/setup-differences`, ask)
      return `${period()}/setup-differences`
    },
    begun: { groups: [{ kind: 'offering_off', students: 4 }] },
    ended: { groups: [] },
  },
} as const

describe.each(Object.entries(works))('%s in a process that is killed', (_, { lock, start, begun, ended }) => {
  it('leaves nothing half done, and ends once after a restart', async () => {
    const path = await start()
    const held = await holdLock(services, lock)
    const writer = await startRunning()
    const gone = once(writer, 'exit')
    await held.waitedFor()
    writer.kill('SIGKILL')
    await gone
    await held.release()
    expect(await read(path)).toMatchObject(begun)
    await services.runJobs()
    expect(await read(path)).toMatchObject(ended)
    const before = await read(path)
    await services.runJobs()
    expect(await read(path)).toEqual(before)
  })
})
