import type { Delimiter, Encoding } from '#contract/platform/text-files.ts'
import { readRecords, sniffDelimiter, UnreadableCsv } from '#server/platform/lib/csv.ts'
import { WrongHeaders } from './map-headers.ts'
import { isColumnName } from './propose-mapping.ts'
import { isBlankRecord } from './read-row.ts'

/** The most columns in a file. */
const maxColumns = 200

/** The number of rows in a preview. */
const sampleSize = 5

/** What the start of a file shows. */
export interface Head {
  readonly delimiter: Delimiter
  /** The row of the column names. */
  readonly headerRow: number
  /** The rows above it that aren’t blank, as text. */
  readonly titles: readonly { readonly row: number; readonly text: string }[]
  /** As in the file. */
  readonly headers: readonly string[]
  /** The first rows that aren’t blank. */
  readonly sample: readonly (readonly string[])[]
}

/** How the start of a file is read; what’s missing is found. */
interface HeadChoices {
  readonly encoding: Encoding
  readonly delimiter?: Delimiter | undefined
  readonly headerRow?: number | undefined
}

/** File types that aren’t text, by their first bytes, with what staff can do. */
const signatures: readonly { readonly start: string; readonly sentence: string }[] = [
  { start: '%PDF', sentence: 'This is a PDF. Upload the roster as a CSV file or an Excel workbook.' },
  {
    start: '{\\rtf',
    sentence: 'This is a text document. Upload the roster as a CSV file or an Excel workbook.',
  },
  { start: '\u0089PNG', sentence: 'This is an image. Upload the roster as a CSV file or an Excel workbook.' },
  {
    start: '\u00ff\u00d8\u00ff',
    sentence: 'This is an image. Upload the roster as a CSV file or an Excel workbook.',
  },
  { start: 'GIF8', sentence: 'This is an image. Upload the roster as a CSV file or an Excel workbook.' },
  {
    start: '\u001f\u008b',
    sentence: 'This is a compressed file. Extract it and upload the CSV file inside.',
  },
]

const noTable = (sentence: string): WrongHeaders => new WrongHeaders('file', sentence)

const isMarkup = (text: string): boolean => /^\s*<(!doctype|html|\?xml|table|svg|head|body)\b/i.test(text)

/**
 * Returns whether content is binary: it has many control characters other than tabs, line breaks and page
 * breaks.
 */
const isBinary = (text: string): boolean => {
  const strays = text.match(/[\p{Cc}--[\t-\r\u007f-\u009f]]/gv)?.length ?? 0
  return strays > text.length / 50
}

/** Refuses a file whose first bytes are those of another type. @throws WrongHeaders on `file` */
export const checkFileType = (bytes: Uint8Array): void => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const known = signatures.find((signature) => start.startsWith(signature.start))
  if (known) throw noTable(known.sentence)
}

/**
 * Reads the start of a file: its delimiter, titles, headers and some rows. `isWhole` means that the bytes are the whole
 * file.
 * @throws WrongHeaders, with a sentence, if it isn’t a table with rows
 */
export const readHead = async (bytes: Uint8Array, choices: HeadChoices, isWhole: boolean): Promise<Head> => {
  // the end can cut a character in half, so an incomplete one isn't replaced
  const text = new TextDecoder(choices.encoding).decode(bytes, { stream: !isWhole })
  checkText(text)
  const delimiter = choices.delimiter ?? sniffDelimiter(text)
  const records = (await recordsOf(isWhole ? text : completeRecords(text), delimiter))
    .filter((cells, index) => index > 0 || !isHint(cells))
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => !isBlankRecord(cells))
  if (records.length === 0) throw noTable('The file is empty.')
  const at = placeOfHeader(records, choices.headerRow)
  const header = records[at]
  const rows = records.slice(at + 1)
  if (!header) throw noHeader(choices.headerRow)
  checkHeaders(header.cells)
  if (rows.length === 0 && isWhole) throw noTable('The file has column names but no students.')
  return {
    delimiter,
    headerRow: header.row,
    titles: records.slice(0, at).map(({ row, cells }) => ({ row, text: textOfRecord(cells) })),
    headers: header.cells,
    sample: rows.slice(0, sampleSize).map(({ cells }) => cells),
  }
}

