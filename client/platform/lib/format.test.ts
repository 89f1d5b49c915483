import { expect, test } from 'vitest'
import {
  formatAgo,
  formatCount,
  formatDay,
  formatDays,
  formatFileSize,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPhone,
  localDay,
} from './format.ts'

test.each([
  ['2026-08-01', '08/01/2026'],
  ['2001-03-05', '03/05/2001'],
  ['2026-12-31T23:59:59Z', '12/31/2026'],
  ['', '—'],
  [null, '—'],
  ['soon', '—'],
])('a day: %s → %s, whatever the time zone', (day, shown) => {
  expect(formatDay(day)).toBe(shown)
})

test('a range of days', () => {
  expect(formatDays('2026-08-01', '2027-07-31')).toBe('08/01/2026 – 07/31/2027')
})

test.each([
  [new Date(2026, 7, 1, 9, 5), 'August 1, 2026 at 9:05\u00a0a.m.'],
  [new Date(2026, 7, 1, 16, 30), 'August 1, 2026 at 4:30\u00a0p.m.'],
])('an instant in the user’s time zone: %s → %s', (date, shown) => {
  expect(formatInstant(date.toISOString())).toBe(shown)
})

const now = new Date('2026-11-21T12:00:00Z')
test.each([
  ['2026-11-21T11:59:40Z', 'just now'],
  ['2026-11-21T11:55:00Z', '5 minutes ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-07T12:00:00Z', '2 weeks ago'],
  ['2026-11-21T12:10:00Z', 'in 10 minutes'],
  ['2024-11-21T12:00:00Z', localSpelling('2024-11-21T12:00:00Z')],
  [null, '—'],
])('an instant: %s → %s', (instant, shown) => {
  expect(formatAgo(instant, now)).toBe(shown)
})

function localSpelling(instant: string): string {
  return formatDay(localDay(new Date(instant)))
}

test.each([
  ['1234.50', '$1,234.50'],
  ['0.5', '$0.50'],
  ['12345678', '$12,345,678.00'],
  ['-20.00', '-$20.00'],
  [null, '—'],
  ['free', '—'],
])('money: %s → %s', (amount, shown) => {
  expect(formatMoney(amount)).toBe(shown)
})

test.each([
  ['+14635583453', '(463) 558-3453'],
  ['4635583453', '(463) 558-3453'],
  ['+442071838750', '+442071838750'],
  [null, '—'],
])('a phone: %s → %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown)
})

test('numbers have separators, counts have their noun', () => {
  expect(formatNumber(3126)).toBe('3,126')
  expect(formatNumber(null)).toBe('—')
  expect(formatCount(1, 'student')).toBe('1 student')
  expect(formatCount(3126, 'student')).toBe('3,126 students')
  expect(formatCount(2, 'policy year')).toBe('2 policy years')
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1536, '1.5 KB'],
  [20 * 1024, '20 KB'],
  [3.25 * 1024 * 1024, '3.3 MB'],
  [20 * 1024 * 1024, '20 MB'],
  [1200 * 1024 * 1024, '1,200 MB'],
])('%d bytes are %s', (bytes, size) => {
  expect(formatFileSize(bytes)).toBe(size)
})
