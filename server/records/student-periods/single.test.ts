import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPerson, confirmed } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod } from './factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const build = async (values: object = {}) =>
  (
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      ...values,
    })
  ).id
const at = (id: number): string => `/api/student-periods/${id}`
const history = (id: number) =>
  services.owner.selectFrom('history').selectAll().where('student_period_id', '=', id).orderBy('id').execute()

describe('a student-period', () => {
  it('is changed field by field, with before and after in its history', async () => {
    const id = await build({ program: 'Pharmacy' })
    const answer = await world.registrar.put(at(id), { program: ' Nursing ', campus: '', version: 1 })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ program: 'Nursing', campus: null, version: 2 })
    const [entry] = await history(id)
    expect(entry?.kind).toBe('student_period_changed')
    expect(entry?.changes).toContainEqual({ field: 'program', before: 'Pharmacy', after: 'Nursing' })
  })

  it('saved unchanged records nothing', async () => {
    const id = await build({ program: 'Pharmacy' })
    const answer = await world.registrar.put(at(id), { program: 'Pharmacy' })
    expect(answer.body.data.version).toBe(1)
    expect(await history(id)).toEqual([])
    expect(answer.headers['x-change-id']).toBeUndefined()
  })

  it('returns 409 with the current record for an outdated version', async () => {
    const id = await build({ program: 'Pharmacy' })
    await world.admin.put(at(id), { program: 'Nursing', version: 1 })
    const late = await world.registrar.put(at(id), { campus: 'Main', version: 1 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'stale', data: { program: 'Nursing', version: 2 } })
  })

  it.each([
    ['admin_fee', '10.00'],
    ['life_premium', '10'],
  ])('refuses %s from a school admin, and saves nothing', async (field, value) => {
    const id = await build()
    const answer = await world.registrar.put(at(id), { program: 'X', [field]: value })
    expect(answer.status).toBe(403)
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(await history(id)).toEqual([])
    expect((await world.admin.put(at(id), { [field]: value })).status).toBe(200)
  })

  it('accepts waive and enroll fields only through insurance-details', async () => {
    const id = await build()
    const wrong = await world.admin.put(at(id), { medical_waive_group_number: 'G1' })
    expect(wrong.status).toBe(422)
    expect(Object.keys(wrong.body.errors)).toEqual(['medical_waive_group_number'])
    const right = await world.registrar.put(`${at(id)}/insurance-details`, {
      medical_waive_group_number: 'G1',
    })
    expect(right.body.data.medical_waive_group_number).toBe('G1')
    const fee = await world.registrar.put(`${at(id)}/insurance-details`, { dental_enroll_premium: '1' })
    expect(fee.status).toBe(403)
    const status = await world.admin.put(`${at(id)}/insurance-details`, { medical_status: 'waived' })
    expect(status.status).toBe(422)
    const company = await world.admin.put(`${at(id)}/insurance-details`, {
      medical_waive_insurance_company_id: 999,
    })
    expect(company.body.errors).toEqual({
      medical_waive_insurance_company_id: ['The selected medical waive insurance company id is invalid.'],
    })
  })

  it('isn’t verified any longer with another insurance company, unless the call says when', async () => {
    const [former, other] = [
      await buildCompany(services.owner, { name: 'Former Health' }),
      await buildCompany(services.owner, { name: 'Other Health' }),
    ]
    const verified = { medical_status: 'waived', medical_waive_verified_on: '2026-08-06' }
    const put = async (id: number, fields: object) =>
      (await world.admin.put(`${at(id)}/insurance-details`, fields)).body.data.medical_waive_verified_on
    const id = await build({ ...verified, medical_waive_insurance_company_id: former })
    expect(
      await put(id, { medical_waive_insurance_company_id: former, medical_waive_group_number: 'G1' }),
    ).toBe('2026-08-06')
    const change = await world.registrar.put(`${at(id)}/insurance-details`, {
      medical_waive_insurance_company_id: other,
    })
    expect(change.body.data.medical_waive_verified_on).toBeNull()
    expect((await history(id)).at(-1)?.changes).toContainEqual({
      field: 'medical_waive_verified_on',
      before: '2026-08-06',
      after: null,
    })
    await world.admin.post(`/api/changes/${change.headers['x-change-id']}/undo`)
    expect((await world.admin.get(at(id))).body.data.medical_waive_verified_on).toBe('2026-08-06')
    const today = { medical_waive_insurance_company_id: other, medical_waive_verified_on: '2026-11-20' }
    expect(await put(id, today)).toBe('2026-11-20')
    // a typed name that is matched to its company
    const typed = await build({ ...verified, medical_waive_insurance_name_other: 'Former' })
    expect(await put(typed, { medical_waive_insurance_company_id: former })).toBe('2026-08-06')
  })

  it('with another insurance company is as before after the undo of the person who changed it', async () => {
    const id = await build({
      medical_status: 'waived',
      medical_waive_verified_on: '2026-08-06',
      medical_waive_insurance_company_id: await buildCompany(services.owner),
    })
    const before = (await world.admin.get(at(id))).body.data
    const change = await world.registrar.put(`${at(id)}/insurance-details`, {
      medical_waive_insurance_company_id: await buildCompany(services.owner),
    })
    const undone = await world.registrar.post(`/api/changes/${change.headers['x-change-id']}/undo`)
    expect(undone.body.data).toMatchObject({ reverted: 1, left: [] })
    expect((await world.admin.get(at(id))).body.data).toMatchObject({
      medical_waive_insurance_company_id: before.medical_waive_insurance_company_id,
      medical_waive_verified_on: '2026-08-06',
    })
  })

  it('keeps a premium that its author may no longer change', async () => {
    const id = await build({ admin_fee: '10.00' })
    const [author, other] = [
      await buildPerson(services, { permission: 'shipmate_admin' }),
      await buildPerson(services, { permission: 'shipmate_admin' }),
    ]
    const change = await (await confirmed(author)).put(at(id), { admin_fee: '20.00' })
    const rights = { permission: 'school_admin', school_ids: [world.schoolId] }
    expect((await (await confirmed(other)).put(`/api/users/${author.id}`, rights)).status).toBe(200)
    const undone = await (await confirmed(author)).post(`/api/changes/${change.headers['x-change-id']}/undo`)
    expect(undone.body.data).toMatchObject({
      reverted: 0,
      left: [{ id, reason: 'Only a Shipmate Admin can change this field.' }],
    })
  })

  it('runs the event for a status, or requires a reason to override', async () => {
    const id = await build({ medical_status: 'waiver_submitted' })
    const bare = await world.admin.put(at(id), { medical_status: 'exempt' })
    expect(bare.status).toBe(422)
    expect(Object.keys(bare.body.errors)).toEqual(['override_reason'])
    const forbidden = await world.registrar.put(at(id), { medical_status: 'waived' })
    expect(forbidden.status).toBe(403)
    const approved = await world.admin.put(at(id), { medical_status: 'waived' })
    expect(approved.body.data).toMatchObject({
      medical_status: 'waived',
      medical_waive_verified_on: '2026-11-20',
    })
    const undone = await world.admin.post(`/api/changes/${approved.headers['x-change-id']}/undo`)
    expect(undone.body.data.reverted).toBe(1)
    expect((await world.admin.get(at(id))).body.data).toMatchObject({
      medical_status: 'waiver_submitted',
      medical_waive_verified_on: null,
    })
  })

  it('saves all statuses in a leave and restores them', async () => {
    const id = await build({
      medical_status: 'enrolled',
      dental_status: 'waived',
      vision_status: 'not_applicable',
    })
    await world.registrar.put(at(id), { academic_status: 'leave_of_absence', loa_start_on: '2026-11-02' })
    expect((await world.registrar.get(at(id))).body.data).toMatchObject({
      medical_status: 'loa',
      dental_status: 'loa',
      vision_status: 'not_applicable',
      loa_start_on: '2026-11-02',
    })
    await world.registrar.put(at(id), { academic_status: 'returning' })
    expect((await world.registrar.get(at(id))).body.data).toMatchObject({
      medical_status: 'enrolled',
      dental_status: 'waived',
    })
  })

  it('says everything that’s wrong with its dependents in one answer', async () => {
    const id = await build({})
    const child = { type: 'child', first_name: 'Kim', last_name: 'Park', covers: [] }
    const wrong = await world.registrar.put(at(id), {
      dependents: [
        { id: 999_999_999, ...child, ssn: '***-**-1111' },
        { ...child, ssn: '***-**-2222', dob: '2999-01-01' },
      ],
    })
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
      422,
      ['dependents.0.id', 'dependents.0.ssn', 'dependents.1.dob', 'dependents.1.ssn'],
    ])
    const row = { type: 'pet', gender: 'q', first_name: '', dob: '02/31/2020', ssn: '1', covers: ['car'] }
    const { body } = await world.registrar.put(at(id), { dependents: [row] })
    expect(Object.keys(body.errors).sort()).toEqual(
      ['covers.0', 'dob', 'gender', 'last_name', 'ssn', 'type'].map((key) => `dependents.0.${key}`),
    )
  })

  it('has a tier that matches the covered dependents', async () => {
    const id = await build({ medical_status: 'enrolled' })
    const child = {
      type: 'child',
      gender: 'x',
      first_name: 'Kim',
      last_name: 'Park',
      dob: '2020-01-01',
      covers: ['medical'],
    }
    const with1 = await world.registrar.put(at(id), { dependents: [{ ...child, ssn: '912-34-5678' }] })
    expect(with1.body.data.medical_status).toBe('enrolled_ech')
    expect(with1.body.data.dependents[0]).toMatchObject({ ssn: '***-**-5678', covers: ['medical'] })
    const { id: childId } = with1.body.data.dependents[0]
    const with2 = await world.registrar.put(at(id), {
      dependents: [
        { ...child, id: childId, first_name: 'Kimmy' },
        { ...child, type: 'spouse', first_name: 'Lee' },
      ],
    })
    expect(with2.body.data.medical_status).toBe('enrolled_espch')
    const none = await world.registrar.put(at(id), { dependents: [] })
    expect(none.body.data).toMatchObject({ medical_status: 'enrolled', dependents: [] })
    const kinds = (await history(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining([
        'dependent_added',
        'dependent_changed',
        'dependent_removed',
        'coverage_status_changed',
      ]),
    )
    const stored = JSON.stringify(await history(id))
    expect(stored).not.toContain('912345678')
    expect(stored).not.toContain('912-34-5678')
  })

  it('has dates in order', async () => {
    const id = await build()
    const answer = await world.admin.put(at(id), {
      expected_start_on: '2027-01-01',
      expected_graduation_on: '2026-01-01',
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['expected_graduation_on'])
  })

  it('lists the status changes that the role can make', async () => {
    const id = await build({ medical_status: 'waiver_submitted', dental_status: 'not_started' })
    const admin = (await world.admin.get(`${at(id)}/status-moves`)).body.data
    expect(admin).toContainEqual({
      coverage: 'medical',
      event: 'approve_waiver',
      label: 'Approve waiver',
      to: 'waived',
      changes: [
        {
          field: 'medical_waive_verified_on',
          before: null,
          after: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
    })
    const registrar = (await world.registrar.get(`${at(id)}/status-moves`)).body.data
    expect(registrar.map(({ event }: { event: string }) => event)).not.toContain('approve_waiver')
    expect(registrar).toContainEqual(
      expect.objectContaining({ coverage: 'dental', event: 'decline_optional', to: 'declined' }),
    )
  })
})

describe('add-student-to-period', () => {
  const path = '/api/add-student-to-period'
  const someone = { sid: 'N1', first_name: 'Zoë', last_name: 'Kim', dob: '2001-02-03' }

  it('adds a new student once', async () => {
    const body = {
      period_id: world.periodId,
      ...someone,
      ssn: '912-00-0001',
      state: 'oregon',
      program: 'Pharmacy',
    }
    const made = await world.registrar.post(path, body)
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      medical_status: 'not_started',
      program: 'Pharmacy',
      ignored: [],
      student: { sid: 'N1', ssn: '***-**-0001' },
    })
    const again = await world.registrar.post(path, body)
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('exists')
  })

  it('doesn’t change an existing student, and reports differences', async () => {
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student: { ...someone, first_name: 'Zoe' },
    })
    const second = await buildSchoolWorld(services)
    const { buildPeriod } = await import('#server/setup/periods/factory.ts')
    const period = await buildPeriod(services.owner, { school_id: world.schoolId, dental_offered: false })
    const made = await world.registrar.post(path, {
      period_id: period,
      ...someone,
      academic_status: 'leave_of_absence',
    })
    expect(made.body.data).toMatchObject({
      ignored: ['first_name'],
      student: { first_name: 'Zoe' },
      medical_status: 'loa',
      dental_status: 'not_applicable',
      loa_start_on: '2026-11-20',
      loa_end_on: null,
    })
    const foreign = await world.registrar.post(path, { period_id: second.periodId, ...someone })
    expect(foreign.body.errors).toEqual({ period_id: ['The selected period id is invalid.'] })
  })

  it('starts a leave on the sent dates, which must be in order with today’s too', async () => {
    const add = (sid: string, dates: object) =>
      world.registrar.post(path, {
        period_id: world.periodId,
        ...someone,
        sid,
        academic_status: 'leave_of_absence',
        ...dates,
      })
    expect(
      (await add('L1', { loa_start_on: '2026-11-01', loa_end_on: '2027-02-01' })).body.data,
    ).toMatchObject({ loa_start_on: '2026-11-01', loa_end_on: '2027-02-01', medical_status: 'loa' })
    const ended = await add('L2', { loa_end_on: '2026-11-01' })
    expect([ended.status, Object.keys(ended.body.errors)]).toEqual([422, ['loa_end_on']])
  })

  it.each([
    [{ sid: 'N2' }, ['last_name', 'dob']],
    [{ ...someone, dob: '2031-01-01' }, ['dob']],
    [{ ...someone, state: 'Oregoon' }, ['state']],
    [{ ...someone, ssn: '111-11-1111' }, ['ssn']],
    [{ ...someone, medical_status: 'waived' }, ['medical_status']],
  ])('refuses %j by field', async (body, fields) => {
    const answer = await world.registrar.post(path, { period_id: world.periodId, ...body })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(fields)
  })

  it('takes a duplicate SSN in a school, without revealing that it is one', async () => {
    await world.registrar.post(path, { period_id: world.periodId, ...someone, ssn: '912000009' })
    const same = await world.registrar.post(path, {
      period_id: world.periodId,
      ...someone,
      first_name: 'Ann',
      sid: 'N9',
      ssn: '912-00-0009',
    })
    expect(same.body.data.student.ssn).toBe('***-**-0009')
    const other = await buildSchoolWorld(services)
    const there = await other.registrar.post(path, {
      period_id: other.periodId,
      ...someone,
      ssn: '912-00-0009',
    })
    expect(there.status).toBe(201)
  })
})
