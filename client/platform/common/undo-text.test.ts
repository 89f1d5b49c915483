import { expect, test } from 'vitest'
import { outcomeOf } from './undo-text.ts'

const left = [
  { id: 1, subject_type: 'student_period' as const, name: 'Lopez, Ana', reason: 'It changed after that.' },
]

test.each([
  [{ reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 }, 'Undone', undefined],
  [
    { reverted: 1312, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 },
    'Undone for 1,312 students',
    undefined,
  ],
  [
    { reverted: 300, left, left_total: 12, emails_canceled: 0, emails_sent: 0 },
    'Undone for 300 students. 12 didn’t change.',
    'Lopez, Ana: It changed after that. And 11 more.',
  ],
  [
    { reverted: 0, left, left_total: 1, emails_canceled: 0, emails_sent: 0 },
    'Couldn’t undo',
    'Lopez, Ana: It changed after that.',
  ],
  [
    { reverted: 2, left: [], left_total: 0, emails_canceled: 1, emails_sent: 3 },
    'Undone for 2 students',
    '1 email canceled. 3 emails already sent.',
  ],
  [
    { reverted: 2, left, left_total: 1, emails_canceled: 2, emails_sent: 0 },
    'Undone for 2 students. 1 didn’t change.',
    'Lopez, Ana: It changed after that. 2 emails canceled.',
  ],
])('an undo is told in words: %j', (undone, title, description) => {
  const toast = outcomeOf(undone)
  expect(toast.title).toBe(title)
  expect(toast.description).toBe(description)
})

test('one decision that changed several records is just undone', () => {
  const undone = { reverted: 2, left: [], left_total: 0, emails_canceled: 1, emails_sent: 0 }
  expect(outcomeOf(undone, null)).toEqual({ title: 'Undone', description: '1 email canceled.' })
})
