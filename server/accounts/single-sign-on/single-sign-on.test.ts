import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import {
  startIdentityProvider,
  type IdentityProvider,
  type ProviderPerson,
} from '#server/testing/identity-provider.ts'
import { buildPerson, codeNow, withTwoFactor, type Person } from '#server/testing/sign-in.ts'
import { turnOnSignOn } from '#server/testing/single-sign-on-requests.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let provider: IdentityProvider
beforeAll(async () => {
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  provider = await startIdentityProvider('http://localhost:3000/login/school')
})
afterAll(async () => {
  await services.close()
  await provider.close()
})

interface School {
  readonly id: number
  readonly slug: string
}

const buildSignOnSchool = async (): Promise<School> => {
  const id = await buildSchool(services.owner, {})
  await turnOnSignOn(services, id, provider)
  const { slug } = await services.owner
    .selectFrom('schools')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, slug }
}

const staffOf = (school: School, values = {}): Promise<Person> =>
  buildPerson(services, { school_ids: [school.id], ...values })

/** Who someone is at the provider. */
const at = ({ id, email }: Person, more: Partial<ProviderPerson> = {}): ProviderPerson => ({
  subject: `campus-${id}`,
  email,
  email_verified: true,
  ...more,
})

/** The school whose sign-in was started last. */
let visited = 0

const start = async (client: TestClient, { id, slug }: School): Promise<string> => {
  visited = id
  const started = await client.post('/single-sign-on/start', { school: slug })
  expect(started.status).toBe(200)
  return started.body.data.url
}

/** Our page at a school’s return address sends on what the provider’s answer says. */
const finish = (client: TestClient, query: string, school_id = visited): Promise<TestAnswer> =>
  client.post('/single-sign-on/finish', { school_id, query })

/** Signs in at the school from a browser. */
const enter = async (
  school: School,
  person: ProviderPerson,
  client = createClient(services.app),
): Promise<TestAnswer & { client: TestClient }> => {
  provider.person = person
  const answer = await finish(client, await provider.visit(await start(client, school)))
  return { ...answer, client }
}

const unknown =
  'There’s no Shipmate account for your school account. Ask a Shipmate Admin to invite you, or sign in with your email and password.'
const unproven = 'Your school’s response couldn’t be verified. Start again.'
const expired = 'This sign-in took longer than 10 minutes, or started in another browser. Start again.'

/** Returns why someone was refused and isn’t signed in; otherwise what happened. */
const refusal = async ({
  status,
  body,
  client,
}: TestAnswer & { client: TestClient }): Promise<string | number> => {
  const isOut = (await client.get('/api/me')).status === 401
  return status === 422 && isOut ? body.errors.sign_on[0] : status
}

