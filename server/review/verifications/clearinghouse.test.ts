import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { sealSecret } from '#server/setup/schools/index.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import {
  activeX12,
  answerActive,
  startClearinghouse,
  type TestClearinghouse,
} from '#server/testing/clearinghouse.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from './factory.ts'
import { secretPlace } from './queries/settings.ts'
import { sweepChecks } from './schedule.ts'

let services: TestServices
let world: SchoolWorld
let clearinghouse: TestClearinghouse
let company: number
const logged: string[] = []
beforeAll(async () => {
  const log = createLog(
    'trace',
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        logged.push(line.toString())
        done()
      },
    }),
  )
  services = await startTestServices({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' }, log)
  company = await buildElectronicCompany(services.owner)
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  // a port of its own each time, and so an own circuit
  clearinghouse = await startClearinghouse()
  return () => clearinghouse.close()
})

const choose = (provider: 'x12' | 'json', values: object = {}) =>
  chooseSimulator(services.owner, world.schoolId, {
    provider,
    address: clearinghouse.url,
    user_name: 'harborview',
    secret_cipher: sealSecret(
      services.services.keys,
      secretPlace(world.schoolId, clearinghouse.url),
      'correct horse',
    ),
    inquiry_cost_cents: 20,
    ...values,
  })

/** Asks for a check of a new student and runs it. Returns how it came out. */
const check = async () => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waived',
    medical_waive_insurance_company_id: company,
    medical_waive_member_subscriber_number: 'SECRETMEMBER7',
    medical_waive_subscriber_relation: 'parent',
    medical_waive_subscriber_first_name: 'Clarabella',
    medical_waive_subscriber_last_name: 'Rossini',
    medical_waive_subscriber_dob: '1971-03-02',
  })
  const ask = { student_period_id: id, coverage_type: 'medical' }
  expect((await world.admin.post('/api/eligibility-reports', ask)).status).toBe(202)
  await services.runJobs()
  return latest(id)
}

const latest = async (id: number) =>
  (await world.admin.get(`/api/eligibility-reports?student_period_id=${id}`)).body.data[0]

describe.each(['x12', 'json'] as const)('a check over %s', (provider) => {
  it('asks the clearinghouse, and keeps the answer, its texts and its price', async () => {
    await choose(provider)
    const report = await check()
    expect(report).toMatchObject({
      status: 'active',
      retrieval_status: 'retrieved',
      plan: { name: 'CHOICE PPO', group_number: 'G7420' },
      attempts: [{ number: 1, status: 'active', cost_cents: 20 }],
      is_simulated: false,
      cost_cents: 20,
    })
    const [raw] = (await world.admin.get(`/api/eligibility-reports/${report.id}/raw`)).body.data
    expect(raw.sent).toBe(clearinghouse.received[0]?.body)
    expect(raw.received).toContain('CHOICE PPO')
  })

  it('is never active by an answer about someone else', async () => {
    await choose(provider)
    clearinghouse.behavior = (request, response) => {
      const other = request.body.replaceAll(/"dateOfBirth":"\d+"|DMG\*D8\*\d{8}/g, (found) =>
        found.replace(/\d{8}/, '19500101'),
      )
      answerActive(
        { ...request, body: other.replaceAll(/NM1\*03\*1\*[^~]*/g, 'NM1*03*1*Other*Person') },
        response,
      )
    }
    expect(await check()).toMatchObject({ status: 'unknown', reason_code: 'other_person' })
  })

  it('repeats what failed, pays for each try, and stops asking after 5 failures in a row', async () => {
    await choose(provider)
    clearinghouse.behavior = (_request, response) => {
      response.writeHead(503).end()
    }
    expect(await check()).toMatchObject({
      status: 'request_failed',
      reason_code: 'outage',
      retrieval_status: 'error',
      cost_cents: 60,
    })
    expect(services.pauses.slice(-2)).toEqual([500, 2000])
    expect(await check()).toMatchObject({ reason_code: 'payer_outage', cost_cents: 40 })
    expect(clearinghouse.received).toHaveLength(5)
    clearinghouse.behavior = answerActive
    expect(await check()).toMatchObject({
      status: 'request_failed',
      reason_code: 'payer_outage',
      message: 'The insurance company has an outage.',
      cost_cents: 0,
    })
    expect(clearinghouse.received).toHaveLength(5)
  })
})

it('ends with what staff can do if the password of the clearinghouse can’t be read', async () => {
  await choose('x12', { secret_cipher: Buffer.alloc(64) })
  expect(await check()).toMatchObject({
    status: 'unable_to_send_request',
    reason_code: 'unreadable_secret',
    next_step: 'Enter it again in School settings.',
    cost_cents: 0,
  })
  expect(clearinghouse.received).toEqual([])
})

