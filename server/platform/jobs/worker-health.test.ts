import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { createWorkerHealth, restartTime } from './worker-health.ts'

describe('the health of the workers', () => {
  it('is in trouble when a group hasn’t worked for longer than a restart takes', () => {
    let now = 0
    const health = createWorkerHealth(() => now)
    expect(health.trouble()).toBeNull()
    health.noteWorking('inside', false)
    health.noteWorking('outbound', true)
    now += restartTime
    expect(health.trouble()).toBeNull()
    now += 1
    expect(health.trouble()).toBe('The workers aren’t running.')
    health.noteWorking('inside', true)
    expect(health.trouble()).toBeNull()
  })

  it('ages a waiting job although nobody can look', () => {
    let now = 0
    const health = createWorkerHealth(() => now)
    health.noteOldest('inside', 5)
    health.noteOldest('outbound', 0)
    now += 60_000
    const ages = [...health.groups().values()].map(({ oldestWaiting }) => oldestWaiting)
    expect(ages).toEqual([65, 0])
  })
})

describe('readiness and metrics', () => {
  let services: TestServices
  let now = 0
  const workers = createWorkerHealth(() => now)
  beforeAll(async () => {
    services = await startTestServices({}, undefined, { workers })
  })
  afterAll(() => services.close())
  const read = async (url: string) => {
    const { statusCode, payload } = await services.app.inject({ method: 'GET', url })
    return { statusCode, payload }
  }

  it('say that the workers aren’t running, and how old the oldest waiting job is', async () => {
    workers.noteWorking('inside', true)
    expect((await read('/health/ready')).statusCode).toBe(200)
    workers.noteWorking('inside', false)
    workers.noteOldest('inside', 3)
    now += restartTime + 5000
    const ready = await read('/health/ready')
    expect([ready.statusCode, JSON.parse(ready.payload).message]).toEqual([
      503,
      'The workers aren’t running.',
    ])
    const { payload } = await read('/metrics')
    expect(payload).toContain('\nshipmate_workers_running{group="inside"} 0\n')
    expect(payload).toContain('\nshipmate_oldest_waiting_job_seconds{group="inside"} 23\n')
  })
})
