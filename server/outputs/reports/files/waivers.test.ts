import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cannotSendColumns } from '#contract/outputs/reports/waiver-export.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { checkedAnswers, publishCheckedForm } from '#server/testing/checked-forms.ts'
import { sendForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'

// today is 2026-11-20
let services: TestServices
let world: SchoolWorld
let harbor: number
beforeAll(async () => {
  services = await startTestServices()
  harbor = await buildCompany(services.owner, {
    name: 'Harbor Health',
    is_electronic: true,
    medical_payer_ids: ['62308', '99999'],
    dental_payer_ids: ['DD001'],
  })
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
})

const plan = (coverage: string, companyId: number = harbor) => ({
  [`${coverage}_status`]: 'waived',
  [`${coverage}_waive_insurance_company_id`]: companyId,
  [`${coverage}_waive_member_subscriber_number`]: 'HH1001',
  [`${coverage}_waive_group_number`]: 'G7',
  [`${coverage}_waive_subscriber_relation`]: 'parent',
  [`${coverage}_waive_subscriber_first_name`]: 'Rosa',
  [`${coverage}_waive_subscriber_last_name`]: 'Lopez',
  [`${coverage}_waive_subscriber_dob`]: '1970-05-06',
})
const ana = {
  first_name: 'Ana',
  last_name: 'Lopez',
  middle_initial: 'M',
  dob: '2004-02-03',
  gender: 'female' as const,
}
const waived = async (values: object = {}, student: object = {}) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    ...plan('medical'),
    ...values,
    student: { ...ana, ...student },
  })

const path = '/api/reports/waiver-export-for-ability'
const read = async (query = ''): Promise<string> =>
  (await world.admin.get(`${path}?period_id=${world.periodId}${query}`)).text
const lines = async (query = ''): Promise<string[]> => (await read(query)).trimEnd().split('\r\n')
const counts = async () => (await world.admin.get(`${path}/counts?period_id=${world.periodId}`)).body.data

