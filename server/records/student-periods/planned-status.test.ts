import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/lib/log.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { clientOf, type TestAnswer } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod, type StudentPeriodValues } from './factory.ts'
import { makePlannedChanges } from './schedule.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  goTo('2026-11-20')
  // what is due is counted in all schools
  await services.owner.updateTable('student_periods').set(notWaiting).execute()
  world = await buildSchoolWorld(services)
})

/** Makes it 10:00 at the office on a day. Who signed in months before must do it again. */
const goTo = (day: string): void =>
  services.clock.advance((Date.parse(`${day}T15:00:00.000Z`) - services.clock.now().getTime()) / 1000)
const admin = () => clientOf(services, world.adminId)
const registrar = () => clientOf(services, world.registrarId)

const build = async (values: Partial<StudentPeriodValues> = {}): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'returning',
    medical_status: 'enrolled',
    medical_enroll_premium: '4800.00',
    medical_enroll_coverage_start_on: '2026-08-01',
    medical_enroll_coverage_end_on: '2027-07-31',
    ...values,
  })
  return id
}
const read = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const put = async (id: number, body: object) => (await registrar()).put(`/api/student-periods/${id}`, body)
const bulk = (body: object) =>
  world.registrar.post('/api/student-periods/bulk-operations/update-student-status', body)
const cancel = (id: number) => world.registrar.delete(`/api/student-periods/${id}/planned-status`)
const undo = async ({ headers }: Pick<TestAnswer, 'headers'>) =>
  (await admin()).post(`/api/changes/${headers['x-change-id']}/undo`)
const entries = (id: number) =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'cause', 'reason'])
    .where('student_period_id', '=', id)
    .orderBy('id')
    .execute()

const untouched = {
  academic_status: 'returning',
  medical_status: 'enrolled',
  medical_enroll_coverage_end_on: '2027-07-31',
}
const waiting = { planned_academic_status: 'withdrawn', planned_status_on: '2027-03-15' }
const notWaiting = { planned_academic_status: null, planned_status_on: null }
const withdrawal = { academic_status: 'withdrawn', effective_on: '2027-03-15' }
/** A record with a withdrawal planned for 03/15/2027. */
const planned = async (values: Partial<StudentPeriodValues> = {}): Promise<number> => {
  const id = await build(values)
  expect((await put(id, withdrawal)).status).toBe(200)
  return id
}

describe('a change of academic status after today', () => {
  it('waits, and nothing else changes', async () => {
    const id = await build()
    const { body } = await put(id, withdrawal)
    expect(body.data).toMatchObject({ ...untouched, ...waiting })
    expect(await entries(id)).toEqual([{ kind: 'status_change_planned', cause: 'person', reason: null }])
  })

  it.each([
    ['today', '2026-11-20', null],
    ['tomorrow', '2026-11-21', '2026-11-21'],
  ])('from %s counts from the office’s day', async (_when, effective_on, day) => {
    const id = await build()
    await put(id, { academic_status: 'graduated', effective_on })
    expect((await read(id)).planned_status_on).toBe(day)
    expect((await read(id)).academic_status).toBe(day === null ? 'graduated' : 'returning')
  })

  it('needs the status that the date is of', async () => {
    const { status, body } = await put(await build(), { effective_on: '2027-03-15' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['effective_on']])
  })

  it('is refused after the policy year, at its date', async () => {
    const id = await build()
    const text = 'Enter a date in the policy year: 08/01/2026 to 07/31/2027.'
    const late = { academic_status: 'withdrawn', effective_on: '2027-08-01' }
    for (const { status, body } of [await put(id, late), await bulk({ ids: [id], ...late })])
      expect([status, body.errors]).toEqual([422, { effective_on: [text] }])
    const leave = await put(id, { academic_status: 'leave_of_absence', loa_start_on: '2027-08-01' })
    expect([leave.status, leave.body.errors]).toEqual([422, { loa_start_on: [text] }])
    expect(await read(id)).toMatchObject({ ...untouched, ...notWaiting })
  })

  it('of a bulk change is counted in the preview and waits in every record', async () => {
    const ids = [await build(), await build(), await build({ academic_status: 'withdrawn' })]
    const preview = await bulk({ ids, ...withdrawal, dry_run: true })
    expect(preview.body.data).toMatchObject({ matched: 3, changed: 2, planned: 2, moves: [] })
    const changed = await bulk({ ids, ...withdrawal, expected: { matched: 3, changed: 2 } })
    expect(changed.body.data).toMatchObject({ changed: 2, planned: 2 })
    expect(await read(ids[0] ?? 0)).toMatchObject({ ...untouched, ...waiting })
    await undo(changed)
    expect(await read(ids[0] ?? 0)).toMatchObject({ ...untouched, ...notWaiting })
  })

  it('replaces one that waits, and is taken back by a change today', async () => {
    const id = await planned()
    await put(id, { academic_status: 'leave_of_absence', loa_start_on: '2027-01-04' })
    expect(await read(id)).toMatchObject({
      ...untouched,
      planned_academic_status: 'leave_of_absence',
      planned_status_on: '2027-01-04',
      loa_start_on: null,
    })
    await put(id, { academic_status: 'part_time' })
    expect(await read(id)).toMatchObject({ academic_status: 'part_time', ...notWaiting })
  })

  it('is canceled by its own call, which can be undone', async () => {
    const id = await planned()
    const canceled = await cancel(id)
    expect(canceled.body.data).toMatchObject({ ...untouched, ...notWaiting })
    expect((await entries(id)).map(({ kind }) => kind)).toEqual([
      'status_change_planned',
      'status_change_canceled',
    ])
    expect((await undo(canceled)).body.data).toMatchObject({ reverted: 1 })
    expect(await read(id)).toMatchObject({ ...untouched, ...waiting })
  })

  it('is listed by a filter', async () => {
    const id = await planned()
    await build()
    const filter = JSON.stringify({
      planned_status_on: { operator: 'and', constraints: [{ match_mode: 'isNotEmpty' }] },
    })
    const path = `/api/student-periods-by-period/${world.periodId}`
    const { body } = await world.registrar.get(
      `${path}?filters=${encodeURIComponent(filter)}&columns=planned_academic_status,planned_status_on`,
    )
    expect(body.data).toMatchObject([{ id, ...waiting }])
  })
})

