import type { Context, Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { decrypt, encrypt } from '#server/platform/lib/crypt.ts'
import type { ImportRecord } from './queries.ts'

/** Returns the authenticated data of a chunk: its position, so that chunks can’t be moved or swapped. */
const placeOf = (importId: number, position: number): string => `import_file_chunks:${importId}:${position}`

/** Saves a file encrypted in chunks, so that memory use doesn’t grow with it. */
export const saveFile = async (
  context: Context,
  importId: number,
  pieces: AsyncIterable<Buffer>,
): Promise<void> => {
  let position = 0
  for await (const piece of pieces) {
    const cipher = encrypt(context.services.keys, placeOf(importId, position), piece)
    await context.db
      .insertInto('import_file_chunks')
      .values({ import_id: importId, position, cipher })
      .execute()
    position += 1
  }
}

/** Returns the content of a saved file in chunks. */
export async function* readFile(
  services: Services,
  { id: importId, school_id }: Pick<ImportRecord, 'id' | 'school_id'>,
): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const piece = await scope
      .importChunks(scope.asSystem(services.db, school_id))
      .select('cipher')
      .where('import_id', '=', importId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) return
    yield decrypt(services.keys, placeOf(importId, position), piece.cipher)
  }
}

/** Returns whether the file is still saved. */
export const hasFile = async (context: Context, importId: number): Promise<boolean> => {
  const piece = await scope
    .importChunks(context)
    .select('position')
    .where('import_id', '=', importId)
    .limit(1)
    .executeTakeFirst()
  return piece !== undefined
}

/** Days for which a file and its rows are kept. */
const retentionDays = 30

/** Deletes the files and rows of a school’s old imports. The history keeps what they changed. */
export const forgetOldFiles = async (context: Context, schoolId: number): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - retentionDays * 86_400_000).toISOString()
  const old = scope
    .imports(context)
    .select('imports.id')
    .where('imports.school_id', '=', schoolId)
    .where('imports.created_at', '<', before)
  await scope.delete(context, 'import_file_chunks').where('import_id', 'in', old).execute()
  await scope.delete(context, 'import_rows').where('import_id', 'in', old).execute()
}
