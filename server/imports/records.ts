import { decodeText, type Encoding } from '../lib/encoding.ts'
import { delimiters, readRecords, type Delimiter } from '../lib/csv.ts'
import type { House } from '../context.ts'
import { readFile } from './file.ts'
import type { ImportRecord } from './queries.ts'
import { isHint } from './rules/read-head.ts'
import { isBlankRecord } from './rules/read-row.ts'

/** A record of a roster file with its number; the header's is 1 unless blank lines come before it. */
export interface FileRecord {
  readonly row: number
  readonly cells: readonly string[]
}

/** Records in a batch: as many as one look into the database matches. */
const batchSize = 1000

const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']

const formatOf = (run: ImportRecord): { encoding: Encoding; delimiter: Delimiter } => ({
  encoding: encodings.find((encoding) => encoding === run.encoding) ?? 'utf-8',
  delimiter: delimiters.find((delimiter) => delimiter === run.delimiter) ?? ',',
})

/** The rows of an import's file below its header, blank ones left out, in batches. @throws UnreadableCsv */
export async function* readRows(house: House, run: ImportRecord): AsyncGenerator<FileRecord[]> {
  const { encoding, delimiter } = formatOf(run)
  let row = 0
  let isBelowHeader = false
  const texts = decodeText(readFile(house, run), encoding)
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
