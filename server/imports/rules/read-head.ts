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

/** Control characters other than tabs, line breaks and page breaks: in text they are strays, in bytes many. */
const isBinary = (text: string): boolean => {
  const strays = text.match(/[\p{Cc}--[\t-\r\u007f-\u009f]]/gv)?.length ?? 0
  return strays > text.length / 50
}

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
  const records = await recordsOf(isWhole ? text : wholeRecords(text), delimiter)
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
  if (headers.some((header) => header.includes('\0')))
    throw noTable('The name of a column holds characters that cannot be stored.')
  if (headers.length > maxColumns) throw noTable(`The file has more than ${maxColumns} columns.`)
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

/** Records at the beginning that are enough to know a file by. */
const enough = 50

/** The first whole records of a text that goes on: up to a line break outside of quotation marks. */
const wholeRecords = (text: string): string => {
  let [end, records, isQuoted] = [0, 0, false]
  for (let at = 0; at < text.length && records < enough; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted || (text[at] !== '\n' && text[at] !== '\r')) continue
    end = at + 1
    records += 1
  }
  return end === 0 ? text : text.slice(0, end)
}

/** Where the trouble begins, in words. */
export const unclosed = (error: UnreadableCsv): string =>
  error.isTooLong
    ? `The file can’t be read: row ${error.record} is larger than 1 MB. A cell is too long, or a quotation mark is never closed.`
    : `The file cannot be read: a quotation mark is opened in row ${error.record} and never closed.`

/** Excel's own line that names the delimiter; it is no record of the table. */
export const isHint = (record: readonly string[]): boolean =>
  /^sep=/i.test(record[0] ?? '') && record.slice(1).join('').trim() === ''
