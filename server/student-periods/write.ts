import type { RecordField } from '#contract/record-field.ts'
import { keptColumns, studentPeriodFields } from '#contract/student-periods/fields.ts'
import type { Context } from '../context.ts'
import { sqlTypes, writeAlike, type Value, type Values, type Write } from '../db/write-alike.ts'

export type { Value, Values, Write }

const fields: Readonly<Record<string, RecordField>> = studentPeriodFields

/** Whether history may speak of a column, and undo write it. */
export const isColumn = (name: string): boolean =>
  Object.hasOwn(fields, name) ? fields[name]?.readOnly !== true : keptColumns.has(name)

const typeOf = (name: string): string => {
  const field = fields[name]
  if (field) return sqlTypes[field.kind]
  if (keptColumns.has(name)) return 'text'
  if (name === 'deleted_at') return sqlTypes.instant
  throw new Error(`The student-period has no column ${name}.`)
}

/** Writes new values into student-periods that the caller's scope has found and locked. Versions count on. */
export const writeStudentPeriods = (
  context: Pick<Context, 'db' | 'caller' | 'clock' | 'progress'>,
  writes: readonly Write[],
): Promise<void> => writeAlike(context, 'student_periods', typeOf, writes)
