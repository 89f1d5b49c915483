import { expect, test } from 'vitest'
import { removalWords, type YearContents } from './removal-words.ts'

const goes = 'Statuses, waiver and enrollment details and'

test.each<[YearContents | null, string]>([
  [
    { dependents: 2, notes: 3, documents: 1 },
    `${goes} 2 dependents of this policy year go with it. 3 notes and 1 document about it stay with the student. Undo brings all of it back.`,
  ],
  [
    { dependents: 1, notes: 0, documents: 1 },
    `${goes} 1 dependent of this policy year go with it. 1 document about it stays with the student. Undo brings all of it back.`,
  ],
  [
    { dependents: 0, notes: 0, documents: 0 },
    `${goes} 0 dependents of this policy year go with it. Undo brings all of it back.`,
  ],
  [
    null,
    `${goes} dependents of this policy year go with it. Notes and documents about it stay with the student. Undo brings all of it back.`,
  ],
])('%j', (contents, words) => {
  expect(removalWords(contents)).toBe(words)
})
