import { getHeapStatistics } from 'node:v8'

/** What the collection of unused memory needs of V8. */
interface Heap {
  /** Returns the bytes of all objects, also of those that nothing refers to any more. */
  used(): number
  /** Collects unused objects and gives their memory back to the system. */
  collect(): void
}

/** Milliseconds between two looks at the heap. */
const interval = 500
/** Bytes that may be allocated between two looks while the process counts as idle. */
const idleGrowth = 1 * 2 ** 20
/** Bytes of growth since the last collection that are worth another one. */
const worthIt = 32 * 2 ** 20

/**
 * Collects unused memory when a process is idle after work. V8 collects only when it needs room, so that after an
 * import or large lists hundreds of megabytes would stay in use. A call that waits for the database allocates nothing
 * either, but its rows are in use: it isn’t held up by a collection that would free nothing. Returns a function that stops it.
 */
export const startIdleCollection = (heap: Heap | null, isBusy: () => boolean): (() => void) => {
  if (!heap) return () => undefined
  let before = heap.used()
  let kept = 0
  const timer = setInterval(() => {
    const used = heap.used()
    const isIdle = Math.abs(used - before) < idleGrowth && !isBusy()
    before = used
    if (!isIdle || used < kept + worthIt) return
    heap.collect()
    kept = before = heap.used()
  }, interval)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns the heap of this process; null if it was started without `--expose-gc`. */
export const processHeap = (): Heap | null => {
  const collect = globalThis.gc
  if (!collect) return null
  return {
    used: () => getHeapStatistics().used_heap_size,
    // any other kind keeps the freed pages in a pool; this one took 65 ms with 50 MB in use
    collect: () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  }
}
