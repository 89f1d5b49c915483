/** A pseudorandom generator with repeatable results, for realistic rows. */
export interface Random {
  /** From 0 to 1, excluding 1. */
  next(): number
  /** An integer from `from` to `to`, both inclusive. */
  between(from: number, to: number): number
  pick<T>(values: readonly T[]): T
  /** True in this percentage of calls. */
  chance(percent: number): boolean
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (values) => {
      const value = values[between(0, values.length - 1)]
      if (value === undefined) throw new Error('There is nothing to pick from.')
      return value
    },
  }
}

/** Returns `YYYY-MM-DD`, a number of days after another date. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
