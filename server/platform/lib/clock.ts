import { officeTimeZone } from '#contract/platform/office.ts'

/** The only source of time. It’s passed in, so that no rule or test depends on when it runs. */
export interface Clock {
  now(): Date
  /** Only a demo and a development server have it. */
  readonly demoDate?: DemoDate
}

/**
 * The day that a demo takes for today, so that a policy year can be tried in minutes. Days and the instants of acts whose day
 * counts (`actTime`) follow it: sessions, codes, emails and the history keep the real time. It’s kept in memory, and ends with the process.
 */
interface DemoDate {
  /** `YYYY-MM-DD`; null for the real day. */
  day(): string | null
  set(day: string | null): void
  onChange(listener: () => void): void
}

export const createDemoDate = (): DemoDate => {
  let present: string | null = null
  const listeners: (() => void)[] = []
  return {
    day: () => present,
    set: (day) => {
      present = day
      for (const tell of listeners) tell()
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}

export const systemClock: Clock = { now: () => new Date() }

/** The date format of a time zone and its last result. */
interface Zone {
  readonly format: Intl.DateTimeFormat
  minute: number
  day: string
}

/**
 * Cached formats: every list needs the date, and creating a format takes a third of a millisecond, using it a
 * twentieth.
 */
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

/**
 * Returns the calendar date of a clock in a time zone, `YYYY-MM-DD`. In every zone, days start on a full
 * minute.
 */
export const dayIn = (clock: Clock, timeZone: string): string =>
  clock.demoDate?.day() ?? dayOf(clock.now(), timeZone)

const dayOf = (instant: Date, timeZone: string): string => {
  const zone = zoneOf(timeZone)
  const minute = Math.floor(instant.getTime() / 60_000)
  if (zone.minute !== minute) Object.assign(zone, { minute, day: zone.format.format(instant) })
  return zone.day
}

/**
 * Returns the instant of an act whose day counts later, such as a form that arrives or its decision: now, and in a demo the
 * same time on the day that it takes for today.
 */
export const actTime = (clock: Clock): Date => {
  const [pretended, now] = [clock.demoDate?.day(), clock.now()]
  if (!pretended) return now
  const daysTo = (at: Date) =>
    Math.round((Date.parse(pretended) - Date.parse(dayOf(at, officeTimeZone))) / dayLength)
  const moved = new Date(now.getTime() + daysTo(now) * dayLength)
  // near midnight, the hour of daylight saving time can lead to the day before or after
  return new Date(moved.getTime() + daysTo(moved) * (dayLength / 24))
}

const dayLength = 86_400_000

export { officeTimeZone }

/** Returns a fixed clock for tests that moves only when told. */
export const standingClock = (start: string): Clock & { advance(seconds: number): void } => {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    demoDate: createDemoDate(),
    advance: (seconds) => {
      now += seconds * 1000
    },
  }
}

/** Returns the seconds between an instant and now; null without an instant. */
export const secondsSince = (instant: string | null, now: Date): number | null =>
  instant === null ? null : (now.getTime() - Date.parse(instant)) / 1000
