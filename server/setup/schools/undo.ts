import type { Context } from '#server/platform/context.ts'
import {
  reversalOf,
  undoEach,
  type ChangeEntry,
  type StepResult,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { siteSettings } from '#contract/setup/schools/site-settings.ts'
import { scope } from '#server/platform/db/scope.ts'
import { isFreeHost } from './commands/replace-site-settings.ts'
import { fileEntry, logoEntry, schoolEntry, setLogo, setRemoved } from './record.ts'
import { mediaUrl } from './present.ts'
import { findSchool, listFiles, lockFile, lockSchool, type SchoolFileRow } from './queries/single.ts'

/** Removes a file that was added, or restores one that was removed. */
const revertFile = async (context: Context, schoolId: number, entry: ChangeEntry): Promise<StepResult> => {
  const file = await lockFile(context, schoolId, entry.subject_id)
  const {
    isRemoved = false,
    kind,
    changes,
  } = reversalOf('file', { field: 'name', value: file.name }, file, entry)
  if (isRemoved !== (file.deleted_at === null)) return { name: file.name, reason: 'It changed after that.' }
  await setRemoved(context, file.id, isRemoved)
  return fileEntry(file, kind, changes)
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const isAt =
  (url: string) =>
  ({ public_name }: SchoolFileRow): boolean =>
    mediaUrl(public_name) === url

/** Restores the school’s previous logo. */
const revertLogo = async (context: Context, schoolId: number, entry: ChangeEntry): Promise<StepResult> => {
  const school = await lockSchool(context, schoolId)
  const change = entry.changes.find(({ field }) => field === 'logo_url')
  const [former, present] = [asText(change?.before), asText(change?.after)]
  const isGone =
    former?.startsWith('/media/') === true && !(await listFiles(context, schoolId)).some(isAt(former))
  if (school.logo_url !== present || isGone)
    return {
      name: school.name,
      reason: isGone ? 'The previous logo was removed.' : 'The school now uses a different logo.',
    }
  await setLogo(context, schoolId, former)
  return logoEntry(schoolId, present, former)
}

const siteField = /^site_settings\.(host|embedded_on)$/

/** Restores the school’s previous site settings, field by field. */
const revertSite = async (context: Context, schoolId: number, entry: ChangeEntry): Promise<StepResult> => {
  const { name, ...school } = await lockSchool(context, schoolId)
  const present = { host: school.site_host, embedded_on: school.site_embedded_on }
  const valuesOf = (side: 'before' | 'after') =>
    siteSettings.parse({
      ...present,
      ...Object.fromEntries(
        entry.changes.map((change) => [change.field.replace('site_settings.', ''), change[side]]),
      ),
    })
  const former = valuesOf('before')
  if (JSON.stringify(valuesOf('after')) !== JSON.stringify(present))
    return { name, reason: 'The student site’s settings changed after that.' }
  if (former.host !== null && !(await isFreeHost(context, former.host, schoolId)))
    return { name, reason: 'Another school uses the host name now.' }
  await scope
    .update(context, 'schools')
    .set({
      site_host: former.host,
      site_embedded_on: former.embedded_on,
      site_settings_version: school.site_settings_version + 1,
      updated_at: context.clock.now().toISOString(),
    })
    .where('id', '=', schoolId)
    .execute()
  return schoolEntry(
    schoolId,
    entry.changes.map(({ field, before, after }) => ({ field, before: after, after: before })),
  )
}

const isFile = ({ subject_type }: ChangeEntry): boolean => subject_type === 'school_file'
const isLogo = ({ subject_type, changes }: ChangeEntry): boolean =>
  subject_type === 'school' && changes.some(({ field }) => field === 'logo_url')

const isSite = ({ subject_type, changes }: ChangeEntry): boolean =>
  subject_type === 'school' && changes.some(({ field }) => siteField.test(field))

const revertOf = (entry: ChangeEntry) => {
  if (isFile(entry)) return revertFile
  return isLogo(entry) ? revertLogo : revertSite
}

/** Undoes a change in a school’s files, its logo and the settings of its site. */
export const undoSchools: UndoHandler = async (context, changeId, entries) => {
  const own = entries.filter((entry) => isFile(entry) || isLogo(entry) || isSite(entry))
  const schoolId = own.length === 0 ? null : await schoolOf(context, changeId)
  if (schoolId === null || !(await findSchool(context, schoolId))) return { entries: [], left: [] }
  return undoEach(own, (entry) => revertOf(entry)(context, schoolId, entry))
}

const schoolOf = async ({ db }: Context, changeId: number): Promise<number | null> => {
  const act = await db.selectFrom('changes').select('school_id').where('id', '=', changeId).executeTakeFirst()
  return act?.school_id ?? null
}
