import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { buildSchoolWorld } from '../testing/school-world.ts'
import { hold } from '../testing/hold.ts'
import { startOtherProcess } from '../testing/other-process.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

/** A process of its own that writes an export on the database of this test. */
const startWriter = (exportId: number) =>
  startOtherProcess(house, {
    imports: `import { writeExport } from '#server/exports/commands/write-export.ts'`,
    work: `await writeExport(house, ${exportId})`,
  })

it('a process killed in the middle of an export leaves nothing, and the export is written after a restart', async () => {
  const world = await buildSchoolWorld(house)
  const place = { school_id: world.schoolId, period_id: world.periodId }
  await buildStudentPeriod(house.owner, { ...place, student: { sid: 'A-1' } })
  const ask = { period_id: world.periodId, columns: ['sid'], format: 'csv' }
  const id: number = (await world.registrar.post('/api/exports', ask)).body.data.export_id
  const held = await hold(house, 'lock table export_file_chunks in share row exclusive mode')
  const writer = startWriter(id)
  const gone = once(writer, 'exit')
  // in the middle of its file: it waits to write the first piece
  await held.waitedFor()
  writer.kill('SIGKILL')
  await gone
  await held.release()
  const read = async () => (await world.registrar.get(`/api/exports/${id}`)).body.data
  expect(await read()).toMatchObject({ state: 'running', rows: null })
  expect((await world.registrar.get(`/api/exports/${id}/file`)).status).toBe(404)
  await house.runJobs()
  expect(await read()).toMatchObject({ state: 'done', rows: 1 })
  expect((await world.registrar.get(`/api/exports/${id}/file`)).text).toBe('\uFEFF"Student ID"\r\n"A-1"\r\n')
})
