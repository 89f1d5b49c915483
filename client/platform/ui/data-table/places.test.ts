import { expect, test } from 'vitest'
import { isMove, step, type Place } from './places.ts'

const extent = { rows: 20, columns: 5, pageRows: 8 }
const from = (row: number, column: number | null = null): Place => ({ row, column })

test.each<[string, Place | null, string, Place | null]>([
  ['the first key enters the first row', null, 'ArrowDown', from(0)],
  ['the first key may be the last row', null, 'End', from(19)],
  ['J is down', from(3), 'j', from(4)],
  ['K is up, and keeps the cell', from(3, 2), 'k', from(2, 2)],
  ['the last row is the end', from(19), 'ArrowDown', from(19)],
  ['a page down', from(3), 'PageDown', from(11)],
  ['a page up stops at the first row, not in the head', from(3), 'PageUp', from(0)],
  ['above the first row is the head, at a column', from(0), 'ArrowUp', from(-1, 0)],
  ['from the head back into the rows', from(-1, 3), 'ArrowDown', from(0, 3)],
  ['right enters the row', from(3), 'ArrowRight', from(3, 0)],
  ['right stops at the last cell', from(3, 4), 'ArrowRight', from(3, 4)],
  ['left of the first cell is the row', from(3, 0), 'ArrowLeft', from(3)],
  ['left in the head stays in the head', from(-1, 0), 'ArrowLeft', from(-1, 0)],
  ['Home is the first row for a row', from(9), 'Home', from(0)],
  ['Home is the first cell for a cell', from(9, 3), 'Home', from(9, 0)],
  ['End is the last cell for a cell', from(9, 3), 'End', from(9, 4)],
  ['Control and End are the last row for a cell too', from(9, 3), 'Mod+End', from(19, 3)],
  ['other keys lead nowhere', from(9), 'q', null],
])('%s', (_sentence, place, key, expected) => {
  expect(step(place, key, extent)).toEqual(expected)
})

test('without rows the keyboard can only go to the header', () => {
  const empty = { ...extent, rows: 0 }
  expect(step(null, 'ArrowDown', empty)).toBeNull()
  expect(step(from(-1, 1), 'ArrowRight', empty)).toEqual(from(-1, 2))
})

test('names of object properties aren’t keys', () => {
  expect(isMove('constructor')).toBe(false)
})
