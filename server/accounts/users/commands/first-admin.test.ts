import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#server/testing/client.ts'
import { issueLink } from '#server/accounts/auth/index.ts'
import { buildPerson, goodPassword, login } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '../factory.ts'
import { printFirstAdminLink } from '../index.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices({
    PUBLIC_URL: 'http://plans.example.org',
    FIRST_ADMIN_EMAIL: 'Head@Example.org',
  })
})
afterAll(() => services.close())

const linkIn = (words: string | null): URL => new URL(words?.match(/http\S+/)?.[0] ?? 'http://none')

const take = (link: URL, client = createClient(services.app), password = goodPassword) =>
  client.post('/first-admin', {
    token: link.searchParams.get('token'),
    email: link.searchParams.get('email'),
    first_name: 'Imre',
    last_name: 'Kovacs',
    password,
  })

const print = () => printFirstAdminLink(services.services, services.owner)
const emails = async () =>
  (await services.owner.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email)

describe('the first admin', () => {
  it('is invited by a link that works once, the same for processes that start together, and another for later starts', async () => {
    const first = linkIn(await print())
    services.clock.advance(11 * 60)
    const [second, third] = (await Promise.all([print(), print()])).map(linkIn)
    services.clock.advance(5)
    expect([third?.href, linkIn(await print()).href]).toEqual([second?.href, second?.href])
    expect(await emails()).toEqual(['head@example.org'])
    expect(`${first.origin}${first.pathname}`).toBe('http://plans.example.org/login/first-admin')
    expect((await take(first)).status).toBe(422)
    expect((await take(second ?? first)).status).toBe(204)
    expect((await take(third ?? first)).status).toBe(422)
    const client = createClient(services.app)
    expect((await login(client, 'head@example.org')).body.data.permission).toBe('shipmate_admin')
    const [entry] = await services.owner.selectFrom('history').selectAll().orderBy('id').execute()
    expect(entry).toMatchObject({ kind: 'user_created', cause: 'system', actor_id: null })
  })

  it('names themselves, is signed in with the password they typed once, and sets up two-factor authentication next', async () => {
    await services.owner.updateTable('users').set({ password_hash: null }).execute()
    const link = linkIn(await print())
    const named = await take(link, createClient(services.app), 'Kovacs-lantern 7 crossing')
    expect(named.body.errors.password[0]).toContain('doesn’t include your name')
    const client = createClient(services.app)
    expect((await take(link, client)).status).toBe(204)
    const { body } = await client.get('/api/me')
    expect(body.data).toMatchObject({ first_name: 'Imre', last_name: 'Kovacs', two_factor_required: true })
    expect((await client.post('/user/two-factor-authentication')).status).toBe(200)
    const again = await take(link)
    expect(again.body.errors.email[0]).toContain('restart Shipmate to print a new one')
  })

  it('can’t be created by an invitation, which names no one and signs no one in', async () => {
    const { id, email } = await buildPerson(services, { permission: 'shipmate_admin' })
    const issuing = { db: services.owner, clock: services.clock, services: services.services }
    const invitation = new URL(await issueLink(issuing, { id, email }, 'invite'))
    expect((await take(invitation)).status).toBe(422)
  })

  it('isn’t invited if an admin can sign in', async () => {
    expect(await print()).toBeNull()
    await buildUser(services.owner, { permission: 'school_admin', password: goodPassword })
    const now = services.clock.now().toISOString()
    await services.owner
      .updateTable('users')
      .set({ disabled_at: now })
      .where('permission', '=', 'shipmate_admin')
      .execute()
    expect(linkIn(await print()).searchParams.get('email')).toBe('head-2@example.org')
  })
})
