import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let next: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  next = await buildPeriod(services.owner, {
    school_id: world.schoolId,
    name: '2027–28',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
    vision_offered: false,
  })
})

const build = (values: object) =>
  buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId, ...values })
const carry = (body: object = {}, client = world.admin) =>
  client.post('/api/import/students-from-period', {
    from_period_id: world.periodId,
    to_period_id: next,
    ...body,
  })
const run = async (body?: object) => {
  const answer = await carry(body)
  expect(answer.status).toBe(202)
  await services.runJobs()
  return (await world.admin.get(`/api/imports/${answer.body.data.import_id}`)).body.data
}
const carried = () =>
  services.owner
    .selectFrom('student_periods')
    .selectAll()
    .where('period_id', '=', next)
    .orderBy('id')
    .execute()

describe('a copy of a policy year', () => {
  it('starts coverage over, keeps exempt students, and leaves out coverage that isn’t offered', async () => {
    await build({
      medical_status: 'enrolled_esp',
      dental_status: 'exempt',
      vision_status: 'exempt',
      academic_status: 'returning',
    })
    await build({
      medical_status: 'waived',
      dental_status: 'not_applicable',
      vision_status: 'enrolled',
      academic_status: 'incoming',
    })
    await build({
      medical_status: 'loa',
      medical_prior_status: 'waived',
      academic_status: 'leave_of_absence',
    })
    const done = await run()
    expect(done).toMatchObject({
      kind: 'from_period',
      state: 'done',
      file_name: null,
      counts: { added: 3, changed: 0, unchanged: 0, refused: 0 },
      progress: { done: 3, total: 3 },
    })
    expect(await carried()).toMatchObject([
      { medical_status: 'not_started', dental_status: 'exempt', vision_status: 'not_applicable' },
      { medical_status: 'not_started', dental_status: 'not_started', vision_status: 'not_applicable' },
      { medical_status: 'loa', medical_prior_status: 'not_started', vision_status: 'not_applicable' },
    ])
    const entries = await services.owner
      .selectFrom('history')
      .selectAll()
      .where('change_id', '=', done.change_id)
      .execute()
    expect(entries.map(({ kind }) => kind).sort()).toEqual([
      'import_applied',
      'student_period_created',
      'student_period_created',
      'student_period_created',
    ])
    expect(await run()).toMatchObject({ state: 'done', counts: { added: 0, unchanged: 3 } })
  })

  it('leaves out inactive, graduated and withdrawn students, and includes only the requested statuses', async () => {
    await build({ status: 'inactive' })
    await build({ academic_status: 'graduated' })
    await build({ academic_status: 'withdrawn' })
    const kept = await build({ academic_status: null, medical_status: 'waived' })
    await build({ academic_status: 'returning', medical_status: 'enrolled' })
    await run({ statuses: ['waived', 'waiver_utp'] })
    expect((await carried()).map(({ student_id }) => student_id)).toEqual([kept.student_id])
    expect((await run()).counts).toMatchObject({ added: 1, unchanged: 4 })
  })

  it('shows insurance companies by name', async () => {
    const company = await buildCompany(services.owner, { name: 'Northgate Health' })
    await build({ medical_waive_insurance_company_id: company })
    const field = 'medical_waive_insurance_company_id'
    const { id } = await run({ fields_to_carry: [field], dry_run: true })
    const { body } = await world.admin.get(`/api/imports/${id}/rows?outcome=added`)
    const shown = { field: 'medical_waive_insurance_company', before: null, after: 'Northgate Health' }
    expect(body.data[0].changes).toContainEqual(shown)
  })

  it('copies academic and waive fields, or the requested fields', async () => {
    const values = {
      program: 'Pharmacy',
      graduation_year: 2029,
      academic_status: 'returning',
      comment: 'Called.',
      admin_fee: '12.50',
      medical_status: 'waived',
      medical_waive_group_number: 'G1',
      medical_waive_insurance_type: 'ppo',
      medical_waive_subscriber_dob: '1970-01-02',
      medical_enroll_group_number: 'E1',
    } as const
    await build(values)
    await run()
    const {
      comment: _c,
      admin_fee: _a,
      medical_status: _m,
      medical_enroll_group_number: _e,
      ...kept
    } = values
    expect(await carried()).toMatchObject([
      { ...kept, comment: null, admin_fee: null, medical_enroll_group_number: null },
    ])
    await build({ ...values, academic_status: 'leave_of_absence' })
    await run({ fields_to_carry: ['comment', 'admin_fee'] })
    expect((await carried())[1]).toMatchObject({
      comment: 'Called.',
      admin_fee: '12.50',
      program: null,
      academic_status: null,
      medical_status: 'not_started',
    })
  })

  it('copies dependents, with no coverage yet, and with their history', async () => {
    const { id } = await build({ academic_status: 'returning' })
    await services.owner
      .insertInto('dependents')
      .values([
        {
          school_id: world.schoolId,
          student_period_id: id,
          type: 'child',
          first_name: 'Kim',
          last_name: 'Smith',
          covers: ['medical'],
        },
        {
          school_id: world.schoolId,
          student_period_id: id,
          type: 'spouse',
          first_name: 'Gone',
          last_name: 'Smith',
          deleted_at: '2026-11-01',
        },
      ])
      .execute()
    const done = await run()
    const [row] = await carried()
    const copies = await services.owner
      .selectFrom('dependents')
      .selectAll()
      .where('student_period_id', '=', row?.id ?? 0)
      .execute()
    expect(copies).toMatchObject([{ type: 'child', first_name: 'Kim', covers: [] }])
    const [entry] = await services.owner
      .selectFrom('history')
      .selectAll()
      .where('change_id', '=', done.change_id)
      .where('kind', '=', 'dependent_added')
      .execute()
    expect(entry).toMatchObject({
      subject_id: copies[0]?.id,
      student_period_id: row?.id,
      student_id: row?.student_id,
    })
    expect(entry?.changes).toContainEqual({ field: 'first_name', before: null, after: 'Kim' })
  })

  it('can be previewed first and applied later', async () => {
    await build({ academic_status: 'returning' })
    const shown = await run({ dry_run: true })
    expect(shown).toMatchObject({ state: 'done', may_apply: true, counts: { added: 1 } })
    expect(await carried()).toEqual([])
    expect((await world.admin.post(`/api/imports/${shown.id}/apply`)).status).toBe(202)
    await services.runJobs()
    expect(await carried()).toHaveLength(1)
    expect((await world.admin.get(`/api/imports/${shown.id}/refused-rows`)).status).toBe(404)
  })

  it('without students is refused before it starts', async () => {
    await build({ status: 'inactive' })
    await services.owner
      .updateTable('periods')
      .set({ name: '2026–27' })
      .where('id', '=', world.periodId)
      .execute()
    const { status, body } = await carry()
    expect([status, body.errors]).toEqual([422, { from_period_id: ['2026–27 has no students to copy.'] }])
    expect((await world.admin.get(`/api/imports?period_id=${next}`)).body.data).toEqual([])
  })

  it('without students of the chosen statuses says so', async () => {
    await build({ medical_status: 'enrolled' })
    expect(await run({ statuses: ['waived'] })).toMatchObject({
      state: 'refused',
      message: 'The earlier policy year has no students to copy.',
    })
  })
})

describe('a field that can’t be copied', () => {
  it('is named in the error', async () => {
    await build({})
    const other = await buildSchoolWorld(services)
    const errors = async (body: object) => Object.keys((await carry(body)).body.errors)
    expect(await errors({ to_period_id: other.periodId })).toEqual(['to_period_id'])
    expect(await errors({ to_period_id: world.periodId })).toEqual(['to_period_id'])
    expect(await errors({ from_period_id: 999_999 })).toEqual(['from_period_id'])
    expect(await errors({ statuses: ['gone'] })).toEqual(['statuses.0'])
    expect(await errors({ fields_to_carry: ['program', 'medical_status'] })).toEqual(['fields_to_carry.1'])
    expect(await errors({ fields_to_carry: ['medical_enroll_premium'] })).toEqual(['fields_to_carry.0'])
    expect((await carry({}, world.registrar)).status).toBe(403)
  })
})
