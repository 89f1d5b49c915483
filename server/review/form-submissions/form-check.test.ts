import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { publishActiveRule, publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await save('dates', { waiver_deadline_on: '2026-12-31' })
})
afterAll(() => services.close())

const check = async (form: object) =>
  createClient(services.app).post(`/api/public/periods/${world.periodId}/form-checks`, {
    ...form,
    progress: 'in_progress',
  })
const save = async (kind: string, more: object) => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { version, ...present } = (await world.admin.get(path)).body.data
  const answer = await world.admin.put(path, { ...present, ...more, version })
  expect(answer.status).toBe(200)
  return answer.body.data.version as number
}

it('says what is missing by field, and saves nothing', async () => {
  await publishForm(world, { fields: [{ name: 'sid', is_required: true }] })
  const { status, body } = await check({ form_type: 'waiver', coverage_types: ['medical'] })
  expect(status).toBe(200)
  expect(Object.keys(body.data.errors).toSorted()).toEqual([
    'attestations',
    'dob',
    'last_name',
    'sid',
    'signature',
  ])
  const rows = await services.owner
    .selectFrom('form_submissions')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .execute()
  expect(rows).toEqual([])
})

it('says the same whether or not the student is on the roster', async () => {
  await publishForm(world)
  const before = (await check(smallForm)).body.data
  const student = { first_name: 'Maya', last_name: 'Thompson', dob: smallForm.dob }
  await buildStudentPeriod(services.owner, { school_id: world.schoolId, period_id: world.periodId, student })
  expect((await check(smallForm)).body.data).toEqual(before)
})

it('asks for nothing about the subscriber from a student who is the subscriber, and takes a company’s name', async () => {
  const fields = [
    'medical_waive_subscriber_relation',
    'medical_waive_subscriber_dob',
    'medical_waive_insurance_company_id',
  ].map((name) => ({ name, is_required: true }))
  await publishForm(world, { fields: [...fields, { name: 'medical_waive_insurance_name_other' }] })
  const errorsOf = async (more: object) =>
    Object.keys((await check({ ...smallForm, ...more })).body.data.errors)
  expect(await errorsOf({ medical_waive_subscriber_relation: 'parent' })).toEqual([
    'medical_waive_subscriber_dob',
    'medical_waive_insurance_company_id',
  ])
  const own = {
    medical_waive_subscriber_relation: 'self',
    medical_waive_insurance_name_other: 'Lakeside Health',
  }
  expect(await errorsOf(own)).toEqual([])
  // dental isn’t on the form
  expect(await errorsOf({ ...own, coverage_types: ['dental'] })).not.toContain('medical_waive_subscriber_dob')
})

it('says at once which rule the answers don’t meet, in the school’s words', async () => {
  await publishForm(world, { fields: [{ name: 'medical_waive_source_of_coverage' }] })
  await publishActiveRule(world)
  const path = `/api/periods/${world.periodId}/waiver-configuration`
  const rules = (await world.admin.get(path)).body.data
  const sources = rules.accepted_sources
  const version = await save(waiverConfiguration.kind, {
    accepted_sources: {
      ...sources,
      is_on: true,
      severity: 'block',
      parameters: { ...sources.parameters, medicaid: 'refuse' },
      message: { ...sources.message, en: 'We don’t accept Medicaid.' },
    },
  })
  await world.admin.post(`/api/periods/${world.periodId}/publications`, {
    documents: [{ kind: waiverConfiguration.kind, version }],
  })
  const refusalsOf = async (source: string) =>
    (await check({ ...smallForm, medical_waive_source_of_coverage: source })).body.data.refusals
  expect(await refusalsOf('medicaid')).toEqual([
    { coverage_type: 'medical', rule: 'accepted_sources', message: 'We don’t accept Medicaid.' },
  ])
  // what only a check or a document can show isn’t refused
  expect(await refusalsOf('parent_employer_group')).toEqual([])
})

it('says what an enrollment form costs with its dependents, and the fee of a late waiver', async () => {
  await publishForm(world, { type: 'enroll', fields: [{ name: 'dependents' }] })
  await publishForm(world)
  const premiums = { enrolled: '1200.00', enrolled_esp: '2400.00' }
  const plan = (await world.admin.get(`/api/periods/${world.periodId}/medical-plan`)).body.data
  await save('medical-plan', { premiums: { ...plan.premiums, ...premiums }, proration: 'none' })
  const spouse = { type: 'spouse', first_name: 'Sam', last_name: 'Thompson' }
  const costOf = async (dependents: object[]) =>
    (await check({ ...smallForm, form_type: 'enroll', dependents })).body.data.premiums
  await save('dates', {
    enrollment_opens_on: null,
    enrollment_closes_on: '2026-12-31',
    waiver_opens_on: null,
    waiver_deadline_on: '2026-11-01',
  })
  expect(await costOf([])).toEqual([
    expect.objectContaining({ coverage_type: 'medical', tier: 'enrolled', premium: '1200.00' }),
  ])
  // the price is known before the name is
  expect(await costOf([{ type: 'spouse' }])).toEqual(await costOf([spouse]))
  expect(await costOf([spouse])).toEqual([
    expect.objectContaining({ coverage_type: 'medical', tier: 'enrolled_esp', premium: '2400.00' }),
  ])
  await save('insurance-configuration', { late_waiver_fee: '75.00' })
  const late = { ...smallForm, qualifying_event: null, event_on: null }
  expect((await check(late)).body.data.late_fee).toBe('75.00')
  await save('dates', { waiver_deadline_on: '2026-12-31' })
  expect((await check(late)).body.data.late_fee).toBeNull()
})

it('a form that isn’t open is refused', async () => {
  await publishForm(world, { is_open: false })
  expect((await check(smallForm)).status).toBe(422)
})
