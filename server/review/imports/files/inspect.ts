import { setImmediate } from 'node:timers/promises'
import type { Encoding } from '#contract/platform/text-files.ts'
import type { HandlerInput } from '#contract/platform/endpoint.ts'
import type { DateOrder } from '#contract/review/imports/choices.ts'
import { dateQuestion } from '#contract/review/imports/date-question.ts'
import type { readHeaders } from '#contract/review/imports/endpoints.ts'
import type { FileReading, ProposedReading } from '#contract/review/imports/shapes.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { UnreadableCsv } from '#server/platform/lib/csv.ts'
import { detectEncoding } from '#server/platform/lib/encoding.ts'
import { readBytes } from '#server/platform/lib/file-pieces.ts'
import type { readWorkbook } from '#server/platform/lib/read-workbook.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { readTable } from './stored.ts'
import { WrongHeaders } from '../rules/map-headers.ts'
import { propose, type Mapping, type ProposalContext } from '../rules/propose-mapping.ts'
import { checkFileType, readHead, type Head } from '../rules/read-head.ts'
import { mappedColumns } from '../rules/read-row.ts'
import { surveyRows, type Survey } from '../rules/survey-rows.ts'

/** The bytes at the start of a file that are used to find its delimiter and headers. */
const headSize = 256 * 1024

/** How staff want a file to be read; what’s missing is found. */
type Choices = Omit<HandlerInput<typeof readHeaders>['body'], 'period_id'>

/** A file that can be read as a table: itself, or a sheet of a workbook as CSV. */
export interface OpenFile {
  readonly encoding: Encoding
  readonly head: Head
  /** The names of a workbook’s sheets that aren’t hidden, and the one that’s read. */
  readonly sheets: readonly string[]
  readonly sheet: string | null
  read(): AsyncIterable<Buffer>
}

/** A table’s text before its encoding is known. */
interface Source extends Pick<OpenFile, 'sheets' | 'sheet' | 'read'> {
  readonly encoding?: Encoding | undefined
}

/**
 * Opens a file and reads its start. Reads a whole file once, because detecting its encoding needs every byte.
 * @throws WrongHeaders if it isn’t a table
 */
export const openFile = async (file: Upload, choices: Choices): Promise<OpenFile> => {
  const source = await sourceOf(file, choices)
  const detector = detectEncoding()
  const start: Buffer[] = []
  let size = 0
  for await (const piece of source.read()) {
    if (size === 0) checkFileType(piece)
    detector.add(piece)
    if (size < headSize) start.push(piece.subarray(0, headSize - size))
    size += piece.length
  }
  const encoding = source.encoding ?? detector.end()
  const { delimiter, header_row: headerRow } = choices
  const head = await readHead(
    Buffer.concat(start),
    { encoding, delimiter: source.sheet === null ? delimiter : ',', headerRow },
    size <= headSize,
  )
  return { ...source, encoding, head }
}

const sourceOf = async (file: Upload, { encoding, sheet }: Choices): Promise<Source> => {
  const container = await containerOf(file)
  if (container === 'ole') throw await oldWorkbook(file)
  if (container === null) return { sheets: [], sheet: null, encoding, read: () => file.read() }
  const workbook = await openWorkbook(file, sheet)
  return { ...workbook, encoding: 'utf-8' }
}

/** Returns what all rows of a file show. What comes after an unclosed quotation mark is reported when it’s planned. */
export const surveyFile = async ({ encoding, head, read }: OpenFile, mapping: Mapping): Promise<Survey> => {
  const surveyor = surveyRows(mappedColumns(head.headers, mapping), head.headers.length)
  const { delimiter, headerRow } = head
  try {
    for await (const batch of readTable(read(), { encoding, delimiter, headerRow, footerRows: [] }))
      for (const { row, cells } of batch) surveyor.add(row, cells)
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
  }
  return surveyor.end()
}

