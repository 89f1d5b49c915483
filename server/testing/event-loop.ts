import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How long the event loop was kept from everybody else, in milliseconds. */
export interface Held {
  /** The longest that it was busy at a stretch: its own processor time, whatever else the machine does. */
  readonly busy: number
  /** The longest delay that was measured, which a busy machine adds to. */
  readonly delay: number
}

/** The longest that `act` keeps the event loop of this process. */
export const measureHeld = async (act: () => Promise<unknown>): Promise<Held> => {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  let busy = 0
  let isOver = false
  let before = threadTime()
  const look = (): void => {
    const now = threadTime()
    busy = Math.max(busy, now - before)
    before = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  histogram.enable()
  await act()
  await new Promise((resolve) => setImmediate(resolve))
  isOver = true
  histogram.disable()
  return { busy, delay: histogram.max / 1e6 }
}

/** Milliseconds of processor time that this thread has had. */
const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
