import { expect, test } from 'vitest'
import type { WhereGroup } from '#contract/platform/table-where.ts'
import type { FilterColumn } from './types.ts'
import { replaceNode, copyOf, draftOf, errorsOf, isDraftGroup, newRule, whereOfDraft } from './where-draft.ts'

const columns: FilterColumn[] = [
  { id: 'campus', label: 'Campus', kind: 'text' },
  { id: 'dob', label: 'Date of birth', kind: 'date' },
]
const where: WhereGroup = {
  operator: 'or',
  rules: [
    { field: 'campus', match_mode: 'equals', value: 'Main' },
    { operator: 'and', rules: [{ field: 'dob', match_mode: 'isEmpty' }] },
  ],
}

test('a tree is restored as it was, without empty rules', () => {
  expect(whereOfDraft(draftOf(where))).toEqual(where)
  const draft = draftOf(where)
  expect(whereOfDraft({ ...draft, nodes: [...draft.nodes, newRule()] })).toEqual(where)
  expect(whereOfDraft(draftOf(null))).toBeNull()
})

test('a node is changed, duplicated and removed at any depth', () => {
  const draft = draftOf(where)
  const group = draft.nodes.find(isDraftGroup)
  const inner = group?.nodes[0]
  if (!group || !inner) throw new Error('The tree has no group.')
  const doubled = replaceNode(draft, inner.key, (node) => [node, copyOf(node)])
  expect(whereOfDraft(doubled)?.rules[1]).toEqual({
    operator: 'and',
    rules: [
      { field: 'dob', match_mode: 'isEmpty' },
      { field: 'dob', match_mode: 'isEmpty' },
    ],
  })
  expect(whereOfDraft(replaceNode(draft, inner.key, () => []))?.rules).toEqual([where.rules[0]])
})

test('an error belongs to its rule', () => {
  const draft = draftOf({
    operator: 'and',
    rules: [
      { field: 'campus', match_mode: 'equals', value: 'Main' },
      { field: 'campus', match_mode: 'contains', value: '' },
      { operator: 'or', rules: [{ field: 'dob', match_mode: 'dateIs', value: 'soon' }] },
      { field: 'shoe_size', match_mode: 'equals', value: 9 },
    ],
  })
  const faults = errorsOf({ ...draft, nodes: [...draft.nodes, newRule()] }, columns)
  expect([...faults.values()]).toEqual([
    'Enter a value or remove this rule.',
    'Enter a date.',
    'This field is no longer available.',
    'Choose a field.',
  ])
})
