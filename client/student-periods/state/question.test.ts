import { describe, expect, it, test } from 'vitest'
import type { Filters } from '#contract/table-filters.ts'
import type { WhereGroup } from '#contract/table-where.ts'
import { readListSearch } from '#client/common/list-search.ts'
import { askedIn, differing, everybody, readable, saysSame, type Question } from './question.ts'

const campus: Filters = { campus: { operator: 'and', constraints: [{ match_mode: 'in', value: ['Main'] }] } }
const where: WhereGroup = {
  operator: 'or',
  rules: [
    { field: 'medical_status', match_mode: 'equals', value: 'waived' },
    { field: 'reverify_on', match_mode: 'lte', value: { relative: 'waiver_deadline' } },
  ],
}
const view: Question = { q: 'smith', filters: campus, where, sort: '-dob' }

/** What an address says, as it comes back out of the browser. */
const reread = (asked: Question, within: Question) => {
  const said = JSON.parse(JSON.stringify(differing(asked, within)))
  return askedIn(readListSearch({ ...said, view: 12 }), within)
}

describe('an address within a view', () => {
  it.each([
    ['nothing, where nothing differs', view],
    ['everything that was taken away', everybody],
    ['another search', { ...view, q: 'chen' }],
    ['no filters', { ...view, filters: {} }],
    ['no tree', { ...view, where: null }],
    ['another order', { ...view, sort: 'sid' }],
  ])('says %s', (_name, asked) => expect(reread(asked, view)).toEqual(asked))

  it('says only what differs', () => {
    const { q, filters, where: tree, sort } = differing({ ...view, q: 'chen' }, view)
    expect([q, filters, tree, sort]).toEqual(['chen', undefined, undefined, undefined])
  })
})

test('a question is the same in whatever order a database gives its keys back', () => {
  const turned = { campus: { constraints: [{ value: ['Main'], match_mode: 'in' }], operator: 'and' } }
  expect(saysSame(campus, turned)).toBe(true)
  expect(saysSame(campus, { campus: { ...turned.campus, operator: 'or' } })).toBe(false)
})

describe('what the list does not know', () => {
  it('is left out by name, and everything else holds', () => {
    const rules = [...where.rules, { field: 'shoe_size', match_mode: 'equals', value: 9 } as const]
    const shoes = { operator: 'and', constraints: [{ match_mode: 'equals', value: 9 }] } as const
    const asked: Question = {
      q: 'a',
      filters: { ...campus, hat_size: { operator: 'and', constraints: [...shoes.constraints] } },
      where: { operator: 'and', rules: [{ operator: 'or', rules }] },
      sort: 'glove_size,-sid',
    }
    expect(readable(asked)).toEqual({
      question: { q: 'a', filters: campus, where: { operator: 'and', rules: [where] }, sort: '-sid' },
      leftOut: ['shoe_size', 'glove_size', 'hat_size'],
    })
  })

  it('is no tree when nothing of it is left', () => {
    const gone: Question = {
      ...everybody,
      where: { operator: 'or', rules: [{ field: 'shoe_size', match_mode: 'equals', value: 9 }] },
    }
    expect(readable(gone)).toEqual({ question: everybody, leftOut: ['shoe_size'] })
  })
})

test.each([
  [{ view: '__proto__!' }],
  [{ view: -3 }],
  [{ where: 'x' }],
  [{ layout: [] }],
  [{ where: { operator: 'and', rules: 5 } }],
])('an address that makes no sense says nothing: %j', (search) => expect(readListSearch(search)).toEqual({}))

test('of a tree and a layout in an address only what looks like one is read', () => {
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

test('a rule in an address whose mode does not exist is left out by name', () => {
  const rules = [{ field: 'campus', match_mode: 'sounds_like', value: 'Main' }, where.rules[0]]
  const search = readListSearch({ where: { operator: 'and', rules } })
  expect(readable(askedIn(search, everybody))).toEqual({
    question: { ...everybody, where: { operator: 'and', rules: [where.rules[0]] } },
    leftOut: ['campus'],
  })
})
