import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const [admin, app] = ['http://admin.example.org', 'http://app.example.org']
let services: TestServices
beforeAll(async () => {
  services = await startTestServices({
    PUBLIC_URL: app,
    HOST_MAP: 'admin.example.org=app.example.org',
    ADMIN_ORIGINS: admin,
  })
})
afterAll(() => services.close())

const load = () => services.app.inject({ url: '/api/email-frame' })

it('the frame for emails runs its own script and no other, in an origin of its own', async () => {
  const { headers, body } = await load()
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part): [string, string] => {
        const [name = '', ...values] = part.split(' ')
        return [name, values.join(' ')]
      }),
  )
  const script = /<script>([\s\S]*)<\/script>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'none'",
    'script-src': `'sha256-${hash}'`,
    'style-src': "'unsafe-inline'",
    'img-src': `'self' ${app}`,
    'frame-ancestors': `'self' ${admin}`,
    'base-uri': "'none'",
    'form-action': "'none'",
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
  })
  // the older header can't list origins and would refuse them
  expect(headers['x-frame-options']).toBeUndefined()
})

it('the frame is empty, so that anyone can load it', async () => {
  const { statusCode, headers, body } = await load()
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(
    body
      .replace(/<(script|title)>[\s\S]*<\/\1>/g, '')
      .replaceAll(/<[^>]*>/g, '')
      .trim(),
  ).toBe('')
})
