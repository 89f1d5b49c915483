import { describe, expect, it } from 'vitest'
import { readResponses } from '#server/platform/lib/x12/response.ts'
import { aboutDependent, aboutSubscriber, golden, student } from '#server/testing/golden-271.ts'
import { readAnswers, type AskedQuestion, type Reading } from './read-answer.ts'

const asked: AskedQuestion = {
  coverage: 'medical',
  on: '2026-11-25',
  trace: 'T-1',
  student: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05' },
  memberId: 'HH1234567-01',
  payer: { name: 'Harbor Health', id: '62308' },
}
const read = (text: string, question: Partial<AskedQuestion> = {}): Reading =>
  readAnswers({ ...asked, ...question }, readResponses(text))
const of = (...lines: string[]): Reading => read(aboutDependent(...student, ...lines))
const usedIn = ({ plan }: Reading) => [plan?.name, plan?.begins_on, plan?.ends_on]

describe('an answer with several plans', () => {
  it('is about the one that covers the day, with its own days and amounts', () => {
    const reading = of(
      'EB*6**30**OLD HMO',
      'EB*1**30**SHORT PLAN',
      'DTP*346*D8*20260101',
      'DTP*347*D8*20261231',
      'EB*C*IND*30**SHORT PLAN*23*400*****Y',
      'EB*G*IND*30***23*3000*****Y',
    )
    expect(reading.status).toBe('active')
    expect(usedIn(reading)).toEqual(['SHORT PLAN', '2026-01-01', '2026-12-31'])
    expect(reading.deductible?.individual).toBe('400.00')
    expect(reading.out_of_pocket_max?.individual).toBe('3000.00')
    expect(reading.basis).toMatchObject({
      plans: [
        { name: 'OLD HMO', is_active: false, is_used: false },
        { name: 'SHORT PLAN', is_active: true, is_used: true },
      ],
      covered: { begins_on: '2026-01-01', ends_on: '2026-12-31' },
      questions: [],
    })
    expect(reading.basis.plans[1]?.segments).toEqual([
      'EB*1**30**SHORT PLAN',
      'DTP*346*D8*20260101',
      'DTP*347*D8*20261231',
    ])
  })

  it.each<[string, string[], (string | null)[]]>([
    [
      'an old plan with its own days before the new one',
      ['EB*6**30**OLD', 'DTP*346*D8*20240101', 'DTP*347*D8*20251231', 'EB*1**30**NEW', 'DTP*346*D8*20260101'],
      ['NEW', '2026-01-01', null],
    ],
    [
      'the plan that goes on after the one that ends',
      ['EB*1**30**A', 'DTP*291*RD8*20260101-20261231', 'EB*1**30**B', 'DTP*291*RD8*20260601-20270531'],
      ['B', '2026-06-01', '2027-05-31'],
    ],
    [
      'one name, last year and this year',
      ['EB*6**30**GOLD', 'DTP*291*RD8*20250101-20251231', 'EB*1**30**GOLD', 'DTP*291*RD8*20260101-20261231'],
      ['GOLD', '2026-01-01', '2026-12-31'],
    ],
    [
      'plans without names, told apart by their status',
      ['EB*6**30', 'DTP*347*D8*20251231', 'EB*1**30', 'DTP*346*D8*20260101'],
      [null, '2026-01-01', null],
    ],
    [
      'another type under the same name',
      ['EB*1**30*HM*GOLD', 'DTP*347*D8*20260131', 'EB*1**30*PR*GOLD', 'DTP*346*D8*20260201'],
      ['GOLD', '2026-02-01', null],
    ],
  ])('takes %s', (_case, lines, plan) => {
    const reading = of(...lines)
    expect([reading.status, ...usedIn(reading)]).toEqual(['active', ...plan])
  })

  it('takes no amount from another plan, nor one that could be of either', () => {
    const two = ['EB*1**30**A', 'DTP*347*D8*20261231', 'EB*1**30**B', 'DTP*347*D8*20270731']
    expect(of('EB*C*IND*30***23*100*****Y', ...two).deductible).toBeNull()
    expect(of(...two, 'EB*C*IND*30**A*23*100*****Y').deductible).toBeNull()
    expect(of(...two, 'EB*C*IND*30**B*23*900*****Y').deductible?.individual).toBe('900.00')
  })

  it('is inactive only if every plan is over', () => {
    const over = ['EB*1**30**A', 'DTP*347*D8*20260101', 'EB*6**30**B']
    expect(of(...over).status).toBe('inactive')
    expect(of(...over, 'EB*1**30**C', 'DTP*346*D8*20261201')).toMatchObject({
      status: 'unknown',
      reason_code: 'not_yet',
    })
  })

  it('covers the days of active plans that touch, and not a gap', () => {
    const touching = ['EB*1**30**A', 'DTP*291*RD8*20260101-20261231', 'EB*1**30**B']
    const next = of(...touching, 'DTP*291*RD8*20270101-20270731')
    expect(next.basis.covered).toEqual({ begins_on: '2026-01-01', ends_on: '2027-07-31' })
    const gap = of(...touching, 'DTP*291*RD8*20270201-20270731')
    expect(gap.basis.covered).toEqual({ begins_on: '2026-01-01', ends_on: '2026-12-31' })
  })
})

