import type { Context } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { fileEntry, logoEntry } from '../entries.ts'
import { mediaUrl } from '../present.ts'
import { lockFile, lockSchool } from '../queries.ts'
import { setLogo, setRemoved } from '../write.ts'

/**
 * Removes a file of a school. If it’s the logo, the school has no logo then. The content stays stored.
 * @throws Problem 404
 */
export const removeFile = async (context: Context, schoolId: number, id: number): Promise<void> => {
  const school = await lockSchool(context, schoolId)
  const file = await lockFile(context, schoolId, id)
  if (file.deleted_at !== null) throw problem.notFound()
  const isLogo = school.logo_url === mediaUrl(file.public_name)
  await setRemoved(context, id, true)
  if (isLogo) await setLogo(context, schoolId, null)
  await recordHistory(context, { kind: 'file_removed', undoable: true, schoolId }, [
    fileEntry(file, 'file_removed', [{ field: 'name', before: file.name, after: null }]),
    ...(isLogo ? [logoEntry(schoolId, school.logo_url, null)] : []),
  ])
}
