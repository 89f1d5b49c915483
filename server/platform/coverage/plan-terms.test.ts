import { describe, expect, test } from 'vitest'
import { everyone, type Audience } from '#contract/setup/period-documents/audience.ts'
import { proratedPremium } from '#contract/setup/periods/proration.ts'
import { isFor } from './line-rules.ts'

const year = { starts_on: '2026-08-01', ends_on: '2027-07-31' }

describe('a premium for part of the year', () => {
  test.each([
    ['the full year', 'monthly', '2026-08-01', '2027-07-31', '4678.00'],
    ['from the middle of a month, which counts in full', 'monthly', '2026-08-22', '2027-07-31', '4678.00'],
    ['eleven months', 'monthly', '2026-09-01', '2027-07-31', '4288.17'],
    ['half a year', 'monthly', '2027-02-01', '2027-07-31', '2339.00'],
    ['one month', 'monthly', '2027-07-31', '2027-07-31', '389.83'],
    ['never prorated', 'none', '2027-07-31', '2027-07-31', '4678.00'],
  ] as const)('%s', (_what, proration, starts_on, ends_on, premium) => {
    expect(proratedPremium('4678.00', { proration }, { starts_on, ends_on }, year)).toBe(premium)
  })

  test('is null without a premium, and keeps cents exact', () => {
    const half = { starts_on: '2027-02-01', ends_on: '2027-07-31' }
    expect(proratedPremium(null, { proration: 'monthly' }, half, year)).toBeNull()
    expect(proratedPremium('0.01', { proration: 'monthly' }, half, year)).toBe('0.01')
    expect(proratedPremium('0.00', { proration: 'monthly' }, half, year)).toBe('0.00')
  })
})

describe('an audience', () => {
  const who = {
    program: 'École de Médecine',
    campus: 'Main',
    graduation_year: 2028,
    academic_status: 'incoming',
  }
  const asked = (more: Partial<Audience>): Audience => ({ ...everyone, ...more })
  test.each([
    ['without conditions includes everyone', {}, true],
    ['ignores case and accents', { programs: ['ecole de medecine'] }, true],
    ['includes one of several values', { programs: ['Law', 'École de médecine '] }, true],
    ['excludes other values', { programs: ['Law'] }, false],
    ['must match in every list', { campuses: ['Main'], class_years: [2029] }, false],
    ['can have a class year', { class_years: [2027, 2028] }, true],
    ['can have an academic status', { academic_statuses: ['part_time'] }, false],
  ] as const)('%s', (_what, more, isIn) =>
    expect(isFor(asked({ ...more } as Partial<Audience>), who)).toBe(isIn),
  )

  test('doesn’t include students who lack the requested value', () => {
    expect(isFor(asked({ class_years: [2028] }), { graduation_year: null })).toBe(false)
    expect(isFor(asked({ programs: ['Law'] }), {})).toBe(false)
  })
})
