import { sql } from 'kysely'
import type { FileKind } from '#contract/setup/documents/choices.ts'
import type { Cause } from '#contract/platform/history/shapes.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { addStoredFiles, storeContent, withContent } from '#server/setup/documents/index.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { newToken } from '#server/platform/lib/crypt.ts'
import { getPublicPeriod } from '../queries.ts'
import { tokenHash } from '../tokens.ts'
import type { Intake, SentFiles } from './intake.ts'
import { makeRoom, networkHash } from './make-room.ts'

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

/** The student that a form was matched with. */
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
