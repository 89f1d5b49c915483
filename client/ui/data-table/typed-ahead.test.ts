import { expect, test } from 'vitest'
import { findAhead } from './typed-ahead.ts'

const names = ['Abara, Ana', 'Brown, José', 'Bäcker, Zoë', undefined, 'Chen, Li', 'Bacon, Al']
const find = (typed: string, from: number) => findAhead(typed, from, names.length, (index) => names[index])

test('a letter goes to the next row that begins with it, and around', () => {
  expect(find('b', 0)).toBe(1)
  expect(find('b', 1)).toBe(2)
  expect(find('b', 5)).toBe(1)
  expect(find('a', 4)).toBe(0)
})

test('more letters narrow from where the first led, accents and case aside', () => {
  expect(find('ba', 1)).toBe(2)
  expect(find('bacon', 2)).toBe(5)
  expect(find('BÄ', 1)).toBe(2)
})

test('rows that are not there yet are passed over, and nothing found is nothing', () => {
  expect(find('z', 0)).toBeNull()
  expect(findAhead('z', 0, 0, () => undefined)).toBeNull()
})
