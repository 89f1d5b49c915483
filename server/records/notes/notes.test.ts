import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf, type TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'

let services: TestServices
let world: SchoolWorld
let studentId: number
let yearId: number
let colleague: TestClient
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
  yearId = built.id
  const id = await buildUser(services.owner, { permission: 'school_admin', school_ids: [world.schoolId] })
  colleague = await clientOf(services, id)
})

const add = async (body: string, client = world.registrar, more: object = {}) =>
  client.post('/api/student-notes/create', { student_id: studentId, body, ...more })
const at = (id: number): string => `/api/student-notes/${id}`
const list = async (): Promise<{ id: number; body: string }[]> =>
  (await world.registrar.get(`/api/student-notes?student_id=${studentId}`)).body.data
const undo = (client: TestClient, headers: Record<string, unknown>) =>
  client.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
const history = async () =>
  (
    await services.owner
      .selectFrom('history')
      .select(['kind', 'changes', 'cause', 'student_period_id'])
      .where('student_id', '=', studentId)
      .orderBy('id')
      .execute()
  ).map(({ kind, changes, cause }) => ({ kind, cause, changes }))

describe('notes', () => {
  it('are cleaned, and show author, time and policy year', async () => {
    const answer = await add(
      '<h1>Call</h1><p onclick="x">back <b>soon</b></p><script>y</script>',
      undefined,
      {
        student_period_id: yearId,
      },
    )
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual({
      id: expect.any(Number),
      student_id: studentId,
      student_period_id: yearId,
      body: '<h2>Call</h2><p>back <strong>soon</strong></p>',
      pinned: false,
      author: { id: world.registrarId, name: expect.any(String) },
      version: 1,
      created_at: '2026-11-20T15:00:00.000Z',
      updated_at: '2026-11-20T15:00:00.000Z',
    })
    expect((await world.admin.get(at(answer.body.data.id))).body.data).toEqual(answer.body.data)
  })

  it('mention fields and documents of their own student, also when changed; everything else is text', async () => {
    const link = (student: number) => `<p><a href="/student/${student}/overview#field-city">City</a></p>`
    const made = await add(link(studentId))
    expect(made.body.data.body).toBe(link(studentId))
    expect((await add(link(studentId + 1))).body.data.body).toBe('<p>City</p>')
    const path = `${at(made.body.data.id)}/body`
    const changed = (body: string) => world.registrar.put(path, { body })
    expect((await changed(link(studentId + 1))).body.data.body).toBe('<p>City</p>')
    expect((await changed(link(studentId))).body.data.body).toBe(link(studentId))
    expect((await changed('<p><a href="//evil.example">City</a></p>')).body.data.body).toBe('<p>City</p>')
  })

  it('are listed with pinned ones first, then the newest', async () => {
    const ids: number[] = []
    for (const body of ['first', 'second', 'third']) {
      ids.push((await add(body)).body.data.id)
      services.clock.advance(60)
    }
    await colleague.put(`${at(ids[0]!)}/pinned`, { pinned: true, version: 1 })
    expect((await list()).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]])
  })

  it('are listed by page, for one policy year if requested', async () => {
    for (const year of [null, yearId, null]) await add('a', undefined, { student_period_id: year })
    const read = async (query: string) =>
      (await world.registrar.get(`/api/student-notes?student_id=${studentId}${query}`)).body
    expect(await read('&per_page=2&page=2')).toMatchObject({
      data: [{ body: '<p>a</p>' }],
      meta: { total: 3, current_page: 2, per_page: 2, last_page: 2, from: 3, to: 3 },
    })
    expect(await read(`&student_period_id=${yearId}`)).toMatchObject({
      data: [{ student_period_id: yearId }],
      meta: { total: 1 },
    })
    expect((await read('&per_page=21')).errors).toMatchObject({ per_page: [expect.anything()] })
  })

  it.each([
    ['', 'body'],
    ['<p><br></p>', 'body'],
    ['<script>alert(1)</script>', 'body'],
  ])('can’t be empty: %j', async (body, field) => {
    const answer = await add(body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })

  it('belong to a year of the same student only', async () => {
    const other = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    const answer = await add('x', undefined, { student_period_id: other.id })
    expect(Object.keys(answer.body.errors)).toEqual(['student_period_id'])
  })

  it('can be changed and removed by their author or a product admin only', async () => {
    const { id } = (await add('mine')).body.data
    for (const refused of [
      await colleague.put(`${at(id)}/body`, { body: 'theirs' }),
      await colleague.delete(at(id)),
    ])
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'Only the author or a Shipmate Admin can change this note.',
      ])
    const changed = await world.registrar.put(`${at(id)}/body`, { body: 'mine, better', version: 1 })
    expect(changed.body.data).toMatchObject({ body: '<p>mine, better</p>', version: 2 })
    expect((await world.admin.put(`${at(id)}/body`, { body: 'ours' })).body.data.author.id).toBe(
      world.registrarId,
    )
    expect((await world.admin.delete(at(id))).status).toBe(204)
    expect((await world.admin.get(at(id))).status).toBe(404)
    expect(await list()).toEqual([])
  })

  it('that changed return 409 with the current note', async () => {
    const { id } = (await add('one')).body.data
    await world.admin.put(`${at(id)}/body`, { body: 'two', version: 1 })
    for (const late of [
      await world.registrar.put(`${at(id)}/body`, { body: 'three', version: 1 }),
      await world.registrar.put(`${at(id)}/pinned`, { pinned: true, version: 1 }),
    ])
      expect([late.status, late.body.code, late.body.data.body]).toEqual([409, 'stale', '<p>two</p>'])
  })

  it('are recorded in the history with before and after, unless nothing changes', async () => {
    const { id } = (await add('one')).body.data
    const same = await world.registrar.put(`${at(id)}/body`, { body: '<p>one</p>' })
    expect(same.headers['x-change-id']).toBeUndefined()
    await world.registrar.put(`${at(id)}/body`, { body: 'two' })
    await world.registrar.put(`${at(id)}/pinned`, { pinned: true })
    await world.registrar.delete(at(id))
    const change = (kind: string, field: string, before: unknown, after: unknown) => ({
      kind,
      cause: 'person',
      changes: [{ field, before, after }],
    })
    expect(await history()).toEqual([
      change('note_added', 'body', null, '<p>one</p>'),
      change('note_changed', 'body', '<p>one</p>', '<p>two</p>'),
      change('note_changed', 'pinned', false, true),
      change('note_removed', 'body', '<p>two</p>', null),
    ])
  })

  it('can be restored, removed and reverted with undo, and the undo can be undone', async () => {
    const added = await add('one')
    const { id } = added.body.data
    const changed = await world.registrar.put(`${at(id)}/body`, { body: 'two' })
    expect((await undo(world.registrar, changed.headers)).body.data).toMatchObject({ reverted: 1, left: [] })
    expect((await list())[0]?.body).toBe('<p>one</p>')
    const removed = await world.registrar.delete(at(id))
    const back = await undo(world.registrar, removed.headers)
    expect((await list()).map((note) => note.id)).toEqual([id])
    await undo(world.registrar, back.headers)
    expect(await list()).toEqual([])
    // changed after that: the later version stays
    expect((await undo(world.registrar, added.headers)).body.data).toMatchObject({
      reverted: 0,
      left: [{ id, reason: 'The note changed after that.' }],
    })
    const fresh = await add('three')
    expect((await undo(world.registrar, fresh.headers)).body.data.reverted).toBe(1)
    expect(await list()).toEqual([])
  })

  it('are skipped by undo if someone changed them later', async () => {
    const { id } = (await add('one')).body.data
    const changed = await world.registrar.put(`${at(id)}/body`, { body: 'two' })
    await world.admin.put(`${at(id)}/body`, { body: 'three' })
    const undone = await undo(world.registrar, changed.headers)
    expect(undone.body.data).toMatchObject({ reverted: 0, left_total: 1 })
    expect((await list())[0]?.body).toBe('<p>three</p>')
  })
})

describe('a note’s size', () => {
  it('is counted as it’s saved, for one student and for several', async () => {
    const tooMany = 'This note is too long to save. Use at most'
    expect((await add(`<p>${'&lt;'.repeat(49_000)}</p>`)).status).toBe(201)
    const raw = await add(`<p>${'< '.repeat(60_000)}</p>`)
    expect([raw.status, raw.body.errors.body[0]]).toEqual([422, expect.stringContaining(tooMany)])
    const shared = await world.registrar.post('/api/bulk-add-student-note', {
      ids: [yearId],
      body: `<p>${'< '.repeat(4_000)}</p>`,
    })
    expect([shared.status, shared.body.errors?.body[0]]).toEqual([422, expect.stringContaining(tooMany)])
  })
})
