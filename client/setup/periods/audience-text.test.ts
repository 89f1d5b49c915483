import { expect, test } from 'vitest'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { audienceText, readYear } from './audience-text.ts'

test.each([
  [{}, 'Everyone'],
  [{ programs: ['Nursing', 'Law'], class_years: [2028] }, 'Nursing or Law, class of 2028'],
  [{ campuses: ['Downtown'] }, 'At Downtown'],
  [{ academic_statuses: ['part_time', 'incoming'] }, 'Part time or incoming'],
  [{ programs: ['A', 'B', 'C', 'D', 'E'] }, 'A, B, C, or 2 others'],
] as const)('%j is “%s”', (asked, words) => {
  expect(audienceText({ ...everyone, ...structuredClone(asked) } as typeof everyone)).toBe(words)
})

test('a year becomes a number, and other text doesn’t change', () => {
  expect(['2028', '28', 'soon'].map(readYear)).toEqual([2028, 28, 'soon'])
})
