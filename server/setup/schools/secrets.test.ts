import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '#server/testing/client.ts'
import { startIdentityProvider, type IdentityProvider } from '#server/testing/identity-provider.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let provider: IdentityProvider
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  provider = await startIdentityProvider('http://localhost:3000/login')
})
afterAll(async () => {
  await services.close()
  await provider.close()
})
beforeEach(async () => {
  world = await buildSchoolWorld(services, { isConfirmed: true })
})

/** The settings with a secret that’s sent to an address, and what else is sent with them. */
interface Kind {
  readonly table: 'eligibility_settings' | 'sign_in_settings'
  readonly path: string
  readonly field: 'address' | 'issuer'
  readonly home: string
  readonly whole: Readonly<Record<string, unknown>>
  /** Addresses that the saved secret doesn’t belong to. */
  readonly others: readonly string[]
}

const kinds: readonly Kind[] = [
  {
    table: 'eligibility_settings',
    path: 'eligibility-settings',
    field: 'address',
    home: 'https://clearinghouse.example/270',
    others: ['https://clearinghouse.example:8443/270', 'https://clearinghouse.example.evil.example/270'],
    whole: {
      provider: 'json',
      user_name: null,
      organization: 'Harborview',
      npi: '1245319599',
      sender_id: null,
      receiver_id: null,
      inquiry_cost_cents: 20,
      cost_limit_cents: null,
      inquiries_per_minute: 60,
      simulator_latency_ms: 0,
      simulator_is_out: false,
    },
  },
  {
    table: 'sign_in_settings',
    path: 'sign-in-settings',
    field: 'issuer',
    home: 'https://login.campus.example/tenant',
    // an issuer is a client’s registration, so its path counts too
    others: ['https://login.elsewhere.example/tenant', 'https://login.campus.example/other'],
    whole: { requires_two_factor: false, sign_on_is_on: true, client_id: 'shipmate' },
  },
]

const save = ({ path, whole }: Kind, change: object) =>
  world.admin.put(`/api/schools/${world.schoolId}/${path}`, { ...whole, ...change })

describe.each(kinds)('a secret in $table', (kind) => {
  const { field, home, table } = kind

  it('isn’t sent to another address: a new one asks for it again', async () => {
    expect((await save(kind, { [field]: home, secret: 'correct horse', version: 0 })).status).toBe(200)
    for (const other of kind.others) {
      const { status, body } = await save(kind, { [field]: other, version: 1 })
      expect([other, status, body.errors]).toEqual([
        other,
        422,
        { secret: ['Enter it again. The saved one belongs to the former address.'] },
      ])
    }
    expect((await save(kind, { [field]: kind.others[0], secret: 'new', version: 1 })).status).toBe(200)
  })

  it('is dropped if the address changes while it isn’t needed, and the history says so', async () => {
    await save(kind, { [field]: home, secret: 'correct horse', version: 0 })
    const off = { provider: null, sign_on_is_on: false }
    const unneeded = Object.fromEntries(Object.entries(off).filter(([name]) => name in kind.whole))
    const { body } = await save(kind, { ...unneeded, [field]: kind.others[0], version: 1 })
    expect(body.data).toMatchObject({ has_secret: false, version: 2 })
    const { changes } = await services.owner
      .selectFrom('history')
      .select('changes')
      .where('subject_type', '=', 'school')
      .where('subject_id', '=', world.schoolId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(changes).toContainEqual({ field: `${table}.secret`, before: 'Saved', after: null })
  })
})

describe('someone who can write to the database', () => {
  it('can’t move a client secret to another address or school', async () => {
    const [, kind] = kinds
    if (!kind) throw new Error('no such settings')
    const target = await startIdentityProvider('http://localhost:3000/login')
    const { slug } = await services.owner
      .selectFrom('schools')
      .select('slug')
      .where('id', '=', world.schoolId)
      .executeTakeFirstOrThrow()
    await save(kind, { issuer: provider.issuer, secret: provider.secret, version: 0 })
    const start = () => createClient(services.app).post('/single-sign-on/start', { school: slug })
    expect((await start()).status).toBe(200)
    const row = services.owner.updateTable('sign_in_settings').where('school_id', '=', world.schoolId)
    await row.set({ issuer: target.issuer }).execute()
    expect((await start()).status).toBe(500)
    await row.set({ issuer: provider.issuer }).execute()
    const other = await buildSchoolWorld(services, { isConfirmed: true })
    await other.admin.put(`/api/schools/${other.schoolId}/sign-in-settings`, {
      ...kind.whole,
      issuer: provider.issuer,
      secret: 'another school’s secret',
      version: 0,
    })
    await row
      .set((from) => ({
        secret_cipher: from
          .selectFrom('sign_in_settings as s')
          .select('s.secret_cipher')
          .where('s.school_id', '=', other.schoolId),
      }))
      .execute()
    expect((await start()).status).toBe(500)
    await target.close()
  })
})
