import { foldText, withoutApostrophes } from '#contract/platform/fold-text.ts'
import { sidKey } from '#contract/platform/student-id.ts'
import type { MatchMethod } from '#contract/review/form-submissions/choices.ts'

/** A student on the roster of the policy year. */
export interface Candidate {
  readonly student_id: number
  readonly student_period_id: number
  readonly sid: string
  readonly first_name: string
  readonly last_name: string
  readonly prior_last_name: string | null
  readonly dob: string
}

/** What a form says about who sent it. */
export interface Sender {
  readonly first_name: string
  readonly last_name: string
  readonly sid: string | null
  readonly dob: string
}

/** The student who sent a form, and how they were found. */
export interface Match {
  readonly student: Candidate
  readonly method: MatchMethod
}

/** Folds names: case, accents, outer spaces and every spelling of an apostrophe don’t count. */
const fold = (text: string): string => foldText(withoutApostrophes(text))

const isSame = (one: string, other: string | null): boolean => other !== null && fold(one) === fold(other)

/** Someone with one name may have repeated it, because forms ask for two. */
const hasFirstName = ({ first_name, last_name }: Sender, one: Candidate): boolean =>
  isSame(first_name, one.first_name) || (one.first_name === '' && isSame(first_name, last_name))

const hasLastName = ({ last_name }: Sender, one: Candidate): boolean =>
  isSame(last_name, one.last_name) || isSame(last_name, one.prior_last_name)

/**
 * Returns the student of a form (docs/domain.md, “Student forms”): by student ID and birth date unless the first and
 * the last name (present or former) are both others, or by a unique full name and birth date if no student has the ID.
 * Everything else is for staff: a form and a student always have a birth date, so an ID with another one contradicts,
 * whatever the names.
 */
export const matchOf = (sender: Sender, roster: readonly Candidate[]): Match | null => {
  const holders = holdersOf(sender.sid, roster)
  if (holders.length > 0) {
    const [student, ...others] = holders
    if (!student || others.length > 0 || student.dob !== sender.dob) return null
    return hasFirstName(sender, student) || hasLastName(sender, student)
      ? { student, method: 'sid_and_birth_date' }
      : null
  }
  const [student, ...others] = roster.filter(
    (one) => one.dob === sender.dob && hasFirstName(sender, one) && hasLastName(sender, one),
  )
  return student && others.length === 0 ? { student, method: 'name_and_birth_date' } : null
}

/** Returns the student with exactly this student ID, otherwise those whose ID means the same. */
const holdersOf = (sid: string | null, roster: readonly Candidate[]): readonly Candidate[] => {
  if (sid === null) return []
  const exact = roster.filter((one) => one.sid === sid)
  return exact.length > 0 ? exact : roster.filter((one) => sidKey(one.sid) === sidKey(sid))
}
