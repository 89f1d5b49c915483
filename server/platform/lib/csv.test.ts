import { delimiters, type Delimiter } from '#contract/platform/text-files.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect } from '#server/testing/collect.ts'
import { readRecords, sniffDelimiter, UnreadableCsv, unguardCell, writeRecord } from './csv.ts'

const read = async (texts: string[], delimiter: Delimiter = ','): Promise<string[][]> =>
  (await collect(readRecords(texts, { delimiter, batchSize: 3 }))).flat()

describe('reading', () => {
  test('quoted cells can contain delimiters, quotation marks and line breaks', async () => {
    expect(await read(['a,"b,c"\r\n"12 ""Old"" Mill Rd\nBuilding C",d\r\n'])).toEqual([
      ['a', 'b,c'],
      ['12 "Old" Mill Rd\nBuilding C', 'd'],
    ])
  })

  test.each([0, 1, 2, 3])(
    'a long text keeps every character wherever it’s cut, shifted by %i',
    async (shift) => {
      const cells = ['x'.repeat(shift), '𠮷'.repeat(20_000), '"é"\r\n😀'.repeat(5_000)]
      expect(await read([writeRecord(cells)])).toEqual([cells])
    },
  )

  test('a quotation mark inside an unquoted cell is text', async () => {
    expect(await read(['a,5\' 10" tall,b\n'])).toEqual([['a', '5\' 10" tall', 'b']])
  })

  test('returns blank records, so that row numbers match; the last line break adds none', async () => {
    expect(await read(['a,b\n\n,\nc,d\n'])).toEqual([['a', 'b'], [''], ['', ''], ['c', 'd']])
  })

  test.each(['\n', '\r\n', '\r'])('lines can end with %j, wherever the chunks are split', async (end) => {
    const text = `a,b${end}"c${end}d",e${end}f,g`
    const whole = await read([text])
    expect(whole).toEqual([
      ['a', 'b'],
      [`c${end}d`, 'e'],
      ['f', 'g'],
    ])
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(await read([text.slice(0, cut), text.slice(cut)])).toEqual(whole)
  })

  test('reports an unclosed quotation mark with its record', async () => {
    const records = read(['a,b\nc,"d\ne,f\n'])
    await expect(records).rejects.toThrow(UnreadableCsv)
    await expect(records).rejects.toMatchObject({ record: 2 })
  })

  test('rejects an endless record before it fills the memory', async () => {
    let pieces = 0
    function* endless(): Generator<string> {
      yield 'a,b\n"'
      for (; pieces < 1000; pieces += 1) yield 'x'.repeat(64 * 1024)
    }
    await expect(collect(readRecords(endless(), { delimiter: ',', batchSize: 10 }))).rejects.toThrow(
      UnreadableCsv,
    )
    expect(pieces).toBeLessThan(50)
  })
})

describe('a source', () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a,b\nc,d\n'
    await Promise.reject(new Error('The connection was lost.'))
  }

  test('that fails makes reading fail', async () => {
    await expect(collect(readRecords(failing(), { delimiter: ',', batchSize: 1 }))).rejects.toThrow(
      'connection',
    )
  })

  test('is closed when the reader stops early', async () => {
    const { promise: letGo, resolve } = Promise.withResolvers<string>()
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield 'a,b\n'
      } finally {
        resolve('let go')
      }
    }
    for await (const batch of readRecords(endless(), { delimiter: ',', batchSize: 2 })) {
      expect(batch).toHaveLength(2)
      break
    }
    expect(await letGo).toBe('let go')
  })
})

describe('the delimiter', () => {
  test.each<[string, Delimiter, string]>([
    ['commas', ',', 'ID,Name\n1,"Smith; Jr."\n'],
    ['semicolons with commas in cells', ';', 'ID;Name;Address\n1;Smith, Jane;1, Elm St, Apt 2\n'],
    ['tabs', '\t', 'ID\tName, first\n1\tAnn\n'],
    ['bars', '|', 'ID|Name\n1|Ann\n'],
    ['quoted headers with other delimiters in them', ';', '"ID, number";"Name, first"\n1;Ann\n'],
    ['Excel’s delimiter line', ';', 'sep=;\r\nID,a;Name,b\r\n1,a;Ann,b\r\n'],
    ['blank lines first', ';', '\n\nID;Name\n1;Ann\n'],
    ['an empty file', ',', ''],
  ])('%s', (_name, delimiter, head) => {
    expect(sniffDelimiter(head)).toBe(delimiter)
  })
})

describe('writing', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1 503 555 0100', "'+1 503 555 0100"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['\0x', "'\0x"],
    ['a=b', 'a=b'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['"a"', '"""a"""'],
    [' a', '" a"'],
  ])('%j is written as %j', (cell, written) => {
    expect(writeRecord([cell, 'z'])).toBe(`${written},z\r\n`)
  })

  test.each(['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '\0=1', '＝1+1', '＋1', '－1', '＠a'])(
    'no spreadsheet reads %j as a formula',
    (cell) => expect(writeRecord([cell]).replace(/^"/, '')).toMatch(/^'/),
  )

  test('written text is read unchanged, without the formula guard', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', ' ', '"', ',', ';', '\n', '\r', "'", '=', '+', '\t', 'é'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
        async (rows) => {
          const records = await read([rows.map(writeRecord).join('')])
          const unguarded = records.map((record) => record.map(unguardCell))
          // a cell that already had such a guard loses it
          expect(unguarded).toEqual(rows.map((row) => row.map(unguardCell)))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('records are the same with every delimiter', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '|', '\n', 'é') })
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...delimiters),
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
        async (delimiter, rows) => {
          const text = rows.map((row) => `${row.map(quoted).join(delimiter)}\n`).join('')
          expect(await read([text], delimiter)).toEqual(rows)
        },
      ),
      { numRuns: 200 },
    )
  })
})
