import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildRequestWorld, type RequestWorld } from '#server/testing/request-world.ts'
import { pdfOf } from '#server/testing/sample-files.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

const [admin, app] = ['http://admin.example.org', 'http://app.example.org']
let services: TestServices
let world: RequestWorld
beforeAll(async () => {
  services = await startTestServices({
    PUBLIC_URL: app,
    HOST_MAP: 'admin.example.org=app.example.org',
    ADMIN_ORIGINS: admin,
  })
  world = await buildRequestWorld(services)
})
afterAll(() => services.close())

const directive = (policy: unknown, name: string): string[] =>
  String(policy)
    .split(';')
    .map((part) => part.trim().split(' '))
    .find(([found]) => found === name)
    ?.slice(1) ?? []

it('pages of a mapped admin host can show pictures and documents of the host they call', async () => {
  const { headers } = await services.app.inject({ url: '/health/live' })
  const policy = headers['content-security-policy']
  for (const name of ['img-src', 'frame-src', 'connect-src']) expect(directive(policy, name)).toContain(app)
  expect(directive(policy, 'default-src')).toEqual(["'self'"])
  expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
})

it('only pages of the admin hosts can frame a document', async () => {
  const file = { name: 'card.pdf', bytes: pdfOf() }
  const kept = await world.registrar.upload(`/api/students/${world.studentId}/file`, {}, file)
  expect(kept.status).toBe(201)
  const { headers } = await world.registrar.get(`/api/files/${kept.body.data.id}`)
  expect(directive(headers['content-security-policy'], 'frame-ancestors')).toEqual(["'self'", admin])
  // the older header can't list origins and would refuse them
  expect(headers['x-frame-options']).toBeUndefined()
})
