import { expect, test } from 'vitest'
import { detectEncoding } from '#server/platform/lib/encoding.ts'
import { WrongHeaders } from './map-headers.ts'
import { checkFileType, readHead } from './read-head.ts'

const headOf = async (bytes: Buffer | string, isWhole = true) => {
  checkFileType(Buffer.from(bytes))
  const detector = detectEncoding()
  detector.add(Buffer.from(bytes))
  return readHead(Buffer.from(bytes), { encoding: detector.end() }, isWhole)
}

test('the headers are returned as in the file, with the first rows that aren’t blank', async () => {
  expect(await headOf('\n ID ;"Name; full"\n;\n1;Ann\n2;"Bo\nb"\n')).toEqual({
    delimiter: ';',
    headerRow: 2,
    titles: [],
    headers: [' ID ', 'Name; full'],
    sample: [
      ['1', 'Ann'],
      ['2', 'Bo\nb'],
    ],
  })
})

test('the start of a longer file ends with its last complete record', async () => {
  const head = await headOf('ID,Name\n1,Ann\n2,"Bo', false)
  expect(head.sample).toEqual([['1', 'Ann']])
  expect((await headOf('ID,Name\r\n1,"A\r\nB"\r\n2,C', false)).sample).toEqual([['1', 'A\r\nB']])
  expect((await headOf('ID,Na', false)).headers).toEqual(['ID', 'Na'])
})

test('Excel’s delimiter line isn’t a record', async () => {
  expect(await headOf('sep=;\r\nID;Name\r\n1;Ann\r\n')).toMatchObject({
    delimiter: ';',
    headers: ['ID', 'Name'],
  })
})

test.each<[string, Buffer | string, string]>([
  ['nothing', '', 'The file is empty.'],
  ['blank lines', '\n \n,,\n', 'The file is empty.'],
  ['a PDF', '%PDF-1.7 \n', 'This is a PDF.'],
  ['a web page', '<!DOCTYPE html><html><body>a,b</body></html>', 'This is a web page.'],
  ['XML', '<?xml version="1.0"?><a>1,2</a>', 'This is a web page.'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'This is an image.'],
  ['a ZIP file', Buffer.from([0x1f, 0x8b, 8, 0]), 'This is a compressed file.'],
  ['bytes', Buffer.from([1, 2, 44, 0, 7, 44, 200, 10, 5, 44, 6]), 'This isn’t a text file.'],
  ['prose', 'Dear all\nplease find the roster below.\n', 'only one column'],
  ['one column', 'Student ID\n1\n2\n', 'only one column'],
  ['headers alone', 'Student ID,Last Name,First Name\n', 'but no students'],
  ['headers and blank rows', 'Student ID,Last Name,First Name\n,,\n\n', 'but no students'],
  ['many columns', `${'a,'.repeat(200)}b\n1,2\n`, 'more than 200 columns'],
  ['an open quotation mark', 'a,"b\n1,2\n', 'Row 1 has an opening quotation mark'],
])('%s isn’t a roster', async (_name, bytes, sentence) => {
  const refused = headOf(bytes)
  await expect(refused).rejects.toThrow(WrongHeaders)
  await expect(refused).rejects.toMatchObject({ key: 'file', message: expect.stringContaining(sentence) })
})
