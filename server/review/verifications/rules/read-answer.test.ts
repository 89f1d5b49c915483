import { X12Parser, type X12Interchange } from 'node-x12'
import { describe, expect, it, test } from 'vitest'
import { readResponses } from '#server/platform/lib/x12/response.ts'
import { readInterchange } from '#server/platform/lib/x12/syntax.ts'
import { aboutDependent, aboutSubscriber, golden, rejection, student } from '#server/testing/golden-271.ts'
import { readAnswers, type AskedQuestion, type Reading } from './read-answer.ts'
import { rejectionReasons } from './rejections.ts'

const asked: AskedQuestion = {
  coverage: 'medical',
  on: '2026-11-20',
  trace: 'T-1',
  student: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05' },
  payer: { name: 'Harbor Health', id: '62308' },
}
const read = (text: string, question: Partial<AskedQuestion> = {}): Reading =>
  readAnswers({ ...asked, ...question }, readResponses(text))
const resultOf = ({ status, reason_code }: Reading) => [status, reason_code]

const usual = [...student, 'DTP*346*D8*20260101']

describe('coverage of the asked type', () => {
  it.each(['1', '2', '3', '4', '11'])('is active by EB01 %s', (code) => {
    expect(resultOf(read(aboutDependent(...usual, `EB*${code}*IND*30*PR*CHOICE PPO`)))).toEqual([
      'active',
      null,
    ])
  })

  it('is active with caution while a premium may be unpaid (EB01 5)', () => {
    expect(resultOf(read(aboutDependent(...usual, 'EB*5*IND*30')))).toEqual(['active', 'grace_period'])
  })

  it.each(['6', '7', '8', '9', '10', '12'])('is inactive by EB01 %s', (code) => {
    expect(resultOf(read(aboutDependent(...usual, `EB*${code}**30`)))).toEqual(['inactive', 'inactive'])
  })

  it.each<[string, string[], [string, string | null]]>([
    ['a plan that ended yesterday', ['DTP*347*D8*20261119'], ['inactive', 'ended']],
    ['a plan that ends today', ['DTP*347*D8*20261120'], ['active', null]],
    ['a plan of a past year', ['DTP*291*RD8*20250101-20251231'], ['inactive', 'ended']],
    ['a plan of this year', ['DTP*291*RD8*20260101-20261231'], ['active', null]],
    ['the day of the answer', ['DTP*291*D8*20261120'], ['active', null]],
    ['eligibility that ended', ['DTP*307*RD8*20260101-20260630'], ['inactive', 'ended']],
    ['a plan that begins tomorrow', ['DTP*346*D8*20261121'], ['unknown', 'not_yet']],
    ['a plan without an end', ['DTP*347*D8*99991231'], ['active', null]],
    ['a day that isn’t one', ['DTP*347*D8*20261345'], ['unknown', 'unreadable']],
  ])('with %s', (_days, lines, result) => {
    expect(resultOf(read(aboutDependent(...student, ...lines, 'EB*1*IND*30')))).toEqual(result)
  })

  it('counts the days of the benefit before those of the student', () => {
    const ended = aboutDependent(...usual, 'EB*1*IND*30', 'DTP*349*D8*20260731')
    expect(resultOf(read(ended))).toEqual(['inactive', 'ended'])
  })

  it('is active if one of two plans is', () => {
    const both = aboutDependent(...usual, 'EB*6**30**OLD PLAN', 'EB*1*IND*30**NEW PLAN')
    expect(resultOf(read(both))).toEqual(['active', null])
  })

  it('is read among repeated service types', () => {
    expect(resultOf(read(aboutDependent(...usual, 'EB*1*IND*1^30^48^98')))).toEqual(['active', null])
  })

  it.each<[AskedQuestion['coverage'], string, string]>([
    ['dental', 'EB*1*IND*35', 'active'],
    ['dental', 'EB*1*IND*30', 'unknown'],
    ['vision', 'EB*1*IND*AL', 'active'],
    ['vision', 'EB*1*IND*35', 'unknown'],
    ['medical', 'EB*1*IND*35', 'unknown'],
  ])('of %s is not what the payer says of another: %s is %s', (coverage, line, status) => {
    expect(read(aboutDependent(...usual, line), { coverage }).status).toBe(status)
  })

  it.each(['', 'EB*I**30', 'EB*U**30', 'EB*1**', 'EB*1', 'EB*CB**30'])('isn’t known from “%s”', (line) => {
    expect(read(aboutDependent(...usual, ...(line === '' ? [] : [line]))).status).toBe('unknown')
  })
})

