import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { clientOf } from '../testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
})

/** Work of the registrar's that has come so far. */
const keepJob = async (state: 'running' | 'done' | 'failed', changeId?: number): Promise<number> => {
  const at = house.clock.now().toISOString()
  const job = {
    kind: 'update-coverage-statuses',
    state,
    author_id: world.registrarId,
    ask: '{}',
    created_at: at,
    updated_at: at,
  }
  const outcome = {
    message: state === 'failed' ? 'The records have changed.' : null,
    change_id: changeId ?? null,
  }
  const { id } = await house.owner
    .insertInto('jobs')
    .values({ ...job, ...outcome })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A change of the registrar's that can be taken back. */
const decline = async (): Promise<number> => {
  const { id } = await buildStudentPeriod(house.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  const { headers } = await world.registrar.post(
    '/api/student-periods/bulk-operations/update-coverage-statuses',
    { ids: [id], dental_status: 'declined' },
  )
  return Number(headers['x-change-id'])
}

const listed = async (client = world.registrar) => (await client.get('/api/jobs')).body.data
const tell = (id: number, client = world.registrar) => client.post(`/api/jobs/${id}/told`)

describe('long work that ended while its author was away', () => {
  it('is listed for its author, with why it failed, until it is told, and for nobody else', async () => {
    const [done, failed] = [await keepJob('done'), await keepJob('failed')]
    expect(await listed()).toMatchObject([
      { id: failed, state: 'failed', message: 'The records have changed.', may_undo: false },
      { id: done, state: 'done', message: null, may_undo: false },
    ])
    expect(await listed(world.admin)).toEqual([])
    expect((await tell(done)).status).toBe(204)
    expect(await listed()).toMatchObject([{ id: failed }])
    expect((await tell(done)).status).toBe(204)
  })

  it('is told by its author alone, and not before it has ended', async () => {
    const [done, running] = [await keepJob('done'), await keepJob('running')]
    expect([(await tell(done, world.admin)).status, (await tell(running)).status]).toEqual([204, 409])
    const foreign = await buildSchoolWorld(house)
    expect((await tell(done, foreign.registrar)).status).toBe(404)
    expect(await listed()).toMatchObject([{ id: running }, { id: done }])
  })

  it('is told for a day; what goes on is listed as long as it does', async () => {
    const [running, done] = [await keepJob('running'), await keepJob('done')]
    house.clock.advance(86_399)
    const evening = await listed(await clientOf(house, world.registrarId))
    house.clock.advance(2)
    const morning = await listed(await clientOf(house, world.registrarId))
    house.clock.advance(-86_401)
    expect(evening).toMatchObject([{ id: done }, { id: running }])
    expect(morning).toMatchObject([{ id: running }])
  })

  it('says whether it may be taken back still', async () => {
    const changeId = await decline()
    const id = await keepJob('done', changeId)
    const mayUndo = async () => (await listed()).map((job: { may_undo: boolean }) => job.may_undo)
    expect(await mayUndo()).toEqual([true])
    expect((await world.admin.get(`/api/jobs/${id}`)).body.data.may_undo).toBe(true)
    await world.admin.post(`/api/changes/${changeId}/undo`)
    expect(await mayUndo()).toEqual([false])
    expect((await world.registrar.get(`/api/jobs/${id}`)).body.data.may_undo).toBe(false)
  })
})
