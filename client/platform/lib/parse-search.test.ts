import { expect, test } from 'vitest'
import { parseSearch } from './parse-search.ts'

test('values are JSON', () => {
  expect(parseSearch('?page=2&q=Ana&on=true&filters=%7B%22a%22%3A%5B1%5D%7D')).toEqual({
    page: 2,
    q: 'Ana',
    on: true,
    filters: { a: [1] },
  })
})

test.each(['20e3', '151455e2', '1.50', '0012', '-0', '12345678901234567890'])('%s stays text', (text) => {
  expect(parseSearch(`?q=${text}`)).toEqual({ q: text })
})
