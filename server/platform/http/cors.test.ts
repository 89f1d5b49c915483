import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const admin = 'http://admin.example.org'
let services: TestServices
beforeAll(async () => {
  services = await startTestServices({ PUBLIC_URL: 'http://app.example.org', ADMIN_ORIGINS: admin })
})
afterAll(() => services.close())

const get = (origin?: string) =>
  services.app.inject({ url: '/api/me', headers: origin === undefined ? {} : { origin } })
const preflight = (origin: string, url = '/login') =>
  services.app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': 'POST' },
  })

describe('pages of the admin hosts', () => {
  it('can send their cookies and read the headers they need', async () => {
    const { headers } = await get(admin)
    expect(headers).toMatchObject({
      'access-control-allow-origin': admin,
      'access-control-allow-credentials': 'true',
    })
    for (const name of ['X-Change-Id', 'X-Retry-After', 'Retry-After'])
      expect(headers['access-control-expose-headers']).toContain(name)
    expect(headers['vary']).toContain('Origin')
  })

  it.each(['/login', '/logout', '/two-factor-challenge', '/user/password', '/api/me'])(
    'can send a preflight for %s',
    async (url) => {
      const answer = await preflight(admin, url)
      expect([answer.statusCode, answer.payload]).toEqual([204, ''])
      expect(answer.headers['access-control-allow-headers']).toContain('X-XSRF-TOKEN')
      expect(answer.headers['access-control-allow-methods']).toContain('DELETE')
    },
  )

  it.each([
    'http://evil.example',
    'http://admin.example.org.evil.example',
    'https://admin.example.org',
    'null',
  ])('don’t include %s', async (origin) => {
    expect((await get(origin)).headers).not.toHaveProperty('access-control-allow-origin')
    const answer = await preflight(origin)
    expect(answer.statusCode).toBe(405)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
