import { expect, test } from 'vitest'
import { accessText, visitorText } from './access-text.ts'

const seen = { action: 'view', subject: { type: 'status_page' }, detail: 'by a code' }

test('a student’s look at their status is theirs, and that of who has only a form’s token is someone’s', () => {
  const sentenceOf = (access: typeof seen) => `${visitorText(access)} ${accessText(access)}`
  expect(sentenceOf(seen)).toBe('Student viewed the status on the student website')
  const byForm = { ...seen, detail: 'by a form’s token' }
  expect(sentenceOf(byForm)).toBe('Someone viewed the status on the student website')
  const refused = { ...seen, action: 'refused', detail: 'wrong code' }
  expect(sentenceOf(refused)).toBe('Someone was denied access')
})
