import { expect, test } from 'vitest'
import { instantIn, zonedText } from './zoned-time.ts'

test.each([
  ['America/New_York', '2026-11-23', '09:05', '2026-11-23T14:05:00.000Z'],
  ['America/New_York', '2026-07-01', '09:05', '2026-07-01T13:05:00.000Z'],
  ['America/Los_Angeles', '2026-12-31', '23:30', '2027-01-01T07:30:00.000Z'],
  ['Asia/Kolkata', '2026-11-23', '00:00', '2026-11-22T18:30:00.000Z'],
  // skipped in spring, and shown twice in fall
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01', '12:00', '2026-11-01T17:00:00.000Z'],
  ['America/New_York', '2026-03-08', '12:00', '2026-03-08T16:00:00.000Z'],
])('in %s, %s %s is %s', (zone, day, time, instant) => {
  expect(instantIn(zone, day, time)).toBe(instant)
})

test.each([
  ['2026-13-01', '09:00'],
  ['', '09:00'],
  ['2026-11-23', ''],
  ['2026-11-23', '25:00'],
])('%s %s isn’t a time', (day, time) => {
  expect(instantIn('America/New_York', day, time)).toBeNull()
})

test('an instant is shown with its zone', () => {
  expect(zonedText('America/New_York', '2026-11-23T14:05:00Z')).toBe('November 23, 2026 at 9:05 AM EST')
})
