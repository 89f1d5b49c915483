import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { publishForm, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { clientOf } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let companyId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
afterEach(() => services.clock.demoDate?.set(null))
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  companyId = await buildCompany(services.owner)
  const names = ['insurance_company_id', 'member_subscriber_number', 'group_number', 'source_of_coverage']
  await publishForm(world, {
    fields: ['medical', 'dental'].flatMap((one) => names.map((name) => ({ name: `${one}_waive_${name}` }))),
  })
})

const ofMedical = () => ({
  medical_waive_insurance_company_id: companyId,
  medical_waive_member_subscriber_number: 'ABC1234567',
  medical_waive_source_of_coverage: 'individual_plan',
})
const send = (more: object = {}): Promise<SentForm> =>
  sendForm({ services, world }, { ...ofMedical(), ...more })
const line = (form: SentForm, more: object = {}) => ({
  form_submission_id: form.id,
  coverage_type: 'medical',
  outcome: 'approve',
  ...more,
})
const preview = async (form: SentForm, more: object = {}) => {
  const { form_submission_id, ...one } = line(form)
  const { body } = await world.admin.post('/api/decisions/preview', {
    form_submission_id,
    lines: [one],
    ...more,
  })
  return body
}
const record = async ({ student_period_id: id }: SentForm) =>
  (await world.admin.get(`/api/student-periods/${id}`)).body.data
const change = (form: SentForm, fields: object) =>
  world.admin.put(`/api/student-periods/${form.student_period_id}/insurance-details`, fields)

describe('an approved waiver', () => {
  it('writes the other insurance of its form into the record, and the preview shows it', async () => {
    const form = await send()
    const [shown] = (await preview(form)).data.lines
    expect(shown.changes).toContainEqual({
      field: 'medical_waive_member_subscriber_number',
      before: null,
      after: 'ABC1234567',
    })
    expect((await world.admin.post('/api/decisions', line(form))).status).toBe(201)
    expect(await record(form)).toMatchObject({ medical_status: 'waived', ...ofMedical() })
  })

  it.each([null, '2026-11-28'])(
    'keeps what staff changed since the form arrived; demo date: %s',
    async (day) => {
      services.clock.demoDate?.set(day)
      const form = await send()
      await change(form, { medical_waive_member_subscriber_number: 'CORRECTED1' })
      const [shown] = (await preview(form)).data.lines
      expect(shown.kept).toEqual([
        { field: 'medical_waive_member_subscriber_number', recorded: 'CORRECTED1', submitted: 'ABC1234567' },
      ])
      await world.admin.post('/api/decisions', line(form))
      expect(await record(form)).toMatchObject({
        ...ofMedical(),
        medical_waive_member_subscriber_number: 'CORRECTED1',
      })
    },
  )

  it('replaces what the record had from an earlier plan, with what the form left empty', async () => {
    const { id } = await sendForm({ services, world }, { ...ofMedical() })
    const form = await send({ student: { sid: 'S-2' }, sid: 'S-2', signature: 'Maya T.' })
    await services.owner
      .updateTable('student_periods')
      .set({ medical_waive_member_subscriber_number: 'OLD1', medical_waive_group_number: 'OLDGROUP' })
      .where('id', '=', form.student_period_id)
      .execute()
    await world.admin.post('/api/decisions', line(form))
    expect(id).not.toBe(form.id)
    expect(await record(form)).toMatchObject({ ...ofMedical(), medical_waive_group_number: null })
  })

  it('is undone with what it wrote, and writes it again when it’s approved again', async () => {
    const form = await send()
    const { headers } = await world.admin.post('/api/decisions', line(form))
    const undo = await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
    expect(undo.status).toBe(200)
    expect(await record(form)).toMatchObject({
      medical_status: 'waiver_submitted',
      medical_waive_insurance_company_id: null,
      medical_waive_member_subscriber_number: null,
    })
    await world.admin.post('/api/decisions', line(form))
    expect(await record(form)).toMatchObject({ medical_status: 'waived', ...ofMedical() })
  })

  it('takes over the form by a status call too, for one student and for many', async () => {
    const one = await send()
    const many = await send({ student: { sid: 'S-3' }, sid: 'S-3', signature: 'Maya' })
    const single = await world.admin.put(`/api/student-periods/${one.student_period_id}`, {
      medical_status: 'waived',
    })
    expect(single.status).toBe(200)
    const bulk = await world.admin.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids: [many.student_period_id],
      medical_status: 'waived',
    })
    expect(bulk.status).toBe(200)
    expect(await record(one)).toMatchObject({ medical_status: 'waived', ...ofMedical() })
    expect(await record(many)).toMatchObject({ medical_status: 'waived', ...ofMedical() })
  })

  it('writes only the coverage that was approved', async () => {
    const form = await send({
      coverage_types: ['medical', 'dental'],
      dental_waive_member_subscriber_number: 'DENTAL1',
    })
    await world.admin.post('/api/decisions', line(form))
    expect(await record(form)).toMatchObject({ ...ofMedical(), dental_waive_member_subscriber_number: null })
  })
})

