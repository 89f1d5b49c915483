import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { createClient, type TestAnswer } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
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

/** Without a life event: late, because the waiver deadline of the test year is 09/15/2026. */
const late = { qualifying_event: null, event_on: null }

const send = async (more: object = {}, periodId = world.periodId): Promise<TestAnswer> => {
  const guest = createClient(services.app)
  return guest.post(`/api/public/periods/${periodId}/form-submissions`, { ...smallForm, ...more })
}
const refusal = async (more: object = {}) => {
  const { status, body } = await send(more)
  return [status, Object.keys(body.errors ?? {})]
}
const change = async (kind: string, values: object) => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { data } = (await world.admin.get(path)).body
  expect((await world.admin.put(path, { ...data, ...values })).status).toBe(200)
}
const cohortUntil = (waiver_deadline_on: string) => ({
  key: 'seniors',
  name: 'Seniors',
  audience: { programs: [], campuses: [], class_years: [2027], academic_statuses: [] },
  enrollment_closes_on: null,
  waiver_deadline_on,
})

describe('a form is refused', () => {
  it('if it isn’t published, isn’t open, or its policy year is closed', async () => {
    expect(await refusal()).toEqual([422, ['form_type']])
    await publishForm(world, { is_open: false })
    expect(await refusal()).toEqual([422, ['form_type']])
    await publishForm(world)
    expect((await send()).status).toBe(201)
    expect(await refusal({ form_type: 'enroll' })).toEqual([422, ['form_type']])
    await services.owner
      .updateTable('periods')
      .set({ state: 'closed' })
      .where('id', '=', world.periodId)
      .execute()
    expect(await refusal({ signature: 'M' })).toEqual([422, ['form_type']])
  })

  it('if there’s no such policy year, or it’s a draft', async () => {
    const draft = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      state: 'draft',
      starts_on: '2027-08-01',
      ends_on: '2028-07-31',
    })
    expect((await send({}, draft)).status).toBe(404)
    expect((await send({}, 999_999_999)).status).toBe(404)
  })

  it.each([
    [{ signature: '' }, 'signature'],
    [{ dob: null }, 'dob'],
    [{ dob: '2027-01-01' }, 'dob'],
    [{ attestations: [] }, 'attestations'],
    [{ attestations: ['true', 'more'] }, 'attestations'],
    [{ city: 'Salem' }, 'city'],
    [{ last_name: undefined }, 'last_name'],
    [{ dependents: [{ type: 'child', first_name: 'Kim', last_name: 'Park' }] }, 'dependents'],
    [{ coverage_types: [] }, 'coverage_types'],
    [{ coverage_types: ['medical', 'medical'] }, 'coverage_types'],
    [{ coverage_types: ['vision'] }, 'coverage_types'],
    [{ progress: 'done' }, 'progress'],
    [{ dependents: [{ type: 'child', first_name: 'Kim' }] }, 'dependents.0.last_name'],
    [{ form_type: 'appeal' }, 'form_type'],
  ])('with %o', async (more, field) => {
    await services.owner
      .updateTable('periods')
      .set({ vision_offered: false })
      .where('id', '=', world.periodId)
      .execute()
    await publishForm(world)
    expect(await refusal(more)).toEqual([422, [field]])
  })

  it('if a required field, an offered option or a real company is missing, or an SSN is a mask', async () => {
    await publishForm(world, {
      fields: [
        { name: 'program', is_required: true },
        { name: 'ssn' },
        { name: 'medical_waive_group_number', is_required: true },
        { name: 'dental_waive_group_number', is_required: true },
        { name: 'medical_waive_insurance_company_id' },
      ],
    })
    expect(await refusal()).toEqual([422, ['program', 'medical_waive_group_number']])
    const whole = { program: 'Nursing', medical_waive_group_number: 'G-1' }
    const options = (
      await world.admin.get(`/api/periods/${world.periodId}/enroll-form/dropdowns-and-notices`)
    ).body.data.options
    await change('enroll-form/dropdowns-and-notices', {
      options: {
        ...options,
        program: [
          { key: 'n', value: 'Nursing', is_retired: false },
          { key: 'l', value: 'Law', is_retired: true },
        ],
      },
    })
    expect(await refusal({ ...whole, program: 'Law' })).toEqual([422, ['program']])
    expect(await refusal({ ...whole, ssn: '***-**-1234' })).toEqual([422, ['ssn']])
    expect(await refusal({ ...whole, medical_waive_insurance_company_id: 999_999_999 })).toEqual([
      422,
      ['medical_waive_insurance_company_id'],
    ])
    expect((await send(whole)).status).toBe(201)
  })
})

describe('outside its window', () => {
  beforeEach(() => publishForm(world))

  it('a form needs a qualifying life event of the last days', async () => {
    expect(await refusal(late)).toEqual([422, ['qualifying_event']])
    expect(await refusal({ event_on: null })).toEqual([422, ['event_on']])
    expect(await refusal({ qualifying_event: null })).toEqual([422, ['qualifying_event']])
    expect(await refusal({ event_on: '2026-11-21' })).toEqual([422, ['event_on']])
    expect(await refusal({ event_on: '2026-10-01' })).toEqual([422, ['event_on']])
    expect((await send({ event_on: '2026-10-20' })).status).toBe(201)
    await change('insurance-configuration', { qualifying_events: ['marriage'] })
    expect(await refusal({ event_on: '2026-11-01' })).toEqual([422, ['qualifying_event']])
  })

  it('a form isn’t promised a life event in a policy year that accepts none', async () => {
    await change('insurance-configuration', { qualifying_events: [] })
    const { status, body } = await send(late)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['form_type']])
    expect(body.errors.form_type).toEqual([expect.stringMatching(/^This form closed on [A-Z][^.]+\.$/)])
  })

  it('a waiver is accepted if the policy year has a late waiver fee', async () => {
    await change('insurance-configuration', { late_waiver_fee: '50.00' })
    expect((await send(late)).status).toBe(201)
  })

  it('a form isn’t accepted before the window, not even with a life event', async () => {
    await change('dates', { waiver_opens_on: '2026-12-01', waiver_deadline_on: '2027-01-15' })
    const { status, body } = await send()
    expect([status, body.errors]).toEqual([422, { form_type: ['This form opens on December 1, 2026.'] }])
  })

  it('a cohort has its own deadline, if the form can tell', async () => {
    await publishForm(world, { fields: [{ name: 'graduation_year' }] })
    await change('dates', { cohorts: [cohortUntil('2026-12-15')] })
    expect((await send({ ...late, graduation_year: 2027 })).status).toBe(201)
    expect(await refusal({ ...late, graduation_year: 2028 })).toEqual([422, ['qualifying_event']])
    expect((await send(late)).status).toBe(201)
    await change('dates', { waiver_deadline_on: '2026-12-31', cohorts: [cohortUntil('2026-11-01')] })
    expect(await refusal({ ...late, graduation_year: 2027, signature: 'M' })).toEqual([
      422,
      ['qualifying_event'],
    ])
  })
})

it('one address can send only so many forms', async () => {
  await publishForm(world)
  await services.owner.updateTable('throttles').set({ hits: 300 }).where('key', 'like', 'forms:%').execute()
  const answer = await send()
  expect([answer.status, answer.body.code]).toEqual([429, 'too_many'])
  await services.owner.deleteFrom('throttles').where('key', 'like', 'forms:%').execute()
})
