import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileKind } from '#contract/documents/choices.ts'
import type { Database } from '../db/database.ts'
import type { Files } from '../lib/files.ts'

/** A document as a test or the demo world wants it. */
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
  /** Null for the student. */
  readonly author_id: number | null
}

/** A document whose bytes rest in the file layer. Answers the id. */
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
