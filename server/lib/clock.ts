/** The only source of time: passed in, so that no rule and no test depends on when it runs. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Making one takes a third of a millisecond, and every list asks for the day: one is kept for each zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const kept = formats.get(timeZone)
  if (kept) return kept
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** The calendar day that a clock shows in a time zone, `YYYY-MM-DD`. */
export const dayIn = (clock: Clock, timeZone: string): string => formatOf(timeZone).format(clock.now())

/** Where a day is asked for without a school at hand. */
export const officeTimeZone = 'America/New_York'

/** A clock that stands, and moves when it is told: for tests. */
export const standingClock = (start: string): Clock & { advance(seconds: number): void } => {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000
    },
  }
}