const lastRefusal = async (): Promise<string | null> => {
  const row = await services.owner
    .selectFrom('access_log')
    .select('detail')
    .where('action', '=', 'login_failed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.detail ?? null
}

const tiesOf = (userId: number) =>
  services.owner
    .selectFrom('sign_on_ties')
    .select(['issuer', 'subject'])
    .where('user_id', '=', userId)
    .execute()

describe('signing in at the school', () => {
  it('ties an invited school admin by their verified address, without a password', async () => {
    const school = await buildSignOnSchool()
    const person = await staffOf(school, { password: undefined })
    const done = await enter(school, at(person))
    expect([done.status, done.body.two_factor]).toEqual([200, false])
    expect((await done.client.get('/api/me')).body.data.id).toBe(person.id)
    expect(await tiesOf(person.id)).toEqual([{ issuer: provider.issuer, subject: `campus-${person.id}` }])
    const accesses = await services.owner
      .selectFrom('access_log')
      .select(['action', 'detail'])
      .where('actor_id', '=', person.id)
      .execute()
    expect(accesses).toEqual([{ action: 'login', detail: 'single sign-on' }])
    const mail = await services.owner
      .selectFrom('emails')
      .select('body')
      .where('to_address', '=', person.email)
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain('is now connected to your account at')
    // no password to confirm: the sign-in stands for it
    expect((await done.client.post('/user/two-factor-authentication')).status).toBe(200)
  })

  it('afterwards follows the account at the provider, whatever its address', async () => {
    const school = await buildSignOnSchool()
    const person = await staffOf(school)
    await enter(school, at(person))
    const other = await staffOf(school)
    const renamed = await enter(school, at(person, { email: other.email, email_verified: false }))
    expect((await renamed.client.get('/api/me')).body.data.id).toBe(person.id)
    expect(await tiesOf(other.id)).toEqual([])
  })

  it('returns where to sign out at the school too', async () => {
    const school = await buildSignOnSchool()
    const { body } = await enter(school, at(await staffOf(school)))
    const page = new URL(body.sign_out_url)
    expect(page.origin).toBe(provider.issuer)
    expect(page.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/login')
  })

  it('works after the provider has changed its keys', async () => {
    const school = await buildSignOnSchool()
    const person = await staffOf(school)
    expect((await enter(school, at(person))).status).toBe(200)
    await provider.changeKeys()
    expect((await enter(school, at(person))).status).toBe(200)
  })

  it('lists only schools that turned it on', async () => {
    const school = await buildSignOnSchool()
    const off = await buildSignOnSchool()
    await services.owner
      .updateTable('sign_in_settings')
      .set({ sign_on_is_on: false })
      .where('school_id', '=', off.id)
      .execute()
    const guest = createClient(services.app)
    const listed: { slug: string }[] = (await guest.get('/single-sign-on/schools')).body.data
    const slugs = new Set(listed.map(({ slug }) => slug))
    expect([slugs.has(school.slug), slugs.has(off.slug)]).toEqual([true, false])
    const refused = await guest.post('/single-sign-on/start', { school: off.slug })
    expect(refused.body.errors).toEqual({
      sign_on: ['This school doesn’t offer sign-in with school accounts.'],
    })
  })
})

describe('the school’s sign-in never signs in', () => {
  it('someone without an account, and creates none', async () => {
    const school = await buildSignOnSchool()
    const before = await services.owner.selectFrom('users').select('id').execute()
    const stranger = { subject: 'stranger', email: 'stranger@campus.example', email_verified: true }
    expect(await refusal(await enter(school, stranger))).toBe(unknown)
    expect(await lastRefusal()).toBe('single sign-on: no account')
    expect(await services.owner.selectFrom('users').select('id').execute()).toHaveLength(before.length)
  })

  it('a Shipmate Admin', async () => {
    const school = await buildSignOnSchool()
    const admin = await buildPerson(services, { permission: 'shipmate_admin' })
    expect(await refusal(await enter(school, at(admin)))).toBe(unknown)
    expect(await lastRefusal()).toBe('single sign-on: a Shipmate Admin')
    // nor someone who has become one
    const person = await staffOf(school)
    await enter(school, at(person))
    await services.owner
      .updateTable('users')
      .set({ permission: 'shipmate_admin' })
      .where('id', '=', person.id)
      .execute()
    expect(await refusal(await enter(school, at(person)))).toBe(unknown)
  })

  it('disabled and removed users, tied before or not', async () => {
    const school = await buildSignOnSchool()
    const now = services.clock.now().toISOString()
    for (const change of [{ disabled_at: now }, { deleted_at: now }])
      for (const isTied of [true, false]) {
        const person = await staffOf(school)
        if (isTied) await enter(school, at(person))
        await services.owner.updateTable('users').set(change).where('id', '=', person.id).execute()
        expect(await refusal(await enter(school, at(person)))).toBe(unknown)
      }
  })

  it('someone whose address the provider hasn’t verified', async () => {
    const school = await buildSignOnSchool()
    const person = await staffOf(school)
    expect(await refusal(await enter(school, at(person, { email_verified: false })))).toBe(unknown)
    expect(await lastRefusal()).toBe('single sign-on: no verified email address')
  })

  it('another account at the provider with the address of a tied user', async () => {
    const school = await buildSignOnSchool()
    const person = await staffOf(school)
    await enter(school, at(person))
    expect(await refusal(await enter(school, at(person, { subject: 'successor' })))).toBe(unknown)
    expect(await lastRefusal()).toBe('single sign-on: another account is tied')
  })

  it('school admins of another school, or of one with another sign-in too', async () => {
    const [school, other] = [await buildSignOnSchool(), await buildSignOnSchool()]
    expect(await refusal(await enter(school, at(await staffOf(other))))).toBe(unknown)
    expect(await lastRefusal()).toBe('single sign-on: another school')
    const foreign = await buildSchool(services.owner, {})
    const both = await staffOf(school, { school_ids: [school.id, foreign] })
    expect(await refusal(await enter(school, at(both)))).toBe(unknown)
    // the same provider at both schools is trusted by both
    await turnOnSignOn(services, foreign, provider)
    expect((await enter(school, at(both))).status).toBe(200)
  })
})

describe('the answer of the provider', () => {
  it('must have our state', async () => {
    const school = await buildSignOnSchool()
    const person = await staffOf(school)
    provider.person = at(person)
    const client = createClient(services.app)
    const query = new URLSearchParams(await provider.visit(await start(client, school)))
    query.set('state', 'x'.repeat(43))
    expect(await refusal({ ...(await finish(client, query.toString())), client })).toBe(unproven)
    expect(await lastRefusal()).toBe('single sign-on: the answer isn’t valid')
  })

  it('must have our nonce', async () => {
    const school = await buildSignOnSchool()
    provider.person = at(await staffOf(school))
    const client = createClient(services.app)
    const url = new URL(await start(client, school))
    url.searchParams.set('nonce', 'another')
    const query = await provider.visit(url.href)
    expect(await refusal({ ...(await finish(client, query)), client })).toBe(unproven)
  })

  it('must be for the code verifier of this browser', async () => {
    const school = await buildSignOnSchool()
    provider.person = at(await staffOf(school))
    const client = createClient(services.app)
    const url = new URL(await start(client, school))
    url.searchParams.set('code_challenge', 'x'.repeat(43))
    const query = await provider.visit(url.href)
    expect(await refusal({ ...(await finish(client, query)), client })).toBe(unproven)
  })

  it('works once', async () => {
    const school = await buildSignOnSchool()
    provider.person = at(await staffOf(school))
    const client = createClient(services.app)
    const query = await provider.visit(await start(client, school))
    expect((await finish(client, query)).status).toBe(200)
    await client.post('/logout')
    expect(await refusal({ ...(await finish(client, query)), client })).toBe(expired)
    // with the state of a new sign-in, the provider refuses the old code
    const again = new URLSearchParams(query)
    again.set('state', new URL(await start(client, school)).searchParams.get('state') ?? '')
    expect(await refusal({ ...(await finish(client, again.toString())), client })).toBe(unproven)
  })

  it('must come to the browser that started, within 10 minutes', async () => {
    const school = await buildSignOnSchool()
    provider.person = at(await staffOf(school))
    const client = createClient(services.app)
    const query = await provider.visit(await start(client, school))
    const thief = createClient(services.app)
    expect(await refusal({ ...(await finish(thief, query)), client: thief })).toBe(expired)
    services.clock.advance(600)
    expect(await refusal({ ...(await finish(client, query)), client })).toBe(expired)
  })

  it('can be an error', async () => {
    const school = await buildSignOnSchool()
    const client = createClient(services.app)
    const { searchParams } = new URL(await start(client, school))
    const query = `error=access_denied&state=${searchParams.get('state')}`
    expect(await refusal({ ...(await finish(client, query)), client })).toBe(
      'Your school didn’t confirm the sign-in. Try again.',
    )
  })
})

describe('a provider that mixes up sign-ins', () => {
  it('gets no code of another school’s provider: each school has its own return address', async () => {
    const honest = await startIdentityProvider('http://localhost:3000/login', { namesItself: false })
    const hostile = await startIdentityProvider('http://localhost:3000/login', { namesItself: false })
    const [school, other] = [await buildSignOnSchool(), await buildSignOnSchool()]
    await turnOnSignOn(services, school.id, honest)
    await turnOnSignOn(services, other.id, hostile)
    honest.person = at(await staffOf(school))
    const client = createClient(services.app)
    // the hostile provider sends the browser on to the honest one, for a code that it would then be given
    const url = new URL(await start(client, other))
    const own = new URL(await start(createClient(services.app), school))
    for (const name of ['state', 'nonce', 'code_challenge'])
      own.searchParams.set(name, url.searchParams.get(name) ?? '')
    const answer = new URLSearchParams(await honest.visit(own.href))
    // as if it didn't name itself
    answer.delete('iss')
    expect(answer.has('code')).toBe(true)
    expect(await refusal({ ...(await finish(client, answer.toString(), school.id)), client })).toBe(unproven)
    expect(await lastRefusal()).toBe('single sign-on: another school’s return address')
    expect([honest.exchanges, hostile.exchanges]).toEqual([[], []])
    await Promise.all([honest.close(), hostile.close()])
  })

  it('must name itself in its answer if it says that it does', async () => {
    const school = await buildSignOnSchool()
    provider.person = at(await staffOf(school))
    for (const iss of [null, 'https://login.elsewhere.example']) {
      const client = createClient(services.app)
      const query = new URLSearchParams(await provider.visit(await start(client, school)))
      expect(query.get('iss')).toBe(provider.issuer)
      if (iss === null) query.delete('iss')
      else query.set('iss', iss)
      const before = provider.exchanges.length
      expect(await refusal({ ...(await finish(client, query.toString())), client })).toBe(unproven)
      expect(provider.exchanges).toHaveLength(before)
    }
  })

  it('isn’t sent to a return address of another school', async () => {
    const [school, other] = [await buildSignOnSchool(), await buildSignOnSchool()]
    const addresses = await Promise.all(
      [school, other].map(async (one) =>
        new URL(await start(createClient(services.app), one)).searchParams.get('redirect_uri'),
      ),
    )
    expect(addresses).toEqual([school, other].map(({ id }) => `http://localhost:3000/login/school/${id}`))
  })
})

describe('a provider that can’t be reached', () => {
  it.each(['http://10.1.2.3', 'http://localhost:1', 'https://127.0.0.1:1'])(
    '%s is reported plainly',
    async (issuer) => {
      const school = await buildSignOnSchool()
      await turnOnSignOn(services, school.id, { ...provider, issuer })
      const refused = await createClient(services.app).post('/single-sign-on/start', { school: school.slug })
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        {
          sign_on: ['Shipmate can’t reach your school’s sign-in page right now. Try again in a few minutes.'],
        },
      ])
    },
  )
})

