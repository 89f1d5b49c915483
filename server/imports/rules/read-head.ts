import { readRecords, sniffDelimiter, UnreadableCsv, type Delimiter } from '#server/lib/csv.ts'
import type { Encoding } from '#server/lib/encoding.ts'
import { WrongHeaders } from './map-headers.ts'
import { isBlankRecord } from './read-row.ts'

/** Columns a file may have. */
const maxColumns = 200

/** How many rows a preview shows. */
const sampleSize = 5

/** What the first bytes of a file say of it. */
export interface Head {
  readonly delimiter: Delimiter
  /** As in the file. */
  readonly headers: readonly string[]
  /** The first rows that hold anything. */
  readonly sample: readonly (readonly string[])[]
}

/** Files that are no text, by their first bytes, and what staff can do about them. */
const signatures: readonly { readonly start: string; readonly sentence: string }[] = [
  {
    start: 'PK\u0003\u0004',
    sentence:
      'This is an Excel workbook or a zip file. In Excel choose Save As, CSV UTF-8, and bring that file.',
  },
  {
    start: '\u00d0\u00cf\u0011\u00e0',
    sentence: 'This is an old Excel workbook. In Excel choose Save As, CSV UTF-8, and bring that file.',
  },
  { start: '%PDF', sentence: 'This is a PDF. Bring the roster as a CSV file.' },
  { start: '{\\rtf', sentence: 'This is a text document. Bring the roster as a CSV file.' },
  { start: '\u0089PNG', sentence: 'This is a picture. Bring the roster as a CSV file.' },
  { start: '\u00ff\u00d8\u00ff', sentence: 'This is a picture. Bring the roster as a CSV file.' },
  { start: 'GIF8', sentence: 'This is a picture. Bring the roster as a CSV file.' },
  { start: '\u001f\u008b', sentence: 'This is a packed file. Unpack it and bring the CSV file in it.' },
]

const noTable = (sentence: string): WrongHeaders => new WrongHeaders('file', sentence)

const isMarkup = (text: string): boolean => /^\s*<(!doctype|html|\?xml|table|svg|head|body)\b/i.test(text)

/** Control characters other than tabs, line breaks and page breaks: text has none. */
// oxlint-disable-next-line no-control-regex
const isBinary = (text: string): boolean => /[\0-\u0008\u000e-\u001f]/.test(text)

/**
 * Reads the beginning of a file: its delimiter, its headers, some rows. `isWhole` says that the bytes are all of it.
 * @throws WrongHeaders on `file`, with a sentence, when it is no table with rows
 */
export const readHead = async (bytes: Uint8Array, encoding: Encoding, isWhole: boolean): Promise<Head> => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const known = signatures.find((signature) => start.startsWith(signature.start))
  if (known) throw noTable(known.sentence)
  // the end may be the middle of a character: it is waited for, not replaced
  const text = new TextDecoder(encoding).decode(bytes, { stream: !isWhole })
  checkText(text)
  const delimiter = sniffDelimiter(text)
  const records = await recordsOf(text, delimiter, isWhole)
  const [headers, ...rows] = records.filter((record) => !isBlankRecord(record) && !isHint(record))
  if (!headers) throw noTable('The file is empty.')
  checkHeaders(headers)
  if (rows.length === 0 && isWhole) throw noTable('The file has names of columns, but no students.')
  return { delimiter, headers, sample: rows.slice(0, sampleSize) }
}

const checkText = (text: string): void => {
  if (text.trim() === '') throw noTable('The file is empty.')
  if (isMarkup(text)) throw noTable('This is a web page. Bring the roster as a CSV file.')
  if (isBinary(text)) throw noTable('This is not a text file. Bring the roster as a CSV file.')
}

const checkHeaders = (headers: readonly string[]): void => {
  if (headers.length === 1)
    throw noTable(
      'The file has only one column: it is not a table with commas, semicolons or tabs between its cells.',
    )
  if (headers.length > maxColumns) throw noTable(`The file has more than ${maxColumns} columns.`)
}

/** The whole records of the beginning; the last one may be cut off. */
const recordsOf = async (text: string, delimiter: Delimiter, isWhole: boolean): Promise<string[][]> => {
  const records: string[][] = []
  try {
    for await (const batch of readRecords([text], { delimiter, batchSize: 1 })) records.push(...batch)
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    if (isWhole || records.length === 0) throw noTable(unclosed(error))
  }
  return isWhole || records.length < 2 ? records : records.slice(0, -1)
}

/** Where the trouble begins, in words. */
export const unclosed = (error: UnreadableCsv): string =>
  `The file cannot be read: a quotation mark is opened in row ${error.record} and never closed.`

/** Excel's own line that names the delimiter; it is no record of the table. */
export const isHint = (record: readonly string[]): boolean =>
  /^sep=/i.test(record[0] ?? '') && record.slice(1).join('').trim() === ''
