import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtInViews } from '#contract/records/views/built-in.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf, type TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, login } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
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
  const person = await buildPerson(services, { school_ids: [world.schoolId] })
  await login(person.client, person.email)
  return person.client
}

describe('saved views', () => {
  it('are returned as saved, with their owner', async () => {
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

  it('are visible to their owner until they’re shared, then to everyone at the school', async () => {
    const other = await colleague()
    const outsider = await buildSchoolWorld(services)
    const { id } = (await save(world.registrar)).body.data
    expect([await namesOf(other), await namesOf(world.admin)]).toEqual([[], []])
    expect((await world.admin.put(`/api/views/${id}`, { name: 'X', version: 1 })).status).toBe(404)
    await world.registrar.put(`/api/views/${id}`, { shared: true, version: 1 })
    expect([await namesOf(other), await namesOf(world.admin)]).toEqual([['Nurses'], ['Nurses']])
    expect((await outsider.registrar.get(`/api/views?school_id=${world.schoolId}`)).status).toBe(422)
    const seen = (await other.get(`/api/views?school_id=${world.schoolId}`)).body.data[0]
    expect(seen).toMatchObject({ may_edit: false, owner: { id: world.registrarId } })
  })

  it('that are shared can be changed and removed by their owner and Shipmate Admins only', async () => {
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

  it('for all schools are visible to their owner in each, and can’t be shared', async () => {
    const other = await buildSchoolWorld(services)
    await save(world.admin, { school_id: null, name: 'Everywhere' })
    expect(await namesOf(world.admin)).toEqual(['Everywhere'])
    expect(await namesOf(world.admin, other.schoolId)).toEqual(['Everywhere'])
    expect(await namesOf(world.registrar)).toEqual([])
    const shared = await save(world.admin, { school_id: null, name: 'Shared', shared: true })
    expect([shared.status, Object.keys(shared.body.errors)]).toEqual([422, ['shared']])
  })

  it('have a unique name, ignoring case', async () => {
    const first = (await save(world.registrar)).body.data
    const again = await save(world.registrar, { name: 'NURSES' })
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['name']])
    expect((await save(world.admin)).status).toBe(201)
    await world.registrar.delete(`/api/views/${first.id}`)
    expect((await save(world.registrar)).status).toBe(201)
    const back = await world.registrar.post(`/api/views/${first.id}/restore`)
    expect([back.status, back.body.code]).toEqual([409, 'exists'])
  })

  it('that changed aren’t overwritten by an outdated version', async () => {
    const { id } = (await save(world.registrar)).body.data
    await world.registrar.put(`/api/views/${id}`, { name: 'First', version: 1 })
    const late = await world.registrar.put(`/api/views/${id}`, { name: 'Second', version: 1 })
    expect([late.status, late.body.code, late.body.data.name]).toEqual([409, 'stale', 'First'])
    expect(await namesOf(world.registrar)).toEqual(['First'])
  })

  it('changed at the same time are saved once; the other call gets 409', async () => {
    const twice = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all([work(), work()])
    const statusesOf = (answers: { readonly status: number }[]) => answers.map(({ status }) => status).sort()
    const made = await twice(() => save(world.registrar))
    expect(statusesOf(made)).toEqual([201, 422])
    const [id] = made.flatMap(({ body }) => body.data?.id ?? [])
    const removed = await twice(() => world.registrar.delete(`/api/views/${id}`))
    expect(statusesOf(removed)).toEqual([204, 404])
    const restored = await twice(() => world.registrar.post(`/api/views/${id}/restore`))
    expect(statusesOf(restored)).toEqual([200, 404])
    const kinds = await services.owner
      .selectFrom('history')
      .select('kind')
      .where('subject_type', '=', 'view')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['view_created', 'view_removed', 'view_restored'])
  })

  it('have every change in the history', async () => {
    const { id } = (await save(world.registrar)).body.data
    await world.registrar.put(`/api/views/${id}`, { name: 'First', version: 1 })
    await world.registrar.delete(`/api/views/${id}`)
    await world.registrar.post(`/api/views/${id}/restore`)
    const entries = await services.owner
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
      'a field that the list doesn’t have',
      { query: { where: oneRule('student.shoe_size') } },
      'query.where.rules.0.field',
    ],
    ['the SSN', { query: { filters: { ssn: { constraints: [] } } } }, 'query.filters.ssn'],
    ['an unknown sort', { query: { sort: '-shoe_size' } }, 'query.sort'],
    ['an unknown column', { query: {}, columns: { shown: ['ssn'] } }, 'columns.shown.0'],
    ['a name that’s too long', { name: 'x'.repeat(61) }, 'name'],
    ['another school', { school_id: 999_999_999 }, 'school_id'],
  ])('refuse %s by name', async (_name, more, field) => {
    const { status, body } = await save(world.registrar, more)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('report fields that no longer exist, and have no count', async () => {
    const { id } = (await save(world.registrar)).body.data
    const gone = { ...query, where: oneRule('shoe_size'), sort: '-shoe_size,hat' }
    await services.owner
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

describe('view counts', () => {
  const build = (values: object) =>
    buildStudentPeriod(services.owner, {
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
    ['a student without pending work is in no view', {}, []],
    [
      'a status of any coverage type that waits for staff, without a form',
      { vision_status: 'waived_enrollment_submitted' },
      ['needs_review', 'to_decide_without_form'],
    ],
    ['a status that waits for the student', { dental_status: 'enrolled_waiver_utp' }, ['unable_to_process']],
    ['a waiver that needs reverification', { medical_status: 'waived_needs_reverified' }, ['reverify_due']],
    ['a waiver that became inactive', { medical_status: 'waiver_inactive' }, []],
    [
      'a waiver that aged out, with a reverification date today',
      { medical_status: 'waived_aged_out', reverify_on: '2026-11-20' },
      [],
    ],
    [
      'a reverification date today',
      { reverify_on: '2026-11-20', medical_status: 'waived' },
      ['reverify_due'],
    ],
    ['a reverification date without a waiver', { reverify_on: '2026-11-20' }, []],
    ['a reverification date tomorrow', { reverify_on: '2026-11-21' }, []],
    [
      'waived with a parent’s plan, 26 on the last day of the year',
      {
        medical_status: 'waived',
        medical_waive_source_of_coverage: 'parent_employer_group',
        student: turning,
      },
      ['aging_out'],
    ],
    [
      'waived with a parent’s plan for another coverage type',
      { dental_status: 'waived', dental_waive_subscriber_relation: 'parent', student: turning },
      ['aging_out'],
    ],
    [
      'a parent’s plan for one coverage type doesn’t age out another',
      { dental_status: 'waived', medical_waive_subscriber_relation: 'parent', student: turning },
      [],
    ],
    [
      'waived with a parent’s plan, young',
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
    ['medical not started', { medical_status: 'not_started' }, ['not_started_near_deadline']],
    ['dental alone not started', { dental_status: 'not_started' }, []],
    ['an inactive record is in no view', { medical_status: 'waiver_submitted', status: 'inactive' }, null],
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
    const period_id = await buildPeriod(services.owner, { school_id: world.schoolId, waiver_deadline_on })
    await build({ period_id, medical_status: 'not_started' })
    const { built_in } = await countsOf(period_id)
    expect(built_in.at(-1)).toEqual({ key: 'not_started_near_deadline', quantity, empty_because, opens_on })
  })

  it('match the list for the same query', async () => {
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

  it('include requested saved views that the caller can see', async () => {
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
    const stranger = await clientOf(services, (await buildSchoolWorld(services)).registrarId)
    expect((await stranger.get(`/api/views/counts?period_id=${world.periodId}`)).status).toBe(422)
  })
})
