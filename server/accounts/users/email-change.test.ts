import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailsTo, linkIn } from '#server/testing/account-emails.ts'
import { createClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, goodPassword, login, type Person } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services, { isConfirmed: true })
})
afterAll(() => services.close())

let made = 0
const signedIn = async (): Promise<Person & { next: string }> => {
  const person = await buildPerson(services, { school_ids: [world.schoolId] })
  await login(person.client, person.email)
  made += 1
  return { ...person, next: `next.${made}@staff.example` }
}

const ask = ({ id, client }: Person, email: string, current_password = goodPassword) =>
  client.put(`/api/users/${id}`, { email, current_password })

const tokenTo = async (email: string): Promise<string> => {
  const mail = (await emailsTo(services, email)).findLast(({ kind }) => kind === 'email_change')
  const url = linkIn(mail?.text)
  expect(url.pathname).toBe('/login/confirm-email')
  return url.searchParams.get('token') ?? ''
}

const confirm = (token: string, client = createClient(services.app)) =>
  client.post('/confirm-email', { token })

const notices = async (email: string) =>
  (await emailsTo(services, email)).filter(({ kind }) => kind === 'two_factor_changed')

describe('a new address of one’s own', () => {
  it('applies once the link sent to it is opened, and the former address is told', async () => {
    const person = await signedIn()
    const { status, body } = await ask(person, person.next.toUpperCase())
    expect([status, body.data.email, body.data.pending_email]).toEqual([200, person.email, person.next])
    expect(await notices(person.email)).toHaveLength(1)
    const token = await tokenTo(person.next)
    // the old address still signs in
    expect((await login(createClient(services.app), person.email)).status).toBe(200)
    expect((await login(createClient(services.app), person.next)).status).toBe(422)
    const confirmed = await confirm(token)
    expect([confirmed.status, confirmed.body.data]).toEqual([200, { email: person.next }])
    expect((await login(createClient(services.app), person.next)).status).toBe(200)
    expect((await login(createClient(services.app), person.email)).status).toBe(422)
    expect((await notices(person.email)).at(-1)?.text).toContain(person.next)
    expect((await person.client.get('/api/me')).body.data.email).toBe(person.next)
    const { body: history } = await world.admin.get(`/api/users/${person.id}/history`)
    expect(history.data).toMatchObject([
      { kind: 'user_changed', actor: { id: person.id }, changes: [{ field: 'email', after: person.next }] },
      { kind: 'email_change_requested', actor: { id: person.id } },
    ])
  })

  it('needs the current password, and a name doesn’t', async () => {
    const person = await signedIn()
    for (const wrong of ['seven loud lanterns drift', '']) {
      const { status, body } = await ask(person, person.next, wrong)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['current_password']])
    }
    const missing = await person.client.put(`/api/users/${person.id}`, { email: person.next })
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['current_password']])
    expect(await emailsTo(services, person.next)).toEqual([])
    const same = await person.client.put(`/api/users/${person.id}`, {
      first_name: 'Imre',
      email: person.email,
    })
    expect([same.status, same.body.data.first_name]).toEqual([200, 'Imre'])
  })

  it('can be confirmed while signed in, once, within 24 hours', async () => {
    const person = await signedIn()
    await ask(person, person.next)
    const token = await tokenTo(person.next)
    expect((await confirm(token, person.client)).status).toBe(200)
    const again = await confirm(token)
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['token']])
    const late = await signedIn()
    await ask(late, late.next)
    const lateToken = await tokenTo(late.next)
    services.clock.advance(86_400)
    expect((await confirm(lateToken)).status).toBe(422)
    world = await buildSchoolWorld(services, { isConfirmed: true })
  })

  it('is replaced by a later one, and canceled by the present one', async () => {
    const person = await signedIn()
    await ask(person, person.next)
    const first = await tokenTo(person.next)
    await ask(person, `later.${person.next}`)
    expect((await confirm(first)).status).toBe(422)
    const second = await tokenTo(`later.${person.next}`)
    const { body } = await person.client.put(`/api/users/${person.id}`, { email: person.email })
    expect([body.data.email, body.data.pending_email]).toEqual([person.email, null])
    expect((await confirm(second)).status).toBe(422)
  })

  it('is dropped when the password changes, since that may be why', async () => {
    const person = await signedIn()
    await ask(person, person.next)
    const token = await tokenTo(person.next)
    const password = 'nine brass kettles hum'
    const changed = await person.client.put('/user/password', {
      current_password: goodPassword,
      password,
      password_confirmation: password,
    })
    expect(changed.status).toBe(200)
    expect((await confirm(token)).status).toBe(422)
    expect((await person.client.get(`/api/users/${person.id}`)).body.data.pending_email).toBeNull()
  })

  it('isn’t given to two people', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const taken = await ask(one, two.email)
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['email']])
    await ask(one, one.next)
    await ask(two, one.next)
    const tokens = (await emailsTo(services, one.next)).map(({ text }) =>
      linkIn(text).searchParams.get('token'),
    )
    expect((await confirm(tokens[0] ?? '')).status).toBe(200)
    const second = await confirm(tokens[1] ?? '')
    expect([second.status, Object.keys(second.body.errors)]).toEqual([422, ['token']])
  })

  it('doesn’t apply to someone who was disabled in the meantime', async () => {
    const person = await signedIn()
    await ask(person, person.next)
    const token = await tokenTo(person.next)
    await world.admin.put(`/api/users/${person.id}`, { is_disabled: true })
    expect((await confirm(token)).status).toBe(422)
  })
})