describe('with two-factor authentication required by the school', () => {
  const require = (school: School) =>
    services.owner
      .updateTable('sign_in_settings')
      .set({ requires_two_factor: true })
      .where('school_id', '=', school.id)
      .execute()

  it('the provider’s second factor is enough, for that session', async () => {
    const school = await buildSignOnSchool()
    await require(school)
    const person = await staffOf(school)
    const { client } = await enter(school, at(person, { amr: ['pwd', 'mfa'] }))
    expect((await client.get('/api/me')).body.data.two_factor_required).toBe(false)
    expect((await client.get(`/api/schools/${school.id}`)).status).toBe(200)
    const plain = await enter(school, at(person, { amr: ['pwd'] }))
    expect((await plain.client.get('/api/me')).body.data.two_factor_required).toBe(true)
    expect((await plain.client.get(`/api/schools/${school.id}`)).status).toBe(403)
  })

  it('otherwise ours is asked for', async () => {
    const school = await buildSignOnSchool()
    await require(school)
    const person = await staffOf(school)
    const secret = await withTwoFactor(services, person)
    const { body, client } = await enter(school, at(person))
    expect(body.two_factor).toBe(true)
    expect((await client.get('/api/me')).status).toBe(401)
    const answer = await client.post('/two-factor-challenge', { code: codeNow(services, secret) })
    expect(answer.status).toBe(204)
    expect((await client.get('/api/me')).body.data.two_factor_required).toBe(false)
  })
})
