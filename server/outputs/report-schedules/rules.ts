import { madeReportDays, weekdays, type Weekday } from '#contract/outputs/report-schedules/choices.ts'
import type { When } from '#contract/outputs/report-schedules/when-text.ts'
import { addDays } from '#server/platform/lib/days.ts'

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes much longer than using it. */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  formats.set(timeZone, format)
  return format
}

/** Returns what a clock on the wall shows at an instant, as if it were UTC. Both are milliseconds since 1970. */
const wallAt = (instant: number, timeZone: string): number => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * Returns when it’s an hour of a day in a time zone. The hour that comes twice when clocks are set back counts the first
 * time; the hour that’s left out when they’re set forward counts as the one after it.
 */
export const instantAt = (day: string, hour: number, timeZone: string): Date => {
  const wall = Date.parse(day) + hour * hourMilliseconds
  const offsetAt = (instant: number): number => wallAt(instant, timeZone) - instant
  const [before, after] = [offsetAt(wall - dayMilliseconds), offsetAt(wall + dayMilliseconds)]
  const possible = [wall - before, wall - after].filter((instant) => wallAt(instant, timeZone) === wall)
  return new Date(possible.length > 0 ? Math.min(...possible) : wall - before)
}

const fromSunday: readonly Weekday[] = ['sun', ...weekdays.slice(0, 6)]

const isOn = (day: string, when: When): boolean => {
  const date = new Date(day)
  if (when.repeats === 'weekly') return when.weekdays.some((one) => one === fromSunday[date.getUTCDay()])
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(when.month_day ?? last, last)
}

/** Returns the first time after an instant that a schedule is due, at most once a day. `timeZone` is the school’s. */
export const nextRun = (when: When, timeZone: string, after: Date): Date => {
  let day = addDays(new Date(wallAt(after.getTime(), timeZone)).toISOString().slice(0, 10), -1)
  // a month is at most 31 days away
  for (let tried = 0; tried < 70; tried += 1, day = addDays(day, 1)) {
    if (!isOn(day, when)) continue
    const instant = instantAt(day, when.hour, timeZone)
    if (instant > after) return instant
  }
  throw new Error('A schedule has no day.')
}

/** Returns when a file made now expires. */
export const expiresAt = (now: Date): string =>
  new Date(now.getTime() + madeReportDays * dayMilliseconds).toISOString()
