import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { publishActiveRule } from '#server/testing/form-requests.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { startOtherProcess } from '#server/testing/other-process.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildReport, chooseSimulator } from '#server/review/verifications/factory.ts'
import { reverifyNightly } from './schedule.ts'
import { sweepChecks } from '#server/review/verifications/schedule.ts'

let services: TestServices
let world: SchoolWorld
let company: number
beforeAll(async () => {
  services = await startTestServices()
  company = await buildElectronicCompany(services.owner)
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
})

/** Adds a student whose waiver is due today. The end of the member ID chooses the simulator’s answer. */
const waived = async (memberId = 'HH1ACT', values: object = {}): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    medical_status: 'waived',
    medical_waive_insurance_company_id: company,
    medical_waive_member_subscriber_number: memberId,
    medical_waive_subscriber_relation: 'self',
    medical_waive_source_of_coverage: 'individual_plan',
    reverify_on: '2026-11-20',
    ...values,
  })
  return id
}

const path = '/api/period-reverifications/reverify-period'
const start = (more: object = {}) => world.admin.post(path, { period_id: world.periodId, ...more })
const preview = async (more: object = {}) => (await start({ ...more, dry_run: true })).body.data
/** The records that the list of a policy year shows. */
const listed = async (): Promise<number[]> => {
  const list = `/api/student-periods/needs-reverification-in-period/${world.periodId}`
  return (await world.admin.get(list)).body.data.map(({ id }: { id: number }) => id)
}
const act = (id: number, name: string) => world.admin.post(`/api/period-reverifications/${id}/${name}`, {})
const latest = async (query = '') =>
  (await world.admin.get(`/api/period-reverifications/latest/${world.periodId}${query}`)).body.data
const record = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const reports = () =>
  services.owner
    .selectFrom('eligibility_reports')
    .select(['id', 'student_period_id', 'status', 'cause'])
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()

/** Publishes waiver options. */
const publish = async (change: object): Promise<void> => {
  const options = `/api/periods/${world.periodId}/waiver-configuration`
  const present = (await world.admin.get(options)).body.data
  const { body } = await world.admin.put(options, { ...present, ...change })
  await world.admin.post(`/api/periods/${world.periodId}/publications`, {
    documents: [{ kind: 'waiver-configuration', version: body.data.version }],
  })
}

/** Lets the sweep go on with checks that wait, three minutes later. */
const goOn = async (): Promise<void> => {
  services.clock.advance(180)
  await sweepChecks(services.services)
  await services.runJobs()
  services.clock.advance(-180)
}

