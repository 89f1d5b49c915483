import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { createPool } from '../db/database.ts'
import { createLog } from '../lib/log.ts'
import { problem } from '../problem.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { queueUrl } from '../testing/test-logins.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { asAuthor } from './context.ts'
import { abandonLongCall, keepLongCall, runLongCall } from './long-call.ts'
import { enqueue, task } from './task.ts'
import { workOff } from './worker.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
})

const rename = (context: Context) =>
  context.db
    .updateTable('schools')
    .set({ city: 'Written half-way' })
    .where('id', '=', world.schoolId)
    .execute()

/** Long work of the registrar's that writes, and then comes upon an error. */
const failing = (error: Error) => {
  let tries = 0
  const definition = task({
    name: 'fail_half_way',
    payload: z.object({ job_id: z.int() }),
    run: (itsHouse, { job_id }, { isLast }) =>
      runLongCall(itsHouse, { jobId: job_id, isLast }, async (context) => {
        tries += 1
        await rename(context)
        throw error
      }),
    abandon: (itsHouse, { job_id }) => abandonLongCall(itsHouse, job_id),
  })
  const keep = () =>
    asAuthor(house.house, world.registrarId, 'asked', async (context) => {
      const id = await keepLongCall(context, { kind: 'add-notes', ask: {}, total: 3 })
      await enqueue(context, definition, { job_id: id })
    })
  const work = async () => {
    const owner = createPool({ url: queueUrl(house.url), asApp: false, log: createLog('silent'), max: 5 })
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(house.owner)
    await workOff(house.house, owner, [definition])
    await owner.end()
  }
  return { keep, work, tries: () => tries }
}

const listed = async () => (await world.registrar.get('/api/jobs')).body.data
const cityOf = async () =>
  (await house.owner.selectFrom('schools').select('city').where('id', '=', world.schoolId).executeTakeFirst())
    ?.city

const wentWrong = 'Something went wrong on the server; nothing was changed.'
const notInTime = 'The database did not answer in time. Nothing was changed. Try again.'

describe('long work that comes upon an error', () => {
  it('fails at once where another try would end the same, writes nothing, and tells its author', async () => {
    const { keep, work, tries } = failing(new Error('nobody foresaw this'))
    const before = await cityOf()
    await keep()
    await work()
    expect(await listed()).toMatchObject([{ state: 'failed', message: wentWrong }])
    expect(await cityOf()).toBe(before)
    await work()
    expect(tries()).toBe(1)
  })

  it('is tried five times where the database was away, and then fails', async () => {
    const { keep, work, tries } = failing(Object.assign(new Error('too long'), { code: '57014' }))
    await keep()
    for (let nth = 1; nth <= 4; nth += 1) await work()
    expect(await listed()).toMatchObject([{ state: 'running', message: null }])
    await work()
    expect(await listed()).toMatchObject([{ state: 'failed', message: notInTime }])
    await work()
    expect(tries()).toBe(5)
  })

  it('ends with a message when its five attempts were all cut off', async () => {
    const { keep } = failing(new Error('never run'))
    await keep()
    const [job] = await listed()
    await abandonLongCall(house.house, job.id)
    expect(await listed()).toMatchObject([
      { state: 'failed', message: 'This was interrupted 5 times. Nothing was changed. Try again.' },
    ])
  })

  it('says why it was refused', async () => {
    const { keep, work } = failing(problem.stale(null, 'The records have changed.'))
    await keep()
    await work()
    expect(await listed()).toMatchObject([{ state: 'failed', message: 'The records have changed.' }])
  })
})
