import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { startOtherProcess } from '#server/testing/other-process.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const rows = 10_001

let services: TestServices
let world: SchoolWorld
let changeId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  changeId = await declineMany()
})

/** Makes a change large enough to run as a job. Returns its ID. */
const declineMany = async (): Promise<number> => {
  await sql`
    insert into students (school_id, first_name, last_name, dob, sid)
    select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n
    from generate_series(1, ${rows}::int) n`.execute(services.owner)
  // without new statistics, the check of each foreign key reads all students of the school
  await sql`analyze students`.execute(services.owner)
  await sql`
    insert into student_periods (school_id, period_id, student_id, sort_name)
    select school_id, ${world.periodId}, id, sort_name from students
    where school_id = ${world.schoolId} and sid like 'many-%'`.execute(services.owner)
  const { body } = await world.registrar.post(
    '/api/student-periods/bulk-operations/update-coverage-statuses',
    {
      selection: { period_id: world.periodId },
      dental_status: 'declined',
    },
  )
  await services.runJobs()
  return (await jobOf(body.data.job_id)).change_id
}

const jobOf = async (id: number) => (await world.registrar.get(`/api/jobs/${id}`)).body.data
const untoldJobs = async (client = world.registrar) => (await client.get('/api/jobs')).body.data
const undo = (client = world.registrar) => client.post(`/api/changes/${changeId}/undo`)
const declined = async (): Promise<number> => {
  const { rows: found } = await sql<{ many: number }>`
    select count(*)::int as many from student_periods
    where period_id = ${world.periodId} and dental_status = 'declined'`.execute(services.owner)
  return found[0]?.many ?? 0
}
const undoings = async (): Promise<number> =>
  (await services.owner.selectFrom('changes').select('id').where('undoes_change_id', '=', changeId).execute())
    .length

describe('undoing more than 10,000 records', { timeout: 60_000 }, () => {
  it('runs as a job, skips records that changed while it was queued, and reports them', async () => {
    const asked = await undo()
    expect([asked.status, asked.headers['x-change-id']]).toEqual([202, undefined])
    expect(await declined()).toBe(rows)
    const { id } = await services.owner
      .selectFrom('student_periods')
      .select('id')
      .where('period_id', '=', world.periodId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await world.admin.put(`/api/student-periods/${id}`, {
      dental_status: 'waived',
      override_reason: 'By phone',
    })
    await services.runJobs()
    expect(await jobOf(asked.body.data.job_id)).toMatchObject({
      kind: 'undo-change',
      state: 'done',
      progress: { done: rows, total: rows },
      result: {
        reverted: rows - 1,
        left: [{ id, subject_type: 'student_period', reason: 'It changed after that.' }],
        left_total: 1,
        emails_canceled: 0,
        emails_sent: 0,
      },
    })
    expect([await declined(), await undoings()]).toEqual([0, 1])
  })

  it('runs once; further requests are refused while it’s queued and when it’s done', async () => {
    const first = await undo()
    const again = await undo()
    expect([again.status, again.body.message]).toEqual([409, 'This is already being undone.'])
    await services.runJobs()
    const late = await undo()
    expect([late.status, late.body.message]).toEqual([409, 'This was already undone.'])
    expect([(await jobOf(first.body.data.job_id)).state, await undoings()]).toEqual(['done', 1])
  })

  it('is refused at once if the user can’t undo the change', async () => {
    const foreign = await buildSchoolWorld(services)
    expect((await undo(foreign.registrar)).status).toBe(404)
    services.clock.advance(86_401)
    const late = await undo(await clientOf(services, world.registrarId))
    services.clock.advance(-86_401)
    expect([
      late.status,
      await services.owner
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'undo-change')
        .where('state', '=', 'queued')
        .execute(),
    ]).toEqual([403, []])
  })

  it('is listed for its author while it’s queued, for no one else, and not after its result was seen', async () => {
    const { job_id } = (await undo()).body.data
    expect(await untoldJobs()).toMatchObject([
      { id: job_id, kind: 'undo-change', state: 'queued', progress: { done: 0, total: rows }, result: null },
      { kind: 'update-coverage-statuses', state: 'done', change_id: changeId, may_undo: false },
    ])
    expect(await untoldJobs(world.admin)).toEqual([])
    await services.runJobs()
    for (const { id } of await untoldJobs()) await world.registrar.post(`/api/jobs/${id}/told`)
    expect(await untoldJobs()).toEqual([])
  })

  it('by a process that is killed leaves nothing half done, and finishes after a restart', async () => {
    const { job_id } = (await undo()).body.data
    // records are written before their history, which the process is waiting to write
    const held = await holdLock(services, 'lock table history in share row exclusive mode')
    const process = startUndoing(job_id)
    const gone = once(process, 'exit')
    await held.waitedFor()
    process.kill('SIGKILL')
    await gone
    await held.release()
    expect(await jobOf(job_id)).toMatchObject({ state: 'running', result: null })
    expect([await declined(), await undoings()]).toEqual([rows, 0])
    await services.runJobs()
    expect(await jobOf(job_id)).toMatchObject({ state: 'done', result: { reverted: rows, left_total: 0 } })
    expect([await declined(), await undoings()]).toEqual([0, 1])
  })
})

/** Starts a separate process that runs an undo on this test’s database. */
const startUndoing = (jobId: number) =>
  startOtherProcess(services, {
    imports: `import { undoTasks } from '#server/app/undo-job.ts'`,
    work: `await undoTasks[0].run(house, { job_id: ${jobId} }, { isLast: false })`,
  })
