import { plainRecord } from './csv.ts'
import { openParts, UnreadableWorkbook, type TagHandlers, type WorkbookParts } from './workbook-part.ts'
import { readStyles, showPlain, type ShowNumber } from './workbook-styles.ts'

/** A sheet of a workbook as a CSV file, or why it can’t be read. */
type WorkbookTable =
  | { readonly csv: Uint8Array; readonly sheets: readonly string[]; readonly sheet: string }
  | { readonly why: string; readonly isSheet: boolean }

const mebibyte = 1024 * 1024
/** The most bytes of a sheet’s XML. Reading streams, so this limits time and not memory. */
const maxSheetSize = 1024 * mebibyte
/** The most bytes of the texts, which are in memory. */
const maxTextSize = 100 * mebibyte
/** The most bytes of the result. */
const maxCsvSize = 48 * mebibyte
/** The last row and column to read: more than an import takes, so that it says so. */
const [maxRow, maxColumn] = [250_000, 1000]

/**
 * Reads a sheet of an Excel workbook: the one with this name, or else the first that isn’t hidden. Cells are as shown,
 * and dates are YYYY-MM-DD. Takes seconds for a large one: call it in a thread.
 */
export const readWorkbook = async (bytes: Uint8Array, name: string | undefined): Promise<WorkbookTable> => {
  try {
    return await readSheetOf(await openParts(bytes), name)
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return { why: error.message, isSheet: error.isSheet }
    return {
      why: 'This workbook is damaged. Open it in Excel, save it again, and upload it.',
      isSheet: false,
    }
  }
}

const readSheetOf = async (parts: WorkbookParts, name: string | undefined): Promise<WorkbookTable> => {
  checkKind(parts)
  const { sheets, is1904, stringsPath, stylesPath } = await readOverview(parts)
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const sheet = name === undefined ? (visible[0] ?? sheets[0]) : sheets.find((one) => one.name === name)
  if (!sheet && name !== undefined)
    throw new UnreadableWorkbook(`The workbook has no sheet named “${name}”. Choose another one.`, true)
  if (!sheet) throw new UnreadableWorkbook('This workbook has no sheet with cells.')
  const styles = await readStyles(parts, stylesPath, { is1904 })
  const strings = await readStrings(parts, stringsPath)
  const csv = await readCells(parts, sheet.path, { styles, strings })
  return { csv, sheets: visible.map((one) => one.name), sheet: sheet.name }
}

/** Refuses files that aren’t plain workbooks. */
const checkKind = (parts: WorkbookParts): void => {
  if (parts.has(/(^|\/)vbaproject\.bin$/))
    throw new UnreadableWorkbook(
      'This workbook has macros. In Excel, use Save As, choose Excel Workbook (.xlsx), and upload that file.',
    )
  if (parts.has(/^xl\/workbook\.bin$/))
    throw new UnreadableWorkbook(
      'This is a binary workbook. In Excel, use Save As, choose Excel Workbook (.xlsx), and upload that file.',
    )
  if (!parts.has(/^\[content_types\]\.xml$/))
    throw new UnreadableWorkbook(
      parts.has(/^content\.xml$/)
        ? 'This is an OpenDocument file. Save it as an Excel workbook (.xlsx) or CSV UTF-8, and upload that file.'
        : 'This is a ZIP file. Extract it and upload the CSV file or workbook inside.',
    )
}

interface SheetPlace {
  readonly name: string
  readonly path: string
  readonly isHidden: boolean
}

/** The most bytes of a workbook’s table of contents. */
const maxOverviewSize = 16 * mebibyte

/** Reads the targets of a file’s relations by ID and by the end of their type. */
const readRelations = async (
  parts: WorkbookParts,
  folder: string,
  file: string,
): Promise<Map<string, string>> => {
  const targets = new Map<string, string>()
  const open: TagHandlers['open'] = (name, { Id, Type = '', Target = '' }) => {
    if (name !== 'Relationship') return
    const kind = Type.slice(Type.lastIndexOf('/') + 1)
    const path = Target.startsWith('/') ? Target.slice(1) : resolve(`${folder}${Target}`)
    targets.set(`${kind} ${Id}`, path)
    if (!targets.has(kind)) targets.set(kind, path)
  }
  await parts.parse(`${folder}_rels/${file}.rels`, { open }, maxOverviewSize)
  return targets
}

/** Resolves `..` in a path. */
const resolve = (path: string): string => {
  const names: string[] = []
  for (const name of path.split('/'))
    if (name === '..') names.pop()
    else if (name !== '.') names.push(name)
  return names.join('/')
}

