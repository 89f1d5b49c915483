import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { problem } from '../problem.ts'

/** Bytes that a school keeps: documents of its students and files of its site, removed and replaced ones too. */
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

/** @throws Problem 422 when the school has no room left for so many bytes */
export const assertRoom = async (context: Context, schoolId: number, size: number): Promise<void> => {
  const most = context.house.settings.filesQuotaMb * 1024 * 1024
  if ((await countBytes(context, schoolId)) + size > most)
    throw problem.invalid({
      file: `The school has used the ${context.house.settings.filesQuotaMb.toLocaleString('en-US')} MB that it has for documents.`,
    })
}
