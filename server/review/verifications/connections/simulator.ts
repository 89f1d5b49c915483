import { createHash } from 'node:crypto'
import { addDays } from '#server/platform/lib/days.ts'
import type { Envelope } from '#server/platform/lib/x12/envelope.ts'
import { readInquiry, writeInquiry, type Inquiry } from '#server/platform/lib/x12/inquiry.ts'
import { readResponses } from '#server/platform/lib/x12/response.ts'
import {
  writeResponse,
  type Answer,
  type WrittenBenefit,
  type WrittenDays,
} from '#server/platform/lib/x12/write-response.ts'
import type { Provider, ProviderAnswer } from './provider.ts'

/** What the simulator can answer, by the end of the member ID. */
const scenarios = [
  'ACT',
  'INA',
  'OTH',
  'MIS',
  'NPI',
  'T42',
  'NF7',
  'PND',
  'HDH',
  'END',
  'GRC',
  'LEG',
] as const
type Scenario = (typeof scenarios)[number]

/** How often each scenario is chosen for other member IDs, of 100. */
const shares: readonly (readonly [Scenario, number])[] = [
  ['ACT', 80],
  ['INA', 6],
  ['NF7', 4],
  ['OTH', 3],
  ['MIS', 2],
  ['HDH', 2],
  ['END', 2],
  ['GRC', 1],
]

/** Returns the scenario of a member: by the end of the member ID, else always the same by ID and birth date. */
const scenarioOf = ({ subscriber, dependent }: Inquiry): Scenario => {
  const id = subscriber.memberId.toUpperCase()
  const chosen = scenarios.find((one) => id.endsWith(one))
  if (chosen) return chosen
  const birthDate = (dependent ?? subscriber).birthDate ?? ''
  let left = createHash('sha256').update(`${id} ${birthDate}`).digest().readUInt32BE(0) % 100
  for (const [scenario, share] of shares) {
    if (left < share) return scenario
    left -= share
  }
  return 'ACT'
}

const none: Answer = { rejections: [], groupNumber: '', days: [], benefits: [] }

const rejects = (level: Answer['rejections'][number]['level'], code: string, followUp: string): Answer => ({
  ...none,
  rejections: [{ level, code, followUp }],
})

const benefit = (code: string, serviceType: string, more: Partial<WrittenBenefit>): WrittenBenefit => ({
  code,
  level: 'IND',
  serviceTypes: [serviceType],
  insuranceType: '',
  planName: '',
  period: '',
  amount: null,
  network: '',
  days: [],
  messages: [],
  entities: [],
  ...more,
})

const amounts = (serviceType: string, deductible: number): WrittenBenefit[] => [
  benefit('C', serviceType, { period: '23', amount: deductible, network: 'Y' }),
  benefit('C', serviceType, { level: 'FAM', period: '23', amount: deductible * 2, network: 'Y' }),
  benefit('C', serviceType, { period: '29', amount: deductible / 2, network: 'Y' }),
  benefit('G', serviceType, { period: '23', amount: 6000, network: 'Y' }),
]

const plan = { insuranceType: 'PR', planName: 'CHOICE PLUS PPO' } as const

const coverage = (inquiry: Inquiry, code: string, deductible: number, ends: string | null = null): Answer => {
  const begins: WrittenDays = { qualifier: '346', begins: `${inquiry.on.slice(0, 4)}-01-01`, ends: null }
  const end: WrittenDays[] = ends === null ? [] : [{ qualifier: '347', begins: ends, ends: null }]
  return {
    ...none,
    groupNumber: 'G7420',
    days: [begins, ...end],
    benefits: [benefit(code, inquiry.serviceType, plan), ...amounts(inquiry.serviceType, deductible)],
  }
}

const usualDeductible = 750

const answers: Readonly<Record<Scenario, (inquiry: Inquiry, tries: number) => Answer>> = {
  ACT: (inquiry) => coverage(inquiry, '1', usualDeductible),
  INA: (inquiry) => ({
    ...coverage(inquiry, '6', usualDeductible, addDays(inquiry.on, -62)),
    benefits: [benefit('6', inquiry.serviceType, plan)],
  }),
  OTH: ({ serviceType }) => ({
    ...none,
    benefits: [
      benefit('R', serviceType, { entities: [{ entity: 'PR', name: 'BRIGHTWATER HEALTH', id: '88221' }] }),
    ],
  }),
  MIS: ({ dependent }) => rejects(dependent ? 'dependent' : 'subscriber', '72', 'C'),
  NPI: () => rejects('inquirer', '51', 'C'),
  T42: (inquiry, tries) =>
    tries < 2 ? rejects('payer', '42', 'R') : coverage(inquiry, '1', usualDeductible),
  NF7: (inquiry) =>
    inquiry.dependent ? rejects('subscriber', '75', 'C') : coverage(inquiry, '1', usualDeductible),
  PND: (inquiry) => coverage(inquiry, '1', usualDeductible),
  HDH: (inquiry) => coverage(inquiry, '1', 6500),
  END: (inquiry) => coverage(inquiry, '1', usualDeductible, addDays(inquiry.on, 60)),
  GRC: (inquiry) => coverage(inquiry, '5', usualDeductible),
  LEG: (inquiry) => coverage(inquiry, '1', usualDeductible),
}

/** Returns an inquiry with the patient’s first name as the payer knows it. */
const withLegalName = (inquiry: Inquiry): Inquiry => {
  const firstName = 'Leopoldine'
  return inquiry.dependent
    ? { ...inquiry, dependent: { ...inquiry.dependent, firstName } }
    : { ...inquiry, subscriber: { ...inquiry.subscriber, firstName } }
}

/** How the simulator of a school behaves. */
interface SimulatorSettings {
  readonly latencyMs: number
  /** Whether it acts as if no payer could be reached. */
  readonly isOut: boolean
}

const simulate = (sent: string, tries: number, at: Envelope): ProviderAnswer => {
  const inquiry = readInquiry(sent)
  const scenario = scenarioOf(inquiry)
  if (scenario === 'PND' && tries === 0) return { kind: 'pending', sent, received: null }
  const envelope = { ...at, sender: at.receiver, receiver: at.sender }
  const answered = scenario === 'LEG' ? withLegalName(inquiry) : inquiry
  const received = writeResponse(envelope, answered, answers[scenario](inquiry, tries))
  return { kind: 'answered', sent, received, responses: readResponses(received) }
}

const outage = {
  kind: 'failed',
  status: 'request_failed',
  reason_code: 'outage',
  message: 'The insurance company can’t be reached.',
  next_step: 'Nothing is wrong with the form. Check again later.',
} as const

/**
 * Answers inquiries without a payer: always the same for the same member. It reads a real 270 and writes a real 271,
 * which goes the same way as the answer of a payer.
 */
export const createSimulator = ({ latencyMs, isOut }: SimulatorSettings): Provider => ({
  costCents: 0,
  send: async ({ inquiry, envelope, tries }) => {
    if (latencyMs > 0) await new Promise((done) => setTimeout(done, latencyMs))
    const sent = writeInquiry(envelope, inquiry)
    return isOut ? { ...outage, sent, received: null } : simulate(sent, tries, envelope)
  },
})
