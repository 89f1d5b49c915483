import type { FileReply } from '#contract/platform/endpoint.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'

/**
 * Returns the content of a school’s public file.
 * @throws Problem 404 if it’s unknown or removed, or its school is archived
 */
export const readMedia = async ({ db, services }: AnonymousContext, name: string): Promise<FileReply> => {
  // scope: public for anyone with the address; file names can't be guessed
  const file = await db
    .selectFrom('school_files')
    .innerJoin('schools', 'schools.id', 'school_files.school_id')
    .select(['school_files.name', 'school_files.media_type', 'school_files.size', 'school_files.stored_name'])
    .where('school_files.public_name', '=', name)
    .where('school_files.deleted_at', 'is', null)
    .where('schools.archived_at', 'is', null)
    .executeTakeFirst()
  if (!file) throw problem.notFound()
  return {
    name: file.name,
    mediaType: file.media_type,
    isInline: true,
    isPublic: true,
    size: file.size,
    stream: await services.files.get(file.stored_name, file.size),
  }
}
