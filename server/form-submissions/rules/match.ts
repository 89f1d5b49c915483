import { foldText } from '#contract/fold-text.ts'
import type { MatchMethod } from '#contract/form-submissions/choices.ts'

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

const isSame = (one: string, other: string | null): boolean =>
  other !== null && foldText(one) === foldText(other)

const hasLastName = ({ last_name }: Sender, one: Candidate): boolean =>
  isSame(last_name, one.last_name) || isSame(last_name, one.prior_last_name)

/**
 * Returns the student of a form (decisions section 0): by student ID and birth date, or student ID and present or
 * former last name, or a unique name and birth date. Null if there’s none, or if the student ID is another student’s.
 */
export const matchOf = (sender: Sender, roster: readonly Candidate[]): Match | null => {
  const { sid } = sender
  const holder = sid === null ? undefined : roster.find((one) => isSame(sid, one.sid))
  if (holder) {
    if (holder.dob === sender.dob) return { student: holder, method: 'sid_and_birth_date' }
    return hasLastName(sender, holder) ? { student: holder, method: 'sid_and_last_name' } : null
  }
  const [student, ...others] = roster.filter(
    (one) => one.dob === sender.dob && isSame(sender.first_name, one.first_name) && hasLastName(sender, one),
  )
  return student && others.length === 0 ? { student, method: 'name_and_birth_date' } : null
}
