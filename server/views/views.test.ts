import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtInViews } from '#contract/views/built-in.ts'
import { buildPeriod } from '../periods/factory.ts'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { clientOf, type TestClient } from '../testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { buildPerson, login } from '../testing/sign-in.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
})

const query = {
  search: 'smith',
  filters: { program: { operator: 'and', constraints: [{ match_mode: 'startsWith', value: 'nurs' }] } },
  where: {
    operator: 'or',
    rules: [{ field: 'reverify_on', match_mode: 'lte', value: { relative: 'today', offset: 30 } }],
  },
  sort: '-graduation_year,student_name',
}
const save = async (client: TestClient, more: object = {}) =>
  client.post('/api/views', { school_id: world.schoolId, name: 'Nurses', query, ...more })
const namesOf = async (client: TestClient, schoolId = world.schoolId): Promise<string[]> => {
  const { body } = await client.get(`/api/views?school_id=${schoolId}`)
  return body.data.map(({ name }: { name: string }) => name)
}
const colleague = async (): Promise<TestClient> => {
  const person = await buildPerson(house, { school_ids: [world.schoolId] })
  await login(person.client, person.email)
  return person.client
}

describe('saved views', () => {
  it('are given back as they were saved, with their owner', async () => {
    const columns = { shown: ['sid', 'student_name'], density: 'compact' }
    const answer = await save(world.registrar, { columns })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      school_id: world.schoolId,
      owner: { id: world.registrarId },
      name: 'Nurses',
      shared: false,
      may_edit: true,
      query,
      columns,
      broken: [],
      version: 1,
    })
    const { body } = await world.registrar.get(`/api/views?school_id=${world.schoolId}`)
    expect(body.data).toEqual([answer.body.data])
  })

  it('are their owner’s alone until they are shared, and then of everybody in the school', async () => {
    const other = await colleague()
    const outsider = await buildSchoolWorld(house)
    const { id } = (await save(world.registrar)).body.data
    expect([await namesOf(other), await namesOf(world.admin)]).toEqual([[], []])
    expect((await world.admin.put(`/api/views/${id}`, { name: 'X', version: 1 })).status).toBe(404)
    await world.registrar.put(`/api/views/${id}`, { shared: true, version: 1 })
    expect([await namesOf(other), await namesOf(world.admin)]).toEqual([['Nurses'], ['Nurses']])
    expect((await outsider.registrar.get(`/api/views?school_id=${world.schoolId}`)).status).toBe(422)
    const seen = (await other.get(`/api/views?school_id=${world.schoolId}`)).body.data[0]
    expect(seen).toMatchObject({ may_edit: false, owner: { id: world.registrarId } })
  })

  it('that are shared are changed and removed by their owner and by Shipmate Admins only', async () => {
    const other = await colleague()
    const { id } = (await save(world.registrar, { shared: true })).body.data
    expect((await other.put(`/api/views/${id}`, { name: 'Mine', version: 1 })).status).toBe(403)
    expect((await other.delete(`/api/views/${id}`)).status).toBe(403)
    expect((await world.admin.put(`/api/views/${id}`, { name: 'Ours', version: 1 })).status).toBe(200)
    expect((await world.admin.delete(`/api/views/${id}`)).status).toBe(204)
    expect(await namesOf(world.registrar)).toEqual([])
    expect((await other.post(`/api/views/${id}/restore`)).status).toBe(403)
    expect((await world.registrar.post(`/api/views/${id}/restore`)).status).toBe(200)
    expect(await namesOf(world.registrar)).toEqual(['Ours'])
    expect((await world.registrar.post(`/api/views/${id}/restore`)).status).toBe(404)
  })

  it('of every school are their owner’s in each, and never shared', async () => {
    const other = await buildSchoolWorld(house)
    await save(world.admin, { school_id: null, name: 'Everywhere' })
    expect(await namesOf(world.admin)).toEqual(['Everywhere'])
    expect(await namesOf(world.admin, other.schoolId)).toEqual(['Everywhere'])
    expect(await namesOf(world.registrar)).toEqual([])
    const shared = await save(world.admin, { school_id: null, name: 'Shared', shared: true })
    expect([shared.status, Object.keys(shared.body.errors)]).toEqual([422, ['shared']])
  })

  it('have a name of their own, whatever its case', async () => {
    const first = (await save(world.registrar)).body.data
    const again = await save(world.registrar, { name: 'NURSES' })
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['name']])
    expect((await save(world.admin)).status).toBe(201)
    await world.registrar.delete(`/api/views/${first.id}`)
    expect((await save(world.registrar)).status).toBe(201)
    const back = await world.registrar.post(`/api/views/${first.id}/restore`)
    expect([back.status, back.body.code]).toEqual([409, 'exists'])
  })

  it('that changed since they were read are not written over', async () => {
    const { id } = (await save(world.registrar)).body.data
    await world.registrar.put(`/api/views/${id}`, { name: 'First', version: 1 })
    const late = await world.registrar.put(`/api/views/${id}`, { name: 'Second', version: 1 })
    expect([late.status, late.body.code, late.body.data.name]).toEqual([409, 'stale', 'First'])
    expect(await namesOf(world.registrar)).toEqual(['First'])
  })

  it('changed by two at the same time are changed once, and the other is told', async () => {
    const twice = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all([work(), work()])
    const statusesOf = (answers: { readonly status: number }[]) => answers.map(({ status }) => status).sort()
    const made = await twice(() => save(world.registrar))
    expect(statusesOf(made)).toEqual([201, 422])
    const [id] = made.flatMap(({ body }) => body.data?.id ?? [])
    const removed = await twice(() => world.registrar.delete(`/api/views/${id}`))
    expect(statusesOf(removed)).toEqual([204, 404])
    const restored = await twice(() => world.registrar.post(`/api/views/${id}/restore`))
    expect(statusesOf(restored)).toEqual([200, 404])
    const kinds = await house.owner
      .selectFrom('history')
      .select('kind')
      .where('subject_type', '=', 'view')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['view_created', 'view_removed', 'view_restored'])
  })

  it('leave a trace of every change', async () => {
    const { id } = (await save(world.registrar)).body.data
    await world.registrar.put(`/api/views/${id}`, { name: 'First', version: 1 })
    await world.registrar.delete(`/api/views/${id}`)
    await world.registrar.post(`/api/views/${id}/restore`)
    const entries = await house.owner
      .selectFrom('history')
      .select(['kind', 'changes', 'actor_id', 'school_id'])
      .where('subject_type', '=', 'view')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ kind }) => kind)).toEqual([
      'view_created',
      'view_changed',
      'view_removed',
      'view_restored',
    ])
    expect(entries[1]).toMatchObject({
      actor_id: world.registrarId,
      school_id: world.schoolId,
      changes: [{ field: 'name', before: 'Nurses', after: 'First' }],
    })
  })

  it.each([
    [
      'a field that the list has not',
      { query: { where: oneRule('student.shoe_size') } },
      'query.where.rules.0.field',
    ],
    ['the SSN', { query: { filters: { ssn: { constraints: [] } } } }, 'query.filters.ssn'],
    ['an unknown sort', { query: { sort: '-shoe_size' } }, 'query.sort'],
    ['an unknown column', { query: {}, columns: { shown: ['ssn'] } }, 'columns.shown.0'],
    ['too long a name', { name: 'x'.repeat(61) }, 'name'],
    ['a school of others', { school_id: 999_999_999 }, 'school_id'],
  ])('refuse %s by name', async (_name, more, field) => {
    const { status, body } = await save(world.registrar, more)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('whose fields have gone say so, and count as unknown', async () => {
    const { id } = (await save(world.registrar)).body.data
    const gone = { ...query, where: oneRule('shoe_size'), sort: '-shoe_size,hat' }
    await house.owner
      .updateTable('saved_views')
      .set({ query: JSON.stringify(gone) })
      .where('id', '=', id)
      .execute()
    const { body } = await world.registrar.get(`/api/views?school_id=${world.schoolId}`)
    expect(body.data[0].broken).toEqual(['shoe_size', 'hat'])
    const counts = await world.registrar.get(`/api/views/counts?period_id=${world.periodId}`)
    expect(counts.body.data.saved).toEqual([{ id, quantity: null }])
  })
})

