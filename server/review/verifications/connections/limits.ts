/**
 * What keeps a provider from being asked too often. The state is in memory: each process counts for itself, which
 * suffices while one process works on jobs; with several, each has the limit.
 */

/** Technical failures in a row after which a payer isn’t asked for a while. */
const failuresInRow = 5
/** Milliseconds until one inquiry tries whether the outage is over. */
const pauseMs = 60_000
const minuteMs = 60_000

/** Stops asking a payer that fails. Times are milliseconds of any clock. */
interface Breaker {
  /** Returns whether an inquiry can be sent now. If it can, `settle` must follow. */
  enter(key: string, now: number): boolean
  /** Notes what became of the inquiry: `unsent` says nothing about the payer. */
  settle(key: string, now: number, outcome: 'answered' | 'failed' | 'unsent'): void
}

/** Creates a breaker with a circuit for each key. */
export const createBreaker = (): Breaker => {
  const circuits = new Map<string, { failures: number; closedUntil: number; isTrying: boolean }>()
  return {
    enter: (key, now) => {
      const circuit = circuits.get(key)
      if (!circuit || circuit.failures < failuresInRow) return true
      if (circuit.isTrying || now < circuit.closedUntil) return false
      circuit.isTrying = true
      return true
    },
    settle: (key, now, outcome) => {
      if (outcome === 'answered') {
        circuits.delete(key)
        return
      }
      const { failures, closedUntil } = circuits.get(key) ?? { failures: 0, closedUntil: 0 }
      circuits.set(
        key,
        outcome === 'failed'
          ? { failures: failures + 1, closedUntil: now + pauseMs, isTrying: false }
          : { failures, closedUntil, isTrying: false },
      )
    },
  }
}

/** Counts inquiries in the last minute. */
interface RateLimit {
  /** Takes a place and returns 0, or returns the milliseconds until there’s one. */
  take(key: number, perMinute: number, now: number): number
}

/** Creates a rate limit with a count for each key. */
export const createRateLimit = (): RateLimit => {
  const sent = new Map<number, number[]>()
  return {
    take: (key, perMinute, now) => {
      const recent = (sent.get(key) ?? []).filter((time) => time > now - minuteMs)
      sent.set(key, recent)
      // the limit can have been lowered: the place is free when enough of the minute's inquiries are older
      const blocking = recent[recent.length - perMinute]
      if (blocking !== undefined) return blocking + minuteMs - now
      recent.push(now)
      return 0
    },
  }
}
