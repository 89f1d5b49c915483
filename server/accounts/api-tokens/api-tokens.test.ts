import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/app/contract.ts'
import { passwordOf, type EndpointModule } from '#contract/platform/endpoint.ts'
import { deliverDue } from '#server/mail/email-delivery/index.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { confirmAdmin } from '#server/testing/confirm-admin.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { mayUseToken } from '#server/platform/http/token.ts'

// now is Friday, 11/20/2026
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await confirmAdmin({ services, adminId: world.adminId })
})

const path = () => `/api/schools/${world.schoolId}/api-tokens`
const create = async (more: object = {}) =>
  (await world.admin.post(path(), { name: 'Banner', access: 'read', expires_in_days: 90, ...more })).body.data
const student = () =>
  buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId })
/** A call of another system: no cookies, no anti-forgery token. */
const call = async (token: string, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
  const answer = await services.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : answer.json(),
    headers: answer.headers,
  }
}

describe('a token', () => {
  it('is shown once; only its hash is saved', async () => {
    const created = await create()
    expect(created).toMatchObject({
      name: 'Banner',
      access: 'read',
      expires_at: '2027-02-18T15:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
      created_by: { id: world.adminId },
    })
    expect(created.token).toMatch(/^shipmate_[\w-]{43}$/)
    const listed = (await world.admin.get(path())).body.data
    expect(listed).toMatchObject([{ id: created.id, hint: created.token.slice(-4) }])
    expect(JSON.stringify(listed)).not.toContain(created.token)
    const saved = await services.owner
      .selectFrom('api_tokens')
      .selectAll()
      .where('id', '=', created.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(saved)).not.toContain(created.token)
  })

  it('needs a password that was confirmed lately', async () => {
    await services.owner
      .updateTable('sessions')
      .set({ password_confirmed_at: null })
      .where('user_id', '=', world.adminId)
      .execute()
    const { status } = await world.admin.post(path(), { name: 'A', access: 'read', expires_in_days: 1 })
    expect(status).toBe(423)
  })

  it('reads its school’s records, and no others', async () => {
    const { token } = await create()
    const own = await student()
    const other = await buildSchoolWorld(services)
    const foreign = await buildStudentPeriod(services.owner, {
      school_id: other.schoolId,
      period_id: other.periodId,
    })
    expect((await call(token, 'GET', `/api/student-periods/${own.id}`)).status).toBe(200)
    expect((await call(token, 'GET', `/api/student-periods/${foreign.id}`)).status).toBe(404)
    expect((await call(token, 'GET', `/api/student-periods-by-period/${other.periodId}`)).status).toBe(404)
  })

  it('sets no cookies, and ignores those of a person', async () => {
    const { token } = await create()
    const { id } = await student()
    const answer = await call(token, 'GET', `/api/student-periods/${id}`)
    expect(answer.headers['set-cookie']).toBeUndefined()
    const mixed = await world.admin.get('/api/schools', { authorization: `Bearer ${token}` })
    expect(mixed.status).toBe(403)
  })

  it('writes only with write access, named in the history', async () => {
    const [reading, writing] = [await create(), await create({ name: 'Slate', access: 'write' })]
    const { id, student_id } = await student()
    const url = `/api/student-periods/${id}`
    expect((await call(reading.token, 'PUT', url, { program: 'Nursing' })).status).toBe(403)
    expect((await call(writing.token, 'PUT', url, { program: 'Nursing' })).status).toBe(200)
    const entries = (await world.admin.get(`/api/student-history-entries?student_id=${student_id}`)).body.data
    expect(entries[0]).toMatchObject({ actor: { name: 'API token Slate' } })
  })

  it('can’t do what a school admin can’t', async () => {
    const { token } = await create({ access: 'write' })
    const { id } = await student()
    const approved = await call(token, 'PUT', `/api/student-periods/${id}`, { medical_status: 'waived' })
    expect(approved.status).toBe(403)
  })

  it.each([
    ['an unknown one', () => Promise.resolve('shipmate_unknown')],
    ['something else', () => Promise.resolve('abc')],
    [
      'an expired one',
      async () => {
        const { token, id } = await create()
        await services.owner
          .updateTable('api_tokens')
          .set({ expires_at: '2026-11-20T14:59:59.000Z' })
          .where('id', '=', id)
          .execute()
        return token
      },
    ],
    [
      'a revoked one',
      async () => {
        const { token, id } = await create()
        expect((await world.admin.delete(`${path()}/${id}`)).status).toBe(204)
        return token
      },
    ],
  ])('%s is refused with 401', async (_what, tokenOf) => {
    const { id } = await student()
    const { status, body } = await call(await tokenOf(), 'GET', `/api/student-periods/${id}`)
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  it('is revoked once, and stays in the list for the record', async () => {
    const { id } = await create()
    await world.admin.delete(`${path()}/${id}`)
    expect((await world.admin.delete(`${path()}/${id}`)).status).toBe(404)
    expect((await world.admin.get(path())).body.data).toMatchObject([{ id, revoked_at: expect.any(String) }])
    const history = (await world.admin.get(`/api/schools/${world.schoolId}/history`)).body.data
    expect(history.slice(0, 2)).toMatchObject([
      { changes: [{ field: 'api_token', before: 'Banner', after: null }] },
      { changes: [{ field: 'api_token', before: null, after: 'Banner: read, until 2027-02-18' }] },
    ])
  })

  it('of another school isn’t found', async () => {
    const { id } = await create()
    const other = await buildSchoolWorld(services)
    expect((await world.admin.delete(`/api/schools/${other.schoolId}/api-tokens/${id}`)).status).toBe(404)
  })

  it('has a name of its own among those in use', async () => {
    const { id } = await create()
    const twice = await world.admin.post(path(), { name: 'banner', access: 'read', expires_in_days: 1 })
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['name']])
    await world.admin.delete(`${path()}/${id}`)
    expect(await create()).toMatchObject({ name: 'Banner' })
  })

  it('is limited to 600 calls a minute', async () => {
    const { token } = await create()
    const { id } = await student()
    const statuses = [(await call(token, 'GET', `/api/student-periods/${id}`)).status]
    await services.owner.updateTable('throttles').set({ hits: 600 }).where('key', 'like', 'token:%').execute()
    const refused = await call(token, 'GET', `/api/student-periods/${id}`)
    statuses.push(refused.status)
    expect(refused.headers['retry-after']).toBe('60')
    services.clock.advance(61)
    statuses.push((await call(token, 'GET', `/api/student-periods/${id}`)).status)
    services.clock.advance(-61)
    expect(statuses).toEqual([200, 429, 200])
  })

  it('is an account that isn’t a user and gets no email', async () => {
    await create()
    const users = (await world.admin.get('/api/users?per_page=500')).body.data
    expect(users.filter(({ first_name }: { first_name: string }) => first_name === 'API token')).toEqual([])
    const account = await services.owner
      .selectFrom('users')
      .select('email')
      .where('is_service', '=', true)
      .executeTakeFirstOrThrow()
    await createClient(services.app).post('/forgot-password', { email: account.email })
    await deliverDue(services.services)
    const emails = await services.owner
      .selectFrom('emails')
      .select('id')
      .where('to_address', '=', account.email)
      .execute()
    expect(emails).toEqual([])
  })
})

it('a token is for calls about a school’s records: none for accounts, settings, or with a password', () => {
  const rows = Object.values<EndpointModule>(contract).flatMap((module) => Object.values(module))
  const open = rows.filter((endpoint) => mayUseToken('write', endpoint))
  expect(open.length).toBeGreaterThan(50)
  expect(open.filter(({ access }) => access !== 'school')).toEqual([])
  expect(open.filter((one) => passwordOf(one) === true)).toEqual([])
  expect(open.filter((one) => one.method !== 'GET' && mayUseToken('read', one))).toEqual([])
})