describe('another plan', () => {
  const other = ['EB*R**30', 'LS*2120', 'NM1*PR*2*BRIGHTWATER*****PI*88221', 'LE*2120']
  it.each([
    ['named by EB01 R', other],
    ['beside an inactive one', ['EB*6**30', ...other]],
    [
      'as a Medicaid plan that is handed on',
      ['EB*6**30*MC', 'LS*2120', 'NM1*PR*2*BRIGHTWATER*****PI*88221', 'LE*2120'],
    ],
  ])('%s is detected while the stated plan isn’t active', (_how, lines) => {
    const reading = read(aboutDependent(...usual, ...lines))
    expect(resultOf(reading)).toEqual(['other_plan_detected', 'other_payer'])
    expect(reading.other_payers).toEqual([{ name: 'BRIGHTWATER', id: '88221' }])
  })
  it('is only mentioned if the stated plan is active', () => {
    const reading = read(aboutDependent(...usual, 'EB*1*IND*30', ...other))
    expect(reading).toMatchObject({ status: 'active', other_payers: [{ id: '88221' }] })
  })
  it('isn’t the payer itself', () => {
    const own = ['EB*1*IND*30', 'LS*2120', 'NM1*PR*2*HARBOR HEALTH*****PI*62308', 'LE*2120']
    expect(read(aboutDependent(...usual, ...own)).other_payers).toEqual([])
  })
})

describe('a rejection', () => {
  /** The rejection codes by their result, written out a second time on purpose. */
  const table: Record<string, readonly string[]> = {
    missing_request_information: '15 33 56 57 58 60 61 62 63 64 65 66 69 70 72 73 74 T4'.split(' '),
    unable_to_send_request: '04 35 41 43 44 45 46 47 48 49 50 51 53 79 97'.split(' '),
    request_failed: ['42', '80'],
    unknown: '52 67 68 71 75 76 77 78'.split(' '),
  }
  const rows = Object.entries(table).flatMap(([status, codes]) =>
    codes.map((code) => [code, status] as const),
  )

  it.each(rows)('with code %s is %s, at every level', (code, status) => {
    for (const level of ['payer', 'inquirer', 'subscriber', 'dependent'] as const)
      expect(resultOf(read(rejection(level, code)))).toEqual([status, code])
  })

  it('has a sentence and a next step for every code of the table', () => {
    expect(Object.keys(rejectionReasons).toSorted()).toEqual(Object.values(table).flat().toSorted())
    for (const { message, next_step } of Object.values(rejectionReasons))
      expect([message, next_step].every((text) => /^[A-Z].*\.$/.test(text))).toBe(true)
  })

  it('that isn’t in the table is unknown, with its code', () => {
    expect(resultOf(read(rejection('subscriber', 'ZZ')))).toEqual(['unknown', 'ZZ'])
  })

  it('counts before coverage, and missing information before routing', () => {
    const both = aboutDependent('AAA*N**51*C', 'AAA*N**72*C', 'DMG*D8*20030405', 'EB*1*IND*30')
    expect(resultOf(read(both))).toEqual(['missing_request_information', '72'])
  })

  it('of someone who wasn’t found is never inactive', () => {
    expect(read(rejection('subscriber', '75')).status).not.toBe('inactive')
  })
})

describe('an answer about someone else', () => {
  const active = 'EB*1*IND*30'
  it.each<[string, string, string | null]>([
    ['another birth date', aboutDependent('DMG*D8*19990909*F', active), 'other_person'],
    [
      'another name',
      golden(
        'HL*1**20*1',
        'NM1*PR*2*HARBOR HEALTH*****PI*62308',
        'HL*2*1*21*1',
        'HL*3*2*22*0',
        'NM1*IL*1*KIM*YUKI****MI*HH1',
        active,
      ),
      'other_person',
    ],
    [
      'another trace',
      aboutSubscriber('DMG*D8*20030405', active).replace('TRN*2*T-1*', 'TRN*2*T-2*'),
      'other_answer',
    ],
    ['no one', golden('HL*1**20*1', 'NM1*PR*2*HARBOR HEALTH*****PI*62308'), 'no_answer'],
  ])('(%s) is never active', (_who, text, reason) => {
    expect(resultOf(read(text))).toEqual(['unknown', reason])
  })

  it.each([
    ['a former last name', { lastName: 'Bianchi' }],
    ['a cut first name', { firstName: 'Ma' }],
    ['accents', { firstName: 'Mäyá', lastName: 'Róssi' }],
  ])('isn’t one with %s and the same birth date', (_how, change) => {
    const text = aboutDependent(...usual, active)
    expect(read(text, { student: { ...asked.student, ...change } }).status).toBe('active')
  })
})

