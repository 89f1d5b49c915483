import { readDay, readDays } from './dates.ts'
import { readLevels, type Level } from './levels.ts'
import { at, readInterchanges, X12Error, type Segment, type Transaction } from './syntax.ts'

/** A rejection (AAA): why a level of the inquiry couldn’t be answered. */
export interface Rejection {
  readonly level: 'payer' | 'inquirer' | 'subscriber' | 'dependent'
  /** AAA03. */
  readonly code: string
  /** AAA04, such as C (correct and resubmit) or W (wait 30 days and resubmit). */
  readonly followUp: string
}

/** A date (DTP) by its qualifier, such as 346 (plan begins), 347 (plan ends) or 291 (plan). */
export interface QualifiedDays {
  readonly qualifier: string
  readonly begins: string
  readonly ends: string | null
  /** The segment, to show where a date comes from. */
  readonly segment: string
}

/** A payer, administrator or person that a benefit refers to (loop 2120). */
interface BenefitEntity {
  /** NM101: PR payer, PRP primary payer, SEP secondary payer, TTP tertiary payer, and others. */
  readonly entity: string
  readonly name: string
  readonly id: string
}

/** Eligibility or a benefit (EB), with the dates, messages and entities that follow it. */
export interface Benefit {
  /** EB01: 1 to 5 active, 6 to 8 inactive, C deductible, G out-of-pocket maximum, R other payer, and others. */
  readonly code: string
  /** EB02: IND individual, FAM family, and others. */
  readonly level: string
  /** EB03. */
  readonly serviceTypes: readonly string[]
  /** EB04: HM, PR, MC (Medicaid), and others. */
  readonly insuranceType: string
  /** EB05. */
  readonly planName: string
  /** REF02 of 6P, 18 and IG in the loop of the benefit. */
  readonly groupNumber: string
  /** EB06: 23 calendar year, 25 contract, 29 remaining, and others. */
  readonly period: string
  /** EB07 in dollars; null if there is none or it can’t be read. */
  readonly amount: number | null
  /** EB12: Y in network, N out of network, W either. */
  readonly network: string
  readonly days: readonly QualifiedDays[]
  readonly messages: readonly string[]
  readonly entities: readonly BenefitEntity[]
  /** The segment, to show where a fact comes from. */
  readonly segment: string
}

/** The subscriber or the dependent in a response. */
export interface AnsweredPerson {
  readonly firstName: string
  readonly lastName: string
  readonly memberId: string
  readonly birthDate: string | null
  /** REF02 of 6P, 18 and IG. */
  readonly groupNumber: string
  /** TRN02 of the inquiry, if it came back. */
  readonly traces: readonly string[]
  readonly days: readonly QualifiedDays[]
  readonly benefits: readonly Benefit[]
}

/** A response (271): about the subscriber, their dependents, or both. */
export interface Response {
  readonly payer: { readonly name: string; readonly id: string }
  readonly rejections: readonly Rejection[]
  readonly subscriber: AnsweredPerson | null
  readonly dependents: readonly AnsweredPerson[]
  /** Dates that can’t be read, which a careful reader doesn’t pass over. */
  readonly unreadable: readonly string[]
}

/** Notes what can’t be read. */
type Unreadable = string[]

const dayOf = (segment: Segment, unreadable: Unreadable): QualifiedDays[] => {
  const days = readDays(at(segment, 2), at(segment, 3))
  if (days) return [{ qualifier: at(segment, 1), ...days, segment: textOf(segment) }]
  unreadable.push(`DTP ${at(segment, 1)} ${at(segment, 3)}`)
  return []
}

/** Returns a segment as people who know X12 read it. */
const textOf = ({ id, elements }: Segment): string => [id, ...elements].join('*')

const isGroup = (ref: Segment): boolean => ref.id === 'REF' && ['6P', '18', 'IG'].includes(at(ref, 1))

const amountOf = (text: string): number | null =>
  /^-?\d{1,12}(?:\.\d{1,4})?$/.test(text) ? Number(text) : null

/** Splits the segments of a person at each EB: first those before any, then one list for each. */
const partsOf = (segments: readonly Segment[]): { before: Segment[]; benefits: Segment[][] } => {
  const before: Segment[] = []
  const benefits: Segment[][] = []
  for (const segment of segments) {
    if (segment.id === 'EB') benefits.push([segment])
    else (benefits.at(-1) ?? before).push(segment)
  }
  return { before, benefits }
}

