import { expect, test } from 'vitest'
import { plannedText } from './planned-text.ts'

test.each([
  ['returning', 'withdrawn', 'Withdraws on 03/15/2027'],
  ['returning', 'graduated', 'Graduates on 03/15/2027'],
  ['returning', 'leave_of_absence', 'Goes on leave on 03/15/2027'],
  ['leave_of_absence', 'returning', 'Returns from leave on 03/15/2027'],
  ['leave_of_absence', 'withdrawn', 'Withdraws on 03/15/2027'],
  ['returning', 'part_time', 'Becomes Part time on 03/15/2027'],
  ['returning', null, null],
] as const)('from %s to %s it says %s', (academic_status, planned_academic_status, text) => {
  const day = planned_academic_status === null ? null : '2027-03-15'
  expect(plannedText({ academic_status, planned_academic_status, planned_status_on: day })).toBe(text)
})
