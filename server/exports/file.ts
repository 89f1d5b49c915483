import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { decrypt, encrypt } from '../lib/crypt.ts'

/** Where a piece of a file stands: authenticated with it, so that pieces cannot be moved or swapped. */
const placeOf = (exportId: number, position: number): string => `export_file_chunks:${exportId}:${position}`

/** Bytes of a piece. */
const pieceSize = 256 * 1024

async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [waiting, size]: [Buffer[], number] = [[], 0]
  for await (const some of bytes) {
    waiting.push(some)
    size += some.length
    if (size < pieceSize) continue
    yield Buffer.concat(waiting)
    ;[waiting, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** Keeps a file, encrypted, piece by piece: memory does not grow with it. Answers its size in bytes. */
export const keepFile = async (
  context: Context,
  exportId: number,
  bytes: AsyncIterable<Buffer>,
): Promise<number> => {
  let [position, size] = [0, 0]
  for await (const piece of inPieces(bytes)) {
    const cipher = encrypt(context.house.keys, placeOf(exportId, position), piece)
    await context.db
      .insertInto('export_file_chunks')
      .values({ export_id: exportId, position, cipher })
      .execute()
    position += 1
    size += piece.length
  }
  return size
}

/** The bytes of a kept file, in pieces; read while they are sent, when the call's own transaction is over. */
export async function* readFile({ house, caller }: Context, exportId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const piece = await scope
      .exportChunks({ db: house.db, caller })
      .select('cipher')
      .where('export_id', '=', exportId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) return
    yield decrypt(house.keys, placeOf(exportId, position), piece.cipher)
  }
}
