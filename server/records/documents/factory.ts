import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Files } from '#server/platform/lib/files.ts'

/** A document for tests or the demo data. */
export interface FileValues {
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id?: number
  readonly name: string
  readonly kind: FileKind
  readonly media_type: string
  readonly bytes: Buffer
  /** ISO instant. */
  readonly created_at: string
  /** Null if it belongs to the student in general. */
  readonly author_id: number | null
}

/** Creates a document with its stored file. Returns the ID. */
export const buildFile = async (
  db: Database,
  files: Files,
  { bytes, ...values }: FileValues,
): Promise<number> => {
  const { id } = await db
    .insertInto('student_files')
    .values({
      ...values,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      stored_name: await files.put('documents', Readable.from([bytes]), bytes.length),
      updated_at: values.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
