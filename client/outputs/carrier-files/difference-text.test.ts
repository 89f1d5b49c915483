import { expect, it } from 'vitest'
import type { MemberDifference } from '#contract/outputs/carrier-files/shapes.ts'
import { sentence } from './difference-text.ts'

const jane: MemberDifference = {
  person: 'Jane Doe',
  relation: 'self',
  kind: 'added',
  coverage_type: 'medical',
  tier: 'enrolled_esp',
  on: '2020-08-15',
  details: [],
}

it.each<[string, Partial<MemberDifference>]>([
  ['Added medical, student + spouse, from 08/15/2020', {}],
  [
    'Reinstated vision, student only, from 08/15/2020',
    { kind: 'reinstated', coverage_type: 'vision', tier: 'enrolled' },
  ],
  ['Ended dental on 08/15/2020', { kind: 'ended', coverage_type: 'dental' }],
  ['Ends dental on 08/15/2099', { kind: 'ended', coverage_type: 'dental', on: '2099-08-15' }],
  ['Changed medical: tier and premium', { kind: 'changed', details: ['tier', 'premium'] }],
  [
    'Changed SSN and address',
    { kind: 'details', coverage_type: null, tier: null, details: ['ssn', 'address'] },
  ],
  ['Sam Doe (spouse): added medical from 08/15/2020', { person: 'Sam Doe', relation: 'spouse' }],
  ['Mia Doe (child): ended medical on 08/15/2020', { person: 'Mia Doe', relation: 'child', kind: 'ended' }],
])('%s', (text, change) => {
  expect(sentence({ ...jane, ...change })).toBe(text)
})
