import type { Context, House } from '../context.ts'
import { scope } from '../db/scope.ts'
import { decrypt, encrypt } from '../lib/crypt.ts'
import type { ImportRecord } from './queries.ts'

/** Where a piece of a file stands: authenticated with it, so that pieces cannot be moved or swapped. */
const placeOf = (importId: number, position: number): string => `import_file_chunks:${importId}:${position}`

/** Keeps a file, encrypted, piece by piece: memory does not grow with it. */
export const keepFile = async (
  context: Context,
  importId: number,
  pieces: AsyncIterable<Buffer>,
): Promise<void> => {
  let position = 0
  for await (const piece of pieces) {
    const cipher = encrypt(context.house.keys, placeOf(importId, position), piece)
    await context.db
      .insertInto('import_file_chunks')
      .values({ import_id: importId, position, cipher })
      .execute()
    position += 1
  }
}

/** The bytes of a kept file, in pieces. */
export async function* readFile(
  house: House,
  { id: importId, school_id }: Pick<ImportRecord, 'id' | 'school_id'>,
): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const piece = await scope
      .importChunks(scope.asSystem(house.db, school_id))
      .select('cipher')
      .where('import_id', '=', importId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) return
    yield decrypt(house.keys, placeOf(importId, position), piece.cipher)
  }
}

/** Whether the file is still kept. */
export const hasFile = async (context: Context, importId: number): Promise<boolean> => {
  const piece = await scope
    .importChunks(context)
    .select('position')
    .where('import_id', '=', importId)
    .limit(1)
    .executeTakeFirst()
  return piece !== undefined
}

/** For how many days a file and its rows are kept for looking back. */
const daysKept = 30

/** Lets go of the files and rows of a school's old imports; what they did stays in the history. */
export const forgetOldFiles = async (context: Context, schoolId: number): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - daysKept * 86_400_000).toISOString()
  const old = scope
    .imports(context)
    .select('imports.id')
    .where('imports.school_id', '=', schoolId)
    .where('imports.created_at', '<', before)
  await scope.delete(context, 'import_file_chunks').where('import_id', 'in', old).execute()
  await scope.delete(context, 'import_rows').where('import_id', 'in', old).execute()
}
