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
import { work } from './work.ts'
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
  const notes = work({
    kind: 'add-notes',
    ask: z.object({}),
    change: async (context) => {
      tries += 1
      await rename(context)
      throw error
    },
  })
  const keep = () =>
    asAuthor(services.services, world.registrarId, 'asked', (context) =>
      notes.start(context, {}, { total: 3 }),
    )
  const run = async () => {
    const owner = createPool({ url: queueUrl(services.url), asApp: false, log: createLog('silent'), max: 5 })
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(services.owner)
    await runDueJobs(services.services, owner, [notes.task])
    await owner.end()
  }
  return { keep, run, task: notes.task, tries: () => tries }
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

describe('work with an error', () => {
  it('fails at once if a retry can’t help, saves nothing, and tells its author', async () => {
    const { keep, run, tries } = failing(new Error('nobody foresaw this'))
    const before = await cityOf()
    await keep()
    await run()
    expect(await listed()).toMatchObject([{ state: 'failed', message: wentWrong }])
    expect(await cityOf()).toBe(before)
    await run()
    expect(tries()).toBe(1)
  })

  it('is tried 5 times if the database was offline, then fails', async () => {
    const { keep, run, tries } = failing(Object.assign(new Error('too long'), { code: '57014' }))
    await keep()
    for (let nth = 1; nth <= 4; nth += 1) await run()
    expect(await listed()).toMatchObject([{ state: 'running', message: null }])
    await run()
    expect(await listed()).toMatchObject([{ state: 'failed', message: notInTime }])
    await run()
    expect(tries()).toBe(5)
  })

  it('ends with a message if all 5 attempts were interrupted', async () => {
    const { keep, task } = failing(new Error('never run'))
    await keep()
    const [job] = await listed()
    await task.abandon(services.services, { job_id: job.id })
    expect(await listed()).toMatchObject([
      { state: 'failed', message: 'This was interrupted 5 times. Nothing changed. Try again.' },
    ])
  })

  it('says why it was refused', async () => {
    const { keep, run } = failing(problem.stale(null, 'The records have changed.'))
    await keep()
    await run()
    expect(await listed()).toMatchObject([{ state: 'failed', message: 'The records have changed.' }])
  })
})
