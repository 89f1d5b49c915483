import { expect, test } from 'vitest'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { hitDetail, matchWords } from './hit-text.ts'

const hit: StudentHit = {
  id: 1,
  school_id: 7,
  school_name: 'Harborview University',
  first_name: 'Ana',
  last_name: 'Abara',
  prior_last_name: 'Ruiz',
  sid: 'S1001',
  dob: '2001-02-03',
  university_email: null,
  matched: 'name',
  latest_period_id: null,
}

test('a search result shows student ID and birth date, and why it matched if the name doesn’t say it', () => {
  expect(hitDetail(hit)).toBe('S1001 · Born 02/03/2001')
  expect(matchWords(hit)).toBeNull()
  expect(matchWords({ ...hit, matched: 'former_name' })).toBe('Former name: Ruiz')
  expect(matchWords({ ...hit, matched: 'email' })).toBe('Matches an email address')
})
