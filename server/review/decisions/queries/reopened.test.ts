import { expect, it } from 'vitest'
import { dueOn } from '../rules/due.ts'
import { ownDeclines } from '../rules/plan.ts'
import type { Reopened } from './open-coverages.ts'

const days = { submitted_due_on: '2026-11-24', fixed_due_on: '2026-12-09' }
const fix: Reopened = { coverage_type: 'medical', by: 'fix', decided_by_id: 1, due_on: null }
const appeal: Reopened = { coverage_type: 'dental', by: 'appeal', decided_by_id: 2, due_on: '2026-12-04' }

it.each([
  ['has none if nothing is open', [], [], null],
  ['is due by the submission', ['medical', 'dental'], [], '2026-11-24'],
  ['is due by the fix', ['medical'], [fix], '2026-12-09'],
  ['is due by the appeal', ['dental'], [appeal], '2026-12-04'],
  ['is due by the earlier of a fix and an appeal', ['medical', 'dental'], [fix, appeal], '2026-12-04'],
  ['keeps its day while something else is open', ['medical', 'dental'], [fix], '2026-11-24'],
  ['ignores what was decided again', ['medical'], [fix, appeal], '2026-12-09'],
] as const)('a form %s', (_name, open, reopened, expected) => {
  expect(dueOn({ open, reopened, ...days })).toBe(expected)
})

it('an appeal is for someone else than who declined, a fix is for anyone', () => {
  expect(ownDeclines([fix, appeal], 2)).toEqual(['dental'])
  expect(ownDeclines([fix, appeal], 1)).toEqual([])
})
