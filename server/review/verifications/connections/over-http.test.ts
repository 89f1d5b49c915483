import tls from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Inquiry } from '#server/platform/lib/x12/inquiry.ts'
import { startClearinghouse, type Behavior, type TestClearinghouse } from '#server/testing/clearinghouse.ts'
import { ownCertificate } from '#server/testing/own-certificate.ts'
import { aboutDependent, golden, rejection, student } from '#server/testing/golden-271.ts'
import { readAnswers, type AskedQuestion } from '../rules/read-answer.ts'
import { createJsonProvider } from './json.ts'
import type { ProviderAnswer } from './provider.ts'
import { createX12Provider } from './x12.ts'

let clearinghouse: TestClearinghouse
beforeAll(async () => {
  clearinghouse = await startClearinghouse()
})
afterAll(() => clearinghouse.close())
beforeEach(() => {
  clearinghouse.received.length = 0
})

const inquiry: Inquiry = {
  trace: 'T-1',
  payer: { name: 'Harbor Health', id: '62308' },
  inquirer: { name: 'Harborview University', npi: '1234567893' },
  subscriber: { firstName: 'Carla', lastName: 'Rossi', birthDate: '1970-01-02', memberId: 'HH1234567' },
  dependent: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05' },
  serviceType: '30',
  on: '2026-11-20',
}
const envelope = {
  sender: 'SHIPMATE',
  receiver: 'CLEARING',
  control: 77,
  at: new Date('2026-11-20T15:00:00Z'),
  isTest: false,
}
const asked: AskedQuestion = {
  coverage: 'medical',
  on: inquiry.on,
  trace: inquiry.trace,
  student: { firstName: 'Maya', lastName: 'Rossi', birthDate: '2003-04-05' },
  payer: inquiry.payer,
}

type Protocol = 'x12' | 'json'
const protocols: readonly Protocol[] = ['x12', 'json']

const send = (
  protocol: Protocol,
  { address = clearinghouse.url, privateHosts = ['127.0.0.1'], timeout = 1000 } = {},
): Promise<ProviderAnswer> => {
  const common = { address, secret: 'correct horse', costCents: 20, privateHosts, timeout }
  const provider =
    protocol === 'x12' ? createX12Provider({ ...common, userName: 'harborview' }) : createJsonProvider(common)
  return provider.send({ inquiry, envelope, tries: 0 })
}

/** Asks the clearinghouse, and judges the answer as a check does. */
const ask = async (protocol: Protocol, behavior: Behavior, options: Parameters<typeof send>[1] = {}) => {
  clearinghouse.behavior = behavior
  const answer = await send(protocol, options)
  return answer.kind === 'answered' ? readAnswers(asked, answer.responses) : answer
}

const reply =
  (body: string, status = 200): Behavior =>
  (_request, response) => {
    response.writeHead(status).end(body)
  }

/** The same facts as the golden 271s, in JSON. */
const json = (change: object = {}): string =>
  JSON.stringify({
    submitterTransactionIdentifier: 'T-1',
    payer: { name: 'HARBOR HEALTH', payorIdentification: '62308' },
    subscriber: { memberId: 'HH1234567', firstName: 'CARLA', lastName: 'ROSSI', dateOfBirth: '19700102' },
    dependents: [{ firstName: 'MAYA', lastName: 'ROSSI', dateOfBirth: '20030405' }],
    planInformation: { groupNumber: 'G7420', groupDescription: 'HARBOR STAFF' },
    planDateInformation: { planBegin: '20260101' },
    benefitsInformation: [active],
    errors: [],
    ...change,
  })
const active = {
  code: '1',
  name: 'Active Coverage',
  coverageLevelCode: 'IND',
  serviceTypeCodes: ['30'],
  insuranceTypeCode: 'PR',
  planCoverage: 'CHOICE PPO',
}
const inactive = { code: '6', name: 'Inactive', serviceTypeCodes: ['30'] }
const error = (code: string) => ({
  code,
  location: 'Loop 2100C',
  description: 'x',
  followupAction: 'Please Correct and Resubmit',
})
const usual = [...student, 'DTP*346*D8*20260101']
const otherPayer = ['LS*2120', 'NM1*PR*2*BRIGHTWATER*****PI*88221', 'LE*2120']
const related = {
  entityIdentifier: 'Payer',
  entityName: 'BRIGHTWATER',
  entityIdentificationValue: '88221',
}

