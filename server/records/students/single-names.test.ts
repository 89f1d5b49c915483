import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chooseSimulator } from '#server/review/verifications/factory.ts'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const build = (values: object = {}) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: { first_name: '', last_name: 'Sukarto', middle_initial: null, prior_last_name: null },
    ...values,
  })

describe('a student with one name', () => {
  it.each([
    ['without a first name', {}],
    ['with null', { first_name: null }],
    ['with empty text', { first_name: '' }],
    ['with a blank', { first_name: '  ' }],
  ])('is added %s', async (_how, names) => {
    const { status, body } = await world.registrar.post('/api/add-student-to-period', {
      period_id: world.periodId,
      sid: 'I1',
      last_name: 'Sukarto',
      dob: '2001-01-02',
      ...names,
    })
    expect([status, body.data?.student]).toMatchObject([201, { first_name: '', last_name: 'Sukarto' }])
  })

  it('needs a last name', async () => {
    const names = { first_name: 'Sukarto', sid: 'I2', dob: '2001-01-02' }
    const { status, body } = await world.registrar.post('/api/add-student-to-period', {
      period_id: world.periodId,
      ...names,
    })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['last_name']])
  })

  it('can get a first name and lose it again', async () => {
    const { student_id: id } = await build()
    const put = async (first_name: string | null) =>
      (await world.registrar.put(`/api/students/${id}`, { first_name })).body.data.first_name
    expect([await put('Suharta'), await put(null)]).toEqual(['Suharta', ''])
  })

  it('is listed and found by the one name', async () => {
    await build()
    for (const search of ['sukarto', 'Sukarto,']) {
      const { body } = await world.registrar.get(
        `/api/student-periods-by-period/${world.periodId}?search=${search}`,
      )
      expect(body.data).toMatchObject([{ last_name: 'Sukarto' }])
    }
    const where = JSON.stringify({
      operator: 'and',
      rules: [{ field: 'first_name', match_mode: 'isEmpty', value: null }],
    })
    const empty = await world.registrar.get(
      `/api/student-periods-by-period/${world.periodId}?where=${encodeURIComponent(where)}&sort=first_name`,
    )
    expect(empty.body.data).toMatchObject([{ last_name: 'Sukarto' }])
    const { body } = await world.registrar.get('/api/students/search-by-name?q=sukarto')
    expect(body.data).toMatchObject([{ first_name: '', last_name: 'Sukarto' }])
  })

  it('is asked about without a first name, and an answer counts', async () => {
    await chooseSimulator(services.owner, world.schoolId)
    const company = await buildElectronicCompany(services.owner)
    const { id } = await build({
      medical_status: 'waived_needs_reverified',
      medical_waive_insurance_company_id: company,
      medical_waive_member_subscriber_number: 'HH1ACT',
      medical_waive_subscriber_relation: 'self',
    })
    await world.admin.post('/api/eligibility-reports', { student_period_id: id, coverage_type: 'medical' })
    await services.runJobs()
    const [report] = (await world.admin.get(`/api/eligibility-reports?student_period_id=${id}`)).body.data
    expect(report).toMatchObject({ status: 'active', attempts: [{ variation: 'as_entered' }] })
    const [raw] = (await world.admin.get(`/api/eligibility-reports/${report.id}/raw`)).body.data
    expect(raw.sent).toContain('NM1*IL*1*Sukarto*****MI*HH1ACT~')
  })

  it('can be a dependent', async () => {
    const { id } = await build({ medical_status: 'not_started' })
    const { version } = (await world.registrar.get(`/api/student-periods/${id}`)).body.data
    const dependents = [{ type: 'child', last_name: 'Sukarto', dob: '2015-01-02', covers: [] }]
    const { status, body } = await world.registrar.put(`/api/student-periods/${id}`, { version, dependents })
    expect([status, body.data?.dependents]).toMatchObject([200, [{ first_name: '', last_name: 'Sukarto' }]])
  })
})
