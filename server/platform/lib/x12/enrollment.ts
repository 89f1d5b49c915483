import { addressElements, dayElement, elementText, momentElements, segment } from './elements.ts'
import type { Segment } from './syntax.ts'

/** Codes of an 834 (005010X220A1): INS03 and HD01. */
export type MaintenanceCode = '001' | '021' | '024' | '025' | '030'

/** A party of the file: its name and its ID. */
interface Party {
  readonly name: string
  readonly id: string
}

/** What an 834 says before its members. Days are `YYYY-MM-DD`. */
export interface EnrollmentHeader {
  /** BGN02: the sender’s number of this file. */
  readonly reference: string
  readonly at: Date
  /** BGN08: 2 changes, 4 verify (a full file). */
  readonly action: '2' | '4'
  /** REF*38: the master policy number. */
  readonly policy: string
  /** DTP*007. */
  readonly effective: string
  readonly subscribers: number
  readonly dependents: number
  /** N1*P5 with the EIN. */
  readonly sponsor: Party
  /** N1*IN. */
  readonly payer: Party
  /** N1*TV: the plan’s administrator, if it isn’t the carrier. */
  readonly administrator: Party | null
}

/** A coverage of a member (loop 2300). */
export interface MemberCoverage {
  readonly maintenance: MaintenanceCode
  /** HD03. */
  readonly line: 'HLT' | 'DEN' | 'VIS'
  /** HD04. */
  readonly plan: string
  /** HD05, such as IND or FAM. */
  readonly level: string
  readonly begins: string | null
  readonly ends: string | null
  /** AMT*P3: a decimal string. */
  readonly premium: string | null
  /** REF*1L. */
  readonly policy: string | null
}

interface PersonName {
  readonly last: string
  readonly first: string
  readonly middle: string
}

/** One member of an 834 (loop 2000): a subscriber, or a dependent of the subscriber before it. Empty texts aren’t sent. */
export interface Member {
  readonly isSubscriber: boolean
  /** INS02: 18 self, 01 spouse, 19 child, 53 life partner. */
  readonly relation: string
  readonly maintenance: MaintenanceCode
  /** INS04. */
  readonly reason: string
  /** INS08: FT, PT, TE, L1; empty for dependents. */
  readonly employment: string
  /** INS09: F, P, N; empty for dependents. */
  readonly studentStatus: string
  /** REF*0F: the subscriber’s number, also for dependents. */
  readonly subscriberNumber: string
  /** REF*1L. */
  readonly policyNumber: string
  /** REF*DX: campus or department. */
  readonly department: string
  /** DTP*350 and 351, 356 and 357. */
  readonly education: { readonly begins: string | null; readonly ends: string | null }
  readonly eligibility: { readonly begins: string | null; readonly ends: string | null }
  readonly name: PersonName
  /** NM108 and NM109: 34 SSN, ZZ an agreed ID. */
  readonly identifier: { readonly qualifier: '34' | 'ZZ'; readonly value: string } | null
  readonly phone: string
  readonly email: string
  readonly address: {
    readonly line1: string
    readonly line2: string
    readonly city: string
    readonly state: string
    readonly zip: string
    /** Two letters; empty in the U.S. */
    readonly country: string
  } | null
  readonly birthDate: string | null
  readonly gender: 'F' | 'M' | 'U'
  /** Whether the name corrects the one that was sent before (NM1*74 instead of NM1*IL). */
  readonly isCorrection: boolean
  /** NM1*70. */
  readonly priorName: PersonName | null
  /** NM1*M8. */
  readonly school: string
  readonly coverages: readonly MemberCoverage[]
}

