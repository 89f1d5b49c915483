import { sql } from 'kysely'
import type { Cause } from '#contract/platform/history/shapes.ts'
import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { roomForForms } from '#server/platform/files/limits.ts'
import { logAccess, type HistoryContext } from '#server/platform/history/index.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { blindIndex, newToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { addStoredFiles, storeContent, withContent } from '#server/records/documents/index.ts'
import type { Intake, SentFiles } from './intake.ts'
import { getPublicPeriod } from '../queries/forms.ts'
import { tokenHash } from '../rules/tokens.ts'

/** Minutes in which a form, finished or not, must name an uploaded file. */
const unsentMinutes = 30

/**
 * Checks a file of a form like a student’s document and stores its content before the transaction. Returns the function
 * that saves its row and returns the file’s token. It isn’t recorded in the history, because no record changes.
 * @throws Problem 404, 422
 */
export const storeFormFile = async (
  context: AnonymousContext,
  periodId: number,
  kind: FileKind,
  file: Upload,
): Promise<(inside: AnonymousContext) => Promise<string>> => {
  const { services } = context
  const { school_id } = await getPublicPeriod(context.db, periodId)
  const from = { schoolId: school_id, network: networkHash(context, school_id) }
  const kept = await storeContent(services, file, (size) => makeRoom(context, from, size))
  return (inside) =>
    withContent(services, kept, async () => {
      const token = newToken()
      await inside.db
        .insertInto('form_files')
        .values({
          school_id,
          period_id: periodId,
          token_hash: tokenHash(services.keys, 'form-file', token),
          kind,
          ...kept,
          sent_from: from.network,
          created_at: inside.clock.now().toISOString(),
        })
        .execute()
      return token
    })
}

/**
 * Finds and locks the files that a form names: of this policy year, and not of another form. `submissionId` is the form
 * that may have them already.
 */
export const lockFiles = async (
  { system, context, periodId }: Intake,
  tokens: readonly string[],
  submissionId: number | null,
): Promise<SentFiles> => {
  if (tokens.length === 0) return { ids: [], missing: false }
  const hashes = tokens.map((token) => tokenHash(context.services.keys, 'form-file', token))
  const rows = await scope
    .formFiles(system)
    .select('form_files.id')
    .where('form_files.period_id', '=', periodId)
    .where('form_files.token_hash', 'in', hashes)
    .where((where) =>
      where.or([
        where.and([
          where('form_files.submission_id', 'is', null),
          where('form_files.created_at', '>', unsentSince(context)),
        ]),
        where('form_files.submission_id', '=', submissionId),
      ]),
    )
    .orderBy('form_files.id')
    .forUpdate()
    .execute()
  return { ids: rows.map(({ id }) => id), missing: rows.length < tokens.length }
}

/** Returns the instant before which a file’s form had to be sent. */
const unsentSince = ({ clock }: Pick<Services, 'clock'>): string =>
  new Date(clock.now().getTime() - unsentMinutes * 60_000).toISOString()

/** Returns the error of a form that names a file it can’t have. */
export const fileErrors = ({ missing }: SentFiles): Record<string, string> =>
  missing ? { file_tokens: 'A file isn’t available anymore. Upload it again.' } : {}

/** Makes files belong to an unfinished form, and no others. Files that it doesn’t name anymore are deleted later. */
export const keepOnlyFiles = async (
  intake: Intake,
  submissionId: number,
  files: SentFiles,
): Promise<void> => {
  await scope
    .update(intake.system, 'form_files')
    .set({ submission_id: null })
    .where('form_files.submission_id', '=', submissionId)
    .where(sql<boolean>`form_files.id <> all(${[...files.ids]}::bigint[])`)
    .execute()
  await keepFiles(intake, submissionId, files)
}

/** Makes files belong to a form. They were locked. */
export const keepFiles = async (
  { system }: Intake,
  submissionId: number,
  { ids }: SentFiles,
  isOfAppeal = false,
): Promise<void> => {
  if (ids.length === 0) return
  await scope
    .update(system, 'form_files')
    .set({ submission_id: submissionId, ...(isOfAppeal ? { is_of_appeal: true } : {}) })
    .where('form_files.id', 'in', ids)
    .execute()
}

interface MatchedStudent {
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number
}

/**
 * Makes the files of a form documents of its student as well, and records it. Files that already are don’t change, so it
 * can run again when more files come. The form must be matched, by the intake or by staff, and its row locked.
 */
export const attachFilesToStudent = async (
  context: HistoryContext,
  submissionId: number,
  student: MatchedStudent,
  cause: Cause,
): Promise<void> => {
  const system = scope.asSystem(context.db, student.school_id)
  const files = await scope
    .formFiles(system)
    .select([
      'form_files.id',
      'form_files.stored_name',
      'form_files.name',
      'form_files.kind',
      'form_files.media_type',
      'form_files.size',
      'form_files.sha256',
      'form_files.created_at',
    ])
    .where('form_files.submission_id', '=', submissionId)
    .where('form_files.student_file_id', 'is', null)
    .orderBy('form_files.id')
    .forUpdate()
    .execute()
  if (files.length === 0) return
  const added = await addStoredFiles(
    context,
    student,
    files.map(({ id: _id, ...file }) => file),
    cause,
  )
  await sql`
    update form_files file set student_file_id = added.student_file_id
    from unnest(${files.map(({ id }) => id)}::bigint[], ${added}::bigint[]) as added(id, student_file_id)
    where file.id = added.id and ${scope.within(system, 'file.school_id')}`.execute(context.db)
}

