import type { RecordField } from '#contract/platform/record/record-field.ts'
import { savedStatusColumns, studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import type { Context } from '#server/platform/context.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import {
  sqlTypes,
  updateInGroups,
  type Value,
  type Values,
  type Write,
} from '#server/platform/db/update-in-groups.ts'

export type { Value, Values, Write }

const fields: Readonly<Record<string, RecordField>> = studentPeriodFields

/** Returns whether the history can contain a column and undo can write it. */
export const isColumn = (name: string): boolean =>
  Object.hasOwn(fields, name) ? fields[name]?.readOnly !== true : savedStatusColumns.has(name)

const typeOf = (name: string): string => {
  const field = fields[name]
  if (field) return sqlTypes[field.kind]
  if (savedStatusColumns.has(name)) return 'text'
  if (name === 'deleted_at') return sqlTypes.instant
  throw new Error(`Unknown column: ${name}.`)
}

/**
 * Saves new values in student-periods that are found and locked in the caller’s scope. Increments their
 * versions.
 */
export const writeStudentPeriods = (
  context: ScopeContext & Pick<Context, 'clock' | 'progress'>,
  writes: readonly Write[],
): Promise<void> => updateInGroups(context, 'student_periods', typeOf, writes)
