import { momentElements } from './elements.ts'
import { usualDelimiters, writeSegments, type Segment, type Transaction } from './syntax.ts'

/** Who sends an interchange to whom, under which number. */
export interface Envelope {
  /** ISA06 and GS02, at most 15 characters. */
  readonly sender: string
  /** ISA08 and GS03, at most 15 characters. */
  readonly receiver: string
  /** ISA13 and GS06, 1 to 999,999,999. */
  readonly control: number
  /** The instant in UTC that ISA and GS carry. */
  readonly at: Date
  /** ISA15: whether the receiver must treat it as a test. */
  readonly isTest: boolean
}

/** The functional group and the implementation guide of each transaction. */
const guides = {
  '270': { group: 'HS', guide: '005010X279A1' },
  '271': { group: 'HB', guide: '005010X279A1' },
  '834': { group: 'BE', guide: '005010X220A1' },
} as const

/** A transaction of a known guide without its segments: ST01 and ST02. */
interface Opened {
  readonly type: keyof typeof guides
  readonly control: string
}

/** Writes one transaction in its envelopes, with control numbers and counts. */
export const writeInterchange = (
  envelope: Envelope,
  { segments, ...transaction }: Transaction & Opened,
): string =>
  openInterchange(envelope, transaction.type) +
  openTransaction(transaction) +
  writeSegments(segments, usualDelimiters) +
  closeTransaction(transaction, segments.length) +
  closeInterchange(envelope, 1)

const interchangeControl = (control: number): string => String(control).padStart(9, '0')

/** Writes ISA and GS of a group of transactions; for those that are written in pieces. */
export const openInterchange = (
  { sender, receiver, control, at, isTest }: Envelope,
  type: Opened['type'],
): string => {
  const { group, guide } = guides[type]
  const { day, time } = momentElements(at)
  const { repetition, component } = usualDelimiters
  const wide = (text: string): string => text.padEnd(15).slice(0, 15)
  const none = `00*${' '.repeat(10)}`
  const isa = `${none}*${none}*ZZ*${wide(sender)}*ZZ*${wide(receiver)}*${day.slice(2)}*${time}*${repetition}*00501*${interchangeControl(control)}*0*${isTest ? 'T' : 'P'}*${component}`
  const opened: Segment[] = [
    { id: 'ISA', elements: isa.split('*') },
    { id: 'GS', elements: [group, sender, receiver, day, time, String(control), 'X', guide] },
  ]
  return writeSegments(opened, usualDelimiters)
}

/** Writes ST. */
export const openTransaction = ({ type, control }: Opened): string =>
  writeSegments([{ id: 'ST', elements: [type, control, guides[type].guide] }], usualDelimiters)

/** Writes SE after a transaction of so many segments, without ST and SE. */
export const closeTransaction = ({ control }: Pick<Opened, 'control'>, segments: number): string =>
  writeSegments([{ id: 'SE', elements: [String(segments + 2), control] }], usualDelimiters)

/** Writes GE and IEA after so many transactions. */
export const closeInterchange = ({ control }: Pick<Envelope, 'control'>, transactions: number): string => {
  const closed: Segment[] = [
    { id: 'GE', elements: [String(transactions), String(control)] },
    { id: 'IEA', elements: ['1', interchangeControl(control)] },
  ]
  return writeSegments(closed, usualDelimiters)
}
