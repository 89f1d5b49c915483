import { setImmediate } from 'node:timers/promises'

/** Yields a list in parts of at most `size` items; nothing for an empty list. */
export function* batches<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

/** Milliseconds after which other work gets its turn: a call of many short statements waits for each. */
const turn = 2

/** Maps a list, however long, without keeping other work waiting. */
export const mapInSteps = async <T, R>(
  list: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> => {
  const mapped: R[] = []
  let startedAt = performance.now()
  for (const [index, item] of list.entries()) {
    if (performance.now() - startedAt > turn) {
      await setImmediate()
      startedAt = performance.now()
    }
    mapped.push(map(item, index))
  }
  return mapped
}
