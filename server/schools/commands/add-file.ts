import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SchoolFileKind } from '#contract/schools/file-shapes.ts'
import type { Context } from '../../context.ts'
import { selectSchool } from '../../db/scope.ts'
import { assertRoom, fileNameOf } from '../../documents/index.ts'
import { recordHistory } from '../../history/index.ts'
import type { Upload } from '../../http/uploads.ts'
import { fileEntry, logoEntry } from '../entries.ts'
import { inspectFile, type Inspected } from '../inspect.ts'
import { extensionOf, mediaUrl } from '../present.ts'
import { lockSchool } from '../queries.ts'
import { setLogo } from '../write.ts'

/** What stands beside an uploaded file. */
interface FileAsk {
  readonly school_id: number
  readonly alt?: string | null | undefined
}

/** A file that is kept already, and has no row yet. */
interface Kept {
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
 * Judges a file and keeps its bytes, before the transaction: no database connection waits for a store. Answers what
 * writes its row; where that does not come about, the bytes go again. @throws Problem 422
 */
export const keepFile = async (
  context: Context,
  kind: SchoolFileKind,
  ask: FileAsk,
  file: Upload,
): Promise<(inside: Context) => Promise<number>> => {
  await selectSchool(context, ask.school_id)
  const found = await inspectFile(file, kind)
  await assertRoom(context, ask.school_id, found.cleaned?.length ?? file.size)
  const kept = await keep(context, file, found)
  return async (inside) => {
    try {
      return await writeRow(inside, kind, ask, kept)
    } catch (error) {
      await context.house.files.delete(kept.stored_name)
      throw error
    }
  }
}

const keep = async (
  { house }: Context,
  file: Upload,
  { cleaned, media_type, width, height }: Inspected,
): Promise<Kept> => {
  const size = cleaned?.length ?? file.size
  const bytes = cleaned ? Readable.from([cleaned]) : file.read()
  return {
    stored_name: await house.files.put('schools', bytes, size),
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
  { school_id, alt }: FileAsk,
  kept: Kept,
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
