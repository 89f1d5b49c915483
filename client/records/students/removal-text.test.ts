import { expect, test } from 'vitest'
import { removalText, type YearContents } from './removal-text.ts'

const goes = 'This also removes the statuses, waiver and enrollment details and'

test.each<[YearContents | null, string]>([
  [
    { dependents: 2, notes: 3, documents: 1 },
    `${goes} 2 dependents for this policy year. 3 notes and 1 document stay with the student. You can undo this.`,
  ],
  [
    { dependents: 1, notes: 0, documents: 1 },
    `${goes} 1 dependent for this policy year. 1 document stays with the student. You can undo this.`,
  ],
  [
    { dependents: 0, notes: 0, documents: 0 },
    `${goes} 0 dependents for this policy year. You can undo this.`,
  ],
  [
    null,
    `${goes} dependents for this policy year. Notes and documents stay with the student. You can undo this.`,
  ],
])('%j', (contents, words) => {
  expect(removalText(contents)).toBe(words)
})