describe('both protocols say the same', () => {
  it.each<[string, string, string, object]>([
    [
      'an active plan',
      aboutDependent(...usual, 'EB*1*IND*30*PR*CHOICE PPO'),
      json(),
      { status: 'active', plan: { name: 'CHOICE PPO', group_number: 'G7420', begins_on: '2026-01-01' } },
    ],
    [
      'an overdue premium',
      aboutDependent(...usual, 'EB*5*IND*30'),
      json({ benefitsInformation: [{ ...active, code: '5' }] }),
      { status: 'active', reason_code: 'grace_period' },
    ],
    [
      'an inactive plan',
      aboutDependent(...usual, 'EB*6**30'),
      json({ benefitsInformation: [inactive] }),
      { status: 'inactive' },
    ],
    [
      'a plan that ended',
      aboutDependent(...student, 'DTP*291*RD8*20250101-20251231', 'EB*1*IND*30'),
      json({ planDateInformation: { plan: '20250101-20251231' } }),
      { status: 'inactive', reason_code: 'ended' },
    ],
    [
      'a benefit that ended',
      aboutDependent(...usual, 'EB*1*IND*30', 'DTP*349*D8*20260731'),
      json({ benefitsInformation: [{ ...active, benefitsDateInformation: { benefitEnd: '20260731' } }] }),
      { status: 'inactive', reason_code: 'ended' },
    ],
    [
      'another payer',
      aboutDependent(...usual, 'EB*R**30', ...otherPayer),
      json({ benefitsInformation: [{ ...inactive, code: 'R', benefitsRelatedEntities: [related] }] }),
      { status: 'other_plan_detected', other_payers: [{ name: 'BRIGHTWATER', id: '88221' }] },
    ],
    [
      'a deductible',
      aboutDependent(
        ...usual,
        'EB*1*IND*30',
        'EB*C*IND*30***23*750*****Y',
        'EB*C*IND*30***29*375.5*****Y',
        'EB*C*IND*30***23*2000*****N',
      ),
      json({
        benefitsInformation: [
          active,
          ...[
            ['23', '750', 'Y'],
            ['29', '375.5', 'Y'],
            ['23', '2000', 'N'],
          ].map(([timeQualifierCode, benefitAmount, inPlanNetworkIndicatorCode]) => ({
            code: 'C',
            coverageLevelCode: 'IND',
            serviceTypeCodes: ['30'],
            timeQualifierCode,
            benefitAmount,
            inPlanNetworkIndicatorCode,
          })),
        ],
      }),
      { status: 'active', deductible: { individual: '750.00', remaining: '375.50' } },
    ],
    [
      'a rejection',
      rejection('subscriber', '75'),
      json({ errors: [error('75')], benefitsInformation: [] }),
      { status: 'unknown', reason_code: '75' },
    ],
    [
      'a rejection of the inquirer',
      rejection('inquirer', '51'),
      json({ provider: { aaaErrors: [error('51')] }, benefitsInformation: [] }),
      { status: 'unable_to_send_request', reason_code: '51' },
    ],
    [
      'a payer that can’t respond',
      rejection('payer', '42'),
      json({ errors: [error('42')] }),
      { status: 'request_failed', reason_code: '42' },
    ],
    [
      'a day that can’t be read',
      aboutDependent(...student, 'DTP*347*D8*20261345', 'EB*1*IND*30'),
      json({ planDateInformation: { planEnd: '20261345' } }),
      { status: 'unknown', reason_code: 'unreadable' },
    ],
    [
      'an answer about another person',
      aboutDependent('DMG*D8*19990909*F', 'EB*1*IND*30').replaceAll('MAYA', 'JOHN'),
      json({ dependents: [{ firstName: 'JOHN', lastName: 'ROSSI', dateOfBirth: '19990909' }] }),
      { status: 'unknown', reason_code: 'other_person' },
    ],
    [
      'an answer to another inquiry',
      aboutDependent(...usual, 'EB*1*IND*30').replace('TRN*2*T-1*', 'TRN*2*T-2*'),
      json({ submitterTransactionIdentifier: 'T-2' }),
      { status: 'unknown', reason_code: 'other_answer' },
    ],
  ])('of %s', async (_what, x12Text, jsonText, reading) => {
    expect(await ask('x12', reply(x12Text))).toMatchObject(reading)
    expect(await ask('json', reply(jsonText))).toMatchObject(reading)
  })
})

