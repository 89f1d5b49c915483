import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startIdleCollection } from './idle-memory.ts'

const megabyte = 2 ** 20
let heap: { size: number; live: number; collections: number }
let isBusy: boolean
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  heap = { size: 20 * megabyte, live: 15 * megabyte, collections: 0 }
  isBusy = false
  stop = startIdleCollection(
    {
      used: () => heap.size,
      collect: () => {
        heap.collections += 1
        heap.size = heap.live
      },
    },
    () => isBusy,
  )
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Lets a process work or rest for a number of seconds, with this many megabytes allocated in each half. */
const pass = (seconds: number, allocated: number): void => {
  for (let half = 0; half < 2 * seconds; half += 1) {
    heap.size += allocated * megabyte
    vi.advanceTimersByTime(500)
  }
}

it('collects once when the process is idle after work', () => {
  pass(3, 50)
  expect(heap.collections).toBe(0)
  pass(10, 0.1)
  expect(heap.collections).toBe(1)
})

it('collects again after more work', () => {
  pass(1, 50)
  pass(1, 0)
  pass(1, 50)
  pass(1, 0)
  expect(heap.collections).toBe(2)
})

it('leaves a heap alone that has hardly grown', () => {
  pass(2, 2)
  pass(10, 0)
  expect(heap.collections).toBe(0)
})

it('waits for the end of a call that waits for the database', () => {
  pass(1, 50)
  isBusy = true
  pass(3, 0)
  expect(heap.collections).toBe(0)
  isBusy = false
  pass(1, 0)
  expect(heap.collections).toBe(1)
})

it('stops', () => {
  pass(1, 50)
  stop()
  pass(10, 0)
  expect(heap.collections).toBe(0)
})
