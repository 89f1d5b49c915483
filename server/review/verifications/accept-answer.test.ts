import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildReport, chooseSimulator } from './factory.ts'

let services: TestServices
let world: SchoolWorld
let company: number
beforeAll(async () => {
  services = await startTestServices()
  company = await buildElectronicCompany(services.owner)
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
})

/** Adds a student whose payer knows them by another first name. */
const waivedUnderLegalName = () =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waived_needs_reverified',
    medical_waive_insurance_company_id: company,
    medical_waive_member_subscriber_number: 'HH1LEG',
    medical_waive_subscriber_relation: 'self',
  })

const reportsOf = async (id: number) =>
  (await world.registrar.get(`/api/eligibility-reports?student_period_id=${id}`)).body.data

const check = async (id: number) => {
  await world.admin.post('/api/eligibility-reports', { student_period_id: id, coverage_type: 'medical' })
  await services.runJobs()
  return (await reportsOf(id))[0]
}

const statusOf = async (id: number) =>
  (
    await services.owner
      .selectFrom('student_periods')
      .select('medical_status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).medical_status

const accept = (report: { readonly id: number }) =>
  world.admin.post(`/api/eligibility-reports/${report.id}/accept`)

describe('an answer under another first name', () => {
  it('changes nothing until it’s accepted, and then counts', async () => {
    const { id } = await waivedUnderLegalName()
    const report = await check(id)
    expect(report).toMatchObject({
      status: 'unknown',
      reason_code: 'first_name_differs',
      plan: null,
      may_accept: true,
      if_accepted: 'The plan is active.',
    })
    expect(await statusOf(id)).toBe('waived_needs_reverified')
    const { status, body } = await accept(report)
    expect([status, body.data]).toMatchObject([
      200,
      {
        status: 'active',
        reason_code: null,
        plan: { name: 'CHOICE PLUS PPO' },
        deductible: { individual: '750.00' },
        may_accept: false,
        if_accepted: null,
        accepted: {
          by: { id: world.adminId },
          questions: ['The first name differs: Leopoldine. Last name, birth date and member ID agree.'],
        },
      },
    ])
    expect(await statusOf(id)).toBe('waived')
  })

  it('counts at once the next time', async () => {
    const { id } = await waivedUnderLegalName()
    await accept(await check(id))
    expect(await check(id)).toMatchObject({ status: 'active', may_accept: false, accepted: null })
  })

  it('doesn’t count for another student of the same member ID', async () => {
    const { id } = await waivedUnderLegalName()
    await accept(await check(id))
    const { id: other } = await waivedUnderLegalName()
    expect(await check(other)).toMatchObject({ status: 'unknown', may_accept: true })
  })

  it('is open again after an undo, with the former status', async () => {
    const { id } = await waivedUnderLegalName()
    const report = await check(id)
    const { headers } = await accept(report)
    const undone = await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
    expect([undone.status, undone.body.data]).toMatchObject([200, { reverted: 1, left: [] }])
    expect(await statusOf(id)).toBe('waived_needs_reverified')
    expect((await reportsOf(id))[0]).toEqual(report)
    // the name isn't known any more
    expect(await check(id)).toMatchObject({ status: 'unknown', may_accept: true })
  })

  it('can’t be accepted twice, nor after a later check, nor by a school', async () => {
    const { id } = await waivedUnderLegalName()
    const first = await check(id)
    const second = await check(id)
    expect((await reportsOf(id))[1].may_accept).toBe(false)
    expect((await accept(first)).status).toBe(409)
    expect((await world.registrar.post(`/api/eligibility-reports/${second.id}/accept`)).status).toBe(403)
    expect((await accept(second)).status).toBe(200)
    expect((await accept(second)).status).toBe(409)
    expect((await accept({ id: 987_654 })).status).toBe(404)
  })
})

describe('an answer that leaves the end open', () => {
  const question = 'The result has an end of coverage, 12/31/2026, but not in the student’s plan.'

  it('moves the status once it’s accepted', async () => {
    const { id, student_id } = await waivedUnderLegalName()
    const report = await buildReport(services.owner, {
      school_id: world.schoolId,
      student_id,
      student_period_id: id,
      basis: JSON.stringify({ plans: [], covered: null, questions: [question] }),
    })
    const { status, body } = await accept({ id: report })
    expect([status, body.data]).toMatchObject([
      200,
      { status: 'active', basis: { questions: [] }, accepted: { questions: [question] } },
    ])
    expect(await statusOf(id)).toBe('waived')
  })

  it('can’t be accepted if nothing is open', async () => {
    const { id, student_id } = await waivedUnderLegalName()
    const of = { school_id: world.schoolId, student_id, student_period_id: id }
    expect((await accept({ id: await buildReport(services.owner, of) })).status).toBe(409)
  })
})