const groupIn = (segments: readonly Segment[]): string => {
  const found = segments.find(isGroup)
  return found ? at(found, 2) : ''
}

const benefitOf = (
  [eb, ...details]: readonly Segment[],
  repetition: string,
  unreadable: Unreadable,
): Benefit[] => {
  if (!eb) return []
  return [
    {
      code: at(eb, 1),
      level: at(eb, 2),
      serviceTypes: at(eb, 3).split(repetition).filter(Boolean),
      insuranceType: at(eb, 4),
      planName: at(eb, 5),
      groupNumber: groupIn(details),
      period: at(eb, 6),
      amount: amountOf(at(eb, 7)),
      network: at(eb, 12),
      days: details.filter(({ id }) => id === 'DTP').flatMap((one) => dayOf(one, unreadable)),
      messages: details.filter(({ id }) => id === 'MSG').map((one) => at(one, 1)),
      entities: details
        .filter(({ id }) => id === 'NM1')
        .map((one) => ({ entity: at(one, 1), name: at(one, 3), id: at(one, 9) })),
      segment: textOf(eb),
    },
  ]
}

const personOf = ({ segments }: Level, repetition: string, unreadable: Unreadable): AnsweredPerson => {
  const { before, benefits } = partsOf(segments)
  const all = (id: string): Segment[] => before.filter((one) => one.id === id)
  const first = (id: string): Segment => all(id)[0] ?? { id, elements: [] }
  const group = before.find(isGroup)
  const birth = at(first('DMG'), 2)
  const birthDate = readDay(birth)
  if (birth !== '' && birthDate === null) unreadable.push(`DMG ${birth}`)
  return {
    firstName: at(first('NM1'), 4),
    lastName: at(first('NM1'), 3),
    memberId: at(first('NM1'), 9),
    birthDate,
    groupNumber: group ? at(group, 2) : '',
    traces: all('TRN').map((one) => at(one, 2)),
    days: all('DTP').flatMap((one) => dayOf(one, unreadable)),
    benefits: benefits.flatMap((one) => benefitOf(one, repetition, unreadable)),
  }
}

const rejectionsOf = (level: Rejection['level'], found: Level | undefined): Rejection[] =>
  (found?.segments ?? [])
    .filter(({ id }) => id === 'AAA')
    .map((one) => ({ level, code: at(one, 3), followUp: at(one, 4) }))

const only = (levels: readonly Level[], code: string): Level | undefined => {
  if (levels.length > 1 || levels.some((one) => one.code !== code))
    throw new X12Error('order', 'The 271 answers more than one inquiry.')
  return levels[0]
}

/**
 * Reads every response (271, 005010X279A1) of a text, which can have several interchanges. Acknowledgments (TA1, 999)
 * beside them aren’t responses.
 * @throws X12Error if the text isn’t whole, has no response, or one that isn’t to one inquiry
 */
export const readResponses = (text: string): Response[] => {
  const responses = readInterchanges(text).flatMap(({ transactions, delimiters }) =>
    transactions
      .filter(({ type }) => type !== '999')
      .map((transaction) => responseOf(transaction, delimiters.repetition)),
  )
  if (responses.length === 0) throw new X12Error('transaction', 'The text has no 271.')
  return responses
}

const responseOf = (transaction: Transaction, repetition: string): Response => {
  if (transaction.type !== '271')
    throw new X12Error('transaction', `A ${transaction.type} is in the file instead of a 271.`)
  const payer = only(readLevels(transaction).top, '20')
  if (!payer) throw new X12Error('order', 'The 271 has no payer.')
  const inquirer = only(payer.children, '21')
  const subscriber = only(inquirer?.children ?? [], '22')
  const dependents = subscriber?.children ?? []
  if (dependents.some(({ code }) => code !== '23'))
    throw new X12Error('order', 'The 271 has a level below a subscriber that isn’t a dependent.')
  const unreadable: Unreadable = []
  const read = (level: Level) => personOf(level, repetition, unreadable)
  const name = payer.segments.find(({ id }) => id === 'NM1') ?? { id: 'NM1', elements: [] }
  return {
    payer: { name: at(name, 3), id: at(name, 9) },
    rejections: [
      ...rejectionsOf('payer', payer),
      ...rejectionsOf('inquirer', inquirer),
      ...rejectionsOf('subscriber', subscriber),
      ...dependents.flatMap((one) => rejectionsOf('dependent', one)),
    ],
    subscriber: subscriber ? read(subscriber) : null,
    dependents: dependents.map(read),
    unreadable,
  }
}
