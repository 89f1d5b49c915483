import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdPlannedRow, holdStudentId } from '../testing/hold.ts'
import { importing, type Importing } from '../testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { abandonImport, planImport } from './commands/run-import.ts'
import { buildRoster, rosterText } from './factory.ts'

let house: TestHouse
let world: SchoolWorld
let imports: Importing
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
  imports = importing(house, world)
})

const rows = 3200

const upload = async (): Promise<number> =>
  (await imports.post(rosterText(buildRoster(rows)))).body.data.import_id

const count = async (table: 'students' | 'student_periods'): Promise<number> =>
  (await house.owner.selectFrom(table).select('id').where('school_id', '=', world.schoolId).execute()).length

describe('an import that is handed out a second time while its first run goes on', () => {
  it('is planned and applied once when the first run is still planning', async () => {
    const id = await upload()
    const held = await holdPlannedRow(house, id, 2500)
    const first = planImport(house.house, id).catch((error: unknown) => error)
    await held.waitedFor()
    const second = planImport(house.house, id)
    await held.waitedFor(2)
    await held.release()
    await second
    expect(await first).toMatchObject({ name: 'SupersededRun' })
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: rows } })
    expect([await count('students'), await count('student_periods')]).toEqual([rows, rows])
  })

  it('is planned and applied once when the first run is already writing', async () => {
    const id = await upload()
    const held = await holdStudentId(house, world.schoolId, 'T102500')
    const first = planImport(house.house, id).catch((error: unknown) => error)
    await held.waitedFor()
    const second = planImport(house.house, id)
    await held.waitedFor(2)
    await held.release()
    await second
    expect(await first).toMatchObject({ name: 'SupersededRun' })
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: rows } })
    expect([await count('students'), await count('student_periods')]).toEqual([rows, rows])
  })
})

describe('an import whose five attempts were all cut off', () => {
  it('ends with a message, and the next one can start at once', async () => {
    const id = await upload()
    expect((await imports.post(rosterText(buildRoster(3)))).status).toBe(409)
    const held = await holdPlannedRow(house, id, 2500)
    const running = planImport(house.house, id).catch((error: unknown) => error)
    await held.waitedFor()
    await abandonImport(house.house, id)
    await held.release()
    expect(await running).toMatchObject({ name: 'SupersededRun' })
    expect(await imports.read(id)).toMatchObject({
      state: 'failed',
      message: 'The import was interrupted 5 times. Nothing was written. Start it again.',
    })
    expect((await imports.post(rosterText(buildRoster(3)))).status).toBe(202)
  })
})

describe('a plan whose rows and counts do not add up', () => {
  it('is not applied', async () => {
    const shown = await imports.run(rosterText(buildRoster(20)), { dry_run: 'true' })
    await house.owner
      .deleteFrom('import_rows')
      .where('import_id', '=', shown.id)
      .where('row_number', '>', 12)
      .execute()
    expect((await world.registrar.post(`/api/imports/${shown.id}/apply`)).status).toBe(202)
    await house.runJobs()
    expect(await imports.read(shown.id)).toMatchObject({
      state: 'failed',
      applied: false,
      message: 'The saved preview is incomplete. Nothing was written. Preview the file again.',
    })
    expect(await count('students')).toBe(0)
  })

  it('is made again when the file was imported directly', async () => {
    const id = await upload()
    const held = await holdStudentId(house, world.schoolId, 'T100001')
    const running = planImport(house.house, id)
    await held.waitedFor()
    // rows that go while the plan is written: what is written is then less than what was planned
    await house.owner
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
