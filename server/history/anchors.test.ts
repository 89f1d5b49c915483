import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { sealEverything } from '../testing/seal-everything.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { anchorsFile, makeAnchors, readAnchors, startAnchoring, type Anchor } from './anchors.ts'
import { verifyChain } from './verify.ts'

let house: TestHouse
let world: SchoolWorld
let studentId: number
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
  const built = await buildStudentPeriod(house.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
})

/** Something to seal in both chains. */
const act = async (): Promise<void> => {
  for (const body of ['one', 'two', 'three'])
    await world.registrar.post('/api/student-notes/create', { student_id: studentId, body })
  await world.registrar.get(`/api/student-notes?student_id=${studentId}`)
  await house.house.accesses.flush()
  await sealEverything(house)
}

/** Whoever owns the database can switch a trigger off. */
const forge = async (...statements: string[]): Promise<void> => {
  const forger = new pg.Client({ connectionString: house.url })
  await forger.connect()
  await forger.query('set session_replication_role = replica')
  for (const statement of statements) await forger.query(statement)
  await forger.end()
}
const verify = async (anchors: readonly Anchor[]) => ({
  history: (await verifyChain(house.owner, 'history', anchors)).breaks,
  access_log: (await verifyChain(house.owner, 'access_log', anchors)).breaks,
})
const whole = { history: [], access_log: [] }

describe.each([
  [
    'history',
    'history_seals',
    `update history set reason = 'forged' where id = (select max(id) from history)`,
  ],
  [
    'access_log',
    'access_seals',
    `update access_log set detail = 'forged' where id = (select max(id) from access_log)`,
  ],
] as const)('the chain of %s', (chain, seals, edit) => {
  it('holds while it grows, whatever was anchored on the way', async () => {
    await act()
    const anchors = await makeAnchors(house.house)
    await act()
    expect(anchors.map((one) => one.chain)).toEqual(['history', 'access_log'])
    expect(await verify([...anchors, ...(await makeAnchors(house.house))])).toEqual(whole)
  })

  it('tells what was edited', async () => {
    await act()
    await forge(edit)
    expect((await verify([]))[chain]).toContainEqual({ entry_id: expect.any(Number), why: 'edited' })
    await forge(`truncate ${seals}`)
    await sealEverything(house)
  })

  it('tells that its end was cut off, by its anchor alone', async () => {
    await act()
    const anchors = await makeAnchors(house.house)
    await forge(
      `delete from ${chain} where id in (select entry_id from ${seals} order by position desc limit 1)`,
      `delete from ${seals} where position = (select max(position) from ${seals})`,
    )
    expect((await verify([]))[chain]).toEqual([])
    expect((await verify(anchors))[chain]).toEqual([{ entry_id: null, why: 'cut off' }])
  })

  it('tells that it was made anew, by its anchor alone', async () => {
    await act()
    const anchors = await makeAnchors(house.house)
    await forge(edit, `truncate ${seals} restart identity`)
    await sealEverything(house)
    expect((await verify([]))[chain]).toEqual([])
    expect((await verify(anchors))[chain]).not.toEqual([])
  })
})

describe('the anchors', () => {
  it('are appended to a file while the server runs, and those that others wrote are told', async () => {
    await act()
    const file = join(mkdtempSync(join(tmpdir(), 'shipmate-anchors-')), 'anchors.jsonl')
    const anchoring = { ...house.house, settings: { ...house.house.settings, anchorsFile: file } }
    expect(anchorsFile(anchoring.settings)).toBe(file)
    await startAnchoring(anchoring)()
    const { anchors, foreign } = readAnchors(house.house.keys, file)
    expect([anchors.map(({ chain }) => chain), foreign]).toEqual([['history', 'access_log'], 0])
    expect(await verify(anchors)).toEqual(whole)

    appendFileSync(file, 'no line of ours\n')
    const changed = readFileSync(file, 'utf8').replace(/"position":\d+/, '"position":1')
    writeFileSync(file, changed)
    expect(readAnchors(house.house.keys, file)).toMatchObject({ foreign: 2 })
    const others = { ...house.house.keys, index: Buffer.alloc(32, 9) }
    expect(readAnchors(others, file)).toEqual({ anchors: [], foreign: 3 })
  })
})