describe.each(protocols)('over %s', (protocol) => {
  it.each<[string, Behavior, object]>([
    ['401', reply('', 401), { status: 'unable_to_send_request', reason_code: 'sign_in_refused' }],
    ['403', reply('', 403), { status: 'unable_to_send_request', reason_code: 'no_access' }],
    ['404', reply('', 404), { status: 'unable_to_send_request', reason_code: 'no_service' }],
    ['405', reply('', 405), { status: 'unable_to_send_request', reason_code: 'not_taken' }],
    ['400', reply('', 400), { status: 'missing_request_information', reason_code: 'not_accepted' }],
    ['422', reply('{}', 422), { status: 'missing_request_information', reason_code: 'not_accepted' }],
    ['429', reply('', 429), { status: 'request_failed', reason_code: 'too_many' }],
    ['500', reply('oh no', 500), { status: 'request_failed', reason_code: 'outage' }],
    ['503', reply('', 503), { status: 'request_failed', reason_code: 'outage' }],
    ['an empty answer', reply(''), { status: 'request_failed', reason_code: 'unreadable' }],
    [
      'a page',
      reply('<!doctype html><h1>Welcome</h1>'),
      { status: 'request_failed', reason_code: 'unreadable' },
    ],
    ['garbage', reply('\u0000\uFFFD{"[~*'), { status: 'request_failed', reason_code: 'unreadable' }],
    [
      'a cut X12 text',
      reply(aboutDependent(...usual, 'EB*1*IND*30').slice(0, -40)),
      { status: 'request_failed', reason_code: 'unreadable' },
    ],
    ['a cut JSON text', reply(json().slice(0, -40)), { status: 'request_failed', reason_code: 'unreadable' }],
    ['too much', reply('a'.repeat(1_100_000)), { status: 'request_failed', reason_code: 'too_large' }],
    ['nothing', () => undefined, { status: 'request_failed', reason_code: 'timeout' }],
    [
      'the rest too late',
      (_request, response) => {
        response.writeHead(200).write('ISA')
      },
      { status: 'request_failed', reason_code: 'timeout' },
    ],
    [
      'a broken connection',
      (_request, response) => response.destroy(),
      { status: 'request_failed', reason_code: 'unreachable' },
    ],
    [
      'half an answer',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '5000' }).write('ISA*00*')
        setTimeout(() => response.destroy(), 30)
      },
      { status: 'request_failed', reason_code: 'unreachable' },
    ],
    [
      'a redirect',
      (_request, response) => {
        response.writeHead(307, { location: '/elsewhere' }).end()
      },
      { status: 'unable_to_send_request', reason_code: 'redirected' },
    ],
  ])('%s is a failure with a reason and a next step', async (_what, behavior, failure) => {
    expect(await ask(protocol, behavior, { timeout: 300 })).toMatchObject({
      kind: 'failed',
      ...failure,
      message: expect.stringMatching(/\.$/),
      next_step: expect.stringMatching(/\.$/),
      sent: expect.stringContaining('62308'),
    })
    expect(clearinghouse.received.map(({ path }) => path)).toEqual(['/eligibility'])
  })

  it('202 means that the payer answers later', async () => {
    expect(await ask(protocol, reply('accepted', 202))).toMatchObject({
      kind: 'pending',
      received: 'accepted',
    })
  })

  it('a clearinghouse that isn’t there can’t be reached', async () => {
    const gone = await startClearinghouse()
    await gone.close()
    expect(await send(protocol, { address: gone.url })).toMatchObject({ reason_code: 'unreachable' })
  })

  it('nothing is sent to an address that is private or not https', async () => {
    const refused = { status: 'unable_to_send_request', reason_code: 'refused_address', sent: null }
    for (const address of [clearinghouse.url, clearinghouse.url.replace('http:', 'https:'), 'nowhere'])
      expect(await send(protocol, { address, privateHosts: [] })).toMatchObject(refused)
    expect(clearinghouse.received).toEqual([])
  })
})

