import { createHash } from 'node:crypto'

/** The number of shares that a form can fall in: 0.01 percent each. */
const shares = 10_000

/**
 * Returns whether decisions about a form are reviewed by a second person. It depends on the form’s number only, not on
 * chance or the day, so that anyone can check the choice later, and undoing a decision doesn’t draw again. A larger share
 * includes the forms of a smaller one.
 * @param percent 0 to 100
 */
export const isChosenForReview = (formId: number, percent: number): boolean => {
  const hash = createHash('sha256').update(`second review of form ${formId}`).digest()
  return hash.readUInt32BE(0) % shares < (percent * shares) / 100
}
