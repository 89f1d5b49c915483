import type { FileKind } from '#contract/documents/choices.ts'
import type { StudentPolicyYear } from '#contract/student-periods/shapes.ts'
import type { Context } from '../context.ts'
import { listKinds } from './queries.ts'
import { isWaiverWaiting, missingKinds } from './rules/missing-documents.ts'

/** The kinds of documents that a waiver which waits in a policy year lacks; asks nothing where none waits. */
export const listMissingKinds = async (
  context: Context,
  studentId: number,
  year: StudentPolicyYear | undefined,
): Promise<FileKind[]> => {
  if (!year || !isWaiverWaiting(year)) return []
  return missingKinds(year, await listKinds(context, studentId, year.id))
}