/** Returns the segments before the members. */
export const headerSegments = (header: EnrollmentHeader): Segment[] => {
  const { sponsor, payer, administrator, subscribers, dependents } = header
  const { day, time } = momentElements(header.at)
  return [
    segment`BGN*00*${header.reference}*${day}*${time}****${header.action}`,
    segment`REF*38*${header.policy}`,
    segment`DTP*007*D8*${dayElement(header.effective)}`,
    segment`QTY*TO*${String(subscribers + dependents)}`,
    segment`QTY*ET*${String(subscribers)}`,
    segment`QTY*DT*${String(dependents)}`,
    segment`N1*P5*${elementText(sponsor.name, 60)}*FI*${sponsor.id}`,
    segment`N1*IN*${elementText(payer.name, 60)}*FI*${payer.id}`,
    ...(administrator ? [segment`N1*TV*${elementText(administrator.name, 60)}*94*${administrator.id}`] : []),
  ]
}

/** Returns the segments of a member with its coverages. */
export const memberSegments = (member: Member): Segment[] => [
  segment`INS*${member.isSubscriber ? 'Y' : 'N'}*${member.relation}*${member.maintenance}*${member.reason}*A***${member.employment}*${member.studentStatus}`,
  ...reference('0F', member.subscriberNumber),
  ...reference('1L', member.policyNumber),
  ...reference('DX', member.department),
  ...date('350', member.education.begins),
  ...date('351', member.education.ends),
  ...date('356', member.eligibility.begins),
  ...date('357', member.eligibility.ends),
  nameSegment(member),
  ...contact(member),
  ...address(member),
  segment`DMG*D8*${dayElement(member.birthDate)}*${member.gender}`,
  ...(member.priorName ? [priorName(member.priorName)] : []),
  ...(member.school === '' ? [] : [segment`NM1*M8*2*${elementText(member.school, 60)}`]),
  ...member.coverages.flatMap(coverageSegments),
]

const reference = (qualifier: string, value: string): Segment[] =>
  value === '' ? [] : [segment`REF*${qualifier}*${elementText(value, 50)}`]

const date = (qualifier: string, day: string | null): Segment[] =>
  day === null ? [] : [segment`DTP*${qualifier}*D8*${dayElement(day)}`]

/** Returns a name as the file can carry it. */
const fitted = ({ last, first, middle }: PersonName): PersonName => ({
  last: elementText(last, 60),
  first: elementText(first, 35),
  middle: elementText(middle, 25),
})

const nameSegment = ({ name, identifier, isCorrection }: Member): Segment => {
  const { last, first, middle } = fitted(name)
  const own = [isCorrection ? '74' : 'IL', '1', last, first, middle]
  return {
    id: 'NM1',
    elements: identifier ? [...own, '', '', identifier.qualifier, elementText(identifier.value)] : own,
  }
}

const priorName = (name: PersonName): Segment => {
  const { last, first, middle } = fitted(name)
  return segment`NM1*70*1*${last}*${first}*${middle}`
}

const contact = ({ phone, email }: Member): Segment[] => {
  const ways = [
    ['HP', elementText(phone, 256)],
    ['EM', elementText(email, 256)],
  ].filter(([, value]) => value !== '')
  return ways.length === 0 ? [] : [{ id: 'PER', elements: ['IP', '', ...ways.flat()] }]
}

const address = ({ address: place }: Member): Segment[] => {
  if (!place) return []
  const { first, second } = addressElements(place.line1, place.line2)
  return [
    segment`N3*${first}*${second}`,
    segment`N4*${elementText(place.city, 30)}*${elementText(place.state, 2)}*${elementText(place.zip, 15)}*${place.country}`,
  ]
}

/** Returns a decimal without the zeros that X12 leaves out: 4678.00 → 4678. */
const decimal = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

const coverageSegments = (one: MemberCoverage): Segment[] => [
  segment`HD*${one.maintenance}**${one.line}*${elementText(one.plan, 50)}*${one.level}`,
  ...date('348', one.begins),
  ...date('349', one.ends),
  ...(one.premium === null ? [] : [segment`AMT*P3*${decimal(one.premium)}`]),
  ...reference('1L', one.policy ?? ''),
]
