import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { mediaTypes, type SchoolFileKind } from '#contract/setup/schools/file-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { selectSchool } from '#server/platform/db/scope.ts'
import { whyTooLarge } from '#server/platform/files/check-file.ts'
import { fileNameOf } from '#server/platform/files/file-name.ts'
import { imageSizeOf } from '#server/platform/files/image-size.ts'
import { readDetails, assertReadable } from '#server/platform/files/inspect.ts'
import { assertWithinLimits } from '#server/platform/files/limits.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { cleanDrawing } from '#server/platform/lib/cleaning.ts'
import { problem } from '#server/platform/problem.ts'
import { extensionOf, mediaUrl } from '../present.ts'
import { lockFile, lockSchool } from '../queries/single.ts'
import { fileEntry, logoEntry, setLogo, setRemoved } from '../record.ts'
import { isDrawing } from '../rules.ts'

/** The fields sent with an uploaded file. */
interface FileRequest {
  readonly school_id: number
  readonly alt?: string | null | undefined
}

/** A stored file without a row yet. */
interface StoredUpload {
  readonly stored_name: string
  readonly public_name: string
  readonly name: string
  readonly media_type: string
  readonly size: number
  readonly sha256: Buffer
  readonly width: number | null
  readonly height: number | null
}

/**
 * Checks a file and stores its content before the transaction, so that no database connection waits for the
 * store. Returns the function that saves its row; if that fails, the content is deleted.
 * @throws Problem 422
 */
export const storeFile = async (
  context: Context,
  kind: SchoolFileKind,
  ask: FileRequest,
  file: Upload,
): Promise<(inside: Context) => Promise<number>> => {
  await selectSchool(context, ask.school_id)
  const found = await inspectFile(file, kind)
  await assertWithinLimits(context, ask.school_id, found.cleaned?.length ?? file.size)
  const kept = await storeContent(context, file, found)
  return async (inside) => {
    try {
      return await writeRow(inside, kind, ask, kept)
    } catch (error) {
      await context.services.files.delete(kept.stored_name)
      throw error
    }
  }
}

const storeContent = async (
  { services }: Context,
  file: Upload,
  { cleaned, media_type, width, height }: InspectedFile,
): Promise<StoredUpload> => {
  const size = cleaned?.length ?? file.size
  const bytes = cleaned ? Readable.from([cleaned]) : file.read()
  return {
    stored_name: await services.files.put('schools', bytes, size),
    public_name: `${randomBytes(16).toString('hex')}.${extensionOf(media_type)}`,
    name: fileNameOf(file.name),
    sha256: cleaned ? createHash('sha256').update(cleaned).digest() : file.hash,
    media_type,
    size,
    width,
    height,
  }
}

const writeRow = async (
  context: Context,
  kind: SchoolFileKind,
  { school_id, alt }: FileRequest,
  kept: StoredUpload,
): Promise<number> => {
  const school = await lockSchool(context, school_id)
  const { id } = await context.db
    .insertInto('school_files')
    .values({
      ...kept,
      school_id,
      kind,
      alt: alt ?? '',
      author_id: context.caller.id,
      created_at: context.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const url = mediaUrl(kept.public_name)
  if (kind === 'logo') await setLogo(context, school_id, url)
  await recordHistory(context, { kind: 'file_added', undoable: true, schoolId: school_id }, [
    fileEntry({ id, school_id }, 'file_added', [{ field: 'name', before: null, after: kept.name }]),
    ...(kind === 'logo' ? [logoEntry(school_id, school.logo_url, url)] : []),
  ])
  return id
}

/** The details of an uploaded file to save. */
interface InspectedFile {
  readonly media_type: string
  readonly width: number | null
  readonly height: number | null
  /** The content to store if it differs from the upload: a cleaned drawing. */
  readonly cleaned: Buffer | null
}

/** The largest SVG in bytes. Larger ones contain photos and take long to clean. */
const largestDrawing = 512 * 1024

const refuse = (why: string): never => {
  throw problem.invalid({ file: why })
}

/** Returns the type of a school’s file by its content; SVGs are cleaned. @throws Problem 422 on `file` */
const inspectFile = async (file: Upload, kind: SchoolFileKind): Promise<InspectedFile> => {
  if (file.size === 0) refuse('The file is empty.')
  const seen = await readDetails(file)
  if (seen.isText && isDrawing(seen.head.toString('utf8'))) return inspectDrawing(file)
  const marked = seen.marked === 'image/apng' ? 'image/png' : seen.marked
  const types = mediaTypes.filter((type) => type.isImage || kind === 'file')
  const type = types.find((one) => one.media_type === marked && one.media_type !== 'image/svg+xml')
  if (!type) return refuse(`Upload one of these file types: ${types.map(({ label }) => label).join(', ')}.`)
  const pixels = pixelsOf(type.media_type, seen.head)
  await assertReadable(file, type.media_type)
  return { media_type: type.media_type, cleaned: null, ...pixels }
}

const pixelsOf = (mediaType: string, head: Buffer): Pick<InspectedFile, 'width' | 'height'> => {
  const size = imageSizeOf(mediaType, head)
  const tooLarge = whyTooLarge(size)
  if (tooLarge !== null) refuse(tooLarge)
  return { width: size?.width || null, height: size?.height || null }
}

const inspectDrawing = async (file: Upload): Promise<InspectedFile> => {
  if (file.size > largestDrawing)
    return refuse('The SVG is larger than 512 KB. Save it as PNG and upload that.')
  const drawing = await cleanDrawing('file', (await buffer(file.read())).toString('utf8'))
  if (drawing === null)
    return refuse('This SVG has no shapes Shipmate can show. Save it as PNG and upload that.')
  const { svgSizeOf } = await import('#server/platform/lib/clean-svg.ts')
  const size = svgSizeOf(drawing)
  return {
    media_type: 'image/svg+xml',
    width: size?.width ?? null,
    height: size?.height ?? null,
    cleaned: Buffer.from(drawing),
  }
}

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
