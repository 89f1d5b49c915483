import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isNpi } from '#contract/review/verifications/settings.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { clearinghouseSettings as whole } from '#server/testing/verification-requests.ts'
import { openSecret } from '#server/setup/schools/index.ts'
import { secretPlace } from './settings.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: 'gateway.internal' })
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services, { isConfirmed: true })
})

const path = (): string => `/api/schools/${world.schoolId}/eligibility-settings`
const put = (change: object = {}) => world.admin.put(path(), { ...whole, version: 0, ...change })
const read = async () => (await world.admin.get(path())).body.data
const entries = () =>
  services.owner
    .selectFrom('history')
    .select(['kind', 'changes', 'actor_id'])
    .where('subject_type', '=', 'school')
    .where('subject_id', '=', world.schoolId)
    .orderBy('id')
    .execute()

describe('who carries a school’s checks', () => {
  it('is no one until staff choose', async () => {
    expect(await read()).toMatchObject({ provider: null, has_secret: false, spent_cents: 0, version: 0 })
  })

  it('is replaced as a whole and recorded; the secret is encrypted and can’t be read', async () => {
    const { status, body } = await put()
    const { secret: _secret, ...shown } = whole
    expect([status, body.data]).toEqual([
      200,
      { ...shown, has_secret: true, spent_cents: 0, can_simulate: false, version: 1 },
    ])
    expect(await read()).toEqual(body.data)
    const { secret_cipher } = await services.owner
      .selectFrom('eligibility_settings')
      .select('secret_cipher')
      .where('school_id', '=', world.schoolId)
      .executeTakeFirstOrThrow()
    expect(secret_cipher?.toString('latin1')).not.toContain(whole.secret)
    const place = secretPlace(world.schoolId, whole.address)
    expect(openSecret(services.services.keys, place, secret_cipher ?? Buffer.of())).toBe(whole.secret)
    const [entry] = await entries()
    expect(entry).toMatchObject({ kind: 'school_changed', actor_id: world.adminId })
    expect(entry?.changes).toContainEqual({
      field: 'eligibility_settings.secret',
      before: null,
      after: 'Replaced',
    })
    expect(JSON.stringify(entry)).not.toContain(whole.secret)
  })

  it('keeps the secret that isn’t sent, and removes it on request', async () => {
    await put()
    const { secret: _secret, ...rest } = whole
    const kept = await world.admin.put(path(), { ...rest, organization: 'Harborview', version: 1 })
    expect(kept.body.data).toMatchObject({ organization: 'Harborview', has_secret: true, version: 2 })
    const gone = await world.admin.put(path(), { ...rest, provider: null, secret: null, version: 2 })
    expect(gone.body.data).toMatchObject({ provider: null, has_secret: false, version: 3 })
  })

  it('saved unchanged records nothing', async () => {
    await put()
    const { secret: _secret, ...rest } = whole
    const { body } = await world.admin.put(path(), { ...rest, version: 1 })
    expect([body.data.version, (await entries()).length]).toEqual([1, 1])
  })

  it('isn’t overwritten by an outdated version, nor by two at once', async () => {
    const both = await Promise.all([put(), put({ npi: '1245319599' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const stale = both.find(({ status }) => status === 409)
    expect([stale?.body.code, stale?.body.data]).toEqual(['stale', await read()])
  })

  it.each<[object, string]>([
    [{ provider: 'fax' }, 'provider'],
    [{ provider: 'simulator' }, 'provider'],
    [{ address: null }, 'address'],
    [{ address: 'http://clearinghouse.example/270' }, 'address'],
    [{ address: 'https://user:password@clearinghouse.example' }, 'address'],
    [{ address: 'https://:x' }, 'address'],
    [{ organization: null }, 'organization'],
    [{ npi: null }, 'npi'],
    [{ npi: '1234567890' }, 'npi'],
    [{ npi: '123' }, 'npi'],
    [{ secret: null }, 'secret'],
    [{ secret: undefined }, 'secret'],
    [{ sender_id: 'a*b' }, 'sender_id'],
    [{ inquiries_per_minute: 0 }, 'inquiries_per_minute'],
    [{ cost_limit_cents: -1 }, 'cost_limit_cents'],
    [{ secret_cipher: 'x' }, 'secret_cipher'],
  ])('can’t be %j', async (change, field) => {
    const { status, body } = await put(change)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await entries()).toEqual([])
  })

  it('can be reached over http on a host that the server’s settings name', async () => {
    expect((await put({ address: 'http://gateway.internal:8080/270' })).status).toBe(200)
  })

  it('can be the simulator at a demo school', async () => {
    await services.owner
      .updateTable('schools')
      .set({ is_demo: true })
      .where('id', '=', world.schoolId)
      .execute()
    const none = { address: null, user_name: null, organization: null, npi: null, secret: null }
    const { body } = await put({ ...none, provider: 'simulator' })
    expect(body.data).toMatchObject({ provider: 'simulator', can_simulate: true, has_secret: false })
  })

  it('is for Shipmate Admins', async () => {
    expect((await world.registrar.get(path())).status).toBe(403)
    expect((await world.registrar.put(path(), { ...whole, version: 0 })).status).toBe(403)
    expect((await world.admin.get('/api/schools/999999999/eligibility-settings')).status).toBe(404)
  })
})

it.each([
  ['1234567893', true],
  ['1245319599', true],
  ['1234567890', false],
  ['123456789', false],
  ['12345678934', false],
  ['abcdefghij', false],
])('the check digit of NPI %s: %s', (npi, isRight) => expect(isNpi(npi)).toBe(isRight))
