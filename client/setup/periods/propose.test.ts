import { expect, test } from 'vitest'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { nextName, proposePeriod, yearLater } from './propose.ts'

test.each([
  ['2026–27', '2027–28'],
  ['2026-2027', '2027-2028'],
  ['2098/99', '2099/00'],
  ['Fall 2026', 'Fall 2027'],
  ['2026–27 Nursing', '2027–28 Nursing'],
  ['2026–27 (2)', '2027–28'],
  ['Summer term', ''],
])('after %s comes “%s”', (name, next) => {
  expect(nextName(name)).toBe(next)
})

test.each([
  ['2026-08-01', '2027-08-01'],
  ['2028-02-29', '2029-02-28'],
])('a year after %s is %s', (day, later) => {
  expect(yearLater(day)).toBe(later)
})

const period = (id: number, starts_on: string): Period => ({
  id,
  school_id: 7,
  name: `${starts_on.slice(0, 4)}–27`,
  starts_on,
  ends_on: yearLater(starts_on),
  state: 'open',
  waiver_deadline_on: null,
  medical_offered: true,
  dental_offered: id === 2,
  vision_offered: false,
  medical_is_voluntary: false,
  students: 0,
  has_setup: true,
  is_current: false,
  version: 1,
})

test('a new policy year follows the latest one, in any order of the list, and copies its setup', () => {
  const proposal = proposePeriod([period(1, '2025-08-01'), period(2, '2026-08-01')], '2026-11-20')
  expect(proposal).toMatchObject({
    name: '2027–28',
    starts_on: '2027-08-01',
    waiver_deadline_on: '',
    copy_from_period_id: 2,
    dental_offered: true,
    vision_offered: false,
  })
})

test('a draft of next year isn’t copied before the year that students use', () => {
  const draft = { ...period(2, '2027-08-01'), name: '2027–28', state: 'draft' } as const
  expect(proposePeriod([draft, period(1, '2026-08-01')], '2026-11-20')).toMatchObject({
    name: '2028–29',
    starts_on: '2028-08-01',
    copy_from_period_id: 1,
    dental_offered: false,
  })
  expect(proposePeriod([draft], '2026-11-20')).toMatchObject({ copy_from_period_id: 2, dental_offered: true })
})

test('the first policy year of a school is proposed from today', () => {
  expect(proposePeriod([], '2026-11-20')).toMatchObject({
    name: '2026–27',
    starts_on: '2026-08-01',
    ends_on: '2027-07-31',
    copy_from_period_id: null,
  })
})

test('a proposal never uses a name that is taken, or a policy year that has no setup', () => {
  const [set, empty] = [period(1, '2026-08-01'), { ...period(2, '2027-08-01'), has_setup: false }]
  const taken = { ...empty, name: '2027–28' }
  expect(proposePeriod([set, taken], '2026-11-20')).toMatchObject({
    name: '2027–28 (2)',
    starts_on: '2027-08-01',
    copy_from_period_id: 1,
    has_starter: false,
  })
  expect(proposePeriod([taken, { ...taken, name: '2027–28 (2)' }], '2027-01-20')).toMatchObject({
    name: '2027–28 (3)',
    copy_from_period_id: null,
    has_starter: true,
  })
})
