import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Inquiry, readInquiry, writeInquiry } from '#server/platform/lib/x12/inquiry.ts'
import { readAnswers } from '../rules/read-answer.ts'
import { createSimulator } from './simulator.ts'

const envelope = {
  sender: 'SHIPMATE',
  receiver: 'SIMULATOR',
  control: 7,
  at: new Date('2026-11-20T15:00:00Z'),
  isTest: true,
}
const inquiry: Inquiry = {
  trace: 'T-1',
  payer: { name: 'Harbor Health', id: '62308' },
  inquirer: { name: 'Harborview University', npi: '1234567893' },
  subscriber: { firstName: 'Carla', lastName: 'Rossi', birthDate: '1970-01-02', memberId: 'HH12345ACT' },
  dependent: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05' },
  serviceType: '30',
  on: '2026-11-20',
}
const simulator = createSimulator({ latencyMs: 0, isOut: false })
const asked = {
  coverage: 'medical',
  on: inquiry.on,
  trace: inquiry.trace,
  student: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05' },
  payer: inquiry.payer,
} as const

const ask = async (memberId: string, tries = 0, change: Partial<Inquiry> = {}) => {
  const about = { ...inquiry, subscriber: { ...inquiry.subscriber, memberId }, ...change }
  const answer = await simulator.send({ inquiry: about, envelope, tries })
  return answer.kind === 'answered' ? readAnswers(asked, answer.responses) : answer
}

it.each<[string, number, object]>([
  ['HH1ACT', 0, { status: 'active', deductible: { individual: '750.00' } }],
  ['HH1INA', 0, { status: 'inactive' }],
  ['HH1OTH', 0, { status: 'other_plan_detected', other_payers: [{ id: '88221' }] }],
  ['HH1MIS', 0, { status: 'missing_request_information', reason_code: '72' }],
  ['HH1NPI', 0, { status: 'unable_to_send_request', reason_code: '51' }],
  ['HH1T42', 0, { status: 'request_failed', reason_code: '42' }],
  ['HH1T42', 1, { status: 'request_failed' }],
  ['HH1T42', 2, { status: 'active' }],
  ['HH1NF7', 0, { status: 'unknown', reason_code: '75' }],
  ['HH1PND', 0, { kind: 'pending' }],
  ['HH1PND', 1, { status: 'active' }],
  ['HH1HDH', 0, { status: 'active', deductible: { individual: '6500.00' } }],
  ['HH1END', 0, { status: 'active', plan: { ends_on: '2027-01-19' } }],
  ['hh1grc', 0, { status: 'active', reason_code: 'grace_period' }],
])('a member ID %s is answered after %i tries as its scenario says', async (memberId, tries, reading) => {
  expect(await ask(memberId, tries)).toMatchObject(reading)
})

it('finds the subscriber of NF7 who isn’t asked about as a dependent', async () => {
  const subscriber = { ...asked.student, memberId: 'HH1NF7' }
  expect(await ask('', 0, { subscriber, dependent: null })).toMatchObject({ status: 'active' })
})

it('answers other members always the same', async () => {
  const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => ask(`M${1000 + index}`)))
  const again = await Promise.all(Array.from({ length: 200 }, (_, index) => ask(`M${1000 + index}`)))
  expect(again).toEqual(statuses)
  const active = statuses.filter((one) => 'status' in one && one.status === 'active').length
  expect(active).toBeGreaterThan(140)
  expect(active).toBeLessThan(190)
})

it('fails technically while it’s out', async () => {
  const out = createSimulator({ latencyMs: 0, isOut: true })
  expect(await out.send({ inquiry, envelope, tries: 0 })).toMatchObject({
    kind: 'failed',
    status: 'request_failed',
    received: null,
  })
})

it('reads what an inquiry asks as it was written', () => {
  const name = fc
    .string({ unit: fc.constantFrom(...'ABCabc -'), minLength: 1, maxLength: 12 })
    .map((text) => text.trim() || 'A')
  const clean = name.map((text) => text.replace(/ +/g, ' '))
  const day = fc.constantFrom('1999-02-28', '2003-04-05', '2004-02-29')
  const someone = fc.record({ firstName: clean, lastName: clean, birthDate: day })
  fc.assert(
    fc.property(someone, fc.option(someone), (subscriber, dependent) => {
      const about = { ...inquiry, subscriber: { ...subscriber, memberId: 'M-1' }, dependent }
      expect(readInquiry(writeInquiry(envelope, about))).toEqual(about)
    }),
  )
})
