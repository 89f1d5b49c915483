import type { Encoding, Delimiter } from '#contract/platform/text-files.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { scope } from '#server/platform/db/scope.ts'
import { decrypt, encrypt } from '#server/platform/lib/crypt.ts'
import { readRecords } from '#server/platform/lib/csv.ts'
import { decodeText } from '#server/platform/lib/encoding.ts'
import { formatOf, readingOf, type ImportRecord } from '../queries/runs.ts'
import { isHint } from '../rules/read-head.ts'
import { cellFixer, type FixedCells } from '../rules/fix-cells.ts'
import { isBlankRecord } from '../rules/read-row.ts'

/** Returns the authenticated data of a chunk: its position, so that chunks can’t be moved or swapped. */
const placeOf = (importId: number, position: number): string => `import_file_chunks:${importId}:${position}`

export const importChunks = encryptedColumn(
  'import_file_chunks',
  'cipher',
  ['import_id', 'position'],
  ({ import_id, position }) => placeOf(import_id, position),
)

/** Saves a file encrypted in chunks, so that memory use doesn’t grow with it. */
export const saveFile = async (
  context: Context,
  { id, school_id }: Pick<ImportRecord, 'id' | 'school_id'>,
  pieces: AsyncIterable<Buffer>,
): Promise<void> => {
  let position = 0
  for await (const piece of pieces) {
    const cipher = encrypt(context.services.keys, placeOf(id, position), piece)
    await context.db
      .insertInto('import_file_chunks')
      .values({ import_id: id, school_id, position, cipher })
      .execute()
    position += 1
  }
}

/** Returns the content of a saved file in chunks. */
async function* readFile(
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

/** The position of what replaces cells: next to the file’s chunks, so that it’s encrypted and deleted like them. */
const fixesPosition = -1

/** Returns what replaces cells of a file. */
const readFixedCells = async (
  services: Services,
  { id, school_id }: Pick<ImportRecord, 'id' | 'school_id'>,
  db = services.db,
): Promise<readonly FixedCells[]> => {
  const saved = await scope
    .importChunks(scope.asSystem(db, school_id))
    .select('cipher')
    .where('import_id', '=', id)
    .where('position', '=', fixesPosition)
    .executeTakeFirst()
  if (!saved) return []
  // saveFixedCells saved it in this shape
  return JSON.parse(
    decrypt(services.keys, placeOf(id, fixesPosition), saved.cipher).toString(),
  ) as readonly FixedCells[]
}

/** Adds to what replaces cells of a file, which stays as it was uploaded. */
export const saveFixedCells = async (
  context: Context,
  run: Pick<ImportRecord, 'id' | 'school_id'>,
  fixed: readonly FixedCells[],
): Promise<void> => {
  const { services, db } = context
  const all = [...(await readFixedCells(services, run, db)), ...fixed]
  const cipher = encrypt(services.keys, placeOf(run.id, fixesPosition), JSON.stringify(all))
  await db
    .insertInto('import_file_chunks')
    .values({ import_id: run.id, school_id: run.school_id, position: fixesPosition, cipher })
    .onConflict((same) => same.columns(['import_id', 'position', 'school_id']).doUpdateSet({ cipher }))
    .execute()
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

/** A record of a roster file with its number, from 1. */
export interface FileRecord {
  readonly row: number
  readonly cells: readonly string[]
}

/** Records per batch, matched with one query. */
const batchSize = 1000

interface TableFormat {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  /** Null for the first row that isn’t blank. */
  readonly headerRow: number | null
  readonly footerRows: readonly number[]
}

/**
 * Reads the rows of a table below its header in batches, without blank ones and the footer.
 * @throws UnreadableCsv
 */
export async function* readTable(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter, headerRow, footerRows }: TableFormat,
): AsyncGenerator<FileRecord[]> {
  const skipped = new Set(footerRows)
  let row = 0
  let isBelowHeader = false
  for await (const batch of readRecords(decodeText(bytes, encoding), { delimiter, batchSize })) {
    const found: FileRecord[] = []
    for (const cells of batch) {
      if (row === 0 && isHint(cells)) continue
      row += 1
      if (isBlankRecord(cells)) continue
      if (isBelowHeader && !skipped.has(row)) found.push({ row, cells })
      isBelowHeader ||= headerRow === null || row >= headerRow
    }
    yield found
  }
}

/** Reads the rows of an import’s file, with the cells that staff fixed. @throws UnreadableCsv */
export async function* readRows(services: Services, run: ImportRecord): AsyncGenerator<FileRecord[]> {
  const reading = readingOf(run)
  const fix = cellFixer(run.headers, await readFixedCells(services, run))
  const batches = readTable(readFile(services, run), {
    ...formatOf(run),
    headerRow: reading?.header_row ?? null,
    footerRows: reading?.footer_rows ?? [],
  })
  for await (const batch of batches) yield batch.map(fix)
}
