import { delimiters, type Delimiter } from '#contract/platform/text-files.ts'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/** The most bytes of one record, including quoted line breaks. More means a missing closing quotation mark. */
const maxRecordSize = 1024 * 1024

/** Thrown when a file can’t be split into records. `record` is the number of the one that doesn’t end. */
export class UnreadableCsv extends Error {
  readonly record: number
  /** Whether it stopped because the record was too large. */
  readonly isTooLong: boolean

  constructor(record: number, cause: CsvError) {
    super('A quotation mark isn’t closed.', { cause })
    this.name = 'UnreadableCsv'
    this.record = record
    this.isTooLong = cause.code === 'CSV_MAX_RECORD_SIZE'
  }
}

/**
 * Yields the records of a file in batches of at most `batchSize`, including blank ones, so that the n-th record
 * is the n-th of the file. Quoted cells can contain line breaks; a quotation mark inside an unquoted cell is
 * text.
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
  // an error of the source also ends the parser and is thrown to the reader
  pipeline(Readable.from(inShortPieces(texts)), parser, () => undefined)
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

/** Characters that are parsed without a pause: about a millisecond. */
const pieceLength = 4 * 1024

/** Cuts a text into short pieces with pauses, in which the event loop does other work. */
async function* inShortPieces(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (let at = 0; at < text.length;) {
      await setImmediate()
      const end = at + pieceLength
      // the two halves of a character beyond U+FFFF stay together
      const next = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end
      yield text.slice(at, next)
      at = next
    }
}

/** The number of records used to detect the delimiter. */
const sampleRecords = 20

/**
 * Returns the delimiter that fits the first records best: most cells in one record, weighted by how many from it on
 * have at least as many. So titles above the column names don’t decide. If Excel’s own hint (`sep=;`) comes first, it
 * does.
 */
export const sniffDelimiter = (head: string): Delimiter => {
  const records = recordsWithoutQuotes(head)
  const hint = /^sep=(.)$/i.exec(records[0]?.trim() ?? '')?.[1]
  const hinted = delimiters.find((delimiter) => delimiter === hint)
  if (hinted) return hinted
  const scores = delimiters.map((delimiter): number => {
    const counts = records.map((record) => record.split(delimiter).length - 1)
    return Math.max(
      0,
      ...counts.map((count, at) => count * counts.slice(at).filter((one) => one >= count).length),
    )
  })
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** Returns the first records that aren’t blank, without quoted text. */
const recordsWithoutQuotes = (head: string): string[] =>
  head
    .replaceAll(/"(?:[^"]|"")*"?/g, '')
    .split(/\r\n|\r|\n/)
    .filter((record) => record.trim() !== '')
    .slice(0, sampleRecords)

/** Returns whether a spreadsheet would run a cell as a formula: = + - @, also full-width, TAB CR NUL. */
const isFormula = (cell: string): boolean => /^[=+\-@\t\r\0＝＋－＠]/.test(cell)

/** Returns one CSV record (RFC 4180), with a leading ' in cells that could be run as a formula. */
export const writeRecord = (cells: readonly string[]): string => `${cells.map(writeCell).join(',')}\r\n`

/**
 * Returns one record with every cell quoted, including empty ones, for programs that would read unquoted ones
 * as numbers.
 */
export const writeQuotedRecord = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\r\n`

/** Returns a cell that no spreadsheet runs as a formula. */
export const guardCell = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell)

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

const writeCell = (cell: string): string => quoteIfNeeded(guardCell(cell))

const quoteIfNeeded = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? quoted(cell) : cell)

/** Returns one CSV record for a program, not for a spreadsheet: cells that could be run as a formula aren’t guarded. */
export const plainRecord = (cells: readonly string[]): string => `${cells.map(quoteIfNeeded).join(',')}\n`

/** Returns a cell without the guard that `writeRecord` adds. */
export const unguardCell = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell
