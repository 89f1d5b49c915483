import { expect, test } from 'vitest'
import { moveWords, recordMoveWords } from './status-change-text.ts'

const wrote = (field: string, after: string | null) => ({ field, before: null, after })

test('the dates and fees that a status change sets are one line', () => {
  expect(
    moveWords('medical', [
      wrote('medical_enroll_insurance_plan_name', 'Harbor Gold'),
      wrote('medical_enroll_premium', '600.00'),
      wrote('medical_enroll_coverage_start_on', '2027-02-01'),
      wrote('medical_enroll_coverage_end_on', '2027-07-31'),
    ]),
  ).toBe('Coverage starts 02/01/2027, coverage ends 07/31/2027, premium $600.00')
  expect(moveWords('dental', [wrote('reverify_on', '2027-01-15')])).toBe('Reverify by 01/15/2027')
})

test('a status change that sets nothing else has no text', () => {
  expect(moveWords('medical', [])).toBe('')
  expect(moveWords('medical', [wrote('dental_enroll_premium', '9.00')])).toBe('')
})

test('fees are part of the line, and stand once for a record whose lines change together', () => {
  const changes = [
    wrote('medical_enroll_premium', '600.00'),
    wrote('dental_enroll_premium', '60.00'),
    wrote('admin_fee', '25.00'),
    wrote('late_waiver_fee', '50.00'),
  ]
  expect(moveWords('medical', changes)).toBe('Premium $600.00, admin fee $25.00, late waiver fee $50.00')
  expect(recordMoveWords(changes)).toEqual([
    'Medical: premium $600.00',
    'Dental: premium $60.00',
    'Admin fee $25.00, late waiver fee $50.00',
  ])
})
