import type { Context } from '#server/platform/context.ts'
import {
  reversalOf,
  undoEach,
  type ChangeEntry,
  type StepResult,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { fileEntry, logoEntry, setLogo, setRemoved } from './record.ts'
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

const isFile = ({ subject_type }: ChangeEntry): boolean => subject_type === 'school_file'
const isLogo = ({ subject_type, changes }: ChangeEntry): boolean =>
  subject_type === 'school' && changes.some(({ field }) => field === 'logo_url')

/** Undoes a change in a school’s files and logo. */
export const undoSchoolFiles: UndoHandler = async (context, changeId, entries) => {
  const own = entries.filter((entry) => isFile(entry) || isLogo(entry))
  const schoolId = own.length === 0 ? null : await schoolOf(context, changeId)
  if (schoolId === null || !(await findSchool(context, schoolId))) return { entries: [], left: [] }
  return undoEach(own, (entry) => (isFile(entry) ? revertFile : revertLogo)(context, schoolId, entry))
}

const schoolOf = async ({ db }: Context, changeId: number): Promise<number | null> => {
  const act = await db.selectFrom('changes').select('school_id').where('id', '=', changeId).executeTakeFirst()
  return act?.school_id ?? null
}