describe('the preview of a reverification', () => {
  it('counts who is checked and why, and writes nothing', async () => {
    await waived()
    await waived('HH1ACT', { medical_status: 'waived_needs_reverified', reverify_on: null })
    await waived('HH1ACT', { medical_status: 'waiver_inactive', reverify_on: null })
    await waived('HH1ACT', { medical_status: 'waived_aged_out', reverify_on: '2026-11-01' })
    await waived('HH1ACT', { medical_status: 'waiver_utp', reverify_on: null, dental_status: 'waiver_utp' })
    await waived('HH1ACT', { reverify_on: null, medical_waive_source_of_coverage: 'tricare' })
    expect(await preview({ only_due: true, with_ended: true })).toEqual({
      count: 6,
      students: 5,
      cost_cents: 0,
      left_cents: null,
      by_reason: { due: 2, needs_reverification: 1, inactive: 1, unable_to_process: 2 },
      status_changes: 1,
      provider: 'simulator',
    })
    expect(await preview({ with_ended: true })).toMatchObject({
      count: 7,
      by_reason: { due: 2, not_due: 1 },
      status_changes: 2,
    })
    expect(await preview({ coverage_types: ['dental'] })).toMatchObject({ count: 1 })
    expect(await preview({ sources_of_coverage: ['tricare', 'cobra'] })).toMatchObject({
      count: 1,
      by_reason: { not_due: 1 },
    })
    expect(await preview({ sources_of_coverage: ['tricare'], only_due: true })).toMatchObject({ count: 0 })
    expect([await latest(), await reports()]).toEqual([null, []])
  })

  it.each([
    ['is due later', { reverify_on: '2026-11-21' }],
    ['was verified since it was due', { medical_waive_verified_on: '2026-11-20' }],
    ['has no date', { reverify_on: null }],
  ])('leaves a waiver that %s to the reverification of all waivers', async (_why, values) => {
    const id = await waived('HH1ACT', values)
    expect([(await preview({ only_due: true })).count, await listed()]).toEqual([0, []])
    expect((await preview()).by_reason).toEqual({ not_due: 1 })
    expect((await start()).status).toBe(202)
    expect((await record(id)).medical_status).toBe('waived_needs_reverified')
  })

  it('counts exactly the students of the list', async () => {
    await waived()
    await waived('HH1ACT', { medical_status: 'waived_needs_reverified', reverify_on: null })
    await waived('HH1ACT', { medical_status: 'waiver_inactive' })
    await waived('HH1ACT', { medical_status: 'waived_aged_out' })
    await waived('HH1ACT', { medical_status: 'declined' })
    await waived('HH1ACT', { medical_status: 'waiver_utp', academic_status: 'withdrawn' })
    await waived('HH1ACT', { medical_waive_verified_on: '2026-11-20', dental_status: 'waived' })
    await waived('HH1ACT', { dental_status: 'waived', medical_status: 'enrolled' })
    await services.owner
      .updateTable('periods')
      .set({ dental_offered: false })
      .where('id', '=', world.periodId)
      .execute()
    const { students } = await preview({ only_due: true })
    expect([students, (await listed()).length]).toEqual([2, 2])
    await start({ only_due: true })
    const items = await services.owner
      .selectFrom('reverification_items')
      .select('student_period_id')
      .where('school_id', '=', world.schoolId)
      .execute()
    expect(items.map(({ student_period_id }) => student_period_id).sort()).toEqual((await listed()).sort())
  })

  it.each([
    ['is of a student who graduated', { academic_status: 'graduated' }],
    ['is of an inactive record', { status: 'inactive' }],
    ['is of a removed record', { deleted_at: '2026-11-19T12:00:00Z' }],
    ['is enrolled', { medical_status: 'enrolled' }],
  ])('leaves out a waiver that %s', async (_why, values) => {
    await waived('HH1ACT', values)
    expect((await preview()).count).toBe(0)
    expect((await start()).body.errors).toEqual({ period_id: ['No waivers need reverification.'] })
  })

  it('tells the random sample from other dates', async () => {
    await publishActiveRule(world)
    await waived('HH1ACT', { medical_waive_source_of_coverage: 'tricare' })
    expect((await preview()).by_reason).toEqual({ due: 1 })
    await publish({ reverify_sample_percent: 100 })
    expect((await preview()).by_reason).toEqual({ sample: 1 })
  })
})

