import { expect, test } from 'vitest'
import { columnsOf, issuesOf, isUsable, mappingFrom, shownValue, type Mapping } from './mapping.ts'

const headers = ['Student ID', 'Last', 'First', 'Born', 'Shoe size']
const whole: Mapping = {
  'Student ID': 'sid',
  Last: 'last_name',
  First: 'first_name',
  Born: 'dob',
  'Shoe size': null,
}

test('a mapping with every required field once is valid', () => {
  const faults = issuesOf(headers, whole)
  expect(isUsable(faults)).toBe(true)
  expect(faults.lacksBirthDate).toBe(false)
})

test('missing and duplicate fields are reported', () => {
  const faults = issuesOf(headers, { ...whole, 'Student ID': null, 'Shoe size': 'first_name', Born: null })
  expect(faults.missing).toEqual(['sid'])
  expect([...faults.duplicates]).toEqual(['first_name'])
  expect(faults.lacksBirthDate).toBe(true)
  expect(isUsable(faults)).toBe(false)
})

test('a column name that occurs twice in the file is an error only while it’s used', () => {
  const twice = [...headers, 'born']
  expect([...issuesOf(twice, whole).repeated]).toEqual(['Born'])
  expect(isUsable(issuesOf(twice, { ...whole, Born: null }))).toBe(true)
})

test('unknown fields are skipped', () => {
  expect(mappingFrom({ A: 'sid', B: 'medical_status', C: null })).toEqual({ A: 'sid', B: null, C: null })
})

test('columns are listed once, with their values, except unnamed ones', () => {
  expect(
    columnsOf(
      ['ID', '', 'ID', 'Name'],
      [
        ['1', 'x', 'y', 'Ana'],
        [' ', '', '', 'Bo'],
      ],
    ),
  ).toEqual([
    { header: 'ID', values: ['1'] },
    { header: 'Name', values: ['Ana', 'Bo'] },
  ])
})

test.each([
  ['996-10-6543', null, '***-**-6543'],
  ['996106543', 'ssn', '***-**-6543'],
  ['996106543', 'sid', '996106543'],
  ['07/21/1997', 'dob', '07/21/1997'],
] as const)('%s as %s is shown as %s', (value, field, shown) => {
  expect(shownValue(value, field)).toBe(shown)
})
