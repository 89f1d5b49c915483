import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { clientOf, type TestClient } from '#server/testing/client.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { goodPassword } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from './factory.ts'

let services: TestServices
let schoolId: number
let one: { id: number; client: TestClient }
beforeAll(async () => {
  services = await startTestServices()
  schoolId = await buildSchool(services.owner)
})
afterAll(() => services.close())

const buildAdmin = async (values: object = {}) => {
  const id = await buildUser(services.owner, {
    permission: 'shipmate_admin',
    password: goodPassword,
    ...values,
  })
  return { id, client: await clientOf(services, id, { isConfirmed: true }) }
}

beforeEach(async () => {
  await services.owner.updateTable('users').set({ deleted_at: services.clock.now().toISOString() }).execute()
  one = await buildAdmin()
})

/** Every way to stop being a product admin. */
const ways: [string, (client: TestClient, id: number) => ReturnType<TestClient['put']>][] = [
  ['removed', (client, id) => client.delete(`/api/users/${id}`)],
  ['disabled', (client, id) => client.put(`/api/users/${id}`, { is_disabled: true })],
  [
    'demoted',
    (client, id) => client.put(`/api/users/${id}`, { permission: 'school_admin', school_ids: [schoolId] }),
  ],
]

const activeAdmins = async () =>
  (
    await services.owner
      .selectFrom('users')
      .select('id')
      .where('permission', '=', 'shipmate_admin')
      .where('disabled_at', 'is', null)
      .where('deleted_at', 'is', null)
      .execute()
  ).map(({ id }) => id)

describe('the last product admin', () => {
  it.each(ways)('can’t be %s', async (_, leave) => {
    const answer = await leave(one.client, one.id)
    expect([answer.status, answer.body.code]).toEqual([409, 'in_use'])
    expect(answer.body.message).toContain('only Shipmate Admin who can sign in')
    expect(await activeAdmins()).toEqual([one.id])
    expect((await one.client.get('/api/users')).status).toBe(200)
  })

  it.each(ways)('can’t be %s while the other one is only invited or disabled', async (_, leave) => {
    await buildUser(services.owner, { permission: 'shipmate_admin' })
    await buildAdmin({ disabled_at: services.clock.now().toISOString() })
    expect((await leave(one.client, one.id)).status).toBe(409)
    expect(await activeAdmins()).toContain(one.id)
  })

  it('can change their name', async () => {
    const { status } = await one.client.put(`/api/users/${one.id}`, {
      first_name: 'Rosa',
      permission: 'shipmate_admin',
      is_disabled: false,
    })
    expect(status).toBe(200)
  })

  it('can remove an invited admin, who doesn’t count', async () => {
    const invited = await buildUser(services.owner, { permission: 'shipmate_admin' })
    expect((await one.client.delete(`/api/users/${invited}`)).status).toBe(204)
  })
})

describe('two product admins', () => {
  it.each(ways)('can’t act at once so that both are %s', async (_, leave) => {
    const two = await buildAdmin()
    // both requests have been let in before either of them changes anything
    const held = await holdLock(services, 'select from users where id = any($1) for update', [
      [one.id, two.id],
    ])
    const both = Promise.all([leave(one.client, two.id), leave(two.client, one.id)])
    await held.waitedFor(2)
    await held.release()
    const statuses = (await both).map(({ status }) => status).toSorted((x, y) => x - y)
    expect([statuses[0]! < 300, statuses[1]]).toEqual([true, 409])
    expect(await activeAdmins()).toHaveLength(1)
  })
})
