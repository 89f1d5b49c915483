import { expect, it } from 'vitest'
import { startTestHouse } from '#server/testing/test-house.ts'

const statuses = async (settings: Record<string, string>, hosts: readonly string[]) => {
  const house = await startTestHouse(settings)
  try {
    const answers = await Promise.all(
      hosts.map((host) => house.app.inject({ url: '/health/live', headers: { host } })),
    )
    return answers.map(({ statusCode, payload }) => [statusCode, payload] as const)
  } finally {
    await house.close()
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

it('the demo answers at this machine’s own names alone, and says how to turn it off', async () => {
  const answers = await statuses({ DEMO: 'on' }, [...ours, ...foreign])
  expect(answers.map(([status]) => status)).toEqual([...ours.map(() => 200), ...foreign.map(() => 403)])
  expect(answers.at(-1)?.[1]).toContain('DEMO=off')
})

it('the demo looks at the name that a proxy passes on, too', async () => {
  const house = await startTestHouse({ DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  const headers = { host: 'localhost', 'x-forwarded-host': 'shipmate.example' }
  expect((await house.app.inject({ url: '/health/live', headers })).statusCode).toBe(403)
  await house.close()
})

it('without the demo any name is answered', async () => {
  const answers = await statuses({}, [...ours, ...foreign])
  expect(answers.map(([status]) => status)).toEqual(answers.map(() => 200))
})
