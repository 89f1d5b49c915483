import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { startOtherProcess } from '#server/testing/other-process.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildReport } from '#server/review/verifications/factory.ts'
import { ageOutNightly } from './age-out.ts'

// today is 2026-11-20; without a company a parent’s employer plan ends with the birth month
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  // the system works in every school
  await services.owner.updateTable('periods').set({ state: 'closed' }).execute()
  world = await buildSchoolWorld(services)
})

const waived = async (values: object = {}, dob = '2000-10-05'): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    medical_status: 'waived',
    medical_waive_source_of_coverage: 'parent_employer_group',
    student: { dob },
    ...values,
  })
  return id
}
const record = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statuses = async (ids: readonly number[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await record(id)).medical_status))
const history = (id: number) =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'cause', 'reason', 'actor_id', 'changes'])
    .where('student_period_id', '=', id)
    .orderBy('id')
    .execute()

const path = '/api/reports/age-out/change-statuses'
const change = (more: object = {}) => world.admin.post(path, { period_id: world.periodId, ...more })
const counts = async () =>
  (await world.admin.get(`/api/reports/age-out/counts?period_id=${world.periodId}`)).body.data

/** Publishes waiver options with the nightly change. */
const turnOn = async (): Promise<void> => {
  const options = `/api/periods/${world.periodId}/waiver-configuration`
  const present = (await world.admin.get(options)).body.data
  const { body } = await world.admin.put(options, { ...present, ages_out_nightly: true })
  await world.admin.post(`/api/periods/${world.periodId}/publications`, {
    documents: [{ kind: 'waiver-configuration', version: body.data.version }],
  })
}
const tonight = async (): Promise<number> => {
  const started = await ageOutNightly(services.services)
  await services.runJobs()
  return started
}
const nextNight = async (): Promise<number> => {
  services.clock.advance(86_400)
  const started = await tonight()
  services.clock.advance(-86_400)
  return started
}

const reason = 'Aging out: coverage under a parent’s plan likely ended on 10/31/2026 (medical).'

it('changes the others if someone is removed meanwhile', async () => {
  const [one, removed] = [await waived(), await waived()]
  await turnOn()
  const removal = 'update student_periods set deleted_at = now() where id = $1'
  const lock = await holdLock(services, removal, [removed])
  const night = tonight()
  await lock.waitedFor()
  await lock.commit()
  expect(await night).toBe(1)
  expect(await statuses([one, removed])).toEqual(['waived_aged_out', 'waived'])
})

describe('the change to aged out by staff', () => {
  it('is counted first, changes each student once with its reason, and can be undone', async () => {
    const [one, other] = [await waived(), await waived({ medical_status: 'waived_needs_reverified' })]
    const expected = { matched: 2, changed: 2 }
    const asked = (await change({ dry_run: true })).body.data
    expect(asked).toEqual({ ...expected, skipped: [], skipped_total: 0, waivers: 2 })
    expect(await statuses([one, other])).toEqual(['waived', 'waived_needs_reverified'])
    const { status, headers } = await change({ expected })
    expect(status).toBe(200)
    expect(await statuses([one, other])).toEqual(['waived_aged_out', 'waived_aged_out'])
    expect(await history(one)).toEqual([
      {
        kind: 'coverage_status_changed',
        cause: 'bulk',
        actor_id: world.adminId,
        reason,
        changes: [{ field: 'medical_status', before: 'waived', after: 'waived_aged_out' }],
      },
    ])
    expect((await counts()).by_horizon).toMatchObject({ ended: 2, to_change: 0 })
    const undone = await world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
    expect(undone.body.data).toMatchObject({ reverted: 2, left: [] })
    expect(await statuses([one, other])).toEqual(['waived', 'waived_needs_reverified'])
    // what staff undid isn't repeated
    expect((await change({ dry_run: true })).body.data).toMatchObject({ matched: 0 })
    await turnOn()
    await tonight()
    expect(await statuses([one, other])).toEqual(['waived', 'waived_needs_reverified'])
  })

  it('is refused with the new counts if they changed since the preview', async () => {
    const id = await waived()
    const { status, body } = await change({ expected: { matched: 2, changed: 2 } })
    expect([status, body.code, body.data]).toMatchObject([409, 'stale', { matched: 1, changed: 1 }])
    expect(await statuses([id])).toEqual(['waived'])
    expect((await change({ dry_run: true })).body.data).toMatchObject({ matched: 1 })
  })

  it('changes all coverage types of a student in one entry', async () => {
    const id = await waived({
      dental_status: 'waived',
      dental_waive_subscriber_relation: 'parent',
      dental_waive_source_of_coverage: 'tricare',
      vision_status: 'waived',
      vision_waive_source_of_coverage: 'own_employer_group',
    })
    expect((await change()).body.data).toMatchObject({ matched: 1, waivers: 2 })
    expect(await record(id)).toMatchObject({ dental_status: 'waived_aged_out', vision_status: 'waived' })
    expect((await history(id)).map((entry) => entry.reason)).toEqual([
      'Aging out: coverage under a parent’s plan likely ended on 10/04/2026 (dental) and 10/31/2026 (medical).',
    ])
  })

  it.each([
    ['is of an inactive record', { status: 'inactive' }],
    ['is of a student who graduated', { academic_status: 'graduated' }],
    ['is of a student who withdrew', { academic_status: 'withdrawn' }],
    ['isn’t decided', { medical_status: 'waiver_submitted' }],
    ['has an enrollment form', { medical_status: 'waived_enrollment_submitted' }],
  ])('passes over a waiver that %s', async (_why, values) => {
    const id = await waived(values)
    expect((await change()).body.data).toMatchObject({ matched: 0, changed: 0 })
    expect(await history(id)).toEqual([])
  })

  it('passes over coverage that isn’t offered', async () => {
    await services.owner
      .updateTable('periods')
      .set({ medical_offered: false })
      .where('id', '=', world.periodId)
      .execute()
    await waived()
    expect((await change()).body.data).toMatchObject({ matched: 0 })
  })

  it('leaves the last day of coverage alone, and a plan that ended before the birthday', async () => {
    const about = async (dob: string, ends_on: string) => {
      const id = await waived({}, dob)
      const { student_id, school_id } = await record(id)
      const plan = JSON.stringify({ name: 'PPO', ends_on })
      await buildReport(services.owner, {
        school_id,
        student_id,
        student_period_id: id,
        plan,
        is_simulated: false,
      })
      return id
    }
    const [today, before, ended] = [
      await about('2000-10-05', '2026-11-20'),
      await about('2001-03-05', '2026-10-31'),
      await about('2000-11-20', '2026-11-19'),
    ]
    expect((await change()).body.data).toMatchObject({ matched: 1 })
    expect(await statuses([today, before, ended])).toEqual(['waived', 'waived', 'waived_aged_out'])
  })

  it('is for product admins, in periods they can find', async () => {
    const body = { period_id: world.periodId }
    expect((await world.registrar.post(path, body)).status).toBe(403)
    const unknown = await world.admin.post(path, { period_id: 999_999 })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['period_id']])
  })
})

