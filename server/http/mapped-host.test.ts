import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAskWorld, type AskWorld } from '#server/testing/ask-world.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'

const [admin, app] = ['http://admin.example.org', 'http://app.example.org']
let house: TestHouse
let world: AskWorld
beforeAll(async () => {
  house = await startTestHouse({
    PUBLIC_URL: app,
    HOST_MAP: 'admin.example.org=app.example.org',
    ADMIN_ORIGINS: admin,
  })
  world = await buildAskWorld(house)
})
afterAll(() => house.close())

const directive = (policy: unknown, name: string): string[] =>
  String(policy)
    .split(';')
    .map((part) => part.trim().split(' '))
    .find(([found]) => found === name)
    ?.slice(1) ?? []

it('the pages of a mapped admin host may show pictures and documents of the host that they call', async () => {
  const { headers } = await house.app.inject({ url: '/health/live' })
  const policy = headers['content-security-policy']
  for (const name of ['img-src', 'frame-src', 'connect-src']) expect(directive(policy, name)).toContain(app)
  expect(directive(policy, 'default-src')).toEqual(["'self'"])
  expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
})

it('a document may be framed by the pages of the admin hosts, and of nobody else', async () => {
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const file = { name: 'card.pdf', bytes: pdf }
  const kept = await world.registrar.upload(`/api/students/${world.studentId}/file`, {}, file)
  expect(kept.status).toBe(201)
  const { headers } = await world.registrar.get(`/api/files/${kept.body.data.id}`)
  expect(directive(headers['content-security-policy'], 'frame-ancestors')).toEqual(["'self'", admin])
  // it knows no list of origins, and would refuse them
  expect(headers['x-frame-options']).toBeUndefined()
})
