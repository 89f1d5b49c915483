import { expect, test } from 'vitest'
import { countDates } from './survey-rows.ts'
import { readDate } from './read-date.ts'

const orderOf = (...dates: string[]) => {
  const counter = countDates()
  dates.forEach((value, index) => counter.add({ row: index + 2, column: 'DOB', value }))
  const { order, unclear } = counter.end()
  return [order, ...unclear.map(({ value }) => value)]
}

test.each<[string[], string]>([
  [['25/12/2001', '05/12/2001', '31/01/2002', '03/04/2000', '14/07/2001'], 'dmy'],
  [['03.04.2000', '25.12.2001'], 'dmy'],
  [['3-4-2000', '25-12-2001'], 'dmy'],
  [['03042000', '25122001'], 'dmy'],
  [['03/04/00', '25/12/01'], 'dmy'],
  [['25/12/2001 00:00:00', '03/04/2001 00:00:00'], 'dmy'],
  [['03/04/2000', '12/25/2001'], 'mdy'],
  [['3/4/68', '02/29/2001'], 'mdy'],
  [['03042000', '12252001'], 'mdy'],
  [['03.04.2000', '12.25.2001'], 'mdy'],
  [['99-12-31', '01-02-03', '25-12-01'], 'ymd'],
  [['2001-03-04', '2001/3/4', '20010304'], 'ymd'],
  [['2001-03-04', '25/12/2001'], 'dmy'],
])('%j is settled: %s', (dates, order) => {
  expect(orderOf(...dates)).toEqual([order])
})

test.each<[string[], string[]]>([
  [['05/05/2001', '03/04/2000'], ['03/04/2000']],
  [['03042000'], ['03042000']],
  [['3.4.00'], ['3.4.00']],
  [['2001-03-04', '03-04-2001'], ['03-04-2001']],
  [
    ['25/12/2001', '12/25/2001', '03/04/2001'],
    ['12/25/2001', '25/12/2001'],
  ],
])('%j has to be asked, with examples %j', (dates, examples) => {
  expect(orderOf(...dates)).toEqual([null, ...examples])
})

test.each([[['05/05/2001', '7-Mar-2001', 'never', '13/45/2001']], [[]]])('%j needs no order', (dates) => {
  expect(orderOf(...dates)).toEqual([null])
})

test('one typing error in a long column doesn’t make its order unclear', () => {
  expect(orderOf(...Array.from({ length: 200 }, () => '12/25/2001'), '25/12/2001')).toEqual(['mdy'])
})

test.each([
  ['03/04/2001', 'dmy', '2001-04-03'],
  ['03/04/2001', 'mdy', '2001-03-04'],
  ['03.04.01', 'dmy', '2001-04-03'],
  ['03042001', 'dmy', '2001-04-03'],
  ['20122001', 'dmy', '2001-12-20'],
  ['20011220', 'dmy', '2001-12-20'],
  ['2001-04-03', 'dmy', '2001-04-03'],
  ['7-Mar-2001', 'dmy', '2001-03-07'],
  ['01-04-03', 'ymd', '2001-04-03'],
  ['03/04/2001', 'ymd', '2001-03-04'],
  ['12/25/2001', 'dmy', null],
] as const)('%s, %s, is %s', (text, order, day) => {
  expect(readDate(text, '2026-11-20', 'past', order)).toBe(day)
})
