import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

/** What may stand between the cells of a file. */
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** Bytes of one record, quoted line breaks included: more is no cell of a roster, or an unclosed quotation mark. */
const maxRecordSize = 1024 * 1024

/** A file whose records cannot be told apart. `record` is the number of the one that never ends. */
export class UnreadableCsv extends Error {
  readonly record: number
  /** Whether it was given up because it grew too large. */
  readonly isTooLong: boolean

  constructor(record: number, cause: CsvError) {
    super('A record never ends.', { cause })
    this.name = 'UnreadableCsv'
    this.record = record
    this.isTooLong = cause.code === 'CSV_MAX_RECORD_SIZE'
  }
}

/**
 * The records of a file, in batches of at most `batchSize`; blank ones too, so that the n-th record given is the
 * n-th of the file. Quoted cells may hold line breaks; a quotation mark inside of an unquoted cell is text.
 * @throws UnreadableCsv
 */
export async function* readRecords(
  texts: AsyncIterable<string> | Iterable<string>,
  { delimiter, batchSize }: { delimiter: Delimiter; batchSize: number },
): AsyncGenerator<string[][]> {
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: maxRecordSize,
  })
  // what goes wrong in the source ends the parser too, and so is thrown to whoever reads
  pipeline(Readable.from(texts), parser, () => undefined)
  let batch: string[][] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      batch.push(record)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableCsv(Number(error['records']) + 1, error) : error
  }
  if (batch.length > 0) yield batch
}

/** How many records are looked at to learn the delimiter. */
const sniffed = 20

/**
 * The delimiter that the first records agree on: most cells in the first record, weighed by how many others have
 * at least as many. Where Excel's own hint (`sep=;`) comes first, it is that record and decides.
 */
export const sniffDelimiter = (head: string): Delimiter => {
  const records = bareRecords(head)
  const scores = delimiters.map((delimiter): number => {
    const counts = records.map((record) => record.split(delimiter).length - 1)
    const first = counts[0] ?? 0
    return (first * counts.filter((count) => count >= first).length) / Math.max(1, counts.length)
  })
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** The first records that hold anything, with quoted text left out. */
const bareRecords = (head: string): string[] =>
  head
    .replaceAll(/"(?:[^"]|"")*"?/g, '')
    .split(/\r\n|\r|\n/)
    .filter((record) => record.trim() !== '')
    .slice(0, sniffed)

/** Cells that a spreadsheet would take for a formula: = + - @, also in full width, TAB CR NUL. */
const isFormula = (cell: string): boolean => /^[=+\-@\t\r\0＝＋－＠]/.test(cell)

/** One record of a file of ours: RFC 4180, with a leading ' where a cell could be taken for a formula. */
export const writeRecord = (cells: readonly string[]): string => `${cells.map(writeCell).join(',')}\r\n`

/** The same with every cell in quotation marks, empty ones too: for programs that take the others for numbers. */
export const writeQuotedRecord = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(guarded(cell))).join(',')}\r\n`

/** A cell that no spreadsheet takes for a formula. */
export const guarded = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell)

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

const writeCell = (cell: string): string => {
  const safe = guarded(cell)
  return /[",\r\n]|^\s|\s$/.test(safe) ? quoted(safe) : safe
}

/** A cell as it was before `writeRecord` made it safe. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell
