import type { Context } from '../context.ts'
import type { ActEntry, Entry, LeftAlone, TakeBack } from '../history/index.ts'
import { fileEntry, logoEntry } from './entries.ts'
import { mediaUrl } from './present.ts'
import { findSchool, listFiles, lockFile, lockSchool, type SchoolFileRow } from './queries.ts'
import { setLogo, setRemoved } from './write.ts'

/** A file goes that came, and comes back that went. */
const revertFile = async (
  context: Context,
  schoolId: number,
  entry: ActEntry,
): Promise<Entry | LeftAlone> => {
  const file = await lockFile(context, schoolId, entry.subject_id)
  const comesBack = entry.kind === 'file_removed'
  if (comesBack !== (file.deleted_at !== null))
    return { id: file.id, subject_type: 'school_file', name: file.name, reason: 'It was changed since.' }
  await setRemoved(context, file.id, !comesBack)
  return comesBack
    ? fileEntry(file, 'file_restored', [{ field: 'name', before: null, after: file.name }])
    : fileEntry(file, 'file_removed', [{ field: 'name', before: file.name, after: null }])
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const isAt =
  (url: string) =>
  ({ public_name }: SchoolFileRow): boolean =>
    mediaUrl(public_name) === url

/** The logo that the school had before. */
const revertLogo = async (
  context: Context,
  schoolId: number,
  entry: ActEntry,
): Promise<Entry | LeftAlone> => {
  const school = await lockSchool(context, schoolId)
  const change = entry.changes.find(({ field }) => field === 'logo_url')
  const [former, present] = [asText(change?.before), asText(change?.after)]
  const isGone =
    former?.startsWith('/media/') === true && !(await listFiles(context, schoolId)).some(isAt(former))
  if (school.logo_url !== present || isGone)
    return {
      id: school.id,
      subject_type: 'school',
      name: school.name,
      reason: isGone ? 'The logo before it was removed.' : 'It shows another logo by now.',
    }
  await setLogo(context, schoolId, former)
  return logoEntry(schoolId, present, former)
}

const isFile = ({ subject_type }: ActEntry): boolean => subject_type === 'school_file'
const isLogo = ({ subject_type, changes }: ActEntry): boolean =>
  subject_type === 'school' && changes.some(({ field }) => field === 'logo_url')

/** Takes back what an act did to the files of a school, and to its logo. */
export const takeBackSchoolFiles: TakeBack = async (context, changeId, entries) => {
  const own = entries.filter((entry) => isFile(entry) || isLogo(entry))
  const schoolId = own.length === 0 ? null : await schoolOf(context, changeId)
  if (schoolId === null || !(await findSchool(context, schoolId))) return { entries: [], left: [] }
  const recorded: Entry[] = []
  const left: LeftAlone[] = []
  for (const entry of own) {
    const done = await (isFile(entry) ? revertFile : revertLogo)(context, schoolId, entry)
    if ('reason' in done && 'name' in done) left.push(done)
    else recorded.push(done)
  }
  return { entries: recorded, left }
}

const schoolOf = async ({ db }: Context, changeId: number): Promise<number | null> => {
  const act = await db.selectFrom('changes').select('school_id').where('id', '=', changeId).executeTakeFirst()
  return act?.school_id ?? null
}
