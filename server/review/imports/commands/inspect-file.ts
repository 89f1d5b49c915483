import type { DateOrder, Encoding } from '#contract/review/imports/choices.ts'
import { dateQuestion } from '#contract/review/imports/date-question.ts'
import type { HandlerInput } from '#contract/platform/endpoint.ts'
import type { readHeaders } from '#contract/review/imports/endpoints.ts'
import type { FileReading, ProposedReading } from '#contract/review/imports/shapes.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { UnreadableCsv } from '#server/platform/lib/csv.ts'
import { detectEncoding } from '#server/platform/lib/encoding.ts'
import { readTable } from '../records.ts'
import { WrongHeaders } from '../rules/map-headers.ts'
import { propose, type Mapping, type ProposalContext } from '../rules/propose-mapping.ts'
import { checkFileType, readHead, type Head } from '../rules/read-head.ts'
import { mappedColumns } from '../rules/read-row.ts'
import { surveyRows, type Survey } from '../rules/survey-rows.ts'
import { containerOf, oldWorkbook, openWorkbook } from './open-workbook.ts'

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
