import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importing } from '../testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
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
const startImporter = (importId: number): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `import { createDatabase, createPool } from '#server/db/database.ts'
       import { planImport } from '#server/imports/commands/run-import.ts'
       import { createLog } from '#server/lib/log.ts'
       const log = createLog('silent')
       const pool = createPool({ url: process.env.URL, asApp: true, log })
       const keys = { encryption: [{ id: 1, key: Buffer.alloc(32, 1) }], index: Buffer.alloc(32, 2), token: Buffer.alloc(32, 3) }
       const house = { db: createDatabase(pool), keys, log, clock: { now: () => new Date('2026-11-20T15:00:00Z') }, onHistory() {} }
       await planImport(house, ${importId})
       await pool.end()`,
    ],
    { env: { ...process.env, URL: house.url }, stdio: 'inherit' },
  )

type Progress = { state: string; done: number; total: number; planned_at: string | null }
const progressOf = (id: number): Promise<Progress> =>
  house.owner
    .selectFrom('imports')
    .select(['state', 'done', 'total', 'planned_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Waits until an import is where it is to be killed. */
const reach = async (id: number, isThere: (progress: Progress) => boolean): Promise<void> => {
  for (let tries = 0; tries < 4000; tries += 1) {
    if (isThere(await progressOf(id))) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error('The import never came so far.')
}

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
    await reach(id, isThere)
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