const readOverview = async (parts: WorkbookParts) => {
  const workbook = (await readRelations(parts, '', '')).get('officeDocument') ?? 'xl/workbook.xml'
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1)
  const targets = await readRelations(parts, folder, workbook.slice(folder.length))
  const sheets: SheetPlace[] = []
  let is1904 = false
  const open: TagHandlers['open'] = (tag, attributes) => {
    if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
    if (tag !== 'sheet') return
    const id = Object.entries(attributes).find(([key]) => /(^|:)id$/i.test(key))?.[1]
    // charts have sheets of another kind
    const path = targets.get(`worksheet ${id}`)
    const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
    if (path !== undefined) sheets.push({ name: attributes['name'] ?? '', path, isHidden })
  }
  await parts.parse(workbook, { open }, maxOverviewSize)
  const other = (kind: string): string => targets.get(kind) ?? ''
  return { sheets, is1904, stringsPath: other('sharedStrings'), stylesPath: other('styles') }
}

/** Line breaks and other signs that XML can’t hold are written `_x000D_`. */
const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

/** Reads the texts that cells refer to by number. */
const readStrings = async (parts: WorkbookParts, path: string): Promise<readonly string[]> => {
  const strings: string[] = []
  const inText = textWithin('si')
  await parts.parse(
    path,
    {
      ...inText,
      close: (name) => {
        inText.close(name)
        if (name === 'si') strings.push(unescapeText(inText.take()))
      },
    },
    maxTextSize,
  )
  return strings
}

/** Collects the texts in `t` within a tag, without the readings of Asian names (`rPh`). */
const textWithin = (tag: string) => {
  let [isWithin, isText, isReading, text] = [false, false, false, '']
  return {
    open: (name: string): void => {
      if (name === tag) isWithin = true
      if (name === 'rPh') isReading = true
      if (name === 't') isText = isWithin && !isReading
    },
    text: (piece: string): void => {
      if (isText) text += piece
    },
    close: (name: string): void => {
      if (name === tag) isWithin = false
      if (name === 'rPh') isReading = false
      if (name === 't') isText = false
    },
    take: (): string => {
      const taken = text
      text = ''
      return taken
    },
  }
}

interface CellContext {
  readonly styles: readonly ShowNumber[]
  readonly strings: readonly string[]
}

/** A cell while it’s read. */
interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: number
  value: string
}

const showCell = ({ type, style, value }: OpenCell, { styles, strings }: CellContext): string => {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.slice(0, 10)
  if (type !== 'n') return unescapeText(value)
  const number = Number(value)
  return value.trim() === '' || Number.isNaN(number) ? value : (styles[style] ?? showPlain)(number)
}

/** Returns the column of an address such as AB12, from 0. */
const columnOf = (address: string): number => {
  let column = 0
  for (const letter of address.replace(/\d+$/, '').toUpperCase())
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const readCells = async (parts: WorkbookParts, path: string, context: CellContext): Promise<Uint8Array> => {
  const table = tableOf()
  const inline = textWithin('is')
  let cell: OpenCell | null = null
  let [isValue, nextColumn] = [false, 0]
  await parts.parse(
    path,
    {
      open: (name, attributes) => {
        inline.open(name)
        if (name === 'row') {
          table.startRow(attributes['r'])
          nextColumn = 0
        }
        if (name === 'c') {
          const column = attributes['r'] === undefined ? nextColumn : columnOf(attributes['r'])
          nextColumn = column + 1
          cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' }
        }
        isValue = name === 'v'
      },
      text: (piece) => {
        inline.text(piece)
        if (isValue && cell) cell.value += piece
      },
      close: (name) => {
        inline.close(name)
        isValue = false
        if (name === 'c' && cell) {
          cell.value += inline.take()
          if (cell.value !== '') table.addCell(cell.column, showCell(cell, context))
          cell = null
        }
        if (name === 'row') table.endRow()
      },
    },
    maxSheetSize,
  )
  return table.end()
}

/** Bytes of the result that are collected as text. */
const pieceSize = 256 * 1024

/** Writes rows as CSV, with blank lines for the rows between, so that a record’s number is that of its row. */
const tableOf = () => {
  const pieces: Buffer[] = []
  let [text, size, written, row]: [string, number, number, number] = ['', 0, 0, 0]
  let cells: string[] = []
  const flush = (): void => {
    const piece = Buffer.from(text)
    pieces.push(piece)
    size += piece.length
    text = ''
    if (size > maxCsvSize) throw tooLong()
  }
  return {
    startRow: (number: string | undefined): void => {
      row = number === undefined ? row + 1 : Number(number)
      cells = []
    },
    addCell: (column: number, shown: string): void => {
      if (!(column >= 0 && column < maxColumn)) return
      while (cells.length < column) cells.push('')
      cells[column] = shown
    },
    endRow: (): void => {
      if (cells.every((cell) => cell.trim() === '')) return
      if (!(row > written && row <= maxRow)) throw tooLong()
      text += '\n'.repeat(row - written - 1) + plainRecord(cells)
      written = row
      if (text.length > pieceSize) flush()
    },
    end: (): Uint8Array => {
      flush()
      return new Uint8Array(Buffer.concat(pieces))
    },
  }
}

const tooLong = (): UnreadableWorkbook =>
  new UnreadableWorkbook('This sheet has too many rows. Split it and import each part.')
