import { expect, test } from 'vitest'
import { parseDateText, showDateText } from './date-text.ts'

const today = new Date(2026, 10, 21)

test.each([
  ['03152001', '2001-03-15'],
  ['031501', '2001-03-15'],
  ['3/5/2001', '2001-03-05'],
  ['3/5/01', '2001-03-05'],
  ['03-05-2001', '2001-03-05'],
  ['3.5.2001', '2001-03-05'],
  ['3 5 2001', '2001-03-05'],
  [' 03/05/2001 ', '2001-03-05'],
  ['2001-03-05', '2001-03-05'],
  ['2001/3/5', '2001-03-05'],
  ['2001-03-05T00:00:00.000Z', '2001-03-05'],
  ['Mar 5, 2001', '2001-03-05'],
  ['March 5 2001', '2001-03-05'],
  ['Sept. 5th, 2001', '2001-09-05'],
  ['5 Mar 2001', '2001-03-05'],
  ['2/29/2024', '2024-02-29'],
  ['', ''],
  ['   ', ''],
])('%j is the day %s', (text, day) => {
  expect(parseDateText(text, 'other', today)).toBe(day)
})

test.each([
  '02/30/2024',
  '2/29/2023',
  '13/01/2024',
  '00/10/2024',
  '1/1/1',
  'soon',
  '3/5',
  '2001-13-01',
  'Marble 5 2001',
  '3/5/20011',
])('%j is no date, and not an empty one', (text) => {
  expect(parseDateText(text, 'other', today)).toBeNull()
})

test.each([
  ['11/21/26', 'birth', '2026-11-21'],
  ['11/22/26', 'birth', '1926-11-22'],
  ['1/1/99', 'birth', '1999-01-01'],
  ['11/21/36', 'other', '2036-11-21'],
  ['11/22/36', 'other', '1936-11-22'],
  ['8/1/27', 'other', '2027-08-01'],
] as const)('two digits: %s as %s is %s', (text, kind, day) => {
  expect(parseDateText(text, kind, today)).toBe(day)
})

test('a day is shown as mm/dd/yyyy; other text doesn’t change', () => {
  expect(showDateText('2001-03-05')).toBe('03/05/2001')
  expect(showDateText('3/5')).toBe('3/5')
})