const spouse = {
  type: 'spouse',
  first_name: 'Ada',
  last_name: 'Thompson',
  dob: '2002-02-02',
  ssn: '912-34-5678',
}
const child = { type: 'child', first_name: 'Leo', last_name: 'Thompson', dob: '2024-05-06' }

describe('an approved enrollment', () => {
  beforeEach(async () => {
    await publishForm(world, { type: 'enroll', fields: [{ name: 'dependents' }] })
    const path = `/api/periods/${world.periodId}/medical-plan`
    const { version, ...plan } = (await world.admin.get(path)).body.data
    const premiums = {
      ...plan.premiums,
      enrolled: '4678.00',
      enrolled_esp: '9356.00',
      enrolled_espch: '14034.00',
    }
    await world.admin.put(path, { ...plan, premiums, proration: 'none', version })
  })
  const enroll = (more: object = {}): Promise<SentForm> =>
    sendForm({ services, world }, { form_type: 'enroll', dependents: [spouse, child], ...more })
  const addToRecord = (form: SentForm, dependents: object[]) =>
    world.admin.put(`/api/student-periods/${form.student_period_id}`, { dependents })

  it('covers the signed dependents: their rows, the tier and its premium', async () => {
    const form = await enroll()
    const shown = (await preview(form)).data
    expect(shown.lines[0]).toMatchObject({ to_status: 'enrolled_espch' })
    expect(shown.dependents).toMatchObject([
      { index: 0, first_name: 'Ada', covers: ['medical'], same_as: null, alike: [] },
      { index: 1, first_name: 'Leo', covers: ['medical'], same_as: null, alike: [] },
    ])
    expect((await world.admin.post('/api/decisions', line(form))).status).toBe(201)
    expect(await record(form)).toMatchObject({
      medical_status: 'enrolled_espch',
      medical_enroll_premium: '14034.00',
      dependents: [
        { type: 'spouse', first_name: 'Ada', dob: '2002-02-02', ssn: '***-**-5678', covers: ['medical'] },
        { type: 'child', first_name: 'Leo', dob: '2024-05-06', ssn: null, covers: ['medical'] },
      ],
    })
  })

  it('keeps the full SSN of a dependent as it was signed', async () => {
    const form = await enroll()
    await world.admin.post('/api/decisions', line(form))
    const [{ id }] = (await record(form)).dependents
    const confirmed = await clientOf(services, world.adminId, { isConfirmed: true })
    const { body } = await confirmed.post(`/api/dependents/${id}/reveal-ssn`, { reason: 'A check.' })
    expect(body).toEqual({ data: { ssn: '912-34-5678' } })
  })

  it('covers a dependent that the record has already, once', async () => {
    const form = await enroll()
    await addToRecord(form, [{ ...spouse, ssn: null, covers: ['dental'] }])
    await world.admin.post('/api/decisions', line(form))
    const { dependents, medical_status } = await record(form)
    expect(medical_status).toBe('enrolled_espch')
    expect(dependents).toMatchObject([
      { first_name: 'Ada', ssn: '***-**-5678', covers: ['dental', 'medical'] },
      { first_name: 'Leo', covers: ['medical'] },
    ])
  })

  it.each([
    ['the same name', { ...spouse, dob: '2001-01-01' }],
    ['the same birth date', { ...spouse, first_name: 'Adaline' }],
    ['another relation', { ...spouse, type: 'domestic_partner' }],
    ['no birth date', { ...spouse, dob: null }],
  ])('asks who a dependent is who has %s as one on record', async (_what, recorded) => {
    const form = await enroll()
    await addToRecord(form, [{ ...recorded, ssn: null, covers: [] }])
    const [known] = (await record(form)).dependents
    expect((await preview(form)).data.dependents[0]).toMatchObject({
      same_as: null,
      alike: [{ id: known.id }],
    })
    const refused = await world.admin.post('/api/decisions', line(form))
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors)).toEqual(['dependents.0'])
    const same = await world.admin.post('/api/decisions', {
      ...line(form),
      dependents: [{ index: 0, same_as: known.id }],
    })
    expect(same.status).toBe(201)
    expect((await record(form)).dependents).toMatchObject([{ id: known.id, covers: ['medical'] }, child])
  })

  it('adds a dependent who staff say is someone else', async () => {
    const form = await enroll()
    await addToRecord(form, [{ ...spouse, first_name: 'Adaline', type: 'child', ssn: null, covers: [] }])
    const dependents = [{ index: 0, same_as: null }]
    expect((await world.admin.post('/api/decisions', { ...line(form), dependents })).status).toBe(201)
    expect((await record(form)).dependents).toMatchObject([
      { first_name: 'Adaline', covers: [] },
      { first_name: 'Ada' },
      { first_name: 'Leo' },
    ])
  })

  it('tells twins apart', async () => {
    const twin = { ...child, first_name: 'Mia' }
    const form = await enroll({ dependents: [child, twin] })
    await addToRecord(form, [{ ...child, covers: [] }])
    expect((await world.admin.post('/api/decisions', line(form))).status).toBe(201)
    expect((await record(form)).dependents).toMatchObject([
      { first_name: 'Leo', covers: ['medical'] },
      { first_name: 'Mia', covers: ['medical'] },
    ])
  })

  it('leaves out a form with an unclear dependent in bulk and in a status call', async () => {
    const form = await enroll()
    await addToRecord(form, [{ ...spouse, first_name: 'Adaline', ssn: null, covers: [] }])
    const bulk = await world.admin.post('/api/decisions/bulk', { ids: [form.id], outcome: 'approve' })
    expect(bulk.body.data).toMatchObject({ changed: 0, skipped: [{ reason: 'unclear_dependents' }] })
    const call = await world.admin.put(`/api/student-periods/${form.student_period_id}`, {
      medical_status: 'enrolled_espch',
    })
    expect(call.status).toBe(422)
  })

  it('covers them in bulk and by a status call to the tier of the form', async () => {
    const one = await enroll()
    const other = await enroll({ student: { sid: 'S-5' }, sid: 'S-5', signature: 'M' })
    const bulk = await world.admin.post('/api/decisions/bulk', { ids: [one.id], outcome: 'approve' })
    expect(bulk.body.data).toMatchObject({ changed: 1 })
    const call = await world.admin.put(`/api/student-periods/${other.student_period_id}`, {
      medical_status: 'enrolled_espch',
    })
    expect(call.status).toBe(200)
    for (const form of [one, other])
      expect(await record(form)).toMatchObject({
        medical_status: 'enrolled_espch',
        medical_enroll_premium: '14034.00',
        dependents: [{ first_name: 'Ada' }, { first_name: 'Leo' }],
      })
  })

  it('of a student who is enrolled changes the tier and its premium if staff merge the dependents', async () => {
    const form = await enroll()
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'enrolled', medical_enroll_premium: '4678.00' })
      .where('id', '=', form.student_period_id)
      .execute()
    const { version } = await record(form)
    const path = `/api/student-periods/${form.student_period_id}/merge-from-student-form-submission`
    const ask = { form_submission_id: form.id, fields: ['dependents'], version }
    expect((await world.admin.post(path, ask)).status).toBe(200)
    expect(await record(form)).toMatchObject({
      medical_status: 'enrolled_espch',
      medical_enroll_premium: '14034.00',
      dependents: [
        { first_name: 'Ada', medical_start_on: '2026-11-10' },
        { first_name: 'Leo', medical_start_on: '2026-11-10' },
      ],
    })
  })

  it('is undone with its dependents', async () => {
    const form = await enroll()
    await addToRecord(form, [{ ...spouse, ssn: null, covers: ['dental'] }])
    const { headers } = await world.admin.post('/api/decisions', line(form))
    const { body } = await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
    expect(body.data).toMatchObject({ left_total: 0 })
    expect(await record(form)).toMatchObject({
      medical_status: 'enrollment_submitted',
      dependents: [{ first_name: 'Ada', ssn: null, covers: ['dental'] }],
    })
  })
})