describe('a reverification', () => {
  it('marks the waivers, checks each once, and changes statuses by the results', async () => {
    const [active, inactive, missing] = [await waived(), await waived('HH1INA'), await waived('HH1MIS')]
    const asked = await preview()
    const { status, body } = await start({ expected: { count: asked.count } })
    expect([status, body.data.job_id]).toEqual([202, null])
    expect((await record(active)).medical_status).toBe('waived_needs_reverified')
    expect(await latest()).toMatchObject({
      state: 'running',
      total: 3,
      done: 0,
      by_result: { not_checked: 3 },
    })
    await services.runJobs()
    expect((await record(active)).medical_waive_verified_on).toBe('2026-11-20')
    expect(await latest()).toMatchObject({
      id: body.data.id,
      state: 'done',
      total: asked.count,
      done: 3,
      by_result: { active: 1, inactive: 1, missing_request_information: 1 },
      started_by: { id: world.adminId },
      ended_at: '2026-11-20T15:00:00.000Z',
      outcomes_total: 3,
      outcomes: [
        { student_period_id: inactive, from_status: 'waived', status: 'waiver_inactive', result: 'inactive' },
        { student_period_id: missing, status: 'waived_needs_reverified' },
        { student_period_id: active, reason: 'due', status: 'waived', result: 'active' },
      ],
    })
    expect((await latest('?result=active')).outcomes).toHaveLength(1)
    expect((await reports()).map(({ cause }) => cause)).toEqual(Array(3).fill('reverification'))
    const emails = await services.owner
      .selectFrom('emails')
      .select(['kind', 'student_period_id', 'body'])
      .where('school_id', '=', world.schoolId)
      .execute()
    expect(emails).toMatchObject([{ kind: 'reverification_failed', student_period_id: inactive }])
    expect(emails[0]?.body).toContain('The plan isn’t active.')
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'changes'])
      .where('student_period_id', '=', inactive)
      .orderBy('id')
      .execute()
    expect(history.map(({ kind }) => kind)).toEqual([
      'coverage_status_changed',
      'eligibility_checked',
      'coverage_status_changed',
      'email_queued',
    ])
    // the inactive one isn’t paid for again
    expect((await preview()).by_reason).toEqual({ not_due: 1, due: 1 })
  })

  it('runs once at a time in a policy year', async () => {
    await waived()
    const answers = await Promise.all([start(), start()])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.code).toBe('busy')
    const other = await buildPeriod(services.owner, { school_id: world.schoolId })
    await waived('HH1ACT', { period_id: other })
    expect((await world.admin.post(path, { period_id: other })).status).toBe(202)
    await services.runJobs()
    expect(await reports()).toHaveLength(2)
  })

  it('is refused if the waivers changed since the preview', async () => {
    await waived()
    const { status, body } = await start({ expected: { count: 2 } })
    expect([status, body.code]).toEqual([409, 'stale'])
    expect(await latest()).toBeNull()
  })

  it('is refused while no one carries the checks', async () => {
    const id = await waived()
    await chooseSimulator(services.owner, world.schoolId, { provider: null })
    expect((await preview()).provider).toBeNull()
    expect((await start()).status).toBe(422)
    expect((await record(id)).medical_status).toBe('waived')
  })

  it('isn’t made by the simulator at a real school', async () => {
    await services.owner
      .updateTable('schools')
      .set({ is_demo: false })
      .where('id', '=', world.schoolId)
      .execute()
    const id = await waived('HH1INA')
    expect(await preview()).toMatchObject({ count: 1, provider: null })
    expect((await start()).status).toBe(422)
    expect((await record(id)).medical_status).toBe('waived')
  })

  it('uses the check that is already being made', async () => {
    const id = await waived()
    const { student_id } = await record(id)
    await buildReport(services.owner, {
      school_id: world.schoolId,
      student_id,
      student_period_id: id,
      status: null,
      retrieval_status: 'pending',
      next_try_at: '2026-11-20T15:01:00.000Z',
    })
    await start()
    await services.runJobs()
    expect(await latest()).toMatchObject({ state: 'done', done: 0, by_result: { waiting: 1 } })
    await goOn()
    expect(await reports()).toMatchObject([{ status: 'active', cause: 'staff' }])
    expect(await latest()).toMatchObject({ state: 'done', done: 1, by_result: { active: 1 } })
  })

  it('ends although a payer answers later, and tells the outcome then', async () => {
    const id = await waived('HH1PND')
    await start()
    await services.runJobs()
    expect(await latest()).toMatchObject({ state: 'done', total: 1, done: 0, by_result: { waiting: 1 } })
    await goOn()
    expect(await latest()).toMatchObject({ done: 1, by_result: { active: 1 } })
    expect((await record(id)).medical_status).toBe('waived')
  })
})

describe('a person', () => {
  it('pauses, resumes and stops a reverification', async () => {
    const ids = [await waived(), await waived()]
    const { id } = (await start()).body.data
    expect((await act(id, 'resume')).status).toBe(409)
    expect((await act(id, 'pause')).status).toBe(204)
    await services.runJobs()
    expect([(await latest()).state, await reports()]).toEqual(['paused', []])
    expect((await start()).status).toBe(409)
    expect((await act(id, 'pause')).status).toBe(409)
    expect((await act(id, 'resume')).status).toBe(204)
    await services.runJobs()
    expect(await latest()).toMatchObject({ state: 'done', done: 2 })
    expect((await act(id, 'stop')).status).toBe(409)
    expect(await Promise.all(ids.map(async (one) => (await record(one)).medical_status))).toEqual([
      'waived',
      'waived',
    ])
  })

  it('stops one for good; what wasn’t checked still needs reverification', async () => {
    const one = await waived()
    const { id } = (await start()).body.data
    expect((await act(id, 'stop')).status).toBe(204)
    await services.runJobs()
    expect(await latest()).toMatchObject({ state: 'stopped', done: 0, by_result: { not_checked: 1 } })
    expect(await reports()).toEqual([])
    expect((await record(one)).medical_status).toBe('waived_needs_reverified')
    expect((await start()).status).toBe(202)
  })

  it('of a school, or of another one, can’t', async () => {
    await waived()
    const { id } = (await start()).body.data
    expect((await world.registrar.post(path, { period_id: world.periodId })).status).toBe(403)
    expect((await world.registrar.post(`/api/period-reverifications/${id}/stop`, {})).status).toBe(403)
    expect((await world.registrar.get(`/api/period-reverifications/latest/${world.periodId}`)).status).toBe(
      403,
    )
    expect((await latest()).state).toBe('running')
  })
})

