import { expect, it } from 'vitest'
import { parseSort } from '#client/platform/ui/data-table/sorting.ts'
import { orderText } from './form-text.ts'

it.each([
  ['', 'Highest risk first, then nearest due date.'],
  ['risk', 'By risk, lowest first, then by student, A to Z.'],
  ['-deadline_on,sid', 'By due, latest first, then by student ID, A to Z, then by student, A to Z.'],
  ['-student_name', 'By student, Z to A.'],
])('the order of forms sorted by “%s” is said', (sort, words) => {
  expect(orderText(parseSort(sort))).toBe(words)
})
