import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from './factory.ts'
import { sweepChecks } from './schedule.ts'

let services: TestServices
let world: SchoolWorld
let company: number
beforeAll(async () => {
  services = await startTestServices()
  company = await buildCompany(services.owner, { is_electronic: true, medical_payer_ids: ['62308', '00123'] })
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
})

/** Adds a student with the coverage of a parent. */
const waived = (memberId: string, values: object = {}) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waived',
    medical_waive_insurance_company_id: company,
    medical_waive_member_subscriber_number: memberId,
    medical_waive_subscriber_relation: 'parent',
    medical_waive_subscriber_first_name: 'Carla',
    medical_waive_subscriber_last_name: 'Rossi',
    medical_waive_subscriber_dob: '1970-01-02',
    ...values,
  })

const request = (id: number, coverage = 'medical') =>
  world.admin.post('/api/eligibility-reports', { student_period_id: id, coverage_type: coverage })

const reportsOf = async (id: number) =>
  (await world.registrar.get(`/api/eligibility-reports?student_period_id=${id}`)).body.data

/** Asks for a check and runs it. Returns how it came out. */
const check = async (id: number) => {
  const { status, body } = await request(id)
  expect([status, body.data.retrieval_status]).toEqual([202, 'pending'])
  await services.runJobs()
  const [report] = await reportsOf(id)
  expect(report.id).toBe(body.data.id)
  return report
}