describe('the nightly change to aged out', () => {
  it('changes waivers once a night where the published options say so, as the system', async () => {
    const id = await waived()
    expect(await tonight()).toBe(0)
    expect(await counts()).toMatchObject({ is_nightly: false, last_night: null })
    await turnOn()
    expect(await tonight()).toBe(1)
    expect(await statuses([id])).toEqual(['waived_aged_out'])
    expect(await history(id)).toMatchObject([{ cause: 'system', actor_id: null, reason }])
    expect(await counts()).toMatchObject({
      is_nightly: true,
      last_night: { run_on: '2026-11-20', changed: 1 },
    })
    const later = await waived()
    expect(await tonight()).toBe(0)
    expect(await statuses([later])).toEqual(['waived'])
    expect(await nextNight()).toBe(1)
    expect(await statuses([later])).toEqual(['waived_aged_out'])
  })

  it('doesn’t repeat what staff changed back, unless coverage ends on another day', async () => {
    const id = await waived()
    await turnOn()
    await tonight()
    const override = { medical_status: 'waived', override_reason: 'The plan covers dependents until 29.' }
    expect((await world.admin.put(`/api/student-periods/${id}`, override)).status).toBe(200)
    await nextNight()
    expect(await statuses([id])).toEqual(['waived'])
    await services.owner
      .updateTable('student_periods')
      .set({ medical_waive_source_of_coverage: 'cobra', medical_waive_subscriber_relation: 'parent' })
      .where('id', '=', id)
      .execute()
    expect((await counts()).by_horizon).toMatchObject({ to_change: 1 })
  })

  it('leaves a policy year alone that isn’t open', async () => {
    await waived()
    await turnOn()
    await services.owner
      .updateTable('periods')
      .set({ state: 'closed' })
      .where('id', '=', world.periodId)
      .execute()
    expect(await tonight()).toBe(0)
  })

  it('starts although another policy year’s night can’t be saved', async () => {
    await turnOn()
    const stuck = world
    world = await buildSchoolWorld(services)
    const id = await waived()
    await turnOn()
    const when = `new.period_id = ${stuck.periodId}`
    const end = await refuseWrites(services, { table: 'age_out_runs', write: 'insert', when })
    expect(await tonight()).toBe(1)
    await end()
    expect(await statuses([id])).toEqual(['waived_aged_out'])
    expect(await tonight()).toBe(1)
  })

  it('is started once by two processes', async () => {
    const id = await waived()
    await turnOn()
    const started = await Promise.all([ageOutNightly(services.services), ageOutNightly(services.services)])
    expect(started.toSorted()).toEqual([0, 1])
    await services.runJobs()
    expect(await history(id)).toHaveLength(1)
  })

  it('killed in the middle leaves nothing half done; the next attempt changes everyone, and no one twice', async () => {
    const ids: number[] = []
    for (let each = 0; each < 450; each += 1) ids.push(await waived())
    await turnOn()
    await ageOutNightly(services.services)
    const night = await services.owner
      .selectFrom('age_out_runs')
      .select('job_id')
      .where('period_id', '=', world.periodId)
      .executeTakeFirstOrThrow()
    const held = await holdLock(services, 'select from student_periods where id = $1 for update', [ids[300]])
    const other = startOtherProcess(services, {
      imports: `import { agingOut } from '#server/outputs/reports/jobs.ts'`,
      work: `await agingOut.task.run(house, { job_id: ${night.job_id} }, { isLast: false })`,
    })
    const gone = once(other, 'exit')
    await held.waitedFor()
    other.kill('SIGKILL')
    await gone
    await held.release()
    const half = await statuses(ids)
    expect(half.filter((status) => status === 'waived_aged_out')).toHaveLength(200)
    expect((await counts()).last_night).toMatchObject({ changed: 200 })
    await services.runJobs()
    expect(new Set(await statuses(ids))).toEqual(new Set(['waived_aged_out']))
    for (const id of [ids[0], ids[300], ids[449]]) expect(await history(id ?? 0)).toHaveLength(1)
    expect((await counts()).last_night).toMatchObject({ changed: 450 })
  })
})
