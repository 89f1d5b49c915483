import { expect, test } from 'vitest'
import { everybody } from '#contract/periods/audience.ts'
import { audienceInWords, readYear } from './audience-words.ts'

test.each([
  [{}, 'Everybody'],
  [{ programs: ['Nursing', 'Law'], class_years: [2028] }, 'Nursing or Law, class of 2028'],
  [{ campuses: ['Downtown'] }, 'At Downtown'],
  [{ academic_statuses: ['part_time', 'incoming'] }, 'Part time or incoming'],
  [{ programs: ['A', 'B', 'C', 'D', 'E'] }, 'A, B, C, or 2 others'],
] as const)('%j is “%s”', (asked, words) => {
  expect(audienceInWords({ ...everybody, ...structuredClone(asked) } as typeof everybody)).toBe(words)
})

test('a year is a number, and what is none stays as it was typed', () => {
  expect(['2028', '28', 'soon'].map(readYear)).toEqual([2028, 28, 'soon'])
})
