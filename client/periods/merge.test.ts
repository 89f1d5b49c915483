import { expect, test } from 'vitest'
import { differences, merged, type AboutValues } from './merge.ts'

const base: AboutValues = {
  name: '2026–27',
  starts_on: '2026-08-01',
  ends_on: '2027-07-31',
  state: 'draft',
  waiver_deadline_on: null,
  medical_offered: true,
  dental_offered: true,
  vision_offered: false,
  medical_is_voluntary: false,
}
const mine = { ...base, name: 'AY 2026–27', waiver_deadline_on: '2026-09-15' }
const theirs = { ...base, waiver_deadline_on: '2026-09-30', state: 'open' as const }

test('both values stand side by side in words; what only they changed is proposed as theirs', () => {
  expect(differences(base, mine, theirs)).toEqual([
    { field: 'name', label: 'Name', mine: 'AY 2026–27', theirs: '2026–27', proposed: 'mine' },
    {
      field: 'waiver_deadline_on',
      label: 'Waiver deadline',
      mine: '09/15/2026',
      theirs: '09/30/2026',
      proposed: 'mine',
    },
    { field: 'state', label: 'State', mine: 'Draft', theirs: 'Open', proposed: 'theirs' },
  ])
})

test('the record is made of the chosen sides', () => {
  const chosen = { name: 'mine', waiver_deadline_on: 'theirs', state: 'theirs' } as const
  expect(merged(mine, theirs, chosen)).toEqual({ ...theirs, name: 'AY 2026–27' })
})

test('who saved the same twice has nothing to choose', () => {
  expect(differences(base, theirs, theirs)).toEqual([])
})
