import { describe, expect, it, test } from 'vitest'
import type { FilterColumn } from './types.ts'
import { choicesOf, chosenValues, filterByValues, isEveryValue } from './value-choice.ts'

const campus: FilterColumn = { id: 'campus', label: 'Campus', kind: 'text' }
const status: FilterColumn = {
  id: 'status',
  label: 'Status',
  kind: 'choice',
  choices: ['active', 'inactive'],
}

test.each([[['Main', 'North']], [[null]], [['Main', null]], [[2028, null]], [[]]])(
  'the values %j come back out of their filter',
  (chosen) => expect(chosenValues(filterByValues(chosen))).toEqual(chosen),
)

describe('a filter that isn’t a choice of values', () => {
  it.each([
    { operator: 'and' as const, constraints: [{ match_mode: 'contains' as const, value: 'x' }] },
    {
      operator: 'and' as const,
      constraints: [{ match_mode: 'in' as const, value: ['a'] }, { match_mode: 'isEmpty' as const }],
    },
  ])('is edited by rule: %j', (filter) => expect(chosenValues(filter)).toBeNull())
})

describe('the values to choose from', () => {
  it('are the values that occur, with their counts, and empty last', () => {
    const counted = [
      { value: null, quantity: 9 },
      { value: 'Main', quantity: 4 },
    ]
    expect(choicesOf(campus, counted, ['Gone'])).toEqual([
      { value: 'Main', quantity: 4 },
      { value: 'Gone', quantity: 0 },
      { value: null, quantity: 9 },
    ])
  })

  it('are all choices of a column that has choices, in their order', () => {
    expect(choicesOf(status, [{ value: 'inactive', quantity: 2 }], [])).toEqual([
      { value: 'active', quantity: 0 },
      { value: 'inactive', quantity: 2 },
    ])
    expect(choicesOf(status, undefined, []).map(({ quantity }) => quantity)).toEqual([undefined, undefined])
  })
})

describe('every value', () => {
  const counted = [
    { value: 'Main', quantity: 4 },
    { value: null, quantity: 2 },
    { value: 2028, quantity: 1 },
  ]
  it.each([
    ['all of them', ['Main', null, 2028], true, true],
    ['all of them, a number as an address has it', ['2028', 'Main', null], true, true],
    ['all but those who have none', ['Main', 2028], true, false],
    ['all that were found, of more', ['Main', null, 2028], false, false],
    ['none', [], true, false],
  ])('%s', (_name, chosen, areAllListed, isEvery) =>
    expect(isEveryValue(choicesOf(campus, counted, chosen), chosen, areAllListed)).toBe(isEvery),
  )

  it('is every choice of a column that has choices, even if no one has them', () => {
    const all = choicesOf(status, [{ value: 'active', quantity: 9 }], [])
    expect(isEveryValue(all, ['active'], true)).toBe(false)
    expect(isEveryValue(all, ['active', 'inactive'], true)).toBe(true)
  })

  it('is never the only value: that one was selected on purpose', () =>
    expect(isEveryValue(choicesOf(campus, [{ value: 'Main', quantity: 4 }], []), ['Main'], true)).toBe(false))
})
