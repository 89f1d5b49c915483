import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashToken } from '#server/platform/lib/crypt.ts'
import { createClient, type TestClient } from '#server/testing/client.ts'
import {
  buildPerson,
  codeNow,
  goodPassword,
  login,
  withTwoFactor,
  type Person,
} from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { issueLink } from './index.ts'
import { openLinkText } from '#server/mail/email-delivery/index.ts'
import { deleteExpired } from '#server/app/housekeeping.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const newPassword = 'nine brass kettles hum'
const badLink = 'This password reset token is invalid.'

const mailsTo = (email: string) =>
  services.owner
    .selectFrom('emails')
    .select(['kind', 'body', 'to_name', 'to_address', 'body_cipher'])
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()

const forgot = (email: string, client: TestClient = createClient(services.app)) =>
  client.post('/forgot-password', { email })

/** Returns the token of the last link emailed to a user. */
const tokenOf = async (email: string): Promise<string> => {
  const mails = await mailsTo(email)
  const mail = mails.findLast(({ kind }) => kind === 'reset_link')
  const link = mail ? (/http\S+/.exec(openLinkText(services.services.keys, mail).text)?.[0] ?? '') : ''
  const url = new URL(link)
  expect(`${url.origin}${url.pathname}`).toBe('http://localhost:3000/login/reset')
  expect(url.searchParams.get('email')).toBe(email)
  return url.searchParams.get('token') ?? ''
}

const reset = (email: string, token: string, password = newPassword, confirmation = password) =>
  createClient(services.app).post('/reset-password', {
    email,
    token,
    password,
    password_confirmation: confirmation,
  })

const askedFor = async (
  values: Parameters<typeof buildPerson>[1] = {},
): Promise<Person & { token: string }> => {
  const person = await buildPerson(services, values)
  await forgot(person.email)
  return { ...person, token: await tokenOf(person.email) }
}

