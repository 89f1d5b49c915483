import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

/** A scope, and the settings with the school’s room. */
type LimitContext = ScopeContext & { readonly services: Pick<Services, 'settings'> }

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

const bytesIn = (megabytes: number): number => megabytes * 1024 * 1024

/** Checks that the school has room for more bytes. @throws Problem 422 */
export const assertWithinLimits = async (
  context: LimitContext,
  schoolId: number,
  size: number,
): Promise<void> => {
  const most = context.services.settings.filesQuotaMb
  if ((await countBytes(context, schoolId)) + size > bytesIn(most))
    throw problem.invalid({
      file: `The school has used all ${most.toLocaleString('en-US')} MB of its document storage. Remove some documents to add more.`,
    })
}

/**
 * Returns the room for files of forms that aren’t documents, in bytes: a share of the room for documents. Anyone can
 * upload them and send them with a form, so they have a room of their own.
 */
export const roomForForms = ({ settings }: Pick<Services, 'settings'>): number =>
  bytesIn(settings.filesQuotaMb) * 0.25
