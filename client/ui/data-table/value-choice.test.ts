import { describe, expect, it, test } from 'vitest'
import type { FilterColumn } from './types.ts'
import { choicesOf, chosenValues, filterByValues } from './value-choice.ts'

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

describe('a filter that is no choice of values', () => {
  it.each([
    { operator: 'and' as const, constraints: [{ match_mode: 'contains' as const, value: 'x' }] },
    {
      operator: 'and' as const,
      constraints: [{ match_mode: 'in' as const, value: ['a'] }, { match_mode: 'isEmpty' as const }],
    },
  ])('is edited by rule: %j', (filter) => expect(chosenValues(filter)).toBeNull())
})

describe('what there is to choose', () => {
  it('is what occurs, with how many, and empty at the end', () => {
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

  it('is every choice of a column that has some, in their order', () => {
    expect(choicesOf(status, [{ value: 'inactive', quantity: 2 }], [])).toEqual([
      { value: 'active', quantity: 0 },
      { value: 'inactive', quantity: 2 },
    ])
    expect(choicesOf(status, undefined, []).map(({ quantity }) => quantity)).toEqual([undefined, undefined])
  })
})
