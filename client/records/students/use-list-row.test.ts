import { expect, test } from 'vitest'
import { headName } from './use-list-row.ts'

test('a name in the list is converted to the header’s format', () => {
  expect(headName('Abara, Ana M')).toBe('Ana M Abara')
  expect(headName('Reyes, Jr., Sam')).toBe('Sam Reyes, Jr.')
  expect(headName('Cher')).toBe('Cher')
})
