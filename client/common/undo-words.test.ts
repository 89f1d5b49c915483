import { expect, test } from 'vitest'
import { outcomeOf } from './undo-words.ts'

const left = [
  { id: 1, subject_type: 'student_period' as const, name: 'Lopez, Ana', reason: 'It was changed since.' },
]

test.each([
  [{ reverted: 1, left: [], left_total: 0 }, 'Undone', undefined],
  [{ reverted: 1312, left: [], left_total: 0 }, 'Undone for 1,312 students', undefined],
  [
    { reverted: 300, left, left_total: 12 },
    'Undone for 300, 12 left as they are',
    'Lopez, Ana: It was changed since. And 11 more.',
  ],
  [{ reverted: 0, left, left_total: 1 }, 'Nothing could be undone', 'Lopez, Ana: It was changed since.'],
])('an undo is told in words: %j', (undone, title, description) => {
  const toast = outcomeOf(undone)
  expect(toast.title).toBe(title)
  expect(toast.description).toBe(description)
})
