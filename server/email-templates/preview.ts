import { fieldsOfGroup } from '#contract/email-templates/merge-fields.ts'
import { mergeFieldsOf, type TemplateKindName } from '#contract/email-templates/kinds.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { problem } from '../problem.ts'
import type { MergeValues } from './rules/merge.ts'
import { valuesOfSchool, valuesOfStudents } from './values.ts'

/** Returns the examples of the merge fields of a kind of email: the values of an invented person. */
const exampleValues = (kind: TemplateKindName | null): MergeValues =>
  Object.fromEntries(mergeFieldsOf(kind).map(({ name, example }) => [name, example]))

const recordFields = new Set(
  (['student', 'student_period', 'period'] as const).flatMap(fieldsOfGroup).map(({ name }) => name),
)

/**
 * Returns the values to preview an email with. For a student, those of their records, and examples for what the
 * cause of the email would add; otherwise those of an invented person.
 * @throws Problem 422 on `student_period_id` or `school_id` if it’s unknown
 */
export const previewValues = async (
  context: Context,
  kind: TemplateKindName | null,
  {
    schoolId,
    studentPeriodId,
  }: { readonly schoolId: number | null; readonly studentPeriodId: number | null },
): Promise<MergeValues> => {
  const examples = exampleValues(kind)
  if (studentPeriodId !== null) {
    const names = new Set(mergeFieldsOf(kind).map(({ name }) => name))
    const own = (await valuesOfStudents(context, [studentPeriodId], names)).get(studentPeriodId)
    if (!own) throw problem.selected('student_period_id')
    const added = Object.entries(examples).filter(
      ([name]) => !recordFields.has(name) && !name.startsWith('school.'),
    )
    return { ...Object.fromEntries(added), ...own }
  }
  if (schoolId === null) return examples
  return { ...examples, ...(await valuesOfSchool(context, schoolId)) }
}

/** Returns the school of a student-period. @throws Problem 422 on `student_period_id` if it’s unknown */
export const schoolOf = async (context: Context, studentPeriodId: number): Promise<number> => {
  const row = await scope
    .studentPeriods(context)
    .select('student_periods.school_id')
    .where('student_periods.id', '=', studentPeriodId)
    .executeTakeFirst()
  if (!row) throw problem.selected('student_period_id')
  return row.school_id
}