describe('coverage told in several spans', () => {
  const months = ['0801-20260831', '0901-20260930', '1001-20261031', '1101-20261130', '1201-20261231']
  const monthly = ['EB*1**30*MC*STATE MEDICAID', ...months.map((one) => `DTP*307*RD8*2026${one}`)]

  it('is one stretch where the spans touch', () => {
    const reading = of(...monthly)
    expect([reading.status, ...usedIn(reading)]).toEqual([
      'active',
      'STATE MEDICAID',
      '2026-08-01',
      '2026-12-31',
    ])
  })

  it.each<[string, string[], [string, string | null]]>([
    [
      'at the student',
      ['DTP*307*RD8*20260801-20260831', 'DTP*307*RD8*20261101-20261130', 'EB*1**30'],
      ['active', null],
    ],
    [
      'today in the gap',
      ['EB*1**30', 'DTP*307*RD8*20260801-20261031', 'DTP*307*RD8*20261201-20270131'],
      ['unknown', 'not_yet'],
    ],
    [
      'all over',
      ['EB*1**30', 'DTP*307*RD8*20250101-20251231', 'DTP*307*RD8*20260301-20260831'],
      ['inactive', 'ended'],
    ],
    [
      'in pairs of begin and end',
      ['EB*1**30', 'DTP*356*D8*20250101', 'DTP*357*D8*20251231', 'DTP*356*D8*20260801'],
      ['active', null],
    ],
    [
      'the end before the begin of the pair',
      ['EB*1**30', 'DTP*347*D8*20261231', 'DTP*346*D8*20260101'],
      ['active', null],
    ],
    [
      'of the plan and of the eligibility',
      ['EB*1**30', 'DTP*291*RD8*20260101-20261231', 'DTP*307*RD8*20260101-20260630'],
      ['inactive', 'ended'],
    ],
  ])('(%s) is read', (_case, lines, result) => {
    const { status, reason_code } = of(...lines)
    expect([status, reason_code]).toEqual(result)
  })

  it('leaves out a span that ends before it begins, and says so', () => {
    expect(of('EB*1**30', 'DTP*346*D8*20261201', 'DTP*347*D8*20260831')).toMatchObject({
      status: 'unknown',
      reason_code: 'unreadable',
    })
    const withAnother = of(
      'EB*1**30',
      'DTP*346*D8*20261201',
      'DTP*347*D8*20260831',
      'EB*1**30',
      'DTP*307*D8*20260801',
    )
    expect(withAnother.basis.questions).toEqual(['A date range in the result ends before it begins.'])
  })
})

describe('an end that is named elsewhere', () => {
  const holder = (...lines: string[]): string =>
    golden(
      'HL*1**20*1',
      'NM1*PR*2*HARBOR HEALTH*****PI*62308',
      'HL*2*1*21*1',
      'HL*3*2*22*1',
      'NM1*IL*1*ROSSI*CARLA****MI*HH1234567',
      ...lines,
      'HL*4*3*23*0',
      'TRN*2*T-1*9123456789',
      'NM1*03*1*ROSSI*MAYA*L',
      'DMG*D8*20030405*F',
      'EB*1**30**GOLD',
    )

  it.each([
    ['at the subscriber', ['DTP*347*D8*20261231']],
    ['in the subscriber’s benefit', ['EB*1**30**GOLD', 'DTP*349*D8*20261231']],
    ['in a range of the subscriber', ['DTP*291*RD8*20260101-20261231']],
  ])('(%s) is a question, not silence', (_where, lines) => {
    const reading = read(holder(...lines))
    expect(reading).toMatchObject({ status: 'active', plan: { ends_on: null } })
    expect(reading.basis.questions).toEqual([
      'The result has an end of coverage, 12/31/2026, but not in the student’s plan.',
    ])
  })

  it('at the student is a question beside a plan that only names its begin', () => {
    const reading = of('DTP*347*D8*20261231', 'EB*1**30**GOLD', 'DTP*346*D8*20260801')
    expect(reading.basis.questions).toHaveLength(1)
  })

  it('asks nothing if the plan names its own end, or no one names one', () => {
    expect(read(holder('DTP*346*D8*20200101')).basis.questions).toEqual([])
    expect(of('EB*1**30**GOLD', 'DTP*347*D8*20270731').basis.questions).toEqual([])
  })

  it('asks when the subscriber’s plan isn’t active', () => {
    expect(read(holder('EB*6**30**GOLD')).basis.questions).toEqual([
      'The insurance company says that the subscriber’s plan isn’t active.',
    ])
  })
})

