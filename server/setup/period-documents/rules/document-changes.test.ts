import { describe, expect, it } from 'vitest'
import { documentChanges } from './document-changes.ts'

const class26 = { key: 'a', name: 'Class of 2026', audience: { programs: ['Nursing'] }, closes_on: null }
const incoming = { key: 'b', name: 'Incoming', audience: { programs: [] }, closes_on: '2026-09-01' }

describe('the changes between 2 versions of a document', () => {
  it.each([
    ['nothing', { a: 1, list: [class26] }, { a: 1, list: [class26] }, []],
    ['a value', { name: 'Gold' }, { name: null }, [{ field: 'd.name', before: 'Gold', after: null }]],
    [
      'a nested value',
      { premiums: { enrolled: '100.00', enrolled_ech: null } },
      { premiums: { enrolled: '120.00', enrolled_ech: null } },
      [{ field: 'd.premiums.enrolled', before: '100.00', after: '120.00' }],
    ],
    [
      'a list of texts',
      { programs: ['Nursing'] },
      { programs: ['Nursing', 'Law'] },
      [{ field: 'd.programs', before: ['Nursing'], after: ['Nursing', 'Law'] }],
    ],
    [
      'the order of items',
      { cohorts: [class26, incoming] },
      { cohorts: [incoming, class26] },
      [
        {
          field: 'd.cohorts',
          before: ['Class of 2026', 'Incoming'],
          after: ['Incoming', 'Class of 2026'],
        },
      ],
    ],
    [
      'one of several items, by its previous title',
      { cohorts: [class26, incoming] },
      { cohorts: [{ ...class26, name: 'Class of 2027' }, incoming] },
      [{ field: 'd.cohorts[Class of 2026].name', before: 'Class of 2026', after: 'Class of 2027' }],
    ],
    [
      'a nested item',
      { cohorts: [class26] },
      { cohorts: [{ ...class26, audience: { programs: [] } }] },
      [{ field: 'd.cohorts[Class of 2026].audience.programs', before: ['Nursing'], after: [] }],
    ],
  ])('include %s', (_what, before, after, changes) => {
    expect(documentChanges('d', before, after)).toEqual(changes)
  })

  it('include everything in an added item', () => {
    const fields = documentChanges('d', { cohorts: [] }, { cohorts: [incoming] }).map(({ field }) => field)
    expect(fields).toEqual([
      'd.cohorts',
      'd.cohorts[Incoming].name',
      'd.cohorts[Incoming].audience.programs',
      'd.cohorts[Incoming].closes_on',
    ])
  })
})
