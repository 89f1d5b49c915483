import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { holdPlannedRow, holdStudentId, type HeldLock } from '#server/testing/hold-lock.ts'
import { startOtherProcess } from '#server/testing/other-process.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildRoster, rosterText } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

/** Starts a separate process that runs an import on this test’s database. */
const startImporter = (importId: number) =>
  startOtherProcess(services, {
    imports: `import { planImport } from '#server/review/imports/commands/run-import.ts'`,
    work: `await planImport(house, ${importId})`,
  })

const progressOf = (id: number) =>
  services.owner
    .selectFrom('imports')
    .select(['state', 'done', 'planned_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const count = async (table: 'students' | 'student_periods' | 'history'): Promise<number> =>
  (await services.owner.selectFrom(table).select('id').where('school_id', '=', world.schoolId).execute())
    .length

describe('a process killed in the middle of an import', () => {
  const rows = 5200

  /** The point where the process waits until it’s killed: a row in the middle that the test has locked. */
  it.each<[string, (id: number) => Promise<HeldLock>, boolean]>([
    ['during planning', (id) => holdPlannedRow(services, id, 4500), false],
    ['during applying', () => holdStudentId(services, world.schoolId, 'T104500'), true],
  ])(
    '%s leaves nothing half done, and the import finishes after a restart',
    async (_when, stop, isPlanned) => {
      const imports = importing(services, world)
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
      await services.runJobs()
      expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: rows, refused: 0 } })
      expect([await count('students'), await count('student_periods')]).toEqual([rows, rows])
      expect(await count('history')).toBe(2 * rows + 1)
    },
  )
})