test('the plan, its dates and its amounts are read', () => {
  const text = aboutDependent(
    ...student,
    'DTP*346*D8*20260101',
    'DTP*347*D8*20261231',
    'DTP*343*D8*20261130',
    'EB*1*IND*30*PR*CHOICE PPO',
    'EB*C*IND*30***23*9999*****N',
    'EB*C*IND*30***23*750*****Y',
    'EB*C*FAM*30***23*1500.5*****Y',
    'EB*C*IND*30***29*300*****Y',
    'EB*G*IND*30***23*6000*****W',
    'EB*C*IND*48***23*20*****Y',
  )
  expect(read(text)).toMatchObject({
    status: 'active',
    payer: { name: 'HARBOR HEALTH', id: '62308' },
    plan: {
      name: 'CHOICE PPO',
      group_number: 'G7420',
      type: 'PPO',
      begins_on: '2026-01-01',
      ends_on: '2026-12-31',
      premium_paid_to: '2026-11-30',
    },
    deductible: { individual: '750.00', family: '1500.50', remaining: '300.00' },
    out_of_pocket_max: { individual: '6000.00', family: null, remaining: null },
  })
})

test('the responses are read by another parser as by ours', () => {
  const texts = [
    aboutDependent(
      ...usual,
      'EB*1*IND*1^30*PR*CHOICE PPO',
      'MSG*NO COPAY',
      'LS*2120',
      'NM1*PR*2*B*****PI*8',
      'LE*2120',
    ),
    rejection('payer', '42'),
  ]
  for (const text of texts) {
    // `parse` also returns a fat interchange, which only several interchanges make
    const { functionalGroups } = new X12Parser(true).parse(text) as X12Interchange
    const theirs = functionalGroups[0]?.transactions[0]?.segments.map(({ tag, elements }) => ({
      id: tag,
      elements: elements.map(({ value }) => value),
    }))
    expect(theirs).toEqual(readInterchange(text).transactions[0]?.segments)
  }
})

describe('several interchanges in one answer', () => {
  const ended = aboutDependent(...student, 'DTP*346*D8*20240101', 'DTP*347*D8*20251231', 'EB*1**30**OLD HMO')
  const present = aboutDependent(...usual, 'EB*1**30**NEW PPO')
  const acknowledged = golden().replace(/ST\*271.*?SE\*\d+/s, 'ST*999*0001~AK1*HS*1~AK9*A*1*1*1~SE*4')
  const otherDelimiters = (text: string): string => text.replaceAll('*', '|').replaceAll('~', "'\n")

  it.each([
    ['the present plan first', present + ended],
    ['the present plan last', ended + present],
    ['a line break between them', `${ended}\r\n${present}\r\n`],
    ['other delimiters in the second', ended + otherDelimiters(present)],
    ['an acknowledgment before the answer', acknowledged + present],
  ])('are all read: %s', (_case, text) => {
    const reading = read(text)
    expect([resultOf(reading), reading.plan?.name]).toEqual([['active', null], 'NEW PPO'])
    expect(reading.plan).toMatchObject({ begins_on: '2026-01-01', ends_on: null })
  })

  it('don’t lend each other their dates or people', () => {
    const noCoverage = aboutDependent(...usual, 'EB*C*IND*30***23*500')
    expect(resultOf(read(ended + noCoverage))).toEqual(['inactive', 'ended'])
    const another = aboutSubscriber('DMG*D8*19500101*F', 'EB*1**30**OTHER PPO')
    expect(resultOf(read(another + ended))).toEqual(['inactive', 'ended'])
  })

  it('are refused if one of them is cut', () => {
    expect(() => read(ended + present.slice(0, -20))).toThrow('')
    expect(() => read(`${ended}Bad gateway`)).toThrow('doesn’t begin with ISA')
  })
})
