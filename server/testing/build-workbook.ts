import { ZipFile } from 'yazl'
import { collect } from './collect.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet of a test workbook: the XML of its rows. */
interface TestSheet {
  readonly name: string
  readonly rows: string
  readonly isHidden?: boolean
}

interface TestWorkbook {
  readonly sheets: readonly TestSheet[]
  readonly strings?: readonly string[]
  /** The format codes of the styles 1, 2 and so on. */
  readonly formats?: readonly string[]
  readonly is1904?: boolean
  /** Files that other programs add, by path. */
  readonly more?: Readonly<Record<string, string>>
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns a workbook as Excel writes it: with shared texts and styles. */
export const buildWorkbook = async (workbook: TestWorkbook): Promise<Buffer> => {
  const { sheets, strings = [], formats = [], is1904 = false, more = {} } = workbook
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, isHidden }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map(
        (_sheet, index) =>
          `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId90" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId91" Type="${relations}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map(
        (code, index) =>
          `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code).replaceAll('"', '&quot;')}"/>`,
      )
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_code, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...more,
  }
  sheets.forEach(({ rows }, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
  })
  return zipOf(parts)
}

/** Returns files as a ZIP file. */
export const zipOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  // a stream of yazl holds buffers
  return Buffer.concat(await collect(zip.outputStream as AsyncIterable<Buffer>))
}

/** Returns the XML of a row of texts. */
export const textRow = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells
    .map((cell, index) =>
      cell === ''
        ? ''
        : `<c r="${String.fromCharCode(65 + index)}${number}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
    )
    .join('')}</row>`
