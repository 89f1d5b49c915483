import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailsTo, linkIn } from '#server/testing/account-emails.ts'
import { createClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, goodPassword, login } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices({ PUBLIC_URL: 'http://plans.example.org' })
  world = await buildSchoolWorld(services, { isConfirmed: true })
})
afterAll(() => services.close())

let asked = 0
const someone = (values: object = {}) => {
  asked += 1
  return {
    first_name: 'Noor',
    last_name: 'Haddad',
    email: `noor.${asked}@staff.example`,
    permission: 'school_admin',
    school_ids: [world.schoolId],
    ...values,
  }
}

const invite = (values: object = {}) => world.admin.post('/api/users/create', someone(values))

/** Opens a link of an invitation and sets a password. */
const accept = (url: string, more: object = {}) => {
  const { searchParams } = new URL(url)
  return createClient(services.app).post('/reset-password', {
    token: searchParams.get('token'),
    email: searchParams.get('email'),
    password: goodPassword,
    password_confirmation: goodPassword,
    ...more,
  })
}

const kindsTo = async (email: string) => (await emailsTo(services, email)).map(({ kind }) => kind)

describe('POST /api/users/create', () => {
  it('answers with the user and a one-time link, and mails the same link', async () => {
    const { status, body } = await invite({ email: 'Mixed.Case@Staff.example' })
    expect(status).toBe(201)
    const { invite_url, id, ...user } = body.data
    const expires = new Date(services.clock.now().getTime() + 7 * 86_400_000).toISOString()
    expect(user).toMatchObject({
      email: 'mixed.case@staff.example',
      state: 'invited',
      invite_expires_at: expires,
      last_seen_at: null,
      // these services have no mail server
      is_emailed: false,
      schools: [{ id: world.schoolId }],
      version: 1,
    })
    const url = new URL(invite_url)
    expect([url.origin, url.pathname]).toEqual(['http://plans.example.org', '/login/welcome'])
    const [mail, ...others] = await emailsTo(services, 'mixed.case@staff.example')
    expect([mail?.kind, linkIn(mail?.text).href, others]).toEqual(['invite', url.href, []])
    // the link is nowhere else: not in later answers, not in the database
    const again = await world.admin.get(`/api/users/${id}`)
    expect([again.body.data.state, 'invite_url' in again.body.data]).toEqual(['invited', false])
    const token = url.searchParams.get('token') ?? ''
    for (const table of ['one_time_tokens', 'emails', 'history', 'idempotency_keys'] as const)
      expect(JSON.stringify(await services.owner.selectFrom(table).selectAll().execute())).not.toContain(
        token,
      )
  })

  it('lets them choose a password once, and then sign in to their schools', async () => {
    const { data } = (await invite()).body
    expect((await login(createClient(services.app), data.email)).status).toBe(422)
    expect((await accept(data.invite_url)).status).toBe(200)
    expect((await accept(data.invite_url)).status).toBe(422)
    const client = createClient(services.app)
    const me = (await login(client, data.email)).body.data
    expect(me.schools.map(({ id }: { id: number }) => id)).toEqual([world.schoolId])
    const { body } = await world.admin.get(`/api/users/${data.id}`)
    expect(body.data).toMatchObject({
      state: 'active',
      invite_expires_at: null,
      last_seen_at: services.clock.now().toISOString(),
    })
  })

  it('makes links that expire after 7 days', async () => {
    const [early, late] = [(await invite()).body.data, (await invite()).body.data]
    services.clock.advance(7 * 86_400 - 1)
    expect((await accept(early.invite_url)).status).toBe(200)
    services.clock.advance(1)
    expect((await accept(late.invite_url)).status).toBe(422)
    world = { ...world, ...(await buildSchoolWorld(services, { isConfirmed: true })) }
  })

  it('refuses an address that someone has, in any spelling, and no one’s own password', async () => {
    const person = await buildPerson(services)
    for (const email of [person.email, person.email.toUpperCase(), ` ${person.email} `]) {
      const { status, body } = await invite({ email })
      expect([email, status, body.errors]).toEqual([
        email,
        422,
        { email: ['The email has already been taken.'] },
      ])
    }
    for (const email of ['noor@', 'a@b', 'noor@staff.example, eve@staff.example', 'x＠y@staff.example'])
      expect([email, (await invite({ email })).status]).toEqual([email, 422])
    const { status, body } = await invite({ password: goodPassword })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['password']])
  })

  it('needs a school for a school admin, and none for a product admin', async () => {
    const none = await invite({ school_ids: [] })
    expect([none.status, none.body.errors]).toEqual([422, { school_ids: ['Choose at least one school.'] }])
    const absent = await invite({ school_ids: undefined })
    expect([absent.status, Object.keys(absent.body.errors)]).toEqual([422, ['school_ids']])
    const unknown = await invite({ school_ids: [999_999_999] })
    expect(unknown.body.errors).toEqual({ school_ids: ['The selected school ids is invalid.'] })
    const { body } = await invite({ permission: 'shipmate_admin', school_ids: undefined })
    expect([body.data.permission, body.data.schools]).toEqual(['shipmate_admin', []])
    expect((await invite({ permission: 'owner' })).status).toBe(422)
  })

  it('invites someone once, even if two admins do it at once', async () => {
    const email = 'both@staff.example'
    const answers = await Promise.all([invite({ email }), invite({ email })])
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses[0]).toBe(201)
    expect([409, 422]).toContain(statuses[1])
    expect(await kindsTo(email)).toEqual(['invite'])
  })
})

describe('POST /api/users/{id}/invite', () => {
  it('makes a new link that replaces the old one, with or without an email', async () => {
    const { data } = (await invite()).body
    const mailed = await world.admin.post(`/api/users/${data.id}/invite`)
    expect(mailed.status).toBe(201)
    expect(await kindsTo(data.email)).toEqual(['invite', 'invite'])
    const silent = await world.admin.post(`/api/users/${data.id}/invite`, { send_email: false })
    expect(await kindsTo(data.email)).toEqual(['invite', 'invite'])
    expect((await accept(data.invite_url)).status).toBe(422)
    expect((await accept(mailed.body.data.invite_url)).status).toBe(422)
    expect((await accept(silent.body.data.invite_url)).status).toBe(200)
  })

  it('is refused for someone who has a password, is disabled or is gone', async () => {
    const active = await buildPerson(services)
    expect((await world.admin.post(`/api/users/${active.id}/invite`)).body.code).toBe('exists')
    const { data } = (await invite()).body
    await world.admin.put(`/api/users/${data.id}`, { is_disabled: true })
    expect((await world.admin.post(`/api/users/${data.id}/invite`)).status).toBe(409)
    expect((await accept(data.invite_url)).status).toBe(422)
    await world.admin.delete(`/api/users/${data.id}`)
    expect((await world.admin.post(`/api/users/${data.id}/invite`)).status).toBe(404)
  })

  it('follows a corrected address: the old link stops, the new address gets its own', async () => {
    const { data } = (await invite({ email: 'typo@staff.example' })).body
    await world.admin.put(`/api/users/${data.id}`, { email: 'right@staff.example' })
    expect((await accept(data.invite_url)).status).toBe(422)
    expect((await accept(data.invite_url, { email: 'right@staff.example' })).status).toBe(422)
    const [mail] = await emailsTo(services, 'right@staff.example')
    expect(mail?.kind).toBe('invite')
    expect((await accept(linkIn(mail?.text).href)).status).toBe(200)
  })
})
