import { decodeText } from '#server/platform/lib/encoding.ts'
import { readRecords, type Delimiter } from '#server/platform/lib/csv.ts'
import type { Encoding } from '#contract/review/imports/choices.ts'
import type { Services } from '#server/platform/context.ts'
import { readFile } from './file.ts'
import { formatOf, readingOf, type ImportRecord } from './queries.ts'
import { isHint } from './rules/read-head.ts'
import { isBlankRecord } from './rules/read-row.ts'

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

/** Reads the rows of an import’s file. @throws UnreadableCsv */
export const readRows = (services: Services, run: ImportRecord): AsyncGenerator<FileRecord[]> => {
  const reading = readingOf(run)
  return readTable(readFile(services, run), {
    ...formatOf(run),
    headerRow: reading?.header_row ?? null,
    footerRows: reading?.footer_rows ?? [],
  })
}