describe('a planned change', () => {
  it('is made on its day, as a call on that day would, and says who planned it', async () => {
    const id = await planned()
    goTo('2027-03-14')
    expect(await makePlannedChanges(services.services)).toBe(0)
    expect(await read(id)).toMatchObject({ ...untouched, ...waiting })
    goTo('2027-03-15')
    expect(await makePlannedChanges(services.services)).toBe(1)
    expect(await read(id)).toMatchObject({
      ...notWaiting,
      academic_status: 'withdrawn',
      medical_status: 'enrolled_eoc',
      medical_enroll_coverage_end_on: '2027-07-31',
      medical_enroll_premium: '4800.00',
      dental_status: 'not_applicable',
    })
    const { first_name, last_name } = await services.owner
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', world.registrarId)
      .executeTakeFirstOrThrow()
    expect((await entries(id)).at(-1)).toEqual({
      kind: 'student_status_changed',
      cause: 'system',
      reason: `Planned by ${first_name} ${last_name} on 11/20/2026.`,
    })
    expect(await makePlannedChanges(services.services)).toBe(0)
  })

  it('of a day that was missed counts from that day', async () => {
    const id = await build({ medical_enroll_coverage_start_on: '2026-11-15' })
    // day 31 of coverage
    await put(id, { academic_status: 'withdrawn', effective_on: '2026-12-15' })
    goTo('2026-12-18')
    await makePlannedChanges(services.services)
    expect(await read(id)).toMatchObject({
      medical_status: 'not_applicable',
      medical_enroll_coverage_end_on: '2026-11-15',
    })
  })

  it('starts a leave and ends it, each on its day', async () => {
    const id = await build()
    const leave = {
      academic_status: 'leave_of_absence',
      loa_start_on: '2027-01-04',
      loa_end_on: '2027-06-01',
    }
    await put(id, leave)
    goTo('2027-01-04')
    await makePlannedChanges(services.services)
    expect(await read(id)).toMatchObject({ ...leave, medical_status: 'loa', ...notWaiting })
    await put(id, { academic_status: 'returning', loa_end_on: '2027-05-10' })
    expect(await read(id)).toMatchObject({ ...leave, medical_status: 'loa' })
    goTo('2027-05-10')
    await makePlannedChanges(services.services)
    expect(await read(id)).toMatchObject({
      academic_status: 'returning',
      loa_end_on: '2027-05-10',
      medical_status: 'enrolled',
      ...notWaiting,
    })
  })

  it('of an inactive record is passed over and says so; a removed record stays as it is', async () => {
    const [idle, gone] = [await planned(), await planned()]
    await bulk({ ids: [idle], status: 'inactive' })
    const removed = await world.admin.delete(`/api/student-periods/${gone}`)
    goTo('2027-03-15')
    expect(await makePlannedChanges(services.services)).toBe(0)
    expect(await read(idle)).toMatchObject({ ...untouched, ...notWaiting })
    expect((await entries(idle)).at(-1)).toMatchObject({
      kind: 'status_change_canceled',
      cause: 'system',
      reason: expect.stringMatching(/^Not applied because the record is inactive. Planned by /),
    })
    expect(await read(gone)).toMatchObject(waiting)
    expect((await undo(removed)).body.data).toMatchObject({ reverted: 1 })
    expect(await makePlannedChanges(services.services)).toBe(1)
  })

  it('that fails keeps no other, and is made once by two processes', async () => {
    const ids = [await planned(), await planned(), await planned()]
    goTo('2027-03-15')
    const [first = 0] = ids
    const end = await refuseWrites(services, {
      table: 'student_periods',
      write: 'update',
      when: `old.id = ${first}`,
    })
    const log = createLog('silent')
    expect(await makePlannedChanges({ ...services.services, log })).toBe(2)
    await end()
    const made = await Promise.all([1, 2].map(() => makePlannedChanges(services.services)))
    expect(made.toSorted()).toEqual([0, 1])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from history where student_period_id = any(${ids}) and cause = 'system'`.execute(
      services.owner,
    )
    expect(rows).toEqual([{ count: 3 }])
  })

  it('that was made doesn’t wait again after an undo', async () => {
    const id = await planned()
    goTo('2027-03-15')
    await makePlannedChanges(services.services)
    const { change_id } = await services.owner
      .selectFrom('history')
      .select('change_id')
      .where('student_period_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect((await undo({ headers: { 'x-change-id': change_id } })).body.data).toMatchObject({ reverted: 1 })
    expect(await read(id)).toMatchObject({ ...untouched, ...notWaiting, dental_status: 'not_started' })
    expect(await makePlannedChanges(services.services)).toBe(0)
  })

  it('can’t be planned again by undoing its cancellation after its day', async () => {
    const id = await planned()
    const canceled = await cancel(id)
    goTo('2027-03-15')
    const { body } = await undo(canceled)
    expect(body.data).toMatchObject({
      reverted: 0,
      left: [{ reason: 'The day of the planned change has passed.' }],
    })
    expect(await read(id)).toMatchObject({ ...untouched, ...notWaiting })
  })
})
