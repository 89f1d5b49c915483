import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { decrypt, encrypt } from '#server/platform/lib/crypt.ts'
import { inPieces } from '#server/platform/lib/file-pieces.ts'

/** Returns the authenticated data of a chunk: its position, so that chunks can’t be moved or swapped. */
const placeOf = (exportId: number, position: number): string => `export_file_chunks:${exportId}:${position}`

/** Saves a file encrypted in chunks, so that memory use doesn’t grow with it. Returns its size in bytes. */
export const saveFile = async (
  context: Context,
  exportId: number,
  bytes: AsyncIterable<Buffer>,
): Promise<number> => {
  let [position, size] = [0, 0]
  for await (const piece of inPieces(bytes)) {
    const cipher = encrypt(context.services.keys, placeOf(exportId, position), piece)
    await context.db
      .insertInto('export_file_chunks')
      .values({ export_id: exportId, position, cipher })
      .execute()
    position += 1
    size += piece.length
  }
  return size
}

/** Returns the content of a saved file in chunks. It’s read while it’s sent, after the call’s own transaction. */
export async function* readFile({ services, caller }: Context, exportId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const piece = await scope
      .exportChunks({ db: services.db, caller })
      .select('cipher')
      .where('export_id', '=', exportId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) return
    yield decrypt(services.keys, placeOf(exportId, position), piece.cipher)
  }
}
