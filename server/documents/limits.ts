import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { problem } from '../problem.ts'

/** A scope, and the settings with the school’s room. */
type LimitContext = ScopeContext & { readonly services: Pick<Services, 'settings'> }

/**
 * The room for files of forms that aren’t documents, as a share of the room for documents. Anyone can upload them and send
 * them with a form, so they have a room of their own.
 */
const formShare = 0.25

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

/** Returns the bytes of a school’s form files that aren’t a student’s documents. */
const countFormBytes = async (context: ScopeContext, schoolId: number): Promise<number> => {
  const { total } = await scope
    .formFiles(context)
    .select(sql<number>`coalesce(sum(form_files.size), 0)::bigint`.as('total'))
    .where('form_files.school_id', '=', schoolId)
    .where('form_files.student_file_id', 'is', null)
    .executeTakeFirstOrThrow()
  return total
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

/** Checks that the school has room for a file of a form. @throws Problem 422 */
export const assertRoomForForms = async (
  context: LimitContext,
  schoolId: number,
  size: number,
): Promise<void> => {
  const most = bytesIn(context.services.settings.filesQuotaMb) * formShare
  if ((await countFormBytes(context, schoolId)) + size > most)
    throw problem.invalid({ file: 'The school can’t take more files right now. Try again tomorrow.' })
}
