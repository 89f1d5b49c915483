import { readDay } from './dates.ts'
import { dayElement, elementText, momentElements, segment } from './elements.ts'
import { writeInterchange, type Envelope } from './envelope.ts'
import { readLevels, type Level } from './levels.ts'
import { at, readInterchange, X12Error, type Segment } from './syntax.ts'

/** A person an inquiry is about. */
export interface InquiredPerson {
  readonly firstName: string | null
  readonly lastName: string
  /** YYYY-MM-DD */
  readonly birthDate: string | null
}

/** An eligibility inquiry (270). The patient is the dependent if there is one, else the subscriber. */
export interface Inquiry {
  /** TRN02: comes back in the response. */
  readonly trace: string
  readonly payer: { readonly name: string; readonly id: string }
  /** Who asks: the organization and its NPI. */
  readonly inquirer: { readonly name: string; readonly npi: string }
  readonly subscriber: InquiredPerson & { readonly memberId: string }
  readonly dependent: InquiredPerson | null
  /** EQ01: 30 health benefit plan coverage, 35 dental care, AL vision. */
  readonly serviceType: string
  /** The day that the question is about, YYYY-MM-DD. */
  readonly on: string
}

/** Writes the name of a subscriber (IL) or a dependent (03), with the member ID if there is one. */
export const personName = (
  entity: 'IL' | '03',
  { firstName, lastName }: InquiredPerson,
  memberId: string,
): Segment => {
  const [last, first] = [elementText(lastName, 60), elementText(firstName, 35)]
  return memberId === ''
    ? segment`NM1*${entity}*1*${last}*${first}`
    : segment`NM1*${entity}*1*${last}*${first}****MI*${elementText(memberId)}`
}

/** Writes the birth date of a person, if it’s known. */
export const personBirth = ({ birthDate }: InquiredPerson): Segment[] =>
  birthDate === null ? [] : [segment`DMG*D8*${dayElement(birthDate)}`]

/** Writes the begin of a 270 or a 271 (BHT02: 13 asks, 11 answers). */
export const beginOf = (purpose: '13' | '11', { trace }: Inquiry, at: Date): Segment => {
  const { day, time } = momentElements(at)
  return segment`BHT*0022*${purpose}*${trace}*${day}*${time}`
}

/** Writes the names of payer and inquirer. */
export const payerName = ({ name, id }: Inquiry['payer']): Segment =>
  segment`NM1*PR*2*${elementText(name, 60)}*****PI*${elementText(id)}`
export const inquirerName = ({ name, npi }: Inquiry['inquirer']): Segment =>
  segment`NM1*1P*2*${elementText(name, 60)}*****XX*${npi}`

/** Writes the trace of an inquiry (TRN01: 1 asks, 2 answers). */
export const traceOf = (type: '1' | '2', { trace, inquirer }: Inquiry): Segment =>
  segment`TRN*${type}*${trace}*9${inquirer.npi.slice(0, 9).padStart(9, '0')}`

/** Writes an inquiry as a 270 (005010X279A1) in its envelopes. */
export const writeInquiry = (envelope: Envelope, inquiry: Inquiry): string => {
  const { subscriber, dependent } = inquiry
  const trace = traceOf('1', inquiry)
  const segments = [
    beginOf('13', inquiry, envelope.at),
    segment`HL*1**20*1`,
    payerName(inquiry.payer),
    segment`HL*2*1*21*1`,
    inquirerName(inquiry.inquirer),
    segment`HL*3*2*22*${dependent ? '1' : '0'}`,
    ...(dependent ? [] : [trace]),
    personName('IL', subscriber, subscriber.memberId),
    ...personBirth(subscriber),
    ...(dependent
      ? [segment`HL*4*3*23*0`, trace, personName('03', dependent, ''), ...personBirth(dependent)]
      : []),
    segment`DTP*291*D8*${dayElement(inquiry.on)}`,
    segment`EQ*${inquiry.serviceType}`,
  ]
  return writeInterchange(envelope, { type: '270', control: '0001', segments })
}

const find = (level: Level, id: string): Segment =>
  level.segments.find((one) => one.id === id) ?? { id, elements: [] }

const personOf = (level: Level): InquiredPerson => {
  const name = find(level, 'NM1')
  return {
    firstName: at(name, 4) || null,
    lastName: at(name, 3),
    birthDate: readDay(at(find(level, 'DMG'), 2)),
  }
}

/** Returns a level and the first below each: payer, inquirer, subscriber, dependent. */
const chainOf = (level: Level | undefined): Level[] => (level ? [level, ...chainOf(level.children[0])] : [])

/** Reads the one inquiry of a 270, as a payer does. @throws X12Error */
export const readInquiry = (text: string): Inquiry => {
  const [transaction] = readInterchange(text).transactions
  if (transaction?.type !== '270') throw new X12Error('transaction', 'The interchange has no 270.')
  const [payer, inquirer, subscriber, dependent] = chainOf(readLevels(transaction).top[0])
  if (!payer || !inquirer || !subscriber) throw new X12Error('order', 'The 270 has no subscriber.')
  const patient = dependent ?? subscriber
  const [payerIs, inquirerIs] = [find(payer, 'NM1'), find(inquirer, 'NM1')]
  return {
    trace: at(find(patient, 'TRN'), 2),
    payer: { name: at(payerIs, 3), id: at(payerIs, 9) },
    inquirer: { name: at(inquirerIs, 3), npi: at(inquirerIs, 9) },
    subscriber: { ...personOf(subscriber), memberId: at(find(subscriber, 'NM1'), 9) },
    dependent: dependent ? personOf(dependent) : null,
    serviceType: at(find(patient, 'EQ'), 1),
    on: readDay(at(find(patient, 'DTP'), 3)) ?? '',
  }
}
