import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** How long the event loop was blocked, in milliseconds. */
export interface Blocking {
  /**
   * The longest block: the smaller of its processor time, which some machines account in coarse steps, and of the
   * measured delay, which other programs can extend. A real block shows in both.
   */
  readonly busy: number
  /** The longest measured delay. */
  readonly delay: number
}

/** Returns the longest time that `act` blocks the event loop of this process. */
export const measureBlocking = async (act: () => Promise<unknown>): Promise<Blocking> => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  let busy = 0
  let isOver = false
  let before = 0
  const look = (): void => {
    const now = threadTime()
    busy = Math.max(busy, now - before)
    before = now
    if (!isOver) setImmediate(look)
  }
  histogram.enable()
  // the histogram measures from its first timer on
  await setTimeout(5)
  before = threadTime()
  setImmediate(look)
  await act()
  // the delay of the last block is measured in the next round of timers
  await setTimeout(5)
  isOver = true
  histogram.disable()
  const delay = histogram.max / 1e6
  return { busy: Math.min(busy, delay), delay }
}

/**
 * Measures an act until it blocks less than `most` milliseconds, at most five times, because other programs can slow down
 * one attempt, not all. `prepare` gets each attempt ready. Returns the shortest, as on the machine for which limits are
 * stated.
 */
export const leastBlocking = async (
  most: number,
  prepare: () => Promise<() => Promise<unknown>>,
): Promise<number> => {
  let least = Infinity
  for (let attempt = 0; attempt < 5 && !(least < most); attempt += 1) {
    const { busy } = await measureBlocking(await prepare())
    least = Math.min(least, busy / slownessOf())
  }
  return least
}

/** Returns the milliseconds of processor time this thread has used. */
const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The processor time of the reference work on the machine for which limits are stated, in milliseconds. */
const referenceTime = 11

/**
 * Returns how many times slower this machine is than the one for which limits are stated; at least 1. The
 * reference work reads and writes 2 MB of JSON.
 */
const slownessOf = (): number => {
  const text = JSON.stringify(Array.from({ length: 20 }, () => 'word "word" '.repeat(8_000)))
  const times = Array.from({ length: 7 }, () => {
    const before = threadTime()
    JSON.stringify(JSON.parse(text))
    return threadTime() - before
  })
  return Math.max(1, Math.min(...times) / referenceTime)
}