describe('POST /forgot-password', () => {
  it('takes even time, whether or not there’s an account', async () => {
    const person = await buildPerson(services)
    const before = services.pauses.length
    for (const email of [person.email, 'nobody@staff.example']) await forgot(email)
    const waited = services.pauses.slice(before)
    expect(waited).toHaveLength(2)
    // the rest of a step of 250 ms
    for (const pause of waited) expect(pause > 0 && pause <= 250).toBe(true)
  })

  it('gives the same response for every address, and emails only active users', async () => {
    const person = await buildPerson(services)
    const disabled = await buildPerson(services, { disabled_at: '2026-01-01T00:00:00Z' })
    const texts = []
    for (const email of [person.email, 'nobody@staff.example', disabled.email]) {
      const answer = await forgot(email)
      texts.push([answer.status, answer.body])
    }
    const same = [200, { message: 'We have emailed your password reset link.', sends_emails: false }]
    expect(texts).toEqual([same, same, same])
    expect(await mailsTo(person.email)).toMatchObject([{ kind: 'reset_link', to_name: 'Imani Okafor' }])
    expect(await mailsTo(disabled.email)).toEqual([])
    expect(await mailsTo('nobody@staff.example')).toEqual([])
    const invalid = await forgot('no address')
    expect([invalid.status, Object.keys(invalid.body.errors)]).toEqual([422, ['email']])
  })

  it('sends at most one email a minute to an address, with the same response', async () => {
    const person = await buildPerson(services)
    for (let time = 0; time < 3; time += 1) expect((await forgot(person.email)).status).toBe(200)
    expect(await mailsTo(person.email)).toHaveLength(1)
    services.clock.advance(60)
    await forgot(person.email)
    expect(await mailsTo(person.email)).toHaveLength(2)
  })

  it('stores only the token’s hash, one per user, and takes the host from the settings', async () => {
    const person = await buildPerson(services)
    await createClient(services.app).post(
      '/forgot-password',
      { email: person.email },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    const first = await tokenOf(person.email)
    services.clock.advance(60)
    await forgot(person.email)
    const second = await tokenOf(person.email)
    const rows = await services.owner
      .selectFrom('one_time_tokens')
      .select('token_hash')
      .where('user_id', '=', person.id)
      .execute()
    expect(rows).toEqual([{ token_hash: hashToken(second) }])
    expect((await reset(person.email, first)).body.errors).toEqual({ email: [badLink] })
  })
})

describe('an email with a link', () => {
  /** Returns the email texts in the database in any form. */
  const kept = async (email: string) =>
    (await mailsTo(email)).map(({ body, body_cipher }) => [body, body_cipher?.toString('latin1') ?? null])

  it('can’t be read in the database or moved to another address', async () => {
    const person = await askedFor()
    const [mail] = await mailsTo(person.email)
    expect(mail?.body).toBeNull()
    expect(mail?.body_cipher?.toString('latin1')).not.toMatch(/http|token|Hello/)
    expect(openLinkText(services.services.keys, mail!).text).toContain(person.token)
    expect(() =>
      openLinkText(services.services.keys, { ...mail!, to_address: 'other@staff.example' }),
    ).toThrow(/authenticate/)
  })

  it('is cleared when its link is used', async () => {
    const person = await askedFor()
    expect((await reset(person.email, person.token)).status).toBe(200)
    expect((await kept(person.email))[0]).toEqual([null, null])
  })

  it('is cleared by the next link and by a password change', async () => {
    const person = await askedFor()
    services.clock.advance(60)
    await forgot(person.email)
    expect((await kept(person.email)).map(([, cipher]) => cipher === null)).toEqual([true, false])
    await login(person.client, person.email)
    const body = { current_password: goodPassword, password: newPassword, password_confirmation: newPassword }
    expect((await person.client.put('/user/password', body)).status).toBe(200)
    expect((await kept(person.email)).slice(0, 2)).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('is cleared after its link expires, at the next sign-in and by housekeeping', async () => {
    for (const tidy of [
      () => deleteExpired(services.services),
      async () => {
        const other = await buildPerson(services)
        await login(other.client, other.email)
      },
    ]) {
      const person = await askedFor()
      services.clock.advance(3599)
      await tidy()
      expect((await kept(person.email))[0]?.[1]).not.toBeNull()
      services.clock.advance(1)
      await tidy()
      expect(await kept(person.email)).toEqual([[null, null]])
    }
  })

  it('can’t be marked as sent with its text', async () => {
    const person = await askedFor()
    const sent = services.owner
      .updateTable('emails')
      .set({ sent_at: services.clock.now().toISOString() })
      .where('to_address', '=', person.email)
    await expect(sent.execute()).rejects.toThrow('emails_link_gone_once_sent')
    await sent.set({ body_cipher: null }).execute()
  })
})

describe('POST /reset-password', () => {
  it('sets the password once, ends every session and doesn’t sign in', async () => {
    const person = await buildPerson(services)
    await login(person.client, person.email)
    await forgot(person.email)
    const token = await tokenOf(person.email)
    const done = await reset(person.email.toUpperCase(), token)
    expect([done.status, done.body]).toEqual([200, { message: 'Your password has been reset.' }])
    expect(String(done.headers['set-cookie'])).not.toContain('shipmate_session')
    expect((await person.client.get('/api/me')).status).toBe(401)
    expect((await login(createClient(services.app), person.email)).status).toBe(422)
    expect((await login(createClient(services.app), person.email, newPassword)).status).toBe(200)
    expect((await reset(person.email, token, 'ten other brass kettles')).body.errors).toEqual({
      email: [badLink],
    })
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'actor_id', 'changes'])
      .where('subject_id', '=', person.id)
      .where('subject_type', '=', 'user')
      .execute()
    expect(history).toEqual([
      {
        kind: 'password_changed',
        actor_id: person.id,
        changes: [{ field: 'password', before: '********', after: '********' }],
      },
    ])
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['reset_link', 'password_changed'])
  })

  it('works once for parallel requests', async () => {
    const person = await askedFor()
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(person.email, person.token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('gives the same response for a wrong token, a wrong address, an expired link and a disabled user', async () => {
    const [person, other] = [await askedFor(), await askedFor()]
    const disabled = await askedFor()
    const now = services.clock.now().toISOString()
    await services.owner
      .updateTable('users')
      .set({ disabled_at: now })
      .where('id', '=', disabled.id)
      .execute()
    const answers = [
      await reset(person.email, 'x'.repeat(43)),
      await reset('nobody@staff.example', person.token),
      await reset(other.email, person.token),
      await reset(disabled.email, disabled.token),
    ]
    services.clock.advance(3600)
    answers.push(await reset(person.email, person.token))
    for (const answer of answers)
      expect([answer.status, answer.body.errors]).toEqual([422, { email: [badLink] }])
  })

  it('checks the new password, and keeps the link valid if it’s rejected', async () => {
    const person = await askedFor()
    const errors = async (...given: [string, string?]) =>
      (await reset(person.email, person.token, ...given)).body.errors
    expect(await errors('too short')).toEqual({
      password: ['The password field must be at least 15 characters.'],
    })
    expect(await errors(newPassword, 'another')).toEqual({
      password: ['The password field confirmation does not match.'],
    })
    expect((await errors('okafor okafor okafor')).password).toHaveLength(1)
    expect((await reset(person.email, person.token, 'y'.repeat(1025))).status).toBe(422)
    expect((await reset(person.email, person.token)).status).toBe(200)
  })

  it('doesn’t change two-factor authentication', async () => {
    const person = await buildPerson(services)
    const secret = await withTwoFactor(services, person)
    await login(person.client, person.email)
    await forgot(person.email)
    expect((await reset(person.email, await tokenOf(person.email), 'mad newt 8')).status).toBe(200)
    // a sign-in that was waiting for its code has ended
    const code = codeNow(services, secret)
    expect((await person.client.post('/two-factor-challenge', { code })).status).toBe(422)
    expect((await login(person.client, person.email, 'mad newt 8')).body).toEqual({ two_factor: true })
    services.clock.advance(60)
    const late = await person.client.post('/two-factor-challenge', { code: codeNow(services, secret) })
    expect(late.status).toBe(204)
  })

  it('accepts invitations for 7 days', async () => {
    const person = await buildPerson(services)
    await services.owner
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', person.id)
      .execute()
    const inviting = { db: services.owner, clock: services.clock, services: services.services }
    const link = new URL(await issueLink(inviting, person, 'invite'))
    expect(link.pathname).toBe('/login/welcome')
    const token = link.searchParams.get('token') ?? ''
    services.clock.advance(7 * 86_400 - 1)
    expect((await reset(person.email, token)).status).toBe(200)
    expect((await login(person.client, person.email, newPassword)).status).toBe(200)
    expect(await mailsTo(person.email)).toMatchObject([{ kind: 'password_changed' }])

    const late = await buildPerson(services)
    const lateLink = new URL(await issueLink(inviting, late, 'invite'))
    services.clock.advance(7 * 86_400)
    expect((await reset(late.email, lateLink.searchParams.get('token') ?? '')).status).toBe(422)
  })
})

describe('PUT /user/password', () => {
  const change = (client: TestClient, current_password: string, password: string, again = password) =>
    client.put('/user/password', { current_password, password, password_confirmation: again })

  it('requires the current password, ends other sessions and keeps this one', async () => {
    const person = await buildPerson(services)
    const other = createClient(services.app)
    await login(other, person.email)
    await login(person.client, person.email)
    const wrong = await change(person.client, 'wrong', newPassword)
    expect(wrong.body.errors).toEqual({
      current_password: ['The provided password does not match your current password.'],
    })
    const short = await change(person.client, goodPassword, 'short')
    expect(Object.keys(short.body.errors)).toEqual(['password'])
    const differs = await change(person.client, goodPassword, newPassword, 'differs')
    expect(Object.keys(differs.body.errors)).toEqual(['password'])
    const done = await change(person.client, goodPassword, newPassword)
    expect([done.status, done.text]).toEqual([200, '""'])
    expect((await person.client.get('/api/me')).status).toBe(200)
    expect((await other.get('/api/me')).status).toBe(401)
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['password_changed'])
    await person.client.post('/logout')
    expect((await login(person.client, person.email, newPassword)).status).toBe(200)
  })

  it('returns 401 to guests', async () => {
    expect((await change(createClient(services.app), 'a', 'b')).status).toBe(401)
  })
})

describe('in the demo', () => {
  it('prints links to the terminal, and lets the demo accounts use any password', async () => {
    const demo = await startTestServices({ DEMO: 'on' })
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      const person = await buildPerson(demo, { is_demo: true })
      await createClient(demo.app).post('/forgot-password', { email: person.email })
      expect(String(printed.mock.calls.at(-1)?.[0])).toMatch(
        /^Reset link for \S+: http:\/\/localhost:3000\/login\/reset\?token=/,
      )
      await login(person.client, person.email)
      const body = { current_password: goodPassword, password: 'shipmate', password_confirmation: 'shipmate' }
      expect((await person.client.put('/user/password', body)).status).toBe(200)
      const plain = await buildPerson(demo)
      await login(plain.client, plain.email)
      expect((await plain.client.put('/user/password', body)).status).toBe(422)
    } finally {
      printed.mockRestore()
      await demo.close()
    }
  })
})
