import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importing } from '../testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startOtherProcess, untilThere } from '../testing/other-process.ts'
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

type Progress = { state: string; done: number; total: number; planned_at: string | null }
const progressOf = (id: number): Promise<Progress> =>
  house.owner
    .selectFrom('imports')
    .select(['state', 'done', 'total', 'planned_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const count = async (table: 'students' | 'student_periods' | 'history'): Promise<number> =>
  (await house.owner.selectFrom(table).select('id').where('school_id', '=', world.schoolId).execute()).length

describe('a process killed in the middle of an import', () => {
  const rows = 5200

  it.each<[string, (progress: Progress) => boolean]>([
    [
      'while it plans',
      ({ state, done, planned_at }) => state === 'running' && done > 0 && planned_at === null,
    ],
    ['while it writes', ({ state, done, total }) => state === 'running' && done > total / 2],
  ])('%s leaves nothing half done, and the import ends after a restart', async (_when, isThere) => {
    const imports = importing(house, world)
    const { body } = await imports.post(rosterText(buildRoster(rows)))
    const id: number = body.data.import_id
    const importer = startImporter(id)
    const gone = once(importer, 'exit')
    await untilThere(async () => isThere(await progressOf(id)))
    importer.kill('SIGKILL')
    await gone
    expect(await progressOf(id)).toMatchObject({ state: 'running' })
    expect([await count('students'), await count('student_periods'), await count('history')]).toEqual([
      0, 0, 0,
    ])
    await house.runJobs()
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: rows, refused: 0 } })
    expect([await count('students'), await count('student_periods')]).toEqual([rows, rows])
    expect(await count('history')).toBe(2 * rows + 1)
  })
})