describe('the school’s cost limit', () => {
  it('pauses a reverification with a sentence, and it goes on after the limit is raised', async () => {
    const id = await waived()
    await chooseSimulator(services.owner, world.schoolId, { cost_limit_cents: 100 })
    await world.admin.post('/api/eligibility-reports', { student_period_id: id, coverage_type: 'medical' })
    await services.runJobs()
    await services.owner
      .updateTable('verification_requests')
      .set({ cost_cents: 100 })
      .where('school_id', '=', world.schoolId)
      .execute()
    await waived()
    expect((await preview()).left_cents).toBe(0)
    const run = (await start({ only_due: true })).body.data.id
    await services.runJobs()
    const paused = await latest()
    expect(paused).toMatchObject({ state: 'paused', done: 0 })
    expect(paused.message).toContain('cost limit for this month')
    await chooseSimulator(services.owner, world.schoolId, { cost_limit_cents: 1000 })
    await act(run, 'resume')
    await services.runJobs()
    expect(await latest()).toMatchObject({ state: 'done', done: 1, message: null })
  })
})

describe('the nightly schedule', () => {
  const tonight = () => reverifyNightly(services.services)

  it('reverifies what is due once a day, if the published options say so', async () => {
    const [one, open] = [await waived('HH1MIS'), await waived('HH1ACT', { reverify_on: null })]
    await publish({})
    expect(await tonight()).toBe(0)
    await publish({ reverifies_nightly: true })
    expect(await tonight()).toBe(1)
    expect(await tonight()).toBe(0)
    await services.runJobs()
    expect(await latest()).toMatchObject({ state: 'done', total: 1, is_scheduled: true, started_by: null })
    expect((await reports()).map(({ student_period_id }) => student_period_id)).toEqual([one])
    expect((await record(open)).medical_status).toBe('waived')
    // what was checked again within a week is left to staff
    services.clock.advance(86_400)
    expect(await tonight()).toBe(0)
    services.clock.advance(7 * 86_400)
    expect(await tonight()).toBe(1)
    services.clock.advance(-8 * 86_400)
  })

  it('starts although another policy year’s can’t be saved', async () => {
    await waived()
    await publish({ reverifies_nightly: true })
    const stuck = world.periodId
    world = await buildSchoolWorld(services)
    await chooseSimulator(services.owner, world.schoolId)
    await waived()
    await publish({ reverifies_nightly: true })
    const when = `new.period_id = ${stuck}`
    const end = await refuseWrites(services, { table: 'period_reverifications', write: 'insert', when })
    expect(await tonight()).toBe(1)
    await end()
    expect(await tonight()).toBe(1)
  })

  it('leaves a policy year alone that isn’t open', async () => {
    await waived()
    await publish({ reverifies_nightly: true })
    await services.owner
      .updateTable('periods')
      .set({ state: 'closed' })
      .where('id', '=', world.periodId)
      .execute()
    expect(await tonight()).toBe(0)
  })
})

describe('a process killed in the middle of a reverification', () => {
  /** The point where the process waits until it’s killed: it locks the record of a student in the middle. */
  it.each([
    ['while it creates checks', 'for update', { active: 50, not_checked: 80 }],
    ['while it saves results', 'for no key update', { active: 50, waiting: 50, not_checked: 30 }],
  ])(
    '%s leaves nothing half done; the next one checks everyone, and no one twice',
    async (_when, lock, left) => {
      const ids: number[] = []
      for (let each = 0; each < 130; each += 1) ids.push(await waived())
      const { id } = (await start()).body.data
      const held = await holdLock(
        services,
        `select from student_periods where id =
           (select student_period_id from reverification_items where reverification_id = $1 order by id offset 70 limit 1)
         ${lock}`,
        [id],
      )
      const other = startOtherProcess(services, {
        imports: `import { runReverification } from '#server/review/reverifications/commands/run.ts'`,
        work: `await runReverification(house, ${id})`,
      })
      const gone = once(other, 'exit')
      await held.waitedFor()
      other.kill('SIGKILL')
      await gone
      await held.release()
      expect(await latest()).toMatchObject({ state: 'running', by_result: left })
      await services.runJobs()
      await goOn()
      expect(await latest()).toMatchObject({ state: 'done', done: 130, by_result: { active: 130 } })
      const checked = (await reports()).map(({ student_period_id }) => student_period_id)
      expect(checked.toSorted((a, b) => a - b)).toEqual(ids)
    },
  )
})
