import { expect, test } from 'vitest'
import { buildWorkbook, textRow, zipOf } from '#server/testing/build-workbook.ts'
import { readWorkbook } from './read-workbook.ts'

const read = async (bytes: Buffer, sheet?: string) => {
  const table = await readWorkbook(bytes, sheet)
  return 'why' in table ? table.why : Buffer.from(table.csv).toString()
}
const readCells = async (cells: string, more: Partial<Parameters<typeof buildWorkbook>[0]> = {}) =>
  (
    await read(await buildWorkbook({ sheets: [{ name: 'A', rows: `<row r="1">${cells}</row>` }], ...more }))
  ).trimEnd()

test.each([
  ['00000', '2138', '02138'],
  ['000\\-00\\-0000', '12345678', '012-34-5678'],
  ['"A"000000', '451200', 'A451200'],
  ['[<=99999]00000;00000\\-0000', '21381234', '02138-1234'],
  ['0', '912345678012345', '912345678012345'],
  ['General', '912345678012345', '912345678012345'],
  ['#,##0', '2027', '2027'],
  ['0%', '0.5', '0.5'],
  ['mm/dd/yyyy', '36893', '2001-01-02'],
  ['[$-409]d\\-mmm\\-yy;@', '36893', '2001-01-02'],
  ['dd.mm.yyyy hh:mm', '36893.75', '2001-01-02'],
  ['yyyy"年"m"月"', '36893', '2001-01-02'],
])('a number with the format %s is read as shown: %s is %s', async (format, value, shown) => {
  expect(await readCells(`<c r="A1" s="1"><v>${value}</v></c>`, { formats: [format] })).toBe(shown)
})

test('a date of the calendar that begins in 1904, and one in a built-in format', async () => {
  expect(await readCells('<c r="A1" s="1"><v>35431</v></c>', { is1904: true })).toBe('2001-01-02')
  expect(await readCells('<c r="A1" s="1"><v>36893</v></c>')).toBe('2001-01-02')
})

test('texts stay as they are: IDs with zeros, several formats in a cell, no readings, line breaks', async () => {
  const strings = [
    '<t>00451</t>',
    '<r><t>Gar</t></r><r><t xml:space="preserve">cía </t></r>',
    '<t>山田</t><rPh><t>ヤマダ</t></rPh>',
  ]
  const cells =
    '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>' +
    '<c r="D1" t="str"><f>A1</f><v>a&amp;b</v></c><c r="E1" t="inlineStr"><is><t>1_x000D__x000A_2</t></is></c>' +
    '<c r="F1" t="b"><v>1</v></c><c r="G1" t="d"><v>2001-01-02T00:00:00</v></c><c r="H1" t="e"><v>#N/A</v></c>'
  expect(await readCells(cells, { strings })).toBe('00451,"García ",山田,a&b,"1\r\n2",TRUE,2001-01-02,#N/A')
})

test('rows and columns that are left out are blank, so that a record’s number is its row', async () => {
  const rows =
    '<row r="2"><c r="B2"><v>1</v></c></row><row r="3"/><row r="5"><c><v>2</v></c><c><v>3</v></c></row><row r="9"><c r="A9" t="s"/></row>'
  expect(await read(await buildWorkbook({ sheets: [{ name: 'A', rows }] }))).toBe('\n,1\n\n\n2,3\n')
})

test('the first sheet that isn’t hidden is read, or a chosen one', async () => {
  const bytes = await buildWorkbook({
    sheets: [
      { name: 'Lists', rows: textRow(1, ['x']), isHidden: true },
      { name: 'Fall & spring', rows: textRow(1, ['a']) },
      { name: 'Old', rows: textRow(1, ['b']) },
    ],
  })
  expect(await readWorkbook(bytes, undefined)).toMatchObject({
    sheets: ['Fall & spring', 'Old'],
    sheet: 'Fall & spring',
  })
  expect(await read(bytes)).toBe('a\n')
  expect(await read(bytes, 'Old')).toBe('b\n')
  expect(await readWorkbook(bytes, 'New')).toEqual({
    why: 'The workbook has no sheet named “New”. Choose another one.',
    isSheet: true,
  })
})

const one = { sheets: [{ name: 'A', rows: textRow(1, ['a']) }] }
test.each<[string, Promise<Buffer>, string]>([
  ['macros', buildWorkbook({ ...one, more: { 'xl/vbaProject.bin': 'x' } }), 'has macros'],
  ['a binary workbook', zipOf({ '[Content_Types].xml': '', 'xl/workbook.bin': 'x' }), 'binary workbook'],
  ['OpenDocument', zipOf({ mimetype: 'x', 'content.xml': '<a/>' }), 'OpenDocument'],
  ['a ZIP file', zipOf({ 'roster.csv': 'a,b' }), 'This is a ZIP file'],
  ['a damaged workbook', buildWorkbook(one).then((bytes) => bytes.subarray(0, 400)), 'damaged'],
  ['broken XML', buildWorkbook({ sheets: [{ name: 'A', rows: '<row><c>' }] }), 'damaged'],
  ['no sheets', buildWorkbook({ sheets: [] }), 'no sheet'],
  [
    'a row far down',
    buildWorkbook({ sheets: [{ name: 'A', rows: '<row r="1048576"><c><v>1</v></c></row>' }] }),
    'too many rows',
  ],
  [
    'rows backwards',
    buildWorkbook({
      sheets: [{ name: 'A', rows: '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>' }],
    }),
    'too many rows',
  ],
])('%s is refused with a sentence', async (_name, bytes, sentence) => {
  expect(await read(await bytes)).toContain(sentence)
})

test('a compressed bomb doesn’t fill the memory', async () => {
  const before = process.memoryUsage().rss
  const text = `<si><t>${'a'.repeat(120 * 1024 * 1024)}</t></si>`
  const bytes = await buildWorkbook({ ...one, more: { 'xl/sharedStrings.xml': text } })
  expect(bytes.length).toBeLessThan(1024 * 1024)
  expect(await read(bytes)).toContain('too large')
  const cell = `<row><c t="str"><v>${'a'.repeat(200 * 1024 * 1024)}</v></c></row>`
  expect(await read(await buildWorkbook({ sheets: [{ name: 'A', rows: cell }] }))).toContain('too large')
  const cells =
    '<row><c t="inlineStr"><is><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></is></c></row>'
  const many = await buildWorkbook({ sheets: [{ name: 'A', rows: cells.repeat(260_000) }] })
  expect(await read(many)).toContain('too many rows')
  expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024)
})