const recordOf = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a check', () => {
  it('asks the payer, and keeps plan, amounts and attempts', async () => {
    const { id } = await waived('HH1ACT')
    expect(await check(id)).toMatchObject({
      student_period_id: id,
      coverage_type: 'medical',
      status: 'active',
      retrieval_status: 'retrieved',
      payer: { id: '62308' },
      plan: { name: 'CHOICE PLUS PPO', group_number: 'G7420', type: 'PPO', begins_on: '2026-01-01' },
      deductible: { individual: '750.00', family: '1500.00', remaining: '375.00' },
      attempts: [{ number: 1, variation: 'as_entered', status: 'active' }],
      is_simulated: true,
      requested_by: { id: world.adminId },
    })
    expect((await recordOf(id)).medical_waive_verified_on).toBe('2026-11-20')
  })

  it.each([
    ['HH1INA', 'waived', 'inactive', 'waiver_inactive'],
    ['HH1INA', 'waiver_submitted', 'inactive', 'waiver_submitted'],
    ['HH1ACT', 'waiver_inactive', 'active', 'waived'],
    ['HH1ACT', 'waived_needs_reverified', 'active', 'waived'],
    ['HH1OTH', 'waived', 'other_plan_detected', 'waived'],
    ['HH1NPI', 'waived_needs_reverified', 'unable_to_send_request', 'waived_needs_reverified'],
    ['HH1MIS', 'waived', 'missing_request_information', 'waived'],
  ])('with member ID %s of a line %s is %s and leads to %s', async (memberId, from, result, to) => {
    const { id } = await waived(memberId, { medical_status: from })
    expect((await check(id)).status).toBe(result)
    expect((await recordOf(id)).medical_status).toBe(to)
  })

  it('asks for more only after three tries that found nothing', async () => {
    const { id } = await waived('HH1MIS', { medical_status: 'waived_needs_reverified' })
    const seen = []
    for (let round = 0; round < 3; round += 1) {
      await check(id)
      seen.push((await recordOf(id)).medical_status)
    }
    expect(seen).toEqual(['waived_needs_reverified', 'waived_needs_reverified', 'waiver_utp'])
  })

  it('asks nothing of the student while the office has no payer ID', async () => {
    const unnamed = await buildCompany(services.owner, { is_electronic: true, medical_payer_ids: [] })
    const { id } = await waived('HH1ACT', {
      medical_status: 'waived_needs_reverified',
      medical_waive_insurance_company_id: unnamed,
    })
    for (let round = 0; round < 4; round += 1)
      expect(await check(id)).toMatchObject({
        status: 'missing_request_information',
        reason_code: 'payer_id',
      })
    expect((await recordOf(id)).medical_status).toBe('waived_needs_reverified')
  })

  it('asks again in other ways while the student isn’t found', async () => {
    const { id } = await waived('HH1NF7')
    expect(await check(id)).toMatchObject({
      status: 'active',
      attempts: [
        { variation: 'as_entered', status: 'unknown', reason_code: '75' },
        { variation: 'as_subscriber', status: 'active' },
      ],
    })
  })

  it('asks again after an outage, and says so if it lasts', async () => {
    const { id } = await waived('HH1T42')
    expect(await check(id)).toMatchObject({ status: 'active', attempts: [{ number: 1, status: 'active' }] })
    await chooseSimulator(services.owner, world.schoolId, { simulator_is_out: true })
    expect(await check((await waived('HH1ACT')).id)).toMatchObject({
      status: 'request_failed',
      retrieval_status: 'error',
    })
    expect(services.pauses.slice(-2)).toEqual([500, 2000])
  })

  it('waits for a payer that answers later', async () => {
    const { id } = await waived('HH1PND')
    expect(await check(id)).toMatchObject({ status: null, retrieval_status: 'pending' })
    expect((await request(id)).status).toBe(409)
    expect(await sweepChecks(services.services)).toBe(0)
    services.clock.advance(61)
    expect(await sweepChecks(services.services)).toBe(1)
    await services.runJobs()
    expect(await reportsOf(id)).toMatchObject([{ status: 'active', retrieval_status: 'retrieved' }])
  })

  it.each([
    ['a missing member ID', { medical_waive_member_subscriber_number: null }, 'missing_request_information'],
    ['no company', { medical_waive_insurance_company_id: null }, 'missing_request_information'],
  ])('with %s asks no payer', async (_what, values, status) => {
    const { id } = await waived('HH1ACT', values)
    expect(await check(id)).toMatchObject({ status, retrieval_status: 'error', attempts: [] })
    expect((await recordOf(id)).medical_status).toBe('waived')
  })

  it('can’t be sent while no one carries it', async () => {
    const { id } = await waived('HH1ACT')
    await chooseSimulator(services.owner, world.schoolId, { provider: null })
    expect(await check(id)).toMatchObject({ status: 'unable_to_send_request', reason_code: 'no_provider' })
  })

  it('isn’t simulated at a school that isn’t a demo: made-up answers aren’t coverage', async () => {
    await services.owner
      .updateTable('schools')
      .set({ is_demo: false })
      .where('id', '=', world.schoolId)
      .execute()
    const { id } = await waived('HH1INA')
    expect(await check(id)).toMatchObject({ status: 'unable_to_send_request', reason_code: 'no_provider' })
    expect((await recordOf(id)).medical_status).toBe('waived')
  })

  it('stands in the history, with the status that followed', async () => {
    const { id } = await waived('HH1INA')
    await check(id)
    const entries = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'reason', 'changes'])
      .where('student_period_id', '=', id)
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { kind: 'eligibility_check_requested', cause: 'person' },
      { kind: 'eligibility_checked', cause: 'system', reason: 'The plan isn’t active.' },
      {
        kind: 'coverage_status_changed',
        changes: [{ field: 'medical_status', before: 'waived', after: 'waiver_inactive' }],
      },
    ])
  })

  it('is one at a time for a coverage type', async () => {
    const { id } = await waived('HH1ACT')
    const both = await Promise.all([request(id), request(id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
  })
})

describe('the raw texts', () => {
  it('are shown to Shipmate Admins, are encrypted, and reading them is logged', async () => {
    const { id } = await waived('HH1ACT')
    const { id: report } = await check(id)
    const { body } = await world.admin.get(`/api/eligibility-reports/${report}/raw`)
    expect(body.data).toMatchObject([
      { number: 1, sent: expect.stringContaining('ST*270*'), received: expect.stringContaining('ST*271*') },
    ])
    expect((await world.registrar.get(`/api/eligibility-reports/${report}/raw`)).status).toBe(403)
    const stored = await services.owner
      .selectFrom('verification_requests')
      .select('sent_cipher')
      .where('report_id', '=', report)
      .executeTakeFirstOrThrow()
    expect(stored.sent_cipher?.toString('latin1')).not.toContain('HH1ACT')
    const logged = await services.owner
      .selectFrom('access_log')
      .select('action')
      .where('subject_type', '=', 'eligibility_report')
      .where('subject_id', '=', report)
      .execute()
    expect(logged).toEqual([{ action: 'reveal' }])
  })
})

describe('taking fields over', () => {
  it('fills the record, is undone, and needs the present version', async () => {
    const { id } = await waived('HH1ACT')
    const { id: report } = await check(id)
    const { version } = await recordOf(id)
    const ask = {
      eligibility_report_id: report,
      fields: ['waive_group_number', 'waive_insurance_type'],
      version,
    }
    const path = '/api/eligibility-reports/update-student-period'
    const taken = await world.admin.post(path, ask)
    expect(taken.status).toBe(200)
    expect(taken.body.data).toMatchObject({
      medical_waive_group_number: 'G7420',
      medical_waive_insurance_type: 'ppo',
    })
    expect((await world.admin.post(path, ask)).status).toBe(409)
    await world.admin.post(`/api/changes/${taken.headers['x-change-id']}/undo`)
    expect((await recordOf(id)).medical_waive_group_number).toBeNull()
  })

  it('is refused for what the check doesn’t say', async () => {
    const { id } = await waived('HH1OTH')
    const { id: report } = await check(id)
    const { version } = await recordOf(id)
    const ask = { eligibility_report_id: report, fields: ['waive_group_number'], version }
    const { status, body } = await world.admin.post('/api/eligibility-reports/update-student-period', ask)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['fields']])
  })
})
