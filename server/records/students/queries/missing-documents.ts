import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { hasPendingWaiver, missingKinds } from '../rules/missing-documents.ts'

/**
 * Returns the document types missing from a pending waiver in a policy year. Reads nothing if no waiver is
 * pending.
 */
export const listMissingKinds = async (
  context: Context,
  studentId: number,
  year: StudentPolicyYear | undefined,
): Promise<FileKind[]> => {
  if (!year || !hasPendingWaiver(year)) return []
  return missingKinds(year, await listKinds(context, studentId, year.id))
}

/** Returns the types of a student’s current documents for one policy year or for none. */
const listKinds = async (
  context: ScopeContext,
  studentId: number,
  studentPeriodId: number,
): Promise<string[]> => {
  const rows = await scope
    .studentFiles(context)
    .select('student_files.kind')
    .distinct()
    .where('student_files.student_id', '=', studentId)
    .where('student_files.deleted_at', 'is', null)
    .where('student_files.replaced_by_id', 'is', null)
    .where((where) =>
      where.or([
        where('student_files.student_period_id', 'is', null),
        where('student_files.student_period_id', '=', studentPeriodId),
      ]),
    )
    .execute()
  return rows.map(({ kind }) => kind)
}
