import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importing } from '../testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { holdPlannedRow, holdStudentId, type Hold } from '../testing/hold.ts'
import { startOtherProcess } from '../testing/other-process.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { buildRoster, rosterText } from './factory.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
})

/** A process of its own that runs an import on the database of this test. */
const startImporter = (importId: number) =>
  startOtherProcess(house, {
    imports: `import { planImport } from '#server/imports/commands/run-import.ts'`,
    work: `await planImport(house, ${importId})`,
  })

const progressOf = (id: number) =>
  house.owner
    .selectFrom('imports')
    .select(['state', 'done', 'planned_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const count = async (table: 'students' | 'student_periods' | 'history'): Promise<number> =>
  (await house.owner.selectFrom(table).select('id').where('school_id', '=', world.schoolId).execute()).length

describe('a process killed in the middle of an import', () => {
  const rows = 5200

  /** Where the process waits when it is killed: at a row in the middle that the test holds. */
  it.each<[string, (id: number) => Promise<Hold>, boolean]>([
    ['while it plans', (id) => holdPlannedRow(house, id, 4500), false],
    ['while it writes', () => holdStudentId(house, world.schoolId, 'T104500'), true],
  ])('%s leaves nothing half done, and the import ends after a restart', async (_when, stop, isPlanned) => {
    const imports = importing(house, world)
    const { body } = await imports.post(rosterText(buildRoster(rows)))
    const id: number = body.data.import_id
    const held = await stop(id)
    const importer = startImporter(id)
    const gone = once(importer, 'exit')
    await held.waitedFor()
    importer.kill('SIGKILL')
    await gone
    await held.release()
    const left = await progressOf(id)
    expect([left.state, left.done > 0, left.planned_at !== null]).toEqual(['running', true, isPlanned])
    expect([await count('students'), await count('student_periods'), await count('history')]).toEqual([
      0, 0, 0,
    ])
    await house.runJobs()
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: rows, refused: 0 } })
    expect([await count('students'), await count('student_periods')]).toEqual([rows, rows])
    expect(await count('history')).toBe(2 * rows + 1)
  })
})
