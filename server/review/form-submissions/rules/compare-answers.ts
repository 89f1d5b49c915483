import { fullName } from '#contract/platform/person-name.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { dependentTypeLabels, type DependentType } from '#contract/platform/record/student-period-choices.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { ComparedField } from '#contract/review/form-submissions/review-shapes.ts'
import type { Answer, SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { matchDependents } from '#server/records/student-periods/index.ts'

type Answers = Readonly<Record<string, Answer>>
const ofStudents: Readonly<Record<string, RecordField>> = studentFields
const ofStudentPeriods: Readonly<Record<string, RecordField>> = studentPeriodFields

/** Returns the field of a record by name, and whether it’s the student’s; undefined if there’s none. */
const fieldOf = (name: string): { readonly field: RecordField; readonly isStudents: boolean } | undefined => {
  const isStudents = Object.hasOwn(ofStudents, name)
  const field = isStudents
    ? ofStudents[name]
    : Object.hasOwn(ofStudentPeriods, name) && ofStudentPeriods[name]
  return field ? { field, isStudents } : undefined
}

/** Companies are compared by name; the name is merged as the ID it was chosen by. */
const mergedName = (name: string, { format }: RecordField): string =>
  format === 'companyName' ? `${name}_id` : name

const isMergeable = (
  name: string,
  field: RecordField,
  answers: Answers,
  known: ReadonlySet<number>,
): boolean => {
  if (field.format === 'companyName') return known.has(Number(answers[mergedName(name, field)]))
  return !field.sensitive && !field.readOnly && !field.ownCall && !field.adminOnly
}

const answersOf = ({ answers }: SignedForm): Answers =>
  Object.fromEntries(answers.map(({ name, value }) => [name, value]))

/** Returns the IDs of the companies that a form chose. */
export const companyIdsIn = ({ answers }: SignedForm): number[] =>
  answers.flatMap(({ name, value }) =>
    fieldOf(name)?.field.format === 'company' && typeof value === 'number' ? [value] : [],
  )

/**
 * Returns the answers that the record has a field for, in the order of the form, with the recorded values. `known` are
 * the IDs of companies that exist.
 */
export const compareAnswers = (
  content: SignedForm,
  record: StudentPeriod,
  known: ReadonlySet<number>,
): ComparedField[] => {
  const answers = answersOf(content)
  // a field without a name in the record's type isn't in `fieldOf` either
  const [student, own] = [record.student, record] as unknown as Readonly<Record<string, Answer | null>>[]
  return content.answers.flatMap(({ name, value }) => {
    const found = fieldOf(name)
    if (!found || found.field.format === 'company') return []
    const recorded = (found.isStudents ? student : own)?.[name] ?? null
    return [{ name, submitted: value, recorded, can_merge: isMergeable(name, found.field, answers, known) }]
  })
}

/** Answers to save, split by the record that has the field. */
interface MergedAnswers {
  readonly student: Answers
  readonly studentPeriod: Answers
}

/** Returns the answers with these names as values to save; null if one of them can’t be merged. */
export const mergedAnswers = (
  content: SignedForm,
  names: readonly string[],
  known: ReadonlySet<number>,
): MergedAnswers | null => {
  const answers = answersOf(content)
  const merged: { student: Record<string, Answer>; studentPeriod: Record<string, Answer> } = {
    student: {},
    studentPeriod: {},
  }
  for (const name of names) {
    const found = Object.hasOwn(answers, name) ? fieldOf(name) : undefined
    if (!found || !isMergeable(name, found.field, answers, known)) return null
    const saved = mergedName(name, found.field)
    const value = answers[saved]
    if (value === undefined) return null
    merged[found.isStudents ? 'student' : 'studentPeriod'][saved] = value
  }
  return merged
}

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
 * Returns the dependents of an enrollment form beside those on record, as one field; none if the form has none. They can be
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