it('ends if it can’t be made for a reason that stays', async () => {
  await choose('x12')
  const end = await refuseWrites(services, { table: 'verification_requests', write: 'insert' })
  const report = await check()
  await end()
  expect(report).toMatchObject({ status: 'request_failed', reason_code: 'not_made' })
})

it('reads both interchanges of one 271 file', async () => {
  await choose('x12')
  clearinghouse.behavior = ({ body }, response) => {
    const active = activeX12(body)
    const inactive = active.replace('EB*1*', 'EB*6*').replace('CHOICE PPO', 'OLD HMO')
    response.writeHead(200, { 'content-type': 'application/edi-x12' }).end(`${inactive}\r\n${active}`)
  }
  expect(await check()).toMatchObject({ status: 'active', plan: { name: 'CHOICE PPO' } })
})

describe('the limits of a school', () => {
  it('let a check wait for its minute', async () => {
    await choose('x12', { inquiries_per_minute: 1 })
    expect(await check()).toMatchObject({ status: 'active' })
    const waiting = await check()
    expect(waiting).toMatchObject({ status: null, retrieval_status: 'pending', cost_cents: 0 })
    expect(clearinghouse.received).toHaveLength(1)
    expect(await sweepChecks(services.services)).toBe(0)
    await choose('x12', { inquiries_per_minute: 10 })
    services.clock.advance(61)
    expect(await sweepChecks(services.services)).toBe(1)
    await services.runJobs()
    expect(await latest(waiting.student_period_id)).toMatchObject({ status: 'active', cost_cents: 20 })
  })

  it('end at the month’s cost, until it’s raised or the month is over', async () => {
    await choose('json', { cost_limit_cents: 45 })
    expect([(await check()).status, (await check()).status]).toEqual(['active', 'active'])
    expect(await check()).toMatchObject({
      status: 'unable_to_send_request',
      reason_code: 'cost_limit',
      next_step: expect.stringContaining('Raise the limit'),
      cost_cents: 0,
    })
    expect(clearinghouse.received).toHaveLength(2)
    await choose('json', { cost_limit_cents: 60 })
    expect(await check()).toMatchObject({ status: 'active' })
    await services.owner
      .updateTable('verification_requests')
      .set({ sent_at: '2026-10-31T12:00:00.000Z' })
      .where('school_id', '=', world.schoolId)
      .execute()
    await choose('json', { cost_limit_cents: 20 })
    expect(await check()).toMatchObject({ status: 'active' })
  })
})

describe('the log', () => {
  it('has no names, birth dates, member IDs or secrets, whatever happens', async () => {
    for (const provider of ['x12', 'json'] as const) {
      await choose(provider)
      await check()
      clearinghouse.behavior = (request, response) => {
        response.writeHead(422).end(request.body)
      }
      await check()
      clearinghouse.behavior = (request, response) => {
        response.writeHead(200).end(request.body)
      }
      await check()
      clearinghouse.behavior = answerActive
    }
    expect(clearinghouse.received.length).toBeGreaterThan(5)
    services.services.log.trace('The log is on.')
    expect(logged.at(-1)).toContain('The log is on.')
    const text = logged.join('\n')
    const secret = Buffer.from('harborview:correct horse').toString('base64')
    for (const personal of [
      'SECRETMEMBER7',
      'Clarabella',
      'Rossini',
      '1971-03-02',
      '19710302',
      'correct horse',
      secret,
    ])
      expect(text.toLowerCase()).not.toContain(personal.toLowerCase())
  }, 60_000)
})

it('asks staff about another first name that an attempt without the first name found', async () => {
  await choose('x12')
  clearinghouse.behavior = ({ body }, response) => {
    const isNamed = !/NM1\*03\*1\*[^*~]+~/.test(body)
    const found = activeX12(body.replace(/NM1\*03\*1\*([^*~]*)[^~]*/, 'NM1*03*1*$1*TESSA'))
    const notFound = found
      .replace(/(NM1\*(?:03|IL)[^~]*)/, '$1~AAA*N**75*C')
      .replace(/SE\*(\d+)/, (_all, many) => `SE*${Number(many) + 1}`)
    response.writeHead(200, { 'content-type': 'application/edi-x12' }).end(isNamed ? notFound : found)
  }
  expect(await check()).toMatchObject({
    status: 'unknown',
    reason_code: 'first_name_differs',
    message: 'The first name differs: TESSA. Last name, birth date and member ID agree.',
    may_accept: true,
  })
})
