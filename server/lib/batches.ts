/** The parts of a list, each of at most `size` and the last of what is left; none of an empty list. */
export function* batches<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
