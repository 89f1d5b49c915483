import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf } from '../testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { hold } from '../testing/hold.ts'
import { startOtherProcess } from '../testing/other-process.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

const rows = 10_001

let house: TestHouse
let world: SchoolWorld
let changeId: number
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
  changeId = await declineMany()
})

/** A change of so many records that a job made it. Answers its id. */
const declineMany = async (): Promise<number> => {
  await sql`
    with made as (
      insert into students (school_id, first_name, last_name, dob, sid)
      select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, ${rows}::int) n
      returning id, sort_name)
    insert into student_periods (school_id, period_id, student_id, sort_name)
    select ${world.schoolId}, ${world.periodId}, id, sort_name from made`.execute(house.owner)
  const { body } = await world.registrar.post(
    '/api/student-periods/bulk-operations/update-coverage-statuses',
    {
      selection: { period_id: world.periodId },
      dental_status: 'declined',
    },
  )
  await house.runJobs()
  return (await jobOf(body.data.job_id)).change_id
}

const jobOf = async (id: number) => (await world.registrar.get(`/api/jobs/${id}`)).body.data
const untoldJobs = async (client = world.registrar) => (await client.get('/api/jobs')).body.data
const undo = (client = world.registrar) => client.post(`/api/changes/${changeId}/undo`)
const declined = async (): Promise<number> => {
  const { rows: found } = await sql<{ many: number }>`
    select count(*)::int as many from student_periods
    where period_id = ${world.periodId} and dental_status = 'declined'`.execute(house.owner)
  return found[0]?.many ?? 0
}
const undoings = async (): Promise<number> =>
  (await house.owner.selectFrom('changes').select('id').where('undoes_change_id', '=', changeId).execute())
    .length

describe('undoing more than 10,000 records', { timeout: 60_000 }, () => {
  it('is a job, which leaves what somebody touched while it waited, and says so', async () => {
    const asked = await undo()
    expect([asked.status, asked.headers['x-change-id']]).toEqual([202, undefined])
    expect(await declined()).toBe(rows)
    const { id } = await house.owner
      .selectFrom('student_periods')
      .select('id')
      .where('period_id', '=', world.periodId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await world.admin.put(`/api/student-periods/${id}`, {
      dental_status: 'waived',
      override_reason: 'By phone',
    })
    await house.runJobs()
    expect(await jobOf(asked.body.data.job_id)).toMatchObject({
      kind: 'undo-change',
      state: 'done',
      progress: { done: rows, total: rows },
      result: {
        reverted: rows - 1,
        left: [{ id, subject_type: 'student_period', reason: 'It was changed since.' }],
        left_total: 1,
      },
    })
    expect([await declined(), await undoings()]).toEqual([0, 1])
  })

  it('is done once: who asks again is told at once, while it waits and when it is done', async () => {
    const first = await undo()
    const again = await undo()
    expect([again.status, again.body.message]).toEqual([409, 'This is being taken back already.'])
    await house.runJobs()
    const late = await undo()
    expect([late.status, late.body.message]).toEqual([409, 'This was taken back already.'])
    expect([(await jobOf(first.body.data.job_id)).state, await undoings()]).toEqual(['done', 1])
  })

  it('is refused at once to whom it is not', async () => {
    const foreign = await buildSchoolWorld(house)
    expect((await undo(foreign.registrar)).status).toBe(404)
    house.clock.advance(86_401)
    const late = await undo(await clientOf(house, world.registrarId))
    house.clock.advance(-86_401)
    expect([
      late.status,
      await house.owner
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'undo-change')
        .where('state', '=', 'queued')
        .execute(),
    ]).toEqual([403, []])
  })

  it('is listed for its author while it waits, for nobody else, and no longer when its end was told', async () => {
    const { job_id } = (await undo()).body.data
    expect(await untoldJobs()).toMatchObject([
      { id: job_id, kind: 'undo-change', state: 'queued', progress: { done: 0, total: rows }, result: null },
      { kind: 'update-coverage-statuses', state: 'done', change_id: changeId, may_undo: false },
    ])
    expect(await untoldJobs(world.admin)).toEqual([])
    await house.runJobs()
    for (const { id } of await untoldJobs()) await world.registrar.post(`/api/jobs/${id}/told`)
    expect(await untoldJobs()).toEqual([])
  })

  it('by a process that is killed in the middle leaves nothing half done, and ends after a restart', async () => {
    const { job_id } = (await undo()).body.data
    // the records are written before their history, which the process waits to write
    const held = await hold(house, 'lock table history in share row exclusive mode')
    const process = startUndoing(job_id)
    const gone = once(process, 'exit')
    await held.waitedFor()
    process.kill('SIGKILL')
    await gone
    await held.release()
    expect(await jobOf(job_id)).toMatchObject({ state: 'running', result: null })
    expect([await declined(), await undoings()]).toEqual([rows, 0])
    await house.runJobs()
    expect(await jobOf(job_id)).toMatchObject({ state: 'done', result: { reverted: rows, left_total: 0 } })
    expect([await declined(), await undoings()]).toEqual([0, 1])
  })
})

/** A process of its own that does an undo on the database of this test. */
const startUndoing = (jobId: number) =>
  startOtherProcess(house, {
    imports: `import { historyTasks } from '#server/history/jobs.ts'`,
    work: `await historyTasks[0].run(house, { job_id: ${jobId} }, { isLast: false })`,
  })
