import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildPeriod } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const next = (more: object = {}) => ({
  school_id: world.schoolId,
  name: '2027–28',
  starts_on: '2027-08-01',
  ends_on: '2028-07-31',
  ...more,
})

describe('periods', () => {
  it('are created as a copy of an earlier one', async () => {
    const source = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      name: 'old',
      vision_offered: false,
      medical_is_voluntary: true,
    })
    const made = await world.admin.post(
      '/api/periods',
      next({ copy_from_period_id: source, dental_offered: false }),
    )
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      name: '2027–28',
      state: 'draft',
      medical_offered: true,
      dental_offered: false,
      vision_offered: false,
      medical_is_voluntary: true,
      students: 0,
      is_current: false,
    })
  })

  it('copy the waiver deadline too, a year later, unless another one or none is asked for', async () => {
    await services.owner
      .updateTable('periods')
      .set({ waiver_deadline_on: '2026-09-15' })
      .where('id', '=', world.periodId)
      .execute()
    const deadlineOf = async (more: object) =>
      (await world.admin.post('/api/periods', next({ copy_from_period_id: world.periodId, ...more }))).body
        .data.waiver_deadline_on
    expect(await deadlineOf({ name: 'moved' })).toBe('2027-09-15')
    expect(await deadlineOf({ name: 'own', waiver_deadline_on: '2027-10-01' })).toBe('2027-10-01')
    expect(await deadlineOf({ name: 'none', waiver_deadline_on: null })).toBeNull()
  })

  it.each([
    ['an end before the start', { name: 'a', ends_on: '2027-07-31' }, 'ends_on'],
    ['a date that doesn’t exist', { name: 'b', starts_on: '2027-02-30' }, 'starts_on'],
    ['an unknown school', { name: 'c', school_id: 999_999 }, 'school_id'],
    ['an unknown source', { name: 'd', copy_from_period_id: 999_999 }, 'copy_from_period_id'],
    ['a name in use', { name: '2027–28' }, 'name'],
  ])('refuse %s by field', async (_name, more, field) => {
    const answer = await world.admin.post('/api/periods', next(more))
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('include a current one: the running one, else the next, else the last', async () => {
    const other = await buildSchoolWorld(services)
    const current = async () =>
      (await other.admin.get(`/api/schools/${other.schoolId}`)).body.data.latest_period_id
    expect(await current()).toBe(other.periodId)
    await services.owner
      .updateTable('periods')
      .set({ starts_on: '2024-08-01', ends_on: '2025-07-31' })
      .where('id', '=', other.periodId)
      .execute()
    expect(await current()).toBe(other.periodId)
    const far = await buildPeriod(services.owner, {
      school_id: other.schoolId,
      starts_on: '2029-08-01',
      ends_on: '2030-07-31',
    })
    expect(await current()).toBe(far)
    const near = await buildPeriod(services.owner, {
      school_id: other.schoolId,
      starts_on: '2027-08-01',
      ends_on: '2028-07-31',
    })
    expect(await current()).toBe(near)
  })

  it('replace the about fields, record the changes, and return 409 for an outdated version', async () => {
    const path = `/api/periods/${world.periodId}/about`
    const { data: about } = (await world.registrar.get(path)).body
    const saved = await world.admin.put(path, { ...about, state: 'closed' })
    expect(saved.body.data).toMatchObject({ state: 'closed', version: about.version + 1 })
    const late = await world.admin.put(path, { ...about, name: 'late' })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'stale', data: { state: 'closed', version: about.version + 1 } })
    const entries = await services.owner
      .selectFrom('history')
      .select('changes')
      .where('kind', '=', 'period_changed')
      .where('subject_id', '=', world.periodId)
      .execute()
    expect(entries).toEqual([{ changes: [{ field: 'state', before: 'open', after: 'closed' }] }])
    expect((await world.registrar.put(path, about)).status).toBe(403)
  })

  it('are restored by the undo of the change that closed them, never by that of an older one', async () => {
    const other = await buildSchoolWorld(services)
    const path = `/api/periods/${other.periodId}/about`
    const about = async () => (await other.admin.get(path)).body.data
    const moveTo = async (state: string): Promise<string> => {
      const answer = await other.admin.put(path, { ...(await about()), state })
      return String(answer.headers['x-change-id'])
    }
    const undo = async (change: string) => (await other.admin.post(`/api/changes/${change}/undo`)).body.data
    const closed = await moveTo('closed')
    const reopened = await moveTo('open')
    const closedAgain = await moveTo('closed')
    // the same status as after the first change, but set by the third
    expect(await undo(closed)).toMatchObject({ reverted: 0, left: [{ reason: 'It changed after that.' }] })
    expect((await about()).state).toBe('closed')
    expect(await undo(reopened)).toMatchObject({ reverted: 0, left: [{ reason: 'It changed after that.' }] })
    expect(await undo(closedAgain)).toMatchObject({ reverted: 1, left: [] })
    expect((await about()).state).toBe('open')
    expect(await undo(reopened)).toMatchObject({ reverted: 1 })
    expect(await undo(closed)).toMatchObject({ reverted: 1 })
    expect((await about()).state).toBe('open')
  })

  it('are listed in the staff’s order, new ones first', async () => {
    const other = await buildSchoolWorld(services)
    const add = (name: string, year: number) =>
      buildPeriod(services.owner, {
        school_id: other.schoolId,
        name,
        starts_on: `${year}-08-01`,
        ends_on: `${year + 1}-07-31`,
      })
    const [early, late] = [await add('Early', 2020), await add('Late', 2024)]
    const path = `/api/schools/${other.schoolId}/periods`
    const listed = async () => (await other.admin.get(path)).body.data.map(({ id }: { id: number }) => id)
    expect(await listed()).toEqual([other.periodId, late, early])
    const ids = [early, other.periodId, late]
    const answer = await other.admin.put(`${path}/order`, { ids })
    expect([answer.status, answer.body.data.map(({ id }: { id: number }) => id)]).toEqual([200, ids])
    const added = await add('Next', 2030)
    expect(await listed()).toEqual([added, ...ids])
    expect((await other.admin.put(`${path}/order`, { ids })).status).toBe(409)
    const entries = await services.owner
      .selectFrom('history')
      .select('changes')
      .where('kind', '=', 'periods_ordered')
      .where('subject_id', '=', other.schoolId)
      .execute()
    expect(entries).toHaveLength(1)
  })

  it('can be read by school admins of the same school', async () => {
    const other = await buildSchoolWorld(services)
    expect((await world.registrar.get(`/api/periods/${world.periodId}`)).status).toBe(200)
    expect((await world.registrar.get(`/api/periods/${other.periodId}`)).status).toBe(404)
    expect((await world.registrar.get('/api/periods/01')).status).toBe(404)
  })
})
