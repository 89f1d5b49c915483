import { decodeText, type Encoding } from '../lib/encoding.ts'
import { delimiters, readRecords, type Delimiter } from '../lib/csv.ts'
import type { Services } from '../context.ts'
import { readFile } from './file.ts'
import type { ImportRecord } from './queries.ts'
import { isHint } from './rules/read-head.ts'
import { isBlankRecord } from './rules/read-row.ts'

/** A record of a roster file with its number. The header is 1 unless it comes after blank lines. */
export interface FileRecord {
  readonly row: number
  readonly cells: readonly string[]
}

/** Records per batch, matched with one query. */
const batchSize = 1000

const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']

const formatOf = (run: ImportRecord): { encoding: Encoding; delimiter: Delimiter } => ({
  encoding: encodings.find((encoding) => encoding === run.encoding) ?? 'utf-8',
  delimiter: delimiters.find((delimiter) => delimiter === run.delimiter) ?? ',',
})

/** Reads the rows of an import’s file below the header in batches, without blank ones. @throws UnreadableCsv */
export async function* readRows(services: Services, run: ImportRecord): AsyncGenerator<FileRecord[]> {
  const { encoding, delimiter } = formatOf(run)
  let row = 0
  let isBelowHeader = false
  const texts = decodeText(readFile(services, run), encoding)
  for await (const batch of readRecords(texts, { delimiter, batchSize })) {
    const found: FileRecord[] = []
    for (const cells of batch) {
      if (row === 0 && isHint(cells)) continue
      row += 1
      if (isBlankRecord(cells)) continue
      if (isBelowHeader) found.push({ row, cells })
      isBelowHeader = true
    }
    yield found
  }
}
