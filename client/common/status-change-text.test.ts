import { expect, test } from 'vitest'
import { moveWords } from './status-change-text.ts'

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
