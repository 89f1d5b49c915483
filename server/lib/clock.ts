/** The only source of time: passed in, so that no rule and no test depends on when it runs. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** How the days of a zone are written, and the day that was asked for last. */
interface Zone {
  readonly format: Intl.DateTimeFormat
  minute: number
  day: string
}

/** Every list asks for the day: making a format takes a third of a millisecond, and using it a twentieth. */
const zones = new Map<string, Zone>()

const zoneOf = (timeZone: string): Zone => {
  const kept = zones.get(timeZone)
  if (kept) return kept
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const made = { format, minute: Number.NaN, day: '' }
  zones.set(timeZone, made)
  return made
}

/** The calendar day that a clock shows in a time zone, `YYYY-MM-DD`. Days begin with a minute, everywhere. */
export const dayIn = (clock: Clock, timeZone: string): string => {
  const [zone, now] = [zoneOf(timeZone), clock.now()]
  const minute = Math.floor(now.getTime() / 60_000)
  if (zone.minute !== minute) Object.assign(zone, { minute, day: zone.format.format(now) })
  return zone.day
}

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
