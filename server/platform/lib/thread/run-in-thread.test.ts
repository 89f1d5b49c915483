import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { whyUnreadable } from '#server/platform/files/open-file.ts'
import type { measureStrength } from '../password-strength.ts'
import { runInThread } from './run-in-thread.ts'

const opening = new URL('../../files/open-file.ts', import.meta.url)
const tooLong = new Error('too long')
const measure = () =>
  runInThread<typeof measureStrength>(
    { module: new URL('../password-strength.ts', import.meta.url), name: 'measureStrength' },
    ['nine brass kettles hum', []],
    tooLong,
  )

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

const pixel = Buffer.from(
  '47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b',
  'hex',
)
const openPicture = () =>
  runInThread<typeof whyUnreadable>(
    { module: opening, name: 'whyUnreadable' },
    ['image/gif', new Uint8Array(pixel)],
    tooLong,
  )

it('stops work that needs too much memory, and continues with the next', async () => {
  const memory = vi.spyOn(process.memoryUsage, 'rss')
  memory.mockReturnValueOnce(2e8).mockReturnValueOnce(2e9)
  // the thread answers at once, so that the small picture isn’t opened before it’s looked at
  vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue({ user: 0, system: 0 })
  const [ended, next] = [openPicture(), openPicture()]
  vi.advanceTimersByTime(250)
  await expect(ended).rejects.toBe(tooLong)
  expect(await next).toBeNull()
})

it('ends the thread of files when it’s idle, and starts another', async () => {
  const ending = vi.spyOn(Worker.prototype, 'terminate')
  expect(await openPicture()).toBeNull()
  vi.advanceTimersByTime(19_000)
  expect(ending).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(ending).toHaveBeenCalledOnce()
  expect(await openPicture()).toBeNull()
})

it('tells files to try again while many are waiting, but no text', async () => {
  const opened = Array.from({ length: 51 }, openPicture)
  await expect(openPicture()).rejects.toMatchObject({ code: 'unavailable' })
  expect(await measure()).toMatchObject({ score: 4 })
  await Promise.all(opened)
})