describe('an answer about several dependents', () => {
  const family = (...people: [string, string, ...string[]][]): string =>
    golden(
      'HL*1**20*1',
      'NM1*PR*2*HARBOR HEALTH*****PI*62308',
      'HL*2*1*21*1',
      'HL*3*2*22*1',
      'NM1*IL*1*ROSSI*CARLA****MI*HH1234567',
      ...people.flatMap(([name, born, ...lines], index) => [
        `HL*${index + 4}*3*23*0`,
        `NM1*03*1*ROSSI*${name}`,
        `DMG*D8*${born}`,
        ...lines,
      ]),
    )
  const leo: [string, string, ...string[]] = ['LEO', '20050607', 'EB*6**30**GOLD']
  const maya: [string, string, ...string[]] = ['MAYA', '20030405', 'EB*1**30**GOLD']

  it.each([
    ['first', [maya, leo]],
    ['last', [leo, maya]],
  ] as const)('is read for the student, who comes %s', (_place, people) => {
    expect(read(family(...people)).status).toBe('active')
  })

  it('is about someone else if none is the student', () => {
    expect(read(family(leo, ['LIA', '20090909', 'EB*1**30']))).toMatchObject({
      status: 'unknown',
      reason_code: 'other_person',
    })
  })
})

describe('a first name that differs', () => {
  const legal = (born = '20030405', memberId = 'HH123456701'): string =>
    aboutSubscriber(`DMG*D8*${born}*F`, 'EB*1**30**GOLD', 'DTP*346*D8*20260101').replace(
      'ROSSI*MAYA*L***MI*HH123456701',
      `ROSSI*ELIZABETH****MI*${memberId}`,
    )
  const liz = { ...asked.student, firstName: 'Liz' }

  it('is named if last name, birth date and member ID agree, and nothing is taken from the answer', () => {
    const reading = read(legal(), { student: liz })
    expect(reading).toMatchObject({
      status: 'unknown',
      reason_code: 'first_name_differs',
      message: 'The first name differs: ELIZABETH. Last name, birth date and member ID agree.',
      plan: null,
      basis: { plans: [], covered: null },
    })
    expect(reading.ifAccepted).toMatchObject({
      firstName: 'ELIZABETH',
      reading: { status: 'active', plan: { name: 'GOLD', begins_on: '2026-01-01' } },
    })
  })

  it('is the student once it was accepted, with any spelling of it', () => {
    const student = { ...liz, acceptedFirstNames: ['Elizabeth'] }
    expect(read(legal(), { student })).toMatchObject({ status: 'active', plan: { name: 'GOLD' } })
  })

  it.each([
    ['a twin’s member ID', legal('20030405', 'HH123456702')],
    ['another birth date', legal('20030406')],
    ['another last name', legal().replace('*ROSSI*ELIZABETH', '*BIANCHI*ELIZABETH')],
    ['no birth date', legal().replace('DMG*D8*20030405*F', 'DMG***F')],
    ['no member ID', legal().replace('****MI*HH123456701', '')],
  ])('is someone else with %s, accepted or not', (_what, text) => {
    const student = { ...liz, acceptedFirstNames: ['Elizabeth'] }
    expect([read(text, { student }).status, read(text, { student: liz }).status]).toEqual([
      'unknown',
      'unknown',
    ])
    expect(read(text, { student: liz }).ifAccepted).toBeUndefined()
  })

  it('is someone else if two people of the answer fit', () => {
    const one = ['HL*4*3*23*0', 'NM1*03*1*ROSSI*TESSA', 'DMG*D8*20030405*F', 'EB*1**30']
    const other = ['HL*5*3*23*0', 'NM1*03*1*ROSSI*THERESA', 'DMG*D8*20030405*F', 'EB*1**30']
    const twins = golden(
      'HL*1**20*1',
      'NM1*PR*2*HARBOR HEALTH*****PI*62308',
      'HL*2*1*21*1',
      'NM1*1P*2*HARBORVIEW UNIVERSITY*****XX*1234567893',
      'HL*3*2*22*1',
      'NM1*IL*1*ROSSI*CARLA****MI*HH123456701',
      ...one,
      ...other,
    )
    expect(read(twins, { student: liz })).toMatchObject({ status: 'unknown', reason_code: 'other_person' })
  })
})
