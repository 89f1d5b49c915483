import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { X12Parser, type X12Interchange } from 'node-x12'
import { readDay, readDays } from './dates.ts'
import { elementText } from './elements.ts'
import { writeInterchange, type Envelope } from './envelope.ts'
import { readLevels } from './levels.ts'
import { readInterchange, usualDelimiters, writeSegments, X12Error, type Segment } from './syntax.ts'

const envelope: Envelope = {
  sender: 'SHIPMATE',
  receiver: 'CLEARING',
  control: 42,
  at: new Date('2026-11-23T15:04:00Z'),
  isTest: false,
}
const written = writeInterchange(envelope, {
  type: '270',
  control: '0001',
  segments: [
    { id: 'BHT', elements: ['0022', '13', 'T1', '20261123', '1504'] },
    { id: 'HL', elements: ['1', '', '20', '1'] },
    { id: 'NM1', elements: ['PR', '2', 'CIGNA', '', '', '', '', 'PI', '62308'] },
  ],
})

const problemOf = (text: string): string | null => {
  try {
    readInterchange(text)
    return null
  } catch (error) {
    if (error instanceof X12Error) return error.code
    throw error
  }
}

describe('an interchange', () => {
  it('is written with control numbers, counts and an ISA of 106 characters', () => {
    expect(written.split('~')).toEqual([
      'ISA*00*          *00*          *ZZ*SHIPMATE       *ZZ*CLEARING       *261123*1504*^*00501*000000042*0*P*:',
      'GS*HS*SHIPMATE*CLEARING*20261123*1504*42*X*005010X279A1',
      'ST*270*0001*005010X279A1',
      'BHT*0022*13*T1*20261123*1504',
      'HL*1**20*1',
      'NM1*PR*2*CIGNA*****PI*62308',
      'SE*5*0001',
      'GE*1*42',
      'IEA*1*000000042',
      '',
    ])
    expect(written.indexOf('~')).toBe(105)
  })

  it('is read with whatever delimiters ISA has, and with line breaks', () => {
    const other = written.replaceAll('*', '|').replaceAll('~', "'\r\n").replace('^', '!').replace(':', '>')
    const { delimiters, transactions, sender, receiver, control } = readInterchange(`\uFEFF\n${other}`)
    expect(delimiters).toEqual({ element: '|', repetition: '!', component: '>', segment: "'" })
    expect([sender, receiver, control]).toEqual(['SHIPMATE', 'CLEARING', '000000042'])
    expect(transactions).toEqual(readInterchange(written).transactions)
  })

  it.each([
    ['no X12', 'Bad gateway', 'not_x12'],
    ['half an ISA', written.slice(0, 60), 'truncated'],
    ['a cut segment', written.slice(0, -4), 'truncated'],
    ['a cut end', written.slice(0, written.indexOf('GE*')), 'truncated'],
    [
      'another control number at the end',
      written.replace('IEA*1*000000042', 'IEA*1*000000043'),
      'control_number',
    ],
    ['another number of groups', written.replace('IEA*1*', 'IEA*2*'), 'count'],
    ['another number of transactions', written.replace('GE*1*', 'GE*2*'), 'count'],
    ['another control number of the group', written.replace('GE*1*42', 'GE*1*43'), 'control_number'],
    ['a lost segment', written.replace('HL*1**20*1~', ''), 'count'],
    [
      'another control number of the transaction',
      written.replace('SE*5*0001', 'SE*5*0002'),
      'control_number',
    ],
    ['no end of the transaction', written.replace('SE*5*0001~', ''), 'order'],
    ['the same delimiter twice', written.replace('*:~', '*~~'), 'not_x12'],
    ['a letter as delimiter', written.replaceAll('~', 'Z'), 'not_x12'],
    ['over a million characters', written + ' '.repeat(1_000_000), 'too_long'],
  ])('with %s is refused', (_fault, text, code) => {
    expect(problemOf(text)).toBe(code)
  })

  it('is read and written the same, whatever its segments are', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ABCabc019 .-/&:'), maxLength: 12 })
    const segments = fc.array(
      fc.record({
        id: fc.constantFrom('BHT', 'NM1', 'EB', 'DTP', 'MSG', 'REF'),
        elements: fc.array(text, { minLength: 1, maxLength: 9 }).filter((all) => all.at(-1) !== ''),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(segments, (all: Segment[]) => {
        const sent = writeInterchange(envelope, { type: '271', control: '0001', segments: all })
        const read = readInterchange(sent)
        expect(read.transactions).toEqual([{ type: '271', control: '0001', segments: all }])
        expect(writeSegments(read.segments, usualDelimiters)).toBe(sent)
      }),
    )
  })

  it('is read as another parser reads it', () => {
    const parsed = new X12Parser(true).parse(written) as X12Interchange
    const [group] = parsed.functionalGroups
    const [transaction] = group?.transactions ?? []
    const theirs = transaction?.segments.map(({ tag, elements }) => ({
      id: tag,
      elements: elements.map(({ value }) => value),
    }))
    expect(theirs).toEqual(readInterchange(written).transactions[0]?.segments)
  })
})

describe('levels', () => {
  const hl = (...elements: string[]): Segment => ({ id: 'HL', elements })
  it('stand below each other as their numbers say', () => {
    const segments = [hl('1', '', '20', '1'), hl('2', '1', '21', '1'), hl('3', '2', '22', '0')]
    expect(readLevels({ segments }).top).toMatchObject([
      { code: '20', children: [{ code: '21', children: [{ code: '22' }] }] },
    ])
  })
  it.each([
    ['below one that isn’t there', [hl('1', '', '20', '1'), hl('2', '7', '21', '1')]],
    ['below itself', [hl('1', '1', '20', '1')]],
    ['with a number that is taken', [hl('1', '', '20', '1'), hl('1', '', '20', '1')]],
    [
      'too deep',
      Array.from({ length: 9 }, (_, index) =>
        hl(String(index + 1), index === 0 ? '' : String(index), '20', '1'),
      ),
    ],
  ])('%s are refused', (_fault, segments) => {
    expect(() => readLevels({ segments })).toThrow(X12Error)
  })
})

describe('an element', () => {
  it.each([
    ['Núñez', 'Nunez'],
    ['Łukasik-Öberg', 'Lukasik-Oberg'],
    ['O’Brien', "O'Brien"],
    ['A*B~C^D:E', 'A B C D E'],
    ['Nguyễn  Thị', 'Nguyen Thi'],
    ['王', ''],
  ])('carries %s as %s', (text, sent) => {
    expect(elementText(text)).toBe(sent)
  })

  it.each([
    ['20260801', '2026-08-01'],
    ['20260230', null],
    ['2026-08-01', null],
    ['00010101', null],
    ['99991231', '9999-12-31'],
  ])('%s is the day %s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it.each([
    ['D8', '20260801', { begins: '2026-08-01', ends: null }],
    ['RD8', '20260801-20270731', { begins: '2026-08-01', ends: '2027-07-31' }],
    ['RD8', '20270731-20260801', null],
    ['RD8', '20260801', null],
    ['D8', '20260801-20270731', null],
    ['XX', '20260801', null],
  ])('%s %s has the days %o', (format, text, days) => {
    expect(readDays(format, text)).toEqual(days)
  })
})
