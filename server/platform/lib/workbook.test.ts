import { randomBytes } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it, vi } from 'vitest'
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
  ])('contains the text %j', async (given, wanted) => {
    expect(await read([text('Text')], [[given]])).toEqual([['Text'], [wanted]])
  })

  it('counts days as Excel does, and writes days it can’t count as text', async () => {
    const rows = [['1900-03-01'], ['2000-02-29'], ['2026-12-31'], ['1899-01-31'], [null]]
    expect(await read([{ label: 'Day', kind: 'date' }], rows)).toEqual([
      ['Day'],
      [new Date('1900-03-01T00:00:00Z')],
      [new Date('2000-02-29T00:00:00Z')],
      [new Date('2026-12-31T00:00:00Z')],
      ['1899-01-31'],
    ])
  })

  it('can have more columns than the alphabet has letters', async () => {
    const columns = Array.from({ length: 110 }, (_, index) => text(`Column ${index}`))
    const row = columns.map(({ label }) => `of ${label}`)
    expect(await read(columns, [row])).toEqual([columns.map(({ label }) => label), row])
  })

  it('fails with the error of its rows', async () => {
    async function* broken(): AsyncGenerator<readonly SheetRow[]> {
      yield await Promise.resolve([['a']])
      throw new Error('the database went away')
    }
    await expect(collected(writeWorkbook('Students', [text('Text')], broken()))).rejects.toThrow(
      'the database went away',
    )
  })

  it('has the same bytes for the same content at any time', async () => {
    const make = () => collected(writeWorkbook('Students', [text('Text')], inOne([['a']])))
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-06T07:08:09Z') })
    const later = await make().finally(() => vi.useRealTimers())
    expect(later.equals(await make())).toBe(true)
  })

  it('stops reading rows if the reader stops', async () => {
    const left = Promise.withResolvers<string>()
    async function* endless(): AsyncGenerator<readonly SheetRow[]> {
      try {
        while (true) yield await Promise.resolve([[randomBytes(50_000).toString('base64')]])
      } finally {
        left.resolve('closed')
      }
    }
    let length = 0
    for await (const piece of writeWorkbook('Students', [text('Text')], endless())) {
      length += piece.length
      if (length > 500_000) break
    }
    expect(await left.promise).toBe('closed')
  })
})