const noHeader = (row: number | undefined): WrongHeaders =>
  new WrongHeaders('header_row', `Row ${row} is blank or too far down. Choose the row with the column names.`)

/** Returns a record as one text, to show it. */
export const textOfRecord = (cells: readonly string[]): string =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' ')
    .slice(0, 200)

const checkText = (text: string): void => {
  if (text.trim() === '') throw noTable('The file is empty.')
  if (isMarkup(text))
    throw noTable('This is a web page. Upload the roster as a CSV file or an Excel workbook.')
  if (isBinary(text))
    throw noTable('This isn’t a text file. Upload the roster as a CSV file or an Excel workbook.')
}

const checkHeaders = (headers: readonly string[]): void => {
  if (headers.length === 1)
    throw noTable('The file has only one column. Separate the columns with commas, semicolons or tabs.')
  if (headers.some((header) => header.includes('\0')))
    throw noTable('A column name has characters that can’t be saved.')
  if (headers.length > maxColumns)
    throw noTable(`The file has more than ${maxColumns} columns. Remove the ones you don’t need.`)
}

const recordsOf = async (text: string, delimiter: Delimiter): Promise<string[][]> => {
  const records: string[][] = []
  try {
    for await (const batch of readRecords([text], { delimiter, batchSize: 100 })) records.push(...batch)
  } catch (error) {
    throw error instanceof UnreadableCsv ? noTable(unclosed(error)) : error
  }
  return records
}

/** Records at the start that are enough to identify a format. */
const sampleRecords = 50

/** Returns the first complete records of a longer text, up to a line break outside quotation marks. */
const completeRecords = (text: string): string => {
  let [end, records, isQuoted] = [0, 0, false]
  for (let at = 0; at < text.length && records < sampleRecords; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted || (text[at] !== '\n' && text[at] !== '\r')) continue
    end = at + 1
    records += 1
  }
  return end === 0 ? text : text.slice(0, end)
}

/** Returns a sentence that says where the file stops being readable. */
export const unclosed = (error: UnreadableCsv): string =>
  error.isTooLong
    ? `The file can’t be read. Row ${error.record} is larger than 1 MB. A cell is too long or a closing quotation mark is missing.`
    : `The file can’t be read. Row ${error.record} has an opening quotation mark but no closing one.`

/** Returns whether a record is Excel’s line that names the delimiter, which isn’t a record of the table. */
export const isHint = (record: readonly string[]): boolean =>
  /^sep=/i.test(record[0] ?? '') && record.slice(1).join('').trim() === ''

/** A record that isn’t blank, with its number in the file. */
interface NumberedRecord {
  readonly row: number
  readonly cells: readonly string[]
}

/** Records among which the column names are looked for: reports have few titles. */
const mostTitles = 30

/**
 * Returns the index of the record with the column names: `chosen`, or the first that has almost as many known ones as
 * any. Without known names, it’s the first that is about as wide as the table. −1 if the chosen row is blank.
 */
const placeOfHeader = (records: readonly NumberedRecord[], chosen?: number): number => {
  if (chosen !== undefined) return records.findIndex(({ row }) => row === chosen)
  const first = records.slice(0, mostTitles)
  const known = first.map(({ cells }) => cells.filter(isColumnName).length)
  const most = Math.max(...known)
  // one known word can be a value: MI is a state, too
  if (most > 1) return known.findIndex((count) => count > 1 && count >= most * 0.6)
  const filled = first.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  return filled.findIndex((count) => count >= Math.max(...filled) / 2)
}
