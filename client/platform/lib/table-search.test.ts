import { describe, expect, it } from 'vitest'
import { readTableSearch } from './table-search.ts'

describe('the URL of a list', () => {
  it('is parsed as it was written', () => {
    const filters = { program: { operator: 'and', constraints: [{ match_mode: 'contains', value: 'nurs' }] } }
    expect(readTableSearch({ q: 'smi', filters, sort: '-dob', page: '2', size: 100 })).toEqual({
      q: 'smi',
      filters,
      sort: '-dob',
      page: 2,
      size: 100,
    })
  })

  it('leaves out what is invalid', () => {
    expect(readTableSearch({ q: '', filters: '{', sort: [], page: 0, size: 501, other: 1 })).toEqual({})
    expect(readTableSearch({ filters: { program: 'x' }, page: 1.5 })).toEqual({})
  })
})
