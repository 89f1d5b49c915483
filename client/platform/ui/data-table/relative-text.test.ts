import { expect, test } from 'vitest'
import { calendarAnchors, periodAnchors } from '#contract/platform/relative-day.ts'
import { presetOf, presetsFor, relativeWords } from './relative-text.ts'

test.each([
  [{ relative: 'today' }, 'today'],
  [{ relative: 'today', offset: -1 }, 'yesterday'],
  [{ relative: 'today', offset: 1 }, 'tomorrow'],
  [{ relative: 'today', offset: 30 }, 'in 30 days'],
  [{ relative: 'today', offset: -7 }, '7 days ago'],
  [{ relative: 'waiver_deadline', offset: -14 }, '14 days before the waiver deadline'],
  [{ relative: 'period_end', offset: 1 }, '1 day after the end of the policy year'],
  [{ relative: 'month_start' }, 'the first day of this month'],
] as const)('%j is said as %s', (day, words) => expect(relativeWords(day)).toBe(words))

test('a preset is recognized in what a URL or the database returns', () => {
  const all = presetsFor([...calendarAnchors, ...periodAnchors]).filter(({ label }) => label !== 'No date')
  for (const preset of all) expect(presetOf(preset.rule)).toBe(preset)
  expect(presetOf({ match_mode: 'dateIs', value: { offset: 0, relative: 'today' } })?.label).toBe('Today')
  expect(presetOf({ match_mode: 'dateIs', value: '2026-11-20' })).toBeUndefined()
})

test('presets that need a policy year are offered only where there is one', () => {
  expect(presetsFor().map(({ label }) => label)).not.toContain('This policy year')
  expect(presetsFor([...calendarAnchors, ...periodAnchors]).map(({ label }) => label)).toContain(
    'This policy year',
  )
})