/**
 * Deletes the files whose form wasn’t sent in time. Their content is deleted with all content that no row names.
 */
export const deleteUnsentFiles = async (services: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  // scope: expired rows of every school
  await services.db
    .deleteFrom('form_files')
    .where('submission_id', 'is', null)
    .where('created_at', '<=', unsentSince(services))
    .execute()
}

/** The share of the room for files of forms that files without a form can take. */
const unsentShare = 0.5

/** The share of it that files from one network can take in 24 hours. A campus can be one network. */
const networkShare = 0.25

/** Where a file comes from. */
interface Origin {
  readonly schoolId: number
  readonly network: Buffer
}

/** Returns the keyed hash of the network that a file comes from. A subscriber has many addresses of IPv6: a /64 counts. */
const networkHash = ({ services, address }: AnonymousContext, schoolId: number): Buffer =>
  blindIndex(services.keys, schoolId, networkOf(address ?? ''))

const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')
}

/**
 * Makes room for a file: drops the oldest files that no form names, first of the network, then of the school. So unsent
 * files never close the intake, and a network can fill only its own room.
 * @throws Problem 422 if files that forms name fill it
 */
const makeRoom = async (context: AnonymousContext, from: Origin, size: number): Promise<void> => {
  const system = scope.asSystem(context.db, from.schoolId)
  const room = roomForForms(context.services)
  const held = await countBytes(context, system, from)
  if (held.named + size > room)
    throw problem.invalid({ file: 'The school can’t take more files right now. Try again tomorrow.' })
  if (held.namedOfNetwork + size > room * networkShare)
    throw problem.invalid({ file: 'Too many files were sent from your network. Try again tomorrow.' })
  const tooMuchOfNetwork = held.namedOfNetwork + held.unsentOfNetwork + size - room * networkShare
  const dropped = await dropOldest(system, from.network, tooMuchOfNetwork)
  const unsent = held.unsent - dropped
  const tooMuch = Math.max(unsent + size - room * unsentShare, held.named + unsent + size - room)
  if (dropped + (await dropOldest(system, null, tooMuch)) > 0) await tellStaff(context, from.schoolId)
}

interface Held {
  readonly named: number
  readonly unsent: number
  readonly namedOfNetwork: number
  readonly unsentOfNetwork: number
}

/** Counts the bytes of form files that aren’t documents; those of the network within 24 hours. */
const countBytes = async (
  { clock }: AnonymousContext,
  system: ScopeContext,
  { network, schoolId }: Origin,
): Promise<Held> => {
  const since = new Date(clock.now().getTime() - 24 * 3_600_000).toISOString()
  const bytes = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(form_files.size) filter (where ${condition}), 0)::bigint`
  const isUnsent = sql<boolean>`form_files.submission_id is null`
  const isOfNetwork = sql<boolean>`form_files.sent_from = ${network} and form_files.created_at > ${since}`
  return scope
    .formFiles(system)
    .select([
      bytes(sql<boolean>`not (${isUnsent})`).as('named'),
      bytes(isUnsent).as('unsent'),
      bytes(sql<boolean>`not (${isUnsent}) and ${isOfNetwork}`).as('namedOfNetwork'),
      bytes(sql<boolean>`${isUnsent} and ${isOfNetwork}`).as('unsentOfNetwork'),
    ])
    .where('form_files.school_id', '=', schoolId)
    .where('form_files.student_file_id', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Deletes the oldest unsent files, of a network or of all, until so many bytes are free. Returns the bytes it freed. */
const dropOldest = async (system: ScopeContext, network: Buffer | null, bytes: number): Promise<number> => {
  if (bytes <= 0) return 0
  const { rows } = await sql<{ size: number }>`
    delete from form_files where id in (
      select id from (
        select id, size, sum(size) over (order by created_at, id) - size as before from form_files
        where submission_id is null and (${network}::bytea is null or sent_from = ${network})
          and ${scope.within(system, 'school_id')}
      ) oldest where before < ${bytes}
    ) and submission_id is null and ${scope.within(system, 'school_id')} returning size`.execute(system.db)
  return rows.reduce((sum, { size }) => sum + size, 0)
}

const notice = 'files of forms were dropped: too many were uploaded without a form'

/** Notes in the activity log, once an hour, and in the server’s log that files were dropped. */
const tellStaff = async (context: AnonymousContext, schoolId: number): Promise<void> => {
  const { services, clock } = context
  services.log.warn(
    { school: schoolId },
    'Files of forms were dropped: too many were uploaded without a form.',
  )
  const since = new Date(clock.now().getTime() - 3_600_000).toISOString()
  const told = await services.db
    .selectFrom('access_log')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('detail', '=', notice)
    .where('at', '>', since)
    .executeTakeFirst()
  if (told) return
  await logAccess(services.db, services, context, {
    action: 'refused',
    outcome: 'refused',
    subject_type: 'school',
    subject_id: schoolId,
    school_id: schoolId,
    detail: notice,
  })
}
