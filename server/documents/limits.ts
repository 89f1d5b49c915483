import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { problem } from '../problem.ts'

/** Returns the bytes a school stores: documents and website files, including removed and replaced ones. */
const countBytes = async (context: ScopeContext, schoolId: number): Promise<number> => {
  const [documents, files] = await Promise.all([
    scope
      .studentFiles(context)
      .select(sql<number>`coalesce(sum(student_files.size), 0)::bigint`.as('total'))
      .where('student_files.school_id', '=', schoolId)
      .executeTakeFirstOrThrow(),
    scope
      .schoolFiles(context)
      .select(sql<number>`coalesce(sum(school_files.size), 0)::bigint`.as('total'))
      .where('school_files.school_id', '=', schoolId)
      .executeTakeFirstOrThrow(),
  ])
  return documents.total + files.total
}

/** Checks that the school has room for more bytes. @throws Problem 422 */
export const assertWithinLimits = async (context: Context, schoolId: number, size: number): Promise<void> => {
  const most = context.services.settings.filesQuotaMb * 1024 * 1024
  if ((await countBytes(context, schoolId)) + size > most)
    throw problem.invalid({
      file: `The school has used all ${context.services.settings.filesQuotaMb.toLocaleString('en-US')} MB of its document storage. Remove some documents to add more.`,
    })
}
