import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { createPool } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { problem } from '#server/platform/problem.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { queueUrl } from '#server/testing/test-logins.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { asAuthor } from './context.ts'
import { abandonLongCall, saveLongCall, runLongCall } from './long-call.ts'
import { enqueue, task } from './task.ts'
import { runDueJobs } from './worker.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const rename = (context: Context) =>
  context.db
    .updateTable('schools')
    .set({ city: 'Written half-way' })
    .where('id', '=', world.schoolId)
    .execute()

/** Creates a job of the registrar that saves data and then fails. */
const failing = (error: Error) => {
  let tries = 0
  const definition = task({
    name: 'fail_half_way',
    payload: z.object({ job_id: z.int() }),
    run: (itsServices, { job_id }, { isLast }) =>
      runLongCall(itsServices, { jobId: job_id, isLast }, async (context) => {
        tries += 1
        await rename(context)
        throw error
      }),
    abandon: (itsServices, { job_id }) => abandonLongCall(itsServices, job_id),
  })
  const keep = () =>
    asAuthor(services.services, world.registrarId, 'asked', async (context) => {
      const id = await saveLongCall(context, { kind: 'add-notes', ask: {}, total: 3 })
      await enqueue(context, definition, { job_id: id })
    })
  const work = async () => {
    const owner = createPool({ url: queueUrl(services.url), asApp: false, log: createLog('silent'), max: 5 })
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(services.owner)
    await runDueJobs(services.services, owner, [definition])
    await owner.end()
  }
  return { keep, work, tries: () => tries }
}

const listed = async () => (await world.registrar.get('/api/jobs')).body.data
const cityOf = async () =>
  (
    await services.owner
      .selectFrom('schools')
      .select('city')
      .where('id', '=', world.schoolId)
      .executeTakeFirst()
  )?.city

const wentWrong = 'Something went wrong on the server. Nothing changed. Try again.'
const notInTime = 'The database didn’t respond in time. Nothing changed. Try again.'

describe('a long call with an error', () => {
  it('fails at once if a retry can’t help, saves nothing, and tells its author', async () => {
    const { keep, work, tries } = failing(new Error('nobody foresaw this'))
    const before = await cityOf()
    await keep()
    await work()
    expect(await listed()).toMatchObject([{ state: 'failed', message: wentWrong }])
    expect(await cityOf()).toBe(before)
    await work()
    expect(tries()).toBe(1)
  })

  it('is tried 5 times if the database was offline, then fails', async () => {
    const { keep, work, tries } = failing(Object.assign(new Error('too long'), { code: '57014' }))
    await keep()
    for (let nth = 1; nth <= 4; nth += 1) await work()
    expect(await listed()).toMatchObject([{ state: 'running', message: null }])
    await work()
    expect(await listed()).toMatchObject([{ state: 'failed', message: notInTime }])
    await work()
    expect(tries()).toBe(5)
  })

  it('ends with a message if all 5 attempts were interrupted', async () => {
    const { keep } = failing(new Error('never run'))
    await keep()
    const [job] = await listed()
    await abandonLongCall(services.services, job.id)
    expect(await listed()).toMatchObject([
      { state: 'failed', message: 'This was interrupted 5 times. Nothing changed. Try again.' },
    ])
  })

  it('says why it was refused', async () => {
    const { keep, work } = failing(problem.stale(null, 'The records have changed.'))
    await keep()
    await work()
    expect(await listed()).toMatchObject([{ state: 'failed', message: 'The records have changed.' }])
  })
})
