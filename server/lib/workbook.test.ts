import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { writeWorkbook, type SheetColumn, type SheetRow } from './workbook.ts'

const collected = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
async function* inOne(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  yield await Promise.resolve(rows)
}
const read = async (columns: readonly SheetColumn[], rows: readonly SheetRow[]) =>
  readSheet(await collected(writeWorkbook('Students', columns, inOne(rows))))
const text = (label: string): SheetColumn => ({ label, kind: 'text' })

describe('a workbook', () => {
  it.each<[string, string]>([
    ['<b>&amp; "x"</b>', '<b>&amp; "x"</b>'],
    ['two\nlines', 'two\nlines'],
    ['a\u0000b\u000Bc\uFFFEd', 'abcd'],
    ['lone \uD800 half', 'lone \uFFFD half'],
    ['😀 Núñez', '😀 Núñez'],
    ['00123', '00123'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
  ])('holds the text %j', async (given, wanted) => {
    expect(await read([text('Text')], [[given]])).toEqual([['Text'], [wanted]])
  })

  it('counts days as Excel does, and leaves those that it cannot count as text', async () => {
    const rows = [['1900-03-01'], ['2000-02-29'], ['2026-12-31'], ['1899-01-31'], [null]]
    expect(await read([{ label: 'Day', kind: 'date' }], rows)).toEqual([
      ['Day'],
      [new Date('1900-03-01T00:00:00Z')],
      [new Date('2000-02-29T00:00:00Z')],
      [new Date('2026-12-31T00:00:00Z')],
      ['1899-01-31'],
    ])
  })

  it('has room for more columns than the alphabet', async () => {
    const columns = Array.from({ length: 110 }, (_, index) => text(`Column ${index}`))
    const row = columns.map(({ label }) => `of ${label}`)
    expect(await read(columns, [row])).toEqual([columns.map(({ label }) => label), row])
  })

  it('ends with what went wrong while its rows were read', async () => {
    async function* broken(): AsyncGenerator<readonly SheetRow[]> {
      yield await Promise.resolve([['a']])
      throw new Error('the database went away')
    }
    await expect(collected(writeWorkbook('Students', [text('Text')], broken()))).rejects.toThrow(
      'the database went away',
    )
  })
})
