import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

/** Creates a job of the registrar in a state. */
const insertJob = async (state: 'running' | 'done' | 'failed', changeId?: number): Promise<number> => {
  const at = services.clock.now().toISOString()
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
  const { id } = await services.owner
    .insertInto('jobs')
    .values({ ...job, ...outcome })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a change of the registrar that can be undone. */
const decline = async (): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
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

describe('a job that ended while its author was away', () => {
  it('is listed for its author only, with the reason it failed, until it’s seen', async () => {
    const [done, failed] = [await insertJob('done'), await insertJob('failed')]
    expect(await listed()).toMatchObject([
      { id: failed, state: 'failed', message: 'The records have changed.', may_undo: false },
      { id: done, state: 'done', message: null, may_undo: false },
    ])
    expect(await listed(world.admin)).toEqual([])
    expect((await tell(done)).status).toBe(204)
    expect(await listed()).toMatchObject([{ id: failed }])
    expect((await tell(done)).status).toBe(204)
  })

  it('can be marked as seen by its author only, and only after it ended', async () => {
    const [done, running] = [await insertJob('done'), await insertJob('running')]
    expect([(await tell(done, world.admin)).status, (await tell(running)).status]).toEqual([204, 409])
    const foreign = await buildSchoolWorld(services)
    expect((await tell(done, foreign.registrar)).status).toBe(404)
    expect(await listed()).toMatchObject([{ id: running }, { id: done }])
  })

  it('is listed for a day; running jobs are listed as long as they run', async () => {
    const [running, done] = [await insertJob('running'), await insertJob('done')]
    services.clock.advance(86_399)
    const evening = await listed(await clientOf(services, world.registrarId))
    services.clock.advance(2)
    const morning = await listed(await clientOf(services, world.registrarId))
    services.clock.advance(-86_401)
    expect(evening).toMatchObject([{ id: done }, { id: running }])
    expect(morning).toMatchObject([{ id: running }])
  })

  it('says whether it can still be undone', async () => {
    const changeId = await decline()
    const id = await insertJob('done', changeId)
    const mayUndo = async () => (await listed()).map((job: { may_undo: boolean }) => job.may_undo)
    expect(await mayUndo()).toEqual([true])
    expect((await world.admin.get(`/api/jobs/${id}`)).body.data.may_undo).toBe(true)
    await world.admin.post(`/api/changes/${changeId}/undo`)
    expect(await mayUndo()).toEqual([false])
    expect((await world.registrar.get(`/api/jobs/${id}`)).body.data.may_undo).toBe(false)
  })
})
