import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runInThread } from './run-in-thread.ts'

const tooLong = new Error('too long')
const measure = () =>
  runInThread({ kind: 'password', password: 'nine brass kettles hum', words: [] }, tooLong)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('waits as long as a busy machine needs: a good password is never rejected for it', async () => {
  const measured = measure()
  vi.advanceTimersByTime(3_600_000)
  expect(await measured).toMatchObject({ score: 4 })
})

it('stops work after 10 seconds of processor time, and continues with the next', async () => {
  const usage = vi.spyOn(Worker.prototype, 'cpuUsage')
  usage.mockResolvedValueOnce({ user: 5e6, system: 0 }).mockResolvedValueOnce({ user: 14e6, system: 1e6 })
  const [ended, next] = [measure(), measure()]
  vi.advanceTimersByTime(10_000)
  await expect(ended).rejects.toBe(tooLong)
  expect(await next).toMatchObject({ score: 4 })
})