describe('a link', () => {
  it('is good only for what it was made for', async () => {
    const person = await signedIn()
    await ask(person, person.next)
    const token = await tokenTo(person.next)
    for (const email of [person.email, person.next]) {
      const reset = await createClient(services.app).post('/reset-password', {
        token,
        email,
        password: goodPassword,
        password_confirmation: goodPassword,
      })
      expect(reset.status).toBe(422)
    }
    await createClient(services.app).post('/forgot-password', { email: person.email })
    const mail = (await emailsTo(services, person.email)).findLast(({ kind }) => kind === 'reset_link')
    expect((await confirm(linkIn(mail?.text).searchParams.get('token') ?? '')).status).toBe(422)
    expect((await confirm(token)).status).toBe(200)
  })

  it('can’t be guessed without an end', async () => {
    const guesses = []
    for (let count = 0; count < 40; count += 1) guesses.push((await confirm(`guess-${count}`)).status)
    expect(guesses[0]).toBe(422)
    expect(guesses.at(-1)).toBe(429)
    services.clock.advance(3600)
    world = await buildSchoolWorld(services, { isConfirmed: true })
  })
})

describe('an address that an admin changes', () => {
  it('applies at once, without a password, and both addresses are told', async () => {
    const person = await signedIn()
    await ask(person, person.next)
    const pending = await tokenTo(person.next)
    const given = `given.${person.next}`
    const { body } = await world.admin.put(`/api/users/${person.id}`, { email: given })
    expect([body.data.email, body.data.pending_email]).toEqual([given, null])
    expect((await notices(person.email)).at(-1)?.text).toContain('can’t sign in with this address anymore')
    expect((await notices(given)).at(-1)?.text).toContain('to this one')
    expect((await confirm(pending)).status).toBe(422)
    expect((await login(createClient(services.app), given)).status).toBe(200)
    expect((await login(createClient(services.app), person.email)).status).toBe(422)
  })

  it('is their own only with their own password', async () => {
    const admin = await buildPerson(services, { permission: 'shipmate_admin' })
    await login(admin.client, admin.email)
    const bare = await admin.client.put(`/api/users/${admin.id}`, { email: 'boss@staff.example' })
    expect(bare.status).toBe(422)
    const asked = await ask(admin, 'boss@staff.example')
    expect([asked.body.data.email, asked.body.data.pending_email]).toEqual([
      admin.email,
      'boss@staff.example',
    ])
  })
})
