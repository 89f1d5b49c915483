/** Yields a list in parts of at most `size` items; nothing for an empty list. */
export function* batches<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
