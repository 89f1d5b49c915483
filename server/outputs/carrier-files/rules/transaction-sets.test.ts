import { expect, it } from 'vitest'
import { withStudent, type TransactionSet } from './transaction-sets.ts'

const setsOf = (families: readonly number[], most: number): TransactionSet[] => {
  let sets: TransactionSet[] = []
  for (const [index, dependents] of families.entries()) {
    const student = { last_position: index + 1, subscribers: 1, dependents, segments: 10 + dependents }
    sets = withStudent(sets, student, most)
  }
  return sets
}

it('a set has at most as many members as allowed, and each student with their dependents', () => {
  expect(setsOf([0, 2, 0, 1, 3], 5)).toEqual([
    { last_position: 3, subscribers: 3, dependents: 2, segments: 32 },
    { last_position: 4, subscribers: 1, dependents: 1, segments: 11 },
    { last_position: 5, subscribers: 1, dependents: 3, segments: 13 },
  ])
  expect(setsOf([0, 2, 0, 1, 3], 9)).toMatchObject([{ last_position: 4 }, { last_position: 5 }])
})

it('a file that fits is one set, and a file without students has none', () => {
  expect(setsOf([0, 2, 0, 1, 3], 11)).toEqual([
    { last_position: 5, subscribers: 5, dependents: 6, segments: 56 },
  ])
  expect(setsOf([], 5)).toEqual([])
})