describe('an inquiry', () => {
  it('is a 270 with user name and password', async () => {
    await ask('x12', reply(aboutDependent(...usual, 'EB*1*IND*30')))
    const [received] = clearinghouse.received
    expect(received?.headers).toMatchObject({
      'content-type': 'application/edi-x12',
      authorization: `Basic ${Buffer.from('harborview:correct horse').toString('base64')}`,
    })
    expect(received?.body).toMatch(/^ISA\*.*~ST\*270\*.*~NM1\*03\*1\*Rossi\*Maya~.*~IEA\*1\*000000077~$/)
  })

  it('is JSON with the key', async () => {
    await ask('json', reply(json()))
    const [received] = clearinghouse.received
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'correct horse',
    })
    expect(JSON.parse(received?.body ?? '')).toEqual({
      controlNumber: '000000077',
      submitterTransactionIdentifier: 'T-1',
      tradingPartnerServiceId: '62308',
      provider: { organizationName: 'Harborview University', npi: '1234567893' },
      subscriber: {
        firstName: 'Carla',
        lastName: 'Rossi',
        dateOfBirth: '19700102',
        memberId: 'HH1234567',
      },
      dependents: [{ firstName: 'Maya', lastName: 'Rossi', dateOfBirth: '20030405' }],
      encounter: { serviceTypeCodes: ['30'], dateOfService: '20261120' },
    })
  })

  it('goes over https only to a server whose certificate is trusted', async () => {
    const secure = await startClearinghouse(true)
    const trusted = tls.getCACertificates('default')
    const options = { address: secure.url }
    expect(await send('json', options)).toMatchObject({ reason_code: 'unreachable' })
    expect(secure.received).toEqual([])
    tls.setDefaultCACertificates([...trusted, ownCertificate.cert])
    try {
      expect(await send('json', options)).toMatchObject({ kind: 'answered' })
      expect(await send('x12', options)).toMatchObject({ kind: 'answered' })
    } finally {
      tls.setDefaultCACertificates(trusted)
      await secure.close()
    }
  })
})

describe('an answer that only acknowledges', () => {
  const envelopeOf = (...lines: readonly string[]): string =>
    golden()
      .split('~')
      .flatMap((line) => (line.startsWith('ISA') ? [line, ...lines] : line.startsWith('IEA') ? [line] : []))
      .concat('')
      .join('~')

  it.each([
    ['a TA1', envelopeOf('TA1*000000077*261120*1030*R*020').replace('IEA*1*', 'IEA*0*')],
    [
      'a 999',
      envelopeOf(
        'GS*FA*CLEARING*SHIPMATE*20261120*1030*77*X*005010X231A1',
        'ST*999*0001*005010X231A1',
        'AK1*HS*77',
        'AK9*R*1*1*0',
        'SE*4*0001',
        'GE*1*77',
      ),
    ],
  ])('is a failure: %s', async (_what, text) => {
    expect(await ask('x12', reply(text))).toMatchObject({
      status: 'request_failed',
      reason_code: 'rejected_format',
    })
  })
})

describe('JSON', () => {
  it.each<[string, string, number, object]>([
    [
      'an error of the clearinghouse in a success',
      json({ errors: [{ code: 'INTERNAL', description: 'x' }] }),
      200,
      { status: 'request_failed', reason_code: 'reported_error' },
    ],
    [
      'one error in a success',
      json({ error: { reject_reason_code: 'x' } }),
      200,
      { status: 'request_failed', reason_code: 'reported_error' },
    ],
    [
      'the payer’s reason in a refusal',
      JSON.stringify({ errors: [error('79')] }),
      400,
      { status: 'unable_to_send_request', reason_code: '79' },
    ],
    ['nothing about the student', '{}', 200, { status: 'request_failed', reason_code: 'unreadable' }],
    ['no object', '[]', 200, { status: 'request_failed', reason_code: 'unreadable' }],
    ['null', 'null', 200, { status: 'request_failed', reason_code: 'unreadable' }],
    [
      'two students',
      json({ dependents: [{ firstName: 'MAYA' }, { firstName: 'JOHN' }] }),
      200,
      { status: 'request_failed', reason_code: 'unreadable' },
    ],
    [
      'another type than expected',
      json({ benefitsInformation: 'active' }),
      200,
      { status: 'request_failed', reason_code: 'unreadable' },
    ],
    [
      'a benefit without a service type',
      json({ benefitsInformation: [{ code: '1' }] }),
      200,
      { status: 'unknown', reason_code: 'no_answer' },
    ],
    [
      'a subscriber only, who is the student',
      json({
        dependents: null,
        subscriber: { firstName: 'MAYA', lastName: 'ROSSI', dateOfBirth: '20030405' },
      }),
      200,
      { status: 'active' },
    ],
    [
      'a subscriber only, who is someone else',
      json({ dependents: [] }),
      200,
      { status: 'unknown', reason_code: 'other_person' },
    ],
  ])('can have %s', async (_what, body, status, reading) => {
    expect(await ask('json', reply(body, status))).toMatchObject(reading)
  })
})
