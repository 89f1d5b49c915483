import { expect, test } from 'vitest'
import { loadedRows, rowsOfPages } from './row-source.ts'

const row = (id: number) => ({ id })
const all = Array.from({ length: 25 }, (_, index) => row(100 + index))
const page = (number: number) => all.slice(number * 10, number * 10 + 10)

const sparse = (there: readonly number[]) => {
  const loaded: number[] = []
  const source = rowsOfPages({
    total: all.length,
    size: 10,
    page: (number) => (there.includes(number) ? page(number) : undefined),
    loadPage: async (number) => {
      loaded.push(number)
      return page(number)
    },
    onSight: () => undefined,
  })
  return { source, loaded }
}

test('a row is found by its position on any loaded page, and is missing on others', () => {
  const { source } = sparse([0, 2])
  expect(source.count).toBe(25)
  expect(source.at(9)).toEqual(row(109))
  expect(source.at(10)).toBeUndefined()
  expect(source.at(24)).toEqual(row(124))
  expect(source.indexOf(122)).toBe(22)
  expect(source.indexOf(112)).toBe(-1)
})

test('a range over pages that aren’t loaded loads only those pages', async () => {
  const { source, loaded } = sparse([0])
  expect(await source.idsBetween(21, 8)).toEqual(Array.from({ length: 14 }, (_, index) => 108 + index))
  expect(loaded).toEqual([0, 1, 2])
})

test('loaded rows need no request', async () => {
  const source = loadedRows(all)
  expect(await source.idsBetween(3, 1)).toEqual([101, 102, 103])
  expect(source.indexOf(124)).toBe(24)
})
