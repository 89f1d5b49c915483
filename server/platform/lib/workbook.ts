import { guardCell } from './csv.ts'
import { writeZip } from './zip.ts'

/**
 * The type of a cell: `date` as `YYYY-MM-DD`, `instant` as `YYYY-MM-DD HH:mm` in the reader’s time zone,
 * `number` and `money` as decimals.
 */
export type CellKind = 'text' | 'number' | 'money' | 'date' | 'instant'

export interface SheetColumn {
  readonly label: string
  readonly kind: CellKind
}

/** The cells of a row by column; null for an empty one. */
export type SheetRow = readonly (string | null)[]

/** The styles of cells by their index in `styles`. */
const styleOf: Record<CellKind | 'header', number> = {
  text: 1,
  number: 0,
  money: 2,
  date: 3,
  instant: 4,
  header: 5,
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// format 49 is plain text, 4 is #,##0.00 (ECMA-376 part 1, 18.8.30)
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2">\
<numFmt numFmtId="164" formatCode="mm/dd/yyyy"/><numFmt numFmtId="165" formatCode="mm/dd/yyyy h:mm AM/PM"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="6">${[0, 49, 4, 164, 165]
  .map(
    (format) =>
      `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join('')}<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${mediaType}.worksheet+xml"/></Types>`

const rootRelations = `${declaration}<Relationships xmlns="${relations}">\
<Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const workbookRelations = `${declaration}<Relationships xmlns="${relations}">\
<Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/>\
<Relationship Id="rId2" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`

const workbook = (sheet: string): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelations}">\
<sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** The first date of the ZIP format, without a time zone, so that the same content gives the same bytes. */
const entryOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/**
 * Writes an Excel workbook with one sheet, streamed row by row: bold, frozen header; dates and numbers typed;
 * text as text. Strings are inline, so nothing is buffered until the end.
 */
export async function* writeWorkbook(
  sheet: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Buffer> {
  const parts = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': rootRelations,
    'xl/workbook.xml': workbook(sheet),
    'xl/_rels/workbook.xml.rels': workbookRelations,
    'xl/styles.xml': styles,
  }
  const files = Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) }))
  const cells = { name: 'xl/worksheets/sheet1.xml', content: writeSheet(columns, rows) }
  yield* writeZip([...files, cells], entryOptions)
}

async function* writeSheet(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<string> {
  const letters = columns.map((_column, index) => columnLetters(index))
  const header = columns
    .map(({ label }, index) => textCell(`${letters[index]}1`, styleOf.header, label))
    .join('')
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols>${columns.map(widthOf).join('')}</cols><sheetData><row r="1">${header}</row>`
  let number = 1
  for await (const batch of rows) {
    let text = ''
    for (const row of batch) {
      number += 1
      text += `<row r="${number}">`
      for (const [index, column] of columns.entries())
        text += cellOf(`${letters[index]}${number}`, column.kind, row[index] ?? null)
      text += '</row>'
    }
    yield text
  }
  yield '</sheetData></worksheet>'
}

/** Returns a column width for the bold label and typical values. */
const widthOf = ({ label, kind }: SheetColumn, index: number): string => {
  const usual = { text: 18, number: 10, money: 12, date: 12, instant: 20 }[kind]
  const place = index + 1
  return `<col min="${place}" max="${place}" width="${Math.max(usual, label.length + 3)}" customWidth="1"/>`
}

/** Returns a column’s letters: 0 → 'A', 26 → 'AA'. */
const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const cellOf = (place: string, kind: CellKind, value: string | null): string => {
  if (value === null || value === '') return ''
  if (kind === 'text') return textCell(place, styleOf.text, value)
  const number = kind === 'number' || kind === 'money' ? value : serialOf(value)
  return number === null
    ? textCell(place, styleOf.text, value)
    : `<c r="${place}" s="${styleOf[kind]}"><v>${number}</v></c>`
}

const textCell = (place: string, style: number, value: string): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(guardCell(value))}</t></is></c>`

/** Excel counts dates before this one wrong, because it includes a February 29, 1900. */
const firstSerial = 61

/** Returns a date, or a date and time, as Excel counts: days since the end of 1899. Null before March 1900. */
const serialOf = (value: string): number | null => {
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0] = value.split(/[- :]/).map(Number)
  const serial = Date.UTC(year, month - 1, date, hour, minute) / 86_400_000 + 25_569
  return serial < firstSerial ? null : serial
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 doesn’t allow, even escaped (section 2.2). */
const invalidCharacters = /[[\p{Cc}--[\t\n\r\u007F-\u009F]]\uFFFE\uFFFF]/gv

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(invalidCharacters, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
