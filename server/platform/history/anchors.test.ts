import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { sealAllHistory } from '#server/testing/seal-all-history.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { anchorsFile } from '#server/platform/lib/env.ts'
import { makeAnchors, readAnchors, startAnchoring, type Anchor } from './anchors.ts'
import { verifyChain } from './verify.ts'

let services: TestServices
let world: SchoolWorld
let studentId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
})

/** Creates entries to seal in both chains. */
const act = async (): Promise<void> => {
  for (const body of ['one', 'two', 'three'])
    await world.registrar.post('/api/student-notes/create', { student_id: studentId, body })
  await world.registrar.get(`/api/student-notes?student_id=${studentId}`)
  await services.services.accesses.flush()
  await sealAllHistory(services)
}

/** Turns off a trigger, as the database’s owner could. */
const forge = async (...statements: string[]): Promise<void> => {
  const forger = new pg.Client({ connectionString: services.url })
  await forger.connect()
  await forger.query('set session_replication_role = replica')
  for (const statement of statements) await forger.query(statement)
  await forger.end()
}
const verify = async (anchors: readonly Anchor[]) => ({
  history: (await verifyChain(services.owner, 'history', services.services.keys, anchors)).breaks,
  access_log: (await verifyChain(services.owner, 'access_log', services.services.keys, anchors)).breaks,
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
  /** Lists every entry to be sealed again. */
  const list = `insert into unsealed_entries (log, entry_id) select '${chain}', id from ${chain} on conflict do nothing`

  it('stays valid while it grows', async () => {
    await act()
    const anchors = await makeAnchors(services.services)
    await act()
    expect(anchors.map((one) => one.chain)).toEqual(['history', 'access_log'])
    expect(await verify([...anchors, ...(await makeAnchors(services.services))])).toEqual(whole)
  })

  it('shows edited entries', async () => {
    await act()
    await forge(edit)
    expect((await verify([]))[chain]).toContainEqual({ entry_id: expect.any(Number), why: 'edited' })
    await forge(`truncate ${seals}`, list)
    await sealAllHistory(services)
  })

  it('shows a removed end only through its anchor', async () => {
    await act()
    const anchors = await makeAnchors(services.services)
    await forge(
      `delete from ${chain} where id in (select entry_id from ${seals} order by position desc limit 1)`,
      `delete from ${seals} where position = (select max(position) from ${seals})`,
    )
    expect((await verify([]))[chain]).toEqual([])
    expect((await verify(anchors))[chain]).toEqual([{ entry_id: null, why: 'cut off' }])
  })

  it('shows a rebuilt chain only through its anchor', async () => {
    await act()
    const anchors = await makeAnchors(services.services)
    await forge(edit, `truncate ${seals}`, list)
    await sealAllHistory(services)
    expect((await verify([]))[chain]).toEqual([])
    expect((await verify(anchors))[chain]).not.toEqual([])
  })
})

describe('the anchors', () => {
  it('are appended to a file while the server runs, and foreign ones are reported', async () => {
    await act()
    const file = join(mkdtempSync(join(tmpdir(), 'shipmate-anchors-')), 'anchors.jsonl')
    const anchoring = { ...services.services, settings: { ...services.services.settings, anchorsFile: file } }
    expect(anchorsFile(anchoring.settings)).toBe(file)
    await startAnchoring(anchoring)()
    const { anchors, foreign } = readAnchors(services.services.keys, file)
    expect([anchors.map(({ chain }) => chain), foreign]).toEqual([['history', 'access_log'], 0])
    expect(await verify(anchors)).toEqual(whole)

    appendFileSync(file, 'no line of ours\n')
    const changed = readFileSync(file, 'utf8').replace(/"position":\d+/, '"position":1')
    writeFileSync(file, changed)
    expect(readAnchors(services.services.keys, file)).toMatchObject({ foreign: 2 })
    const others = { ...services.services.keys, index: Buffer.alloc(32, 9) }
    expect(readAnchors(others, file)).toEqual({ anchors: [], foreign: 3 })
  })
})
