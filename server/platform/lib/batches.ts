import { setImmediate } from 'node:timers/promises'

/** Yields a list in parts of at most `size` items; nothing for an empty list. */
export function* batches<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

/** Maps a list, `size` items at a time, between which other work gets its turn. */
export const mapInSteps = async <T, R>(
  list: readonly T[],
  size: number,
  map: (item: T, index: number) => R,
): Promise<R[]> => {
  const mapped: R[] = []
  for (const some of batches(list, size)) {
    if (mapped.length > 0) await setImmediate()
    for (const item of some) mapped.push(map(item, mapped.length))
  }
  return mapped
}
