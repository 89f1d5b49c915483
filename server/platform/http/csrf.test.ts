import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#server/testing/client.ts'
import { buildPerson, login } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices({
    PUBLIC_URL: 'http://app.example.org',
    ADMIN_ORIGINS: 'http://admin.example.org',
  })
})
afterAll(() => services.close())

const signedIn = async () => {
  const person = await buildPerson(services)
  await login(person.client, person.email)
  return person.client
}
const cookieLines = (headers: Record<string, unknown>): string[] => [headers['set-cookie']].flat().map(String)

describe('an unsafe call', () => {
  it('(a) without the token is 419 before anything else is checked', async () => {
    const client = await signedIn()
    const answer = await client.post('/logout', undefined, { 'x-xsrf-token': '' })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      419,
      'token_mismatch',
      'CSRF token mismatch.',
    ])
    expect((await client.get('/api/me')).status).toBe(200)
    // an expired session is also 419, and 401 on a GET
    const guest = createClient(services.app)
    expect((await guest.post('/api/periods', {}, { 'x-xsrf-token': 'x' })).status).toBe(419)
    expect((await guest.get('/api/me')).status).toBe(401)
  })

  it('(b) with the token of another session is 419', async () => {
    const [client, other] = [await signedIn(), await signedIn()]
    const token = other.cookies.get('XSRF-TOKEN')!
    expect((await client.post('/logout', undefined, { 'x-xsrf-token': token })).status).toBe(419)
    // even if a cookie was planted with it
    client.cookies.set('XSRF-TOKEN', token)
    expect((await client.post('/logout')).status).toBe(419)
  })

  it('(c) with a changed token is 419', async () => {
    const client = await signedIn()
    const token = client.cookies.get('XSRF-TOKEN')!
    const changed = [
      `${token}%3D`,
      encodeURIComponent(`${token}=`),
      token.slice(1),
      token.split('.')[0]!,
      `${token}.x`,
    ]
    for (const wrong of changed)
      expect((await client.post('/logout', undefined, { 'x-xsrf-token': wrong })).status).toBe(419)
  })

  it('(d) with the token from before the sign-in is 419 after it, and the session’s after the sign-out', async () => {
    const person = await buildPerson(services)
    await person.client.get('/sanctum/csrf-cookie')
    const before = person.client.cookies.get('XSRF-TOKEN')!
    await login(person.client, person.email)
    const during = person.client.cookies.get('XSRF-TOKEN')!
    expect((await person.client.post('/logout', undefined, { 'x-xsrf-token': before })).status).toBe(419)
    expect((await person.client.post('/logout')).status).toBe(204)
    const late = await person.client.post('/login', {}, { 'x-xsrf-token': during })
    expect(late.status).toBe(419)
    expect((await login(person.client, person.email)).status).toBe(200)
  })

  it('before the sign-in needs both header and cookie', async () => {
    const [guest, other] = [createClient(services.app), createClient(services.app)]
    await guest.get('/sanctum/csrf-cookie')
    await other.get('/sanctum/csrf-cookie')
    const foreign = { 'x-xsrf-token': other.cookies.get('XSRF-TOKEN')! }
    expect((await guest.post('/login', {}, foreign)).status).toBe(419)
    expect((await guest.post('/login', {})).status).toBe(422)
  })

  it('accepts only our own origins', async () => {
    const client = await signedIn()
    const status = async (headers: Record<string, string>) =>
      (await client.post('/user/confirm-password', {}, headers)).status
    for (const origin of ['http://app.example.org', 'http://admin.example.org'])
      expect([origin, await status({ origin })]).toEqual([origin, 422])
    expect(await status({ referer: 'http://app.example.org/schools/1' })).toBe(422)
    for (const origin of [
      'http://evil.example',
      'null',
      'http://app.example.org.evil.example',
      'https://app.example.org',
    ])
      expect([origin, await status({ origin })]).toEqual([origin, 403])
    expect(await status({ referer: 'http://evil.example/app.example.org' })).toBe(403)
    expect(await status({ origin: 'http://evil.example', referer: 'http://app.example.org/' })).toBe(403)
  })
})

describe('a safe call', () => {
  it('(e) needs no token', async () => {
    const client = await signedIn()
    expect((await client.get('/api/me', { 'x-xsrf-token': '' })).status).toBe(200)
  })
})

describe('the cookies', () => {
  it('(f) are readable by scripts only if they must be, (g) Lax and for the whole site', async () => {
    const person = await buildPerson(services)
    const cookies = cookieLines((await login(person.client, person.email)).headers)
    const session = cookies.find((line) => line.startsWith('shipmate_session='))
    const token = cookies.find((line) => line.startsWith('XSRF-TOKEN='))
    expect(session).toContain('HttpOnly')
    expect(token).not.toContain('HttpOnly')
    for (const line of [session, token]) {
      expect(line).toContain('SameSite=Lax')
      expect(line).toContain('Path=/')
      expect(line).not.toContain('Secure')
      expect(line).not.toContain('Domain')
    }
  })

  it('(g) are Secure with https, the session bound to its host, the token shared if a domain is set', async () => {
    const safe = await startTestServices({
      PUBLIC_URL: 'https://app.example.org',
      COOKIE_DOMAIN: 'example.org',
    })
    const person = await buildPerson(safe)
    const cookies = cookieLines((await login(person.client, person.email)).headers)
    const session = cookies.find((line) => line.startsWith('__Host-shipmate_session='))
    const token = cookies.find((line) => line.startsWith('XSRF-TOKEN='))
    expect(session).toMatch(/Path=\/.*HttpOnly.*Secure.*SameSite=Lax/)
    expect(session).not.toContain('Domain')
    expect(token).toMatch(/Domain=example\.org.*Secure.*SameSite=Lax/)
    expect((await person.client.get('/api/me')).status).toBe(200)
    await safe.close()
  })

  it('are set with the first GET, and again by the call for them', async () => {
    const guest = createClient(services.app)
    await guest.get('/api/me')
    const first = guest.cookies.get('XSRF-TOKEN')
    expect(first).toMatch(/^[\w-]+\.[\w-]+$/)
    const answer = await guest.get('/sanctum/csrf-cookie')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(guest.cookies.get('XSRF-TOKEN')).not.toBe(first)
    const client = await signedIn()
    await client.get('/sanctum/csrf-cookie')
    expect((await client.post('/logout')).status).toBe(204)
  })
})
