import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildStudentPeriod } from './factory.ts'

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

const values = {
  program: 'Pharmacy',
  campus: 'North',
  comment: 'Called.',
  academic_status: 'returning',
  medical_status: 'waived',
  dental_status: 'exempt',
  vision_status: 'enrolled',
  medical_waive_group_number: 'G1',
  medical_waive_verified_on: '2026-09-01',
  medical_waive_has_exception: true,
  medical_enroll_group_number: 'E1',
  admin_fee: '12.50',
} as const
const build = (more: object = {}) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    ...values,
    ...more,
  })
const copy = (from: { id: number; student_id: number }, body: object = {}, client = world.admin) =>
  client.post('/api/student-periods', {
    student_id: from.student_id,
    period_id: next,
    copy_from_student_period_id: from.id,
    ...body,
  })
const preview = (id: number, period = next, client = world.admin, more = '') =>
  client.get(`/api/student-periods/${id}/copy-preview?period_id=${period}${more}`)
const addChild = (id: number) =>
  world.admin.put(`/api/student-periods/${id}`, {
    dependents: [
      { type: 'child', first_name: 'Mia', last_name: 'Lopez', ssn: '912-34-5678', covers: ['medical'] },
    ],
  })

describe('a policy year copied for one student', () => {
  it('has academic and waive fields, coverage that starts over, and exempt coverage', async () => {
    const made = await copy(await build())
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      period_id: next,
      program: 'Pharmacy',
      campus: 'North',
      academic_status: 'returning',
      medical_waive_group_number: 'G1',
      medical_waive_verified_on: '2026-09-01',
      medical_waive_has_exception: true,
      comment: null,
      admin_fee: null,
      medical_enroll_group_number: null,
      medical_status: 'not_started',
      dental_status: 'exempt',
      vision_status: 'not_applicable',
    })
  })

  it('has the dependents with their SSNs, without coverage unless it’s renewed', async () => {
    const from = await build()
    await addChild(from.id)
    const { data } = (await copy(from)).body
    expect(data.dependents).toMatchObject([
      { type: 'child', first_name: 'Mia', ssn: '***-**-5678', covers: [] },
    ])
    const ciphers = await services.owner
      .selectFrom('dependents')
      .select('ssn_cipher')
      .where('student_period_id', 'in', [from.id, data.id])
      .execute()
    expect(ciphers[0]?.ssn_cipher).toEqual(ciphers[1]?.ssn_cipher)
    expect(ciphers[0]?.ssn_cipher).not.toBeNull()
  })

  it('is one change in the history, and undo removes it', async () => {
    const from = await build()
    await addChild(from.id)
    const made = await copy(from)
    const entries = await services.owner
      .selectFrom('history')
      .selectAll()
      .where('student_period_id', '=', made.body.data.id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ kind }) => kind)).toEqual(['student_period_created', 'dependent_added'])
    expect(new Set(entries.map(({ change_id }) => change_id)).size).toBe(1)
    expect(entries[0]?.changes).toContainEqual({ field: 'program', before: null, after: 'Pharmacy' })
    expect(entries[1]?.changes).toContainEqual({ field: 'ssn', before: null, after: '***-**-5678' })
    const undone = await world.admin.post(`/api/changes/${String(made.headers['x-change-id'])}/undo`)
    expect(undone.body.data).toMatchObject({ left: [] })
    expect((await world.admin.get(`/api/student-periods/${made.body.data.id}`)).status).toBe(404)
  })

  it('has the requested fields, with overriding values', async () => {
    const body = { fields_to_carry: ['comment', 'admin_fee', 'campus'], campus: 'South' }
    expect((await copy(await build(), body)).body.data).toMatchObject({
      comment: 'Called.',
      admin_fee: '12.50',
      campus: 'South',
      program: null,
      academic_status: null,
      medical_waive_group_number: null,
    })
  })

  it('doesn’t let school admins copy what only product admins can change', async () => {
    const from = await build()
    const refused = await copy(from, { fields_to_carry: ['program', 'admin_fee'] }, world.registrar)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ['admin_fee']])
    expect((await copy(from, {}, world.registrar)).body.data).toMatchObject({
      medical_waive_group_number: 'G1',
      medical_waive_verified_on: null,
      medical_waive_has_exception: null,
    })
  })

  it('can be previewed as it would be saved, without saving it', async () => {
    const from = await build()
    await addChild(from.id)
    const shown = await preview(from.id)
    expect(shown.body.data.from).toEqual({ id: from.id, period_name: expect.any(String) })
    expect(shown.body.data.dependents).toEqual([
      { type: 'child', first_name: 'Mia', last_name: 'Lopez', covers: [] },
    ])
    expect(
      (await world.admin.get(`/api/student-periods-by-student/${from.student_id}`)).body.data,
    ).toHaveLength(1)
    const made = (await copy(from)).body.data
    for (const { field, before, after } of shown.body.data.changes)
      expect([field, before, after]).toEqual([field, null, made[field]])
    const some = await preview(from.id, next, world.admin, '&fields_to_carry=program')
    expect(some.body.data.changes.map(({ field }: { field: string }) => field)).toEqual([
      'program',
      'medical_status',
      'dental_status',
      'vision_status',
    ])
    const none = await preview(from.id, next, world.admin, '&fields_to_carry=,')
    expect(none.body.data.changes.map(({ field }: { field: string }) => field)).toEqual([
      'medical_status',
      'dental_status',
      'vision_status',
    ])
  })

  it('has company names in the preview', async () => {
    const { id: company } = await services.owner
      .insertInto('insurance_companies')
      .values({ name: `Aetna ${next}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const from = await build({ medical_waive_insurance_company_id: company })
    expect((await preview(from.id)).body.data.changes).toContainEqual({
      field: 'medical_waive_insurance_company',
      before: null,
      after: `Aetna ${next}`,
    })
  })
})

describe('a copy that isn’t possible', () => {
  const errors = async (answer: Promise<{ status: number; body: { errors?: object } }>) => {
    const { status, body } = await answer
    return [status, Object.keys(body.errors ?? {})]
  }

  it('into a year without the premium of its tier is refused, as a copy of the whole year is', async () => {
    const setUp = async (kind: string, change: object) => {
      const path = `/api/periods/${next}/${kind}`
      const { data } = (await world.admin.get(path)).body
      expect((await world.admin.put(path, { ...data, ...change })).body.errors).toBeUndefined()
    }
    await setUp('insurance-configuration', { enrolled_becomes: 'renewed' })
    const from = await build({ medical_status: 'enrolled_esp' })
    const text =
      'Students would be enrolled again without a premium. Set these premiums of 2027–28 first: medical for “Enrolled – Spouse”.'
    for (const { status, body } of [await copy(from), await preview(from.id)])
      expect([status, body.errors]).toEqual([422, { period_id: [text] }])
    const { data } = (await world.admin.get(`/api/periods/${next}/medical-plan`)).body
    await setUp('medical-plan', { premiums: { ...data.premiums, enrolled_esp: '9000.00' } })
    const made = await copy(from)
    expect([made.status, made.body.data.medical_enroll_premium]).toEqual([201, '9000.00'])
  })

  it('is refused by field', async () => {
    const from = await build()
    const other = await buildSchoolWorld(services)
    const foreign = await buildStudentPeriod(services.owner, {
      school_id: other.schoolId,
      period_id: other.periodId,
    })
    const stranger = await build()
    const key = 'copy_from_student_period_id'
    expect(await errors(copy(from, { [key]: foreign.id }))).toEqual([422, [key]])
    expect(await errors(copy(from, { [key]: foreign.id }, world.registrar))).toEqual([422, [key]])
    expect(await errors(copy(from, { [key]: stranger.id }))).toEqual([422, [key]])
    expect(await errors(copy(from, { [key]: 999_999 }))).toEqual([422, [key]])
    expect(await errors(copy(from, { period_id: world.periodId }))).toEqual([422, [key]])
    expect(await errors(copy(from, { period_id: other.periodId }))).toEqual([422, ['student_id']])
    expect(await errors(copy(from, { period_id: other.periodId }, world.registrar))).toEqual([
      422,
      ['period_id'],
    ])
    expect(await errors(copy(from, { fields_to_carry: ['program', 'medical_status'] }))).toEqual([
      422,
      ['fields_to_carry.1'],
    ])
    expect(await errors(copy(from, { [key]: undefined, fields_to_carry: ['program'] }))).toEqual([422, [key]])
    await copy(from)
    expect((await copy(from)).status).toBe(409)
  })

  it('has no preview', async () => {
    const from = await build()
    const other = await buildSchoolWorld(services)
    expect((await preview(from.id, next, other.registrar)).status).toBe(404)
    expect(await errors(preview(from.id, other.periodId, world.registrar))).toEqual([422, ['period_id']])
    expect(await errors(preview(from.id, other.periodId))).toEqual([422, ['copy_from_student_period_id']])
    expect(await errors(preview(from.id, world.periodId))).toEqual([422, ['copy_from_student_period_id']])
    expect(await errors(preview(from.id, next, world.admin, '&fields_to_carry=gone'))).toEqual([
      422,
      ['fields_to_carry.0'],
    ])
  })
})
