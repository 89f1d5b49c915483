import type { NewFormSubmission } from '#contract/review/form-submissions/sent-form.ts'
import { problem } from '#server/platform/problem.ts'
import { findErrors, readFormYear } from '../queries/answer-errors.ts'
import type { Sender } from '../rules/match.ts'
import { splitForm } from '../rules/signed-form.ts'
import { fileErrors, lockFiles } from './form-files.ts'
import type { CheckedForm, Intake } from './intake.ts'

/** The form that a student opened with a token: an unfinished one, or one to fix. */
interface Opened {
  readonly id: number | null
  readonly isFix: boolean
}

/** Checks a form against the policy year and locks its files. @throws Problem 422 by field */
export const checkForm = async (
  intake: Intake,
  sent: NewFormSubmission,
  opened: Opened,
): Promise<CheckedForm> => {
  const year = await readFormYear(intake, sent, opened.isFix)
  const files = await lockFiles(intake, sent.file_tokens ?? [], opened.id)
  const { answers, companyNames, errors } = await findErrors(intake, sent, year, opened.isFix)
  const all = { ...errors, ...fileErrors(files) }
  if (Object.keys(all).length > 0) throw problem.invalid(all)
  return {
    ...splitForm(sent, { ...answers, ...companyNames }, year.form),
    answers,
    files,
    year: { days: year.days, waivers: year.waivers },
    formNumber: year.formNumber,
  }
}

/** Returns who sent a form. Its checks require a last name and a birth date. */
export const senderOf = (answers: CheckedForm['answers']): Sender => ({
  first_name: typeof answers['first_name'] === 'string' ? answers['first_name'] : '',
  last_name: String(answers['last_name']),
  dob: String(answers['dob']),
  sid: typeof answers['sid'] === 'string' ? answers['sid'] : null,
})
