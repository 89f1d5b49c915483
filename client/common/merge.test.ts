import { expect, test } from 'vitest'
import { differences, merged, type MergeFields } from './merge.ts'

interface Values {
  name: string
  deadline: string | null
  state: string
}
const fields: MergeFields<Values> = {
  name: { label: 'Name', words: ({ name }) => name },
  deadline: { label: 'Deadline', words: ({ deadline }) => deadline ?? 'None' },
  state: { label: 'State', words: ({ state }) => state },
}
const base: Values = { name: '2026–27', deadline: null, state: 'Draft' }
const mine = { ...base, name: 'AY 2026–27', deadline: '09/15/2026' }
const theirs = { ...base, deadline: '09/30/2026', state: 'Open' }

test('both values stand side by side in words; what only they changed is proposed as theirs', () => {
  expect(differences(fields, base, mine, theirs)).toEqual([
    { field: 'name', label: 'Name', mine: 'AY 2026–27', theirs: '2026–27', proposed: 'mine' },
    { field: 'deadline', label: 'Deadline', mine: '09/15/2026', theirs: '09/30/2026', proposed: 'mine' },
    { field: 'state', label: 'State', mine: 'Draft', theirs: 'Open', proposed: 'theirs' },
  ])
})

test('the record is made of the chosen sides', () => {
  const chosen = { name: 'mine', deadline: 'theirs', state: 'theirs' } as const
  expect(merged(mine, theirs, chosen)).toEqual({ ...theirs, name: 'AY 2026–27' })
})

test('who saved the same twice has nothing to choose', () => {
  expect(differences(fields, base, theirs, theirs)).toEqual([])
})
