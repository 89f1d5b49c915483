import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#server/testing/client.ts'
import { goodPassword, login } from '#server/testing/sign-in.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'
import { buildUser } from './factory.ts'
import { printFirstAdminLink } from './index.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse({
    PUBLIC_URL: 'http://plans.example.org',
    FIRST_ADMIN_EMAIL: 'Head@Example.org',
  })
})
afterAll(() => house.close())

const linkIn = (words: string | null): URL => new URL(words?.match(/http\S+/)?.[0] ?? 'http://none')

const take = (link: URL) =>
  createClient(house.app).post('/reset-password', {
    token: link.searchParams.get('token'),
    email: link.searchParams.get('email'),
    password: goodPassword,
    password_confirmation: goodPassword,
  })

const print = () => printFirstAdminLink(house.house, house.owner)
const emails = async () =>
  (await house.owner.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email)

describe('the first admin', () => {
  it('is invited by a link that works once, made anew at every start', async () => {
    const first = linkIn(await print())
    const [second, third] = await Promise.all([print(), print()])
    expect(await emails()).toEqual(['head@example.org'])
    expect(`${first.origin}${first.pathname}`).toBe('http://plans.example.org/login/welcome')
    expect((await take(first)).status).toBe(422)
    const answers = [await take(linkIn(second)), await take(linkIn(third))]
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const client = createClient(house.app)
    expect((await login(client, 'head@example.org')).body.data.permission).toBe('shipmate_admin')
    const [entry] = await house.owner.selectFrom('history').selectAll().orderBy('id').execute()
    expect(entry).toMatchObject({ kind: 'user_created', cause: 'system', actor_id: null })
  })

  it('is not invited while somebody can come in as one', async () => {
    expect(await print()).toBeNull()
    await buildUser(house.owner, { permission: 'school_admin', password: goodPassword })
    const now = house.clock.now().toISOString()
    await house.owner
      .updateTable('users')
      .set({ disabled_at: now })
      .where('permission', '=', 'shipmate_admin')
      .execute()
    expect(linkIn(await print()).searchParams.get('email')).toBe('head-2@example.org')
  })
})
