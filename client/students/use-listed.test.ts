import { expect, test } from 'vitest'
import { headName } from './use-listed.ts'

test('a name of the list is turned into that of the header', () => {
  expect(headName('Abara, Ana M')).toBe('Ana M Abara')
  expect(headName('Reyes, Jr., Sam')).toBe('Sam Reyes, Jr.')
  expect(headName('Cher')).toBe('Cher')
})
