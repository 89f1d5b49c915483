import { describe, expect, it, test } from 'vitest'
import type { Filters } from '#contract/platform/table-filters.ts'
import type { WhereGroup } from '#contract/platform/table-where.ts'
import { readListSearch } from './list-search.ts'
import {
  queryInView,
  changedParameters,
  everyone,
  readable,
  isEqualQuery,
  type ListQuery,
} from './list-query.ts'

const campus: Filters = { campus: { operator: 'and', constraints: [{ match_mode: 'in', value: ['Main'] }] } }
const where: WhereGroup = {
  operator: 'or',
  rules: [
    { field: 'medical_status', match_mode: 'equals', value: 'waived' },
    { field: 'reverify_on', match_mode: 'lte', value: { relative: 'waiver_deadline' } },
  ],
}
const view: ListQuery = { q: 'smith', filters: campus, where, sort: '-dob' }

/** Returns URL parameters as they come back from the browser. */
const reread = (asked: ListQuery, within: ListQuery) => {
  const said = JSON.parse(JSON.stringify(changedParameters(asked, within)))
  return queryInView(readListSearch({ ...said, view: 12 }), within)
}

describe('a URL within a view', () => {
  it.each([
    ['nothing, where nothing differs', view],
    ['everything that was taken away', everyone],
    ['another search', { ...view, q: 'chen' }],
    ['no filters', { ...view, filters: {} }],
    ['no tree', { ...view, where: null }],
    ['another order', { ...view, sort: 'sid' }],
  ])('says %s', (_name, asked) => expect(reread(asked, view)).toEqual(asked))

  it('has only what differs', () => {
    const { q, filters, where: tree, sort } = changedParameters({ ...view, q: 'chen' }, view)
    expect([q, filters, tree, sort]).toEqual(['chen', undefined, undefined, undefined])
  })
})

test('a query is the same in any order of its keys', () => {
  const turned = { campus: { constraints: [{ value: ['Main'], match_mode: 'in' }], operator: 'and' } }
  expect(isEqualQuery(campus, turned)).toBe(true)
  expect(isEqualQuery(campus, { campus: { ...turned.campus, operator: 'or' } })).toBe(false)
})

describe('unknown fields', () => {
  it('are dropped and named, and everything else applies', () => {
    const rules = [...where.rules, { field: 'shoe_size', match_mode: 'equals', value: 9 } as const]
    const shoes = { operator: 'and', constraints: [{ match_mode: 'equals', value: 9 }] } as const
    const asked: ListQuery = {
      q: 'a',
      filters: { ...campus, hat_size: { operator: 'and', constraints: [...shoes.constraints] } },
      where: { operator: 'and', rules: [{ operator: 'or', rules }] },
      sort: 'glove_size,-sid',
    }
    expect(readable(asked)).toEqual({
      query: { q: 'a', filters: campus, where: { operator: 'and', rules: [where] }, sort: '-sid' },
      leftOut: ['shoe_size', 'glove_size', 'hat_size'],
    })
  })

  it('leave no tree if nothing of it remains', () => {
    const gone: ListQuery = {
      ...everyone,
      where: { operator: 'or', rules: [{ field: 'shoe_size', match_mode: 'equals', value: 9 }] },
    }
    expect(readable(gone)).toEqual({ query: everyone, leftOut: ['shoe_size'] })
  })
})

test.each([
  [{ view: '__proto__!' }],
  [{ view: -3 }],
  [{ where: 'x' }],
  [{ layout: [] }],
  [{ where: { operator: 'and', rules: 5 } }],
])('an address that makes no sense says nothing: %j', (search) => expect(readListSearch(search)).toEqual({}))

test('only valid trees and layouts in a URL are read', () => {
  const rule = { field: 'campus', match_mode: 'equals', value: 'Main' }
  expect(
    readListSearch({
      where: { operator: 'xor', rules: [rule, null, 7, { rules: 'x' }, { rules: [rule] }] },
      layout: { shown: ['sid', 4, 'sid'], widths: { sid: 9 }, pins: { sid: 'top' }, density: 'loose' },
    }),
  ).toEqual({
    where: { operator: 'and', rules: [rule, { operator: 'and', rules: [rule] }] },
    layout: { shown: ['sid'], widths: {}, pins: {} },
  })
})

test('a rule in a URL with an unknown mode is dropped and named', () => {
  const rules = [{ field: 'campus', match_mode: 'sounds_like', value: 'Main' }, where.rules[0]]
  const search = readListSearch({ where: { operator: 'and', rules } })
  expect(readable(queryInView(search, everyone))).toEqual({
    query: { ...everyone, where: { operator: 'and', rules: [where.rules[0]] } },
    leftOut: ['campus'],
  })
})
