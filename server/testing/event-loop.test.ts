import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { measureBlocking } from './event-loop.ts'

/** Uses the processor for 80 ms without giving way. */
const block = (): void => {
  const { user } = process.threadCpuUsage()
  while (process.threadCpuUsage().user - user < 80_000);
}

it.each([
  ['at once', 0],
  ['later', 30],
])('a block of the event loop is measured, %s', async (_when, pause) => {
  const blocking = await measureBlocking(async () => {
    if (pause > 0) await setTimeout(pause)
    block()
  })
  expect(blocking.busy).toBeGreaterThanOrEqual(50)
})
