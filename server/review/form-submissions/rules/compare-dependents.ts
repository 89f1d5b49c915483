import type { ComparedField } from '#contract/review/form-submissions/review-shapes.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { dependentTypeLabels, type DependentType } from '#contract/records/student-periods/choices.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { matchDependents } from '#server/records/student-periods/index.ts'
import { fullName } from '#contract/platform/person-name.ts'

type Person = Pick<SignedForm['dependents'][number], 'type' | 'first_name' | 'last_name' | 'dob'>

/** Returns a dependent as text: `Ada Thompson, spouse, 02/02/2002`. */
const textOf = (person: Person): string => {
  const { type, dob } = person
  // a form is only taken with one of the contract's relations
  const relation = dependentTypeLabels[type as DependentType].toLowerCase()
  return [fullName(person), relation, ...(dob === null ? [] : [dayText(dob)])].join(', ')
}

const listed = (people: readonly Person[]): string | null =>
  people.length === 0 ? null : people.map(textOf).join('; ')

/**
 * Returns the dependents of an enroll form beside those on record, as one field; none if the form has none. They can be
 * merged unless staff must choose who one of them is.
 */
export const compareDependents = (content: SignedForm, record: StudentPeriod): ComparedField[] => {
  if (content.dependents.length === 0) return []
  const matched = matchDependents(content.dependents, record.dependents)
  const unclear = matched.find(({ isClear }) => !isClear)
  const field = {
    name: 'dependents',
    submitted: listed(content.dependents),
    recorded: listed(matched.every((one) => one.recorded) ? content.dependents : record.dependents),
    can_merge: unclear === undefined,
  }
  if (!unclear) return [field]
  return [
    { ...field, doubt: `${fullName(unclear.signed)} may be on record already. You choose when you decide.` },
  ]
}
