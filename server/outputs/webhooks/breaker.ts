/** Remembers addresses that don’t answer, so that nothing waits for them. */
export interface Breaker {
  /** Notes whether an address answered. */
  note(address: string, hasAnswered: boolean): void
  /** Returns the addresses that nothing is sent to now. */
  closed(): string[]
}

/** Failures in a row after which an address isn’t asked, and for how many milliseconds. Then it’s tried again. */
const [failuresAllowed, pause] = [3, 60_000]

/** Creates a breaker. `now` returns milliseconds since the epoch. */
export const createBreaker = (now: () => number): Breaker => {
  const silent = new Map<string, { failures: number; until: number }>()
  return {
    note: (address, hasAnswered) => {
      if (hasAnswered) return void silent.delete(address)
      const failures = (silent.get(address)?.failures ?? 0) + 1
      silent.set(address, { failures, until: failures < failuresAllowed ? 0 : now() + pause })
    },
    closed: () => [...silent].filter(([, { until }]) => until > now()).map(([address]) => address),
  }
}
