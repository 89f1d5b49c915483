import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekdays } from '#contract/outputs/report-schedules/choices.ts'
import { whenText, type When } from '#contract/outputs/report-schedules/when-text.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { instantAt, nextRun } from './rules.ts'

const weekly = (hour: number, ...days: When['weekdays'][number][]): When => ({
  repeats: 'weekly',
  weekdays: days,
  month_day: null,
  hour,
})
const monthly = (hour: number, month_day: number): When => ({
  repeats: 'monthly',
  weekdays: [],
  month_day,
  hour,
})
const daily = (hour: number): When => weekly(hour, ...weekdays)

const [newYork, chicago] = ['America/New_York', 'America/Chicago']

// 11/20/2026 is a Friday; clocks in the U.S. are set back on 11/01/2026 and forward on 03/14/2027, at 2:00 a.m.
test.each<[string, When, string, string, string]>([
  ['later today', weekly(11, 'fri'), newYork, '2026-11-20T15:00:00Z', '2026-11-20T16:00:00Z'],
  ['not now again', weekly(10, 'fri'), newYork, '2026-11-20T15:00:00Z', '2026-11-27T15:00:00Z'],
  ['the next of its days', weekly(7, 'mon', 'thu'), newYork, '2026-11-20T15:00:00Z', '2026-11-23T12:00:00Z'],
  ['by the school’s clock', weekly(7, 'mon'), chicago, '2026-11-20T15:00:00Z', '2026-11-23T13:00:00Z'],
  ['by the school’s day', weekly(22, 'fri'), newYork, '2026-11-21T01:00:00Z', '2026-11-21T03:00:00Z'],
  ['in a zone ahead of UTC', weekly(1, 'sat'), 'Asia/Tokyo', '2026-11-20T15:00:00Z', '2026-11-20T16:00:00Z'],
  ['at 7 before clocks are set back', daily(7), newYork, '2026-10-31T00:00:00Z', '2026-10-31T11:00:00Z'],
  ['at 7 after clocks are set back', daily(7), newYork, '2026-10-31T11:00:00Z', '2026-11-01T12:00:00Z'],
  ['the first 1:00 of two', daily(1), newYork, '2026-11-01T04:30:00Z', '2026-11-01T05:00:00Z'],
  ['not the second 1:00', daily(1), newYork, '2026-11-01T05:00:00Z', '2026-11-02T06:00:00Z'],
  ['at 3:00 where 2:00 is left out', daily(2), newYork, '2027-03-14T05:00:00Z', '2027-03-14T07:00:00Z'],
  ['at 2:00 again the day after', daily(2), newYork, '2027-03-14T07:00:00Z', '2027-03-15T06:00:00Z'],
  ['on the 1st', monthly(7, 1), newYork, '2026-11-20T15:00:00Z', '2026-12-01T12:00:00Z'],
  ['on the last day', monthly(7, 31), newYork, '2026-11-20T15:00:00Z', '2026-11-30T12:00:00Z'],
  ['on February 28', monthly(7, 31), newYork, '2027-02-01T15:00:00Z', '2027-02-28T12:00:00Z'],
  ['on February 29', monthly(7, 30), newYork, '2028-02-01T15:00:00Z', '2028-02-29T12:00:00Z'],
])('a report is due %s', (_what, when, zone, after, expected) => {
  expect(nextRun(when, zone, new Date(after)).toISOString()).toBe(new Date(expected).toISOString())
})

const wall = (instant: Date, timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = format.format(instant).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}

const anyWhen = fc.oneof(
  fc.record({
    repeats: fc.constant('weekly' as const),
    weekdays: fc.subarray([...weekdays], { minLength: 1 }),
    month_day: fc.constant(null),
    hour: fc.nat(23),
  }),
  fc.record({
    repeats: fc.constant('monthly' as const),
    weekdays: fc.constant([]),
    month_day: fc.integer({ min: 1, max: 31 }),
    hour: fc.nat(23),
  }),
)
const anyZone = fc.constantFrom(
  newYork,
  chicago,
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/St_Johns',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
)
const anyInstant = fc.date({
  min: new Date('2025-01-01T00:00:00Z'),
  max: new Date('2032-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('the next time is later, on one of its days at its hour, and once a day', () => {
  fc.assert(
    fc.property(anyWhen, anyZone, anyInstant, (when, zone, after) => {
      const next = nextRun(when, zone, after)
      expect(next.getTime()).toBeGreaterThan(after.getTime())
      const { day, hour } = wall(next, zone)
      // the hour that is left out when clocks are set forward comes later
      expect([when.hour, when.hour + 1]).toContain(hour)
      expect(instantAt(day, when.hour, zone)).toEqual(next)
      const then = nextRun(when, zone, next)
      expect(wall(then, zone).day > day).toBe(true)
      // nothing is due in between
      expect(nextRun(when, zone, new Date(then.getTime() - 1))).toEqual(then)
      const days = (then.getTime() - next.getTime()) / 86_400_000
      expect(days).toBeLessThan(when.repeats === 'weekly' ? 7.1 : 31.1)
    }),
  )
})

test('an hour that exists is the hour on the clock', () => {
  fc.assert(
    fc.property(anyZone, anyInstant, fc.nat(23), (zone, date, hour) => {
      const day = addDays(date.toISOString().slice(0, 10), 0)
      const instant = instantAt(day, hour, zone)
      const isLeftOut = wall(instant, zone).hour !== hour
      const before = wall(new Date(instant.getTime() - 3_600_001), zone).hour
      expect(wall(instant, zone).day).toBe(day)
      expect(!isLeftOut || before < hour).toBe(true)
    }),
  )
})

test.each<[When, string]>([
  [weekly(7, 'mon'), 'Mondays at 7:00 a.m.'],
  [weekly(12, 'thu', 'mon'), 'Mondays and Thursdays at 12:00 p.m.'],
  [weekly(0, 'mon', 'wed', 'sun'), 'Mondays, Wednesdays, and Sundays at 12:00 a.m.'],
  [weekly(17, 'mon', 'tue', 'wed', 'thu', 'fri'), 'Weekdays at 5:00 p.m.'],
  [daily(9), 'Every day at 9:00 a.m.'],
  [monthly(7, 1), 'The 1st of each month at 7:00 a.m.'],
  [monthly(7, 22), 'The 22nd of each month at 7:00 a.m.'],
  [monthly(7, 13), 'The 13th of each month at 7:00 a.m.'],
  [monthly(7, 31), 'The last day of each month at 7:00 a.m.'],
])('%o reads %s', (when, text) => {
  expect(whenText(when).replaceAll('\u00a0', ' ')).toBe(text)
})
