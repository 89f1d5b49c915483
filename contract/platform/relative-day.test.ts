import { expect, it } from 'vitest'
import { resolveDay, type KnownDays } from './relative-day.ts'

const known = (starts_on: string, ends_on: string): KnownDays => ({
  today: '2026-11-20',
  period: { starts_on, ends_on, waiver_deadline_on: null },
})

it('adds days to the named date, across leap days and year ends', () => {
  const days = known('2027-08-01', '2028-07-31')
  expect(resolveDay({ relative: 'today', offset: 42 }, days)).toBe('2027-01-01')
  expect(resolveDay({ relative: 'period_end', offset: -154 }, days)).toBe('2028-02-28')
  expect(resolveDay({ relative: 'month_end' }, days)).toBe('2026-11-30')
})

it('stays within dates that can be written', () => {
  const days = known('0001-01-05', '9999-12-30')
  expect(resolveDay({ relative: 'period_start', offset: -4 }, days)).toBe('0001-01-01')
  expect(resolveDay({ relative: 'period_start', offset: -3660 }, days)).toBe('0001-01-01')
  expect(resolveDay({ relative: 'period_end', offset: 1 }, days)).toBe('9999-12-31')
  expect(resolveDay({ relative: 'period_end', offset: 3660 }, days)).toBe('9999-12-31')
})

it('has no date if the period doesn’t have one', () => {
  expect(resolveDay({ relative: 'waiver_deadline', offset: 1 }, known('2026-08-01', '2027-07-31'))).toBeNull()
})