describe('the file for a batch eligibility service', () => {
  it('has exactly the columns that the service reads, and a row for each waived coverage type', async () => {
    const { id } = await waived(plan('dental'))
    const { schoolName, periodName } = await names()
    const [header, medical, dental, ...more] = await lines()
    expect(header).toBe(
      'Patient Account Number,NPI,Payer ID,Payer Name,Subscriber ID,Group Number,Subscriber Last Name,Subscriber First Name,Subscriber DOB,Relationship,Patient Last Name,Patient First Name,Patient MI,Patient DOB,Patient Gender,Service Type Code,Date of Service From,Date of Service To,Coverage Type,School,Period,Status',
    )
    const tail = (coverage: string) => `11/20/2026,11/20/2026,${coverage},${schoolName},${periodName},Waived`
    const people = 'HH1001,G7,Lopez,Rosa,05/06/1970,Child,Lopez,Ana,M,02/03/2004,F'
    expect(medical).toBe(`${id}M,1234567893,62308,Harbor Health,${people},30,${tail('Medical')}`)
    expect(dental).toBe(`${id}D,1234567893,DD001,Harbor Health,${people},35,${tail('Dental')}`)
    expect(more).toEqual([])
  })

  it('leaves out students who left, coverage that isn’t waived, and other schools', async () => {
    const { id } = await waived()
    await waived({ academic_status: 'graduated' })
    await waived({ status: 'inactive' })
    await waived({ medical_status: 'enrolled' })
    const other = await buildSchoolWorld(services)
    await buildStudentPeriod(services.owner, {
      school_id: other.schoolId,
      period_id: other.periodId,
      ...plan('medical'),
      student: ana,
    })
    expect((await lines()).slice(1).map((line) => line.split(',')[0])).toEqual([`${id}M`])
    expect(await counts()).toEqual({ send: 1, cannot_send: 0, by_reason: [] })
  })

  it.each(['waived_enrollment_submitted', 'waived_enrollment_utp'] as const)(
    'has waived students who ask to enroll: %s',
    async (medical_status) => {
      const { id } = await waived({ medical_status })
      expect((await lines()).slice(1).map((line) => line.split(',')[0])).toEqual([`${id}M`])
    },
  )

  it('takes the student as the subscriber of an own plan, and what a waiver form says that waits', async () => {
    await publishCheckedForm(world)
    await sendForm(
      { services, world },
      {
        sid: 'F-1',
        student: { sid: 'F-1', middle_initial: null, gender: null },
        ...checkedAnswers(harbor, 'FORM22'),
      },
    )
    const [, row = ''] = await lines()
    expect(row).toMatch(
      /,62308,Harbor Health,FORM22,,Thompson,Maya,(..\/..\/\d{4}),Self,Thompson,Maya,,\1,,30,/,
    )
    expect(row.endsWith(',Waiver Submitted')).toBe(true)
  })

  it('has no SSN, and no cell that a spreadsheet would run', async () => {
    await waived({ medical_waive_group_number: '=HYPERLINK("https://x.example")' }, { last_name: '@SUM(1)' })
    const file = await read()
    expect(file).toContain(`"'=HYPERLINK(""https://x.example"")"`)
    expect(file).toContain(`'@SUM(1)`)
    expect(file).not.toMatch(/ssn|social/i)
  })

  it('puts rows that lack a detail in the second file, and says which', async () => {
    const paper = await buildCompany(services.owner, { name: 'Paper Mutual', is_electronic: false })
    await waived({ medical_waive_member_subscriber_number: null, medical_waive_subscriber_dob: null })
    await waived({ medical_waive_insurance_company_id: paper })
    await waived({ medical_waive_insurance_company_id: null, medical_waive_subscriber_last_name: null })
    await waived({ ...plan('vision'), medical_status: 'enrolled' })
    expect(await lines()).toHaveLength(1)
    const [header = '', ...rows] = await lines('&part=cannot_send')
    expect(header).toBe(`\uFEFF${cannotSendColumns.map((column) => `"${column}"`).join(',')}`)
    expect(rows.map((row) => row.slice(1, -1).split('","').at(-2))).toEqual([
      'Subscriber ID; Subscriber DOB',
      'Payer ID',
      'Payer Name; Subscriber Last Name',
      'Payer ID',
    ])
    expect(rows[1]).toContain('Paper Mutual doesn’t support electronic eligibility checks.')
    expect(await counts()).toEqual({
      send: 0,
      cannot_send: 4,
      by_reason: [
        'company',
        'not_electronic',
        'payer_id',
        'member_id',
        'subscriber_name',
        'subscriber_birth_date',
      ].map((reason) => ({ reason, count: 1 })),
    })
  })

  it('can’t send anything without the school’s NPI', async () => {
    await waived()
    await chooseSimulator(services.owner, world.schoolId, { npi: null })
    expect(await counts()).toEqual({ send: 0, cannot_send: 1, by_reason: [{ reason: 'npi', count: 1 }] })
  })

  it('is logged, and is for Shipmate Admins', async () => {
    await read()
    await read('&part=cannot_send')
    const logged = await services.owner
      .selectFrom('access_log')
      .select(['action', 'detail'])
      .where('school_id', '=', world.schoolId)
      .where('subject_id', '=', world.periodId)
      .orderBy('id')
      .execute()
    expect(logged).toEqual([
      { action: 'export', detail: 'batch eligibility file' },
      { action: 'export', detail: 'batch eligibility file, rows that can’t be sent' },
    ])
    expect((await world.registrar.get(`${path}?period_id=${world.periodId}`)).status).toBe(403)
    expect((await world.admin.get(`${path}?period_id=999999999`)).status).toBe(422)
  })
})

const names = async () => {
  const school = await services.owner
    .selectFrom('schools')
    .select('name')
    .where('id', '=', world.schoolId)
    .executeTakeFirstOrThrow()
  const period = await services.owner
    .selectFrom('periods')
    .select('name')
    .where('id', '=', world.periodId)
    .executeTakeFirstOrThrow()
  return { schoolName: school.name, periodName: period.name }
}