function oneRule(field: string) {
  return { operator: 'and', rules: [{ field, match_mode: 'contains', value: 'x' }] }
}

describe('the counts of views', () => {
  const build = (values: object) =>
    buildStudentPeriod(house.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      ...settled,
      student: { dob: '2004-05-06' },
      ...values,
    })
  const settled = { medical_status: 'enrolled', dental_status: 'declined', vision_status: 'declined' }
  const countsOf = async (periodId = world.periodId) =>
    (await world.registrar.get(`/api/views/counts?period_id=${periodId}`)).body.data
  const quantities = async (periodId?: number): Promise<Record<string, number>> => {
    const { built_in } = await countsOf(periodId)
    return Object.fromEntries(
      built_in.map((one: { key: string; quantity: number }) => [one.key, one.quantity]),
    )
  }
  const young = { dob: '2004-05-06' }
  const turning = { dob: '2001-07-31' }

  it.each([
    ['somebody settled is in none', {}, []],
    ['a form in any line needs review', { vision_status: 'waived_enrollment_submitted' }, ['needs_review']],
    ['what waits for the student', { dental_status: 'enrolled_waiver_utp' }, ['unable_to_process']],
    ['a waiver that went inactive', { medical_status: 'waiver_inactive' }, ['reverify_due']],
    ['a day to reverify that is today', { reverify_on: '2026-11-20' }, ['reverify_due']],
    ['a day to reverify that is tomorrow', { reverify_on: '2026-11-21' }, []],
    [
      'waived by a parent, 26 on the last day of the year',
      {
        medical_status: 'waived',
        medical_waive_source_of_coverage: 'parent_employer_group',
        student: turning,
      },
      ['aging_out'],
    ],
    [
      'waived by a parent in another line',
      { dental_status: 'waived', dental_waive_subscriber_relation: 'parent', student: turning },
      ['aging_out'],
    ],
    [
      'the parent of one line does not age out the other',
      { dental_status: 'waived', medical_waive_subscriber_relation: 'parent', student: turning },
      [],
    ],
    [
      'waived by a parent, young',
      { medical_status: 'waived', medical_waive_subscriber_relation: 'parent', student: young },
      [],
    ],
    [
      'born on Feb 29, 26 on Mar 1',
      {
        medical_status: 'waived',
        medical_waive_subscriber_relation: 'parent',
        student: { dob: '2000-02-29' },
      },
      ['aging_out'],
    ],
    ['not started in any line', { dental_status: 'not_started' }, ['not_started_near_deadline']],
    ['an inactive record is in none', { medical_status: 'waiver_submitted', status: 'inactive' }, null],
  ])('%s', async (_name, values, keys) => {
    await build(values)
    const found = Object.entries(await quantities()).filter(([, quantity]) => quantity === 1)
    const expected = keys === null ? [] : ['everyone', ...keys]
    expect(found.map(([key]) => key).sort()).toEqual(expected.sort())
  })

  it.each([
    ['2026-12-04', 1, null, '2026-11-20'],
    ['2026-12-05', 0, 'not_yet', '2026-11-21'],
    [null, 0, 'no_day', null],
  ])('near a deadline on %s: %d', async (waiver_deadline_on, quantity, empty_because, opens_on) => {
    const period_id = await buildPeriod(house.owner, { school_id: world.schoolId, waiver_deadline_on })
    await build({ period_id, dental_status: 'not_started' })
    const { built_in } = await countsOf(period_id)
    expect(built_in.at(-1)).toEqual({ key: 'not_started_near_deadline', quantity, empty_because, opens_on })
  })

  it('are what the list shows for the same question', async () => {
    await build({ medical_status: 'waiver_submitted' })
    await build({ dental_status: 'waiver_utp', medical_status: 'enrollment_submitted' })
    await build({ medical_status: 'not_started' })
    const counted = await quantities()
    for (const {
      key,
      query: { where },
    } of builtInViews) {
      const asked = where ? `?where=${encodeURIComponent(JSON.stringify(where))}` : ''
      const { body } = await world.registrar.get(`/api/student-periods-by-period/${world.periodId}${asked}`)
      expect([key, body.meta.total]).toEqual([key, counted[key]])
    }
  })

  it('count saved views too, only those asked for, and none that the caller does not see', async () => {
    await build({
      program: 'Nursing (BSN)',
      student: { last_name: 'Smith', dob: '2004-05-06' },
      reverify_on: '2026-12-01',
    })
    const mine = (await save(world.registrar)).body.data.id
    const other = (await save(world.registrar, { name: 'All', query: {} })).body.data.id
    const saved = async (ids: string) =>
      (await world.registrar.get(`/api/views/counts?period_id=${world.periodId}&view_ids=${ids}`)).body
    expect((await countsOf()).saved).toEqual([
      { id: other, quantity: 1 },
      { id: mine, quantity: 1 },
    ])
    expect((await saved(String(mine))).data.saved).toEqual([{ id: mine, quantity: 1 }])
    const hers = (await save(world.admin)).body.data.id
    expect(Object.keys((await saved(`${mine},${hers}`)).errors)).toEqual(['view_ids'])
    const stranger = await clientOf(house, (await buildSchoolWorld(house)).registrarId)
    expect((await stranger.get(`/api/views/counts?period_id=${world.periodId}`)).status).toBe(422)
  })
})
