import { randomInt } from 'node:crypto'
import {
  characterCount,
  confirmationNumberOf,
  randomCharacters,
} from '#contract/review/form-submissions/confirmation-number.ts'
import type { SentForm } from '#contract/review/form-submissions/sent-form.ts'
import type { FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import { isFilledInByProgram } from '#contract/setup/site/program-signs.ts'

/** What a form says, without what tells a program from a person. */
type ReadForm = Omit<SentForm, 'left_empty' | 'elapsed_seconds'>

/**
 * Returns what a form says, and whether a program filled it in. An unfinished form can be saved at once: a password manager
 * fills in its first step.
 */
export const readSigns = ({ left_empty, elapsed_seconds, ...form }: SentForm) => ({
  form: form satisfies ReadForm,
  isByProgram: isFilledInByProgram({
    left_empty,
    elapsed_seconds: form.progress === 'in_progress' ? undefined : elapsed_seconds,
  }),
})

/** Returns random characters of a number that people read out. */
export const randomPicks = (): number[] =>
  Array.from({ length: randomCharacters }, () => randomInt(characterCount))

/** Returns the receipt of a form that isn’t saved, in the shape of any other. */
export const receiptOfNothing = (
  { form_type, progress = 'complete' }: ReadForm,
  kept: Pick<FormReceipt, 'resume_token' | 'expires_at'>,
): FormReceipt => ({
  confirmation_number: progress === 'complete' ? confirmationNumberOf(form_type, randomPicks()) : null,
  progress,
  ...kept,
})