/** Returns how a file is read: what staff chose, or else what was found. */
export const readingOf = (
  { encoding, head, sheet }: OpenFile,
  survey: Survey,
  {
    date_order,
    addressGroup,
  }: { date_order: DateOrder | undefined; addressGroup: FileReading['address_group'] },
): FileReading => ({
  encoding: sheet === null ? encoding : null,
  delimiter: sheet === null ? head.delimiter : null,
  header_row: head.headerRow,
  footer_rows: survey.footers.map(({ row }) => row),
  date_order: date_order ?? survey.dateOrder,
  address_group: addressGroup,
  sheet,
})

/** Returns a file’s headers, the suggested fields, some rows, and how it’s read. */
export const describeFile = async (
  file: Upload,
  choices: Choices,
  remembered: ReadonlyMap<string, string | null>,
) => {
  const open = await openFile(file, choices)
  const context: ProposalContext = {
    remembered,
    sample: open.head.sample,
    addressGroup: choices.address_group,
  }
  const { mapping, addressGroup, addressGroups } = propose(open.head.headers, context)
  const survey = await surveyFile(open, mapping)
  const reading: ProposedReading = {
    ...readingOf(open, survey, { date_order: choices.date_order, addressGroup }),
    skipped: [...open.head.titles, ...survey.footers],
    unclear_dates: choices.date_order === undefined ? [...survey.unclearDates] : [],
    address_groups: [...addressGroups],
    sheets: [...open.sheets],
    spoiled: [...survey.spoiled],
    spoiled_count: survey.spoiledCount,
  }
  return {
    headers: [...open.head.headers],
    mapping: { ...mapping },
    sample: open.head.sample.map((record) => [...record]),
    reading,
  }
}

/** Refuses a file whose dates can be month first or day first. @throws WrongHeaders on `date_order` */
export const assertDatesClear = ({ unclearDates }: Survey, chosen: DateOrder | undefined): void => {
  if (chosen === undefined && unclearDates.length > 0)
    throw new WrongHeaders('date_order', dateQuestion(unclearDates))
}

/** Whether a file begins like a ZIP file, which a workbook is, or like one of Office before 2007. */
type Container = 'zip' | 'ole' | null

/** Returns the kind of container that a file is, by its first bytes. */
const containerOf = async (file: Upload): Promise<Container> => {
  for await (const piece of file.read()) {
    const start = Buffer.from(piece).toString('latin1', 0, 4)
    if (start === 'PK\u0003\u0004') return 'zip'
    return start === '\u00d0\u00cf\u0011\u00e0' ? 'ole' : null
  }
  return null
}

/** Says why a file in the container of older Office files can’t be read: a workbook with a password is in one, too. */
const oldWorkbook = async (file: Upload): Promise<WrongHeaders> => {
  const bytes = await readBytes(file.read(), file.size)
  return new WrongHeaders(
    'file',
    Buffer.from(bytes.buffer).includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? 'This workbook has a password. Open it in Excel, remove the password, and upload it again.'
      : 'This is an older Excel workbook. In Excel, use Save As, choose Excel Workbook (.xlsx), and upload that file.',
  )
}

const workbooks = new URL('../../../platform/lib/read-workbook.ts', import.meta.url)

/** Bytes per piece of the sheet’s text. */
const pieceSize = 64 * 1024

/** Reads a sheet of a workbook in a thread. @throws WrongHeaders on `file` or `sheet` */
const openWorkbook = async (file: Upload, sheet: string | undefined) => {
  const tooLong = new WrongHeaders(
    'file',
    'It takes too long to read this workbook. Save the sheet as CSV UTF-8, and upload that file.',
  )
  const table = await runInThread<typeof readWorkbook>(
    { module: workbooks, name: 'readWorkbook' },
    [await readBytes(file.read(), file.size), sheet],
    tooLong,
  )
  if ('why' in table) throw new WrongHeaders(table.isSheet ? 'sheet' : 'file', table.why)
  const csv = Buffer.from(table.csv.buffer, table.csv.byteOffset, table.csv.byteLength)
  async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < csv.length; at += pieceSize) {
      // memory answers at once: without this, nothing else would run until the last piece
      await setImmediate()
      yield csv.subarray(at, at + pieceSize)
    }
  }
  return { sheets: table.sheets, sheet: table.sheet, read }
}
