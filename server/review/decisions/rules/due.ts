import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Reopened } from '../queries/open-coverages.ts'

/** What the decision target of a form counts from. Days are `YYYY-MM-DD`. */
interface DueFacts {
  readonly open: readonly Coverage[]
  readonly reopened: readonly Reopened[]
  /** The last day to decide what the student submitted, and what they fixed. */
  readonly submitted_due_on: string
  readonly fixed_due_on: string
}

/**
 * Returns the day by which staff plan to decide a form: the earliest of its open coverage types. An appeal has a day of
 * its own, and the target of a fix starts with the fix. Null if nothing is open.
 */
export const dueOn = ({ open, reopened, submitted_due_on, fixed_due_on }: DueFacts): string | null => {
  const days = open.map((one) => {
    const again = reopened.find(({ coverage_type }) => coverage_type === one)
    if (!again) return submitted_due_on
    return again.by === 'fix' ? fixed_due_on : (again.due_on ?? submitted_due_on)
  })
  return days.toSorted()[0] ?? null
}
