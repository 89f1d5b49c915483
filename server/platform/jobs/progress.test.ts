import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrolledStudent, exampleSettings } from '#server/outputs/carrier-files/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
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
    student: enrolledStudent.student,
    ...enrolledStudent.record,
  })
})

/** Work with a progress: how it’s started, and how it’s read. */
const works = {
  exports: {
    start: async () => {
      const ask = { period_id: world.periodId, columns: ['sid'], format: 'csv' }
      const { body } = await world.registrar.post('/api/exports', ask)
      return async () => (await world.registrar.get(`/api/exports/${body.data.export_id}`)).body.data
    },
    end: { state: 'done', progress: { done: 1, total: 1 } },
  },
  'carrier files': {
    start: async () => {
      const period = `/api/periods/${world.periodId}`
      await world.admin.put(`${period}/carrier-file`, exampleSettings)
      const { body } = await world.admin.post(`${period}/carrier-files`, { kind: 'full' })
      return async () => (await world.admin.get(`/api/carrier-files/${body.data.id}`)).body.data
    },
    end: { state: 'ready', progress: { done: 1, total: 1 } },
  },
  'link checks': {
    start: async () => {
      const period = `/api/periods/${world.periodId}`
      const page = (await world.admin.get(`${period}/faqs`)).body.data
      const intro = '<p><a href="https://missing.invalid/plan">The plan</a></p>'
      await world.admin.put(`${period}/faqs`, { ...page, intro })
      await world.admin.post(`${period}/link-checks`)
      return async () => (await world.admin.get(`${period}/link-checks/latest`)).body.data
    },
    end: { state: 'done', progress: { done: 1, total: 1 }, dead: 1 },
  },
} as const

describe.each(Object.entries(works))('the work of %s', (_, { start, end }) => {
  it('goes on although its progress can’t be saved', async () => {
    const read = await start()
    const endRefusal = await refuseWrites(services, {
      table: 'jobs',
      write: 'update',
      when: `old.state = 'running' and new.state = 'running'`,
    })
    await services.runJobs()
    await endRefusal()
    expect(await read()).toMatchObject(end)
  })
})

it('work that was ended while it ran stays ended', async () => {
  const read = await works.exports.start()
  const held = await holdLock(services, 'lock table student_periods in access exclusive mode')
  const running = services.runJobs()
  await held.waitedFor()
  await services.owner.updateTable('jobs').set({ state: 'failed' }).execute()
  await held.release()
  await running
  expect(await read()).toMatchObject({ state: 'failed', rows: null })
})
