import { expect, it } from 'vitest'
import { startTestServices } from '#server/testing/test-services.ts'

const statuses = async (settings: Record<string, string>, hosts: readonly string[]) => {
  const services = await startTestServices(settings)
  try {
    const answers = await Promise.all(
      hosts.map((host) => services.app.inject({ url: '/health/live', headers: { host } })),
    )
    return answers.map(({ statusCode, payload }) => [statusCode, payload] as const)
  } finally {
    await services.close()
  }
}
const ours = ['localhost', 'LocalHost:3000', '127.0.0.1:3000', '127.9.8.7', '[::1]:3000']
const foreign = [
  'shipmate.test',
  '192.168.1.4:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'a b',
  '[::2]',
]

it('the demo responds only to this machine’s host names, and says how to turn it off', async () => {
  const answers = await statuses({ DEMO: 'on' }, [...ours, ...foreign])
  expect(answers.map(([status]) => status)).toEqual([...ours.map(() => 200), ...foreign.map(() => 403)])
  expect(answers.at(-1)?.[1]).toContain('DEMO=off')
})

it('the demo also checks the host name from a proxy', async () => {
  const services = await startTestServices({ DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  const headers = { host: 'localhost', 'x-forwarded-host': 'shipmate.example' }
  expect((await services.app.inject({ url: '/health/live', headers })).statusCode).toBe(403)
  await services.close()
})

it('without the demo every host name is accepted', async () => {
  const answers = await statuses({}, [...ours, ...foreign])
  expect(answers.map(([status]) => status)).toEqual(answers.map(() => 200))
})
