import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld } from '#server/testing/school-world.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { startOtherProcess } from '#server/testing/other-process.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

/** Starts a separate process that writes an export on this test’s database. */
const startWriter = (exportId: number) =>
  startOtherProcess(services, {
    imports: `import { writeExport } from '#server/review/exports/commands/write-export.ts'`,
    work: `await writeExport(house, ${exportId})`,
  })

it('a process killed during an export leaves no partial file, and the export finishes after a restart', async () => {
  const world = await buildSchoolWorld(services)
  const place = { school_id: world.schoolId, period_id: world.periodId }
  await buildStudentPeriod(services.owner, { ...place, student: { sid: 'A-1' } })
  const ask = { period_id: world.periodId, columns: ['sid'], format: 'csv' }
  const id: number = (await world.registrar.post('/api/exports', ask)).body.data.export_id
  const held = await holdLock(services, 'lock table export_file_chunks in share row exclusive mode')
  const writer = startWriter(id)
  const gone = once(writer, 'exit')
  // in the middle of its file, waiting to write the first chunk
  await held.waitedFor()
  writer.kill('SIGKILL')
  await gone
  await held.release()
  const read = async () => (await world.registrar.get(`/api/exports/${id}`)).body.data
  expect(await read()).toMatchObject({ state: 'running', rows: null })
  expect((await world.registrar.get(`/api/exports/${id}/file`)).status).toBe(404)
  await services.runJobs()
  expect(await read()).toMatchObject({ state: 'done', rows: 1 })
  expect((await world.registrar.get(`/api/exports/${id}/file`)).text).toBe('\uFEFF"Student ID"\r\n"A-1"\r\n')
})
