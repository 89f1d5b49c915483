import type { Answer, SignedForm } from '#contract/review/form-submissions/shapes.ts'
import type { ComparedField } from '#contract/review/form-submissions/review-shapes.ts'
import type { RecordField } from '#contract/platform/record-field.ts'
import { studentPeriodFields } from '#contract/records/student-periods/fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { studentFields } from '#contract/records/students/fields.ts'

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
