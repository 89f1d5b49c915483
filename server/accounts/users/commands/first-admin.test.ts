import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#server/testing/client.ts'
import { goodPassword, login } from '#server/testing/sign-in.ts'
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

const take = (link: URL) =>
  createClient(services.app).post('/reset-password', {
    token: link.searchParams.get('token'),
    email: link.searchParams.get('email'),
    password: goodPassword,
    password_confirmation: goodPassword,
  })

const print = () => printFirstAdminLink(services.services, services.owner)
const emails = async () =>
  (await services.owner.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email)

describe('the first admin', () => {
  it('is invited by a link that works once and is renewed at every start', async () => {
    const first = linkIn(await print())
    const [second, third] = await Promise.all([print(), print()])
    expect(await emails()).toEqual(['head@example.org'])
    expect(`${first.origin}${first.pathname}`).toBe('http://plans.example.org/login/welcome')
    expect((await take(first)).status).toBe(422)
    const answers = [await take(linkIn(second)), await take(linkIn(third))]
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const client = createClient(services.app)
    expect((await login(client, 'head@example.org')).body.data.permission).toBe('shipmate_admin')
    const [entry] = await services.owner.selectFrom('history').selectAll().orderBy('id').execute()
    expect(entry).toMatchObject({ kind: 'user_created', cause: 'system', actor_id: null })
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
