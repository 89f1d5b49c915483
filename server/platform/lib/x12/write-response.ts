import { dayElement, elementText, segment } from './elements.ts'
import { writeInterchange, type Envelope } from './envelope.ts'
import {
  beginOf,
  inquirerName,
  payerName,
  personBirth,
  personName,
  traceOf,
  type InquiredPerson,
  type Inquiry,
} from './inquiry.ts'
import type { Benefit, QualifiedDays, Rejection } from './response.ts'
import type { Segment } from './syntax.ts'

/** Dates and benefits before they’re segments. */
export type WrittenDays = Omit<QualifiedDays, 'segment'>
export type WrittenBenefit = Omit<Benefit, 'segment' | 'groupNumber' | 'days'> & {
  readonly days: readonly WrittenDays[]
}

/** What a payer answers to an inquiry, about the patient. */
export interface Answer {
  readonly rejections: readonly Rejection[]
  readonly groupNumber: string
  readonly days: readonly WrittenDays[]
  readonly benefits: readonly WrittenBenefit[]
  /** Whom the payer has found, if not exactly whom the inquiry named. */
  readonly patient?: InquiredPerson
}

const daysOf = ({ qualifier, begins, ends }: WrittenDays): Segment =>
  ends === null
    ? segment`DTP*${qualifier}*D8*${dayElement(begins)}`
    : segment`DTP*${qualifier}*RD8*${dayElement(begins)}-${dayElement(ends)}`

const benefitOf = (benefit: WrittenBenefit): Segment[] => {
  const { code, level, serviceTypes, insuranceType, period, network, entities } = benefit
  const amount = benefit.amount === null ? '' : String(benefit.amount)
  const plan = elementText(benefit.planName, 50)
  return [
    segment`EB*${code}*${level}*${serviceTypes}*${insuranceType}*${plan}*${period}*${amount}*****${network}`,
    ...benefit.days.map(daysOf),
    ...benefit.messages.map((message) => segment`MSG*${message}`),
    ...(entities.length === 0 ? [] : [segment`LS*2120`, ...entities.map(entityOf), segment`LE*2120`]),
  ]
}

const entityOf = ({ entity, name, id }: Benefit['entities'][number]): Segment =>
  segment`NM1*${entity}*2*${elementText(name, 60)}*****PI*${id}`

/** Writes the 271 with which a payer answers an inquiry: for the simulator and for tests. */
export const writeResponse = (envelope: Envelope, inquiry: Inquiry, answer: Answer): string => {
  const { subscriber, dependent } = inquiry
  const rejections = (level: Rejection['level']): Segment[] =>
    answer.rejections
      .filter((one) => one.level === level)
      .map(({ code, followUp }) => segment`AAA*N**${code}*${followUp}`)
  const patient = answer.patient ?? dependent ?? subscriber
  const trace = traceOf('2', inquiry)
  const segments = [
    beginOf('11', inquiry, envelope.at),
    segment`HL*1**20*1`,
    ...rejections('payer'),
    payerName(inquiry.payer),
    segment`HL*2*1*21*1`,
    inquirerName(inquiry.inquirer),
    ...rejections('inquirer'),
    segment`HL*3*2*22*${dependent ? '1' : '0'}`,
    ...(dependent ? [] : [trace]),
    personName('IL', dependent ? subscriber : patient, subscriber.memberId),
    ...(dependent
      ? [...rejections('subscriber'), segment`HL*4*3*23*0`, trace, personName('03', patient, '')]
      : []),
    ...(answer.groupNumber === '' ? [] : [segment`REF*6P*${elementText(answer.groupNumber, 50)}`]),
    ...rejections(dependent ? 'dependent' : 'subscriber'),
    ...personBirth(patient),
    ...answer.days.map(daysOf),
    ...answer.benefits.flatMap(benefitOf),
  ]
  return writeInterchange(envelope, { type: '271', control: '0001', segments })
}
