import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdPlannedRow, holdStudentId } from '#server/testing/hold-lock.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { abandonImport, planImport } from './commands/run-import.ts'
import { buildRoster, rosterText } from './factory.ts'

let services: TestServices
let world: SchoolWorld
let imports: Importing
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  imports = importing(services, world)
})

const rows = 3200

const upload = async (): Promise<number> =>
  (await imports.post(rosterText(buildRoster(rows)))).body.data.import_id

const count = async (table: 'students' | 'student_periods'): Promise<number> =>
  (await services.owner.selectFrom(table).select('id').where('school_id', '=', world.schoolId).execute())
    .length

describe('an import job that starts a second time while the first run continues', () => {
  it('is planned and applied once if the first run is still planning', async () => {
    const id = await upload()
    const held = await holdPlannedRow(services, id, 2500)
    const first = planImport(services.services, id).catch((error: unknown) => error)
    await held.waitedFor()
    const second = planImport(services.services, id)
    await held.waitedFor(2)
    await held.release()
    await second
    expect(await first).toMatchObject({ name: 'SupersededRun' })
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: rows } })
    expect([await count('students'), await count('student_periods')]).toEqual([rows, rows])
  })

  it('is planned and applied once if the first run is already applying', async () => {
    const id = await upload()
    const held = await holdStudentId(services, world.schoolId, 'T102500')
    const first = planImport(services.services, id).catch((error: unknown) => error)
    await held.waitedFor()
    const second = planImport(services.services, id)
    await held.waitedFor(2)
    await held.release()
    await second
    expect(await first).toMatchObject({ name: 'SupersededRun' })
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: rows } })
    expect([await count('students'), await count('student_periods')]).toEqual([rows, rows])
  })
})

describe('an import whose 5 attempts were all interrupted', () => {
  it('ends with a message, and the next one can start at once', async () => {
    const id = await upload()
    expect((await imports.post(rosterText(buildRoster(3)))).status).toBe(409)
    const held = await holdPlannedRow(services, id, 2500)
    const running = planImport(services.services, id).catch((error: unknown) => error)
    await held.waitedFor()
    await abandonImport(services.services, id)
    await held.release()
    expect(await running).toMatchObject({ name: 'SupersededRun' })
    expect(await imports.read(id)).toMatchObject({
      state: 'failed',
      message: 'The import was interrupted 5 times. Nothing was imported. Start it again.',
    })
    expect((await imports.post(rosterText(buildRoster(3)))).status).toBe(202)
  })
})

describe('a plan whose rows and counts don’t match', () => {
  it('isn’t applied', async () => {
    const shown = await imports.run(rosterText(buildRoster(20)), { dry_run: 'true' })
    await services.owner
      .deleteFrom('import_rows')
      .where('import_id', '=', shown.id)
      .where('row_number', '>', 12)
      .execute()
    expect((await world.registrar.post(`/api/imports/${shown.id}/apply`)).status).toBe(202)
    await services.runJobs()
    expect(await imports.read(shown.id)).toMatchObject({
      state: 'failed',
      applied: false,
      message: 'The saved preview is incomplete. Nothing was imported. Preview the file again.',
    })
    expect(await count('students')).toBe(0)
  })

  it('is made again if the file was imported without a preview', async () => {
    const id = await upload()
    const held = await holdStudentId(services, world.schoolId, 'T100001')
    const running = planImport(services.services, id)
    await held.waitedFor()
    // rows deleted while the plan is being saved, so that fewer rows than planned are saved
    await services.owner
      .deleteFrom('import_rows')
      .where('import_id', '=', id)
      .where('row_number', '>', 2900)
      .execute()
    await held.release()
    await running
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: rows } })
    expect(await count('students')).toBe(rows)
  })
})
