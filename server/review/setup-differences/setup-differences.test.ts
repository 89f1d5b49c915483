import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import type { DifferenceGroup } from '#contract/review/setup-differences/shapes.ts'
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

const setUp = async (kind: string, change: object) => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { data } = (await world.admin.get(path)).body
  const saved = await world.admin.put(path, { ...data, ...change })
  expect(saved.body.errors).toBeUndefined()
}
const build = async (values: object = {}): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    campus: 'Main',
    dental_status: 'waived',
    vision_status: 'waived',
    ...values,
  })
  return id
}
const record = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const path = () => `/api/periods/${world.periodId}/setup-differences`
const read = async (): Promise<{ records: number; groups: DifferenceGroup[] }> =>
  (await world.admin.get(path())).body.data
const apply = async (groups: readonly DifferenceGroup[]) => {
  const differences = groups.reduce((sum, { students }) => sum + students, 0)
  const ask = { groups: groups.map(({ key }) => key), expected: { differences } }
  const { body } = await world.admin.post(path(), ask)
  await services.runJobs()
  return (await world.admin.get(`/api/jobs/${body.data.job_id}`)).body.data
}
const isPlain = ({ apart }: DifferenceGroup) => apart === null

describe('records that differ from the setup', () => {
  it('follow exemptions, their end and what is offered, and go back with one undo', async () => {
    const online = await build({ campus: 'Online' })
    const former = await build({ medical_status: 'exempt' })
    const [away, back] = [
      await build({ vision_status: 'not_started' }),
      await build({ dental_status: 'not_applicable' }),
    ]
    await setUp('enrollment-options', {
      vision_offered: false,
      exemptions: [
        { key: 'o', name: 'Online', coverages: ['medical'], audience: { ...everyone, campuses: ['Online'] } },
      ],
    })
    const { records, groups } = await read()
    expect([records, groups.filter(isPlain)]).toMatchObject([
      4,
      [
        { kind: 'offering_off', coverage_type: 'vision', from_status: 'not_started', students: 1 },
        { kind: 'offering_on', coverage_type: 'dental', to_status: 'not_started', students: 1 },
        { kind: 'exemption', coverage_type: 'medical', to_status: 'exempt', students: 1 },
        { kind: 'exemption_ended', coverage_type: 'medical', to_status: 'not_started', students: 1 },
      ],
    ])
    const job = await apply(groups.filter(isPlain))
    expect(job).toMatchObject({ state: 'done', result: { changed: 4 }, may_undo: true })
    const statuses = async () => [
      (await record(online)).medical_status,
      (await record(former)).medical_status,
      (await record(away)).vision_status,
      (await record(back)).dental_status,
    ]
    expect(await statuses()).toEqual(['exempt', 'not_started', 'not_applicable', 'not_started'])
    expect((await read()).records).toBe(0)
    await world.admin.post(`/api/changes/${job.change_id}/undo`)
    expect(await statuses()).toEqual(['not_started', 'exempt', 'not_started', 'not_applicable'])
  })

  it('leave what a person set and what is settled, unless staff choose it', async () => {
    const id = await build()
    await world.admin.put(`/api/student-periods/${id}`, {
      medical_status: 'exempt',
      override_reason: 'The dean exempted them.',
    })
    await build({ vision_status: 'waiver_submitted' })
    await setUp('enrollment-options', { vision_offered: false })
    const { records, groups } = await read()
    expect([records, groups]).toMatchObject([
      0,
      [
        { kind: 'offering_off', coverage_type: 'vision', apart: 'settled', students: 1 },
        { kind: 'offering_off', from_status: 'waiver_submitted', apart: 'form_open', students: 1 },
        { kind: 'exemption_ended', coverage_type: 'medical', apart: 'by_hand', students: 1 },
      ],
    ])
    expect(await apply(groups)).toMatchObject({ state: 'done', result: { changed: 2 } })
    expect(await record(id)).toMatchObject({ medical_status: 'not_started', vision_status: 'not_applicable' })
  })

  it('get the plan’s details and the fees, by the dollar', async () => {
    const enrolled = {
      medical_status: 'enrolled',
      medical_enroll_insurance_plan_name: 'Harbor Silver',
      admin_fee: '20.00',
    }
    const ids = [await build(enrolled), await build({ ...enrolled, admin_fee: null })]
    const typed = await build(enrolled)
    await world.admin.put(`/api/student-periods/${typed}`, { admin_fee: '15.00' })
    await setUp('medical-plan', { name: 'Harbor Gold' })
    await setUp('insurance-configuration', { admin_fee: { amount: '25.00', audience: everyone } })
    const { groups } = await read()
    expect(groups).toMatchObject([
      { kind: 'plan_details', coverage_type: 'medical', students: 3, amount: null },
      { kind: 'fees', coverage_type: null, students: 2, amount: '30.00', apart: null },
      { kind: 'fees', students: 1, amount: '10.00', apart: 'by_hand' },
    ])
    await apply(groups.filter(isPlain))
    for (const id of ids)
      expect(await record(id)).toMatchObject({
        medical_enroll_insurance_plan_name: 'Harbor Gold',
        admin_fee: '25.00',
      })
    expect(await record(typed)).toMatchObject({ admin_fee: '15.00' })
    expect((await read()).groups).toMatchObject([{ kind: 'fees', apart: 'by_hand' }])
  })

  it('lose a fee that the setup has only for other programs, except one that a person set', async () => {
    const enrolled = { medical_status: 'enrolled', program: 'Law', admin_fee: '25.00', on_call_fee: '5.00' }
    const id = await build(enrolled)
    const typed = await build(enrolled)
    await world.admin.put(`/api/student-periods/${typed}`, { admin_fee: '15.00' })
    const left = await build({ ...enrolled, medical_status: 'waived' })
    const nurse = await build({ ...enrolled, program: 'Nursing' })
    await setUp('insurance-configuration', {
      admin_fee: { amount: '25.00', audience: { ...everyone, programs: ['Nursing'] } },
    })
    const { records, groups } = await read()
    expect([records, groups]).toMatchObject([
      1,
      [
        { kind: 'fees_ended', coverage_type: null, students: 1, amount: '-25.00', apart: null },
        { kind: 'fees_ended', students: 1, amount: '-15.00', apart: 'by_hand' },
      ],
    ])
    const job = await apply(groups.filter(isPlain))
    // no program has an on-call fee in the setup, so it stays
    expect(await record(id)).toMatchObject({ admin_fee: null, on_call_fee: '5.00' })
    expect(await record(typed)).toMatchObject({ admin_fee: '15.00' })
    for (const other of [left, nurse]) expect(await record(other)).toMatchObject({ admin_fee: '25.00' })
    expect((await read()).records).toBe(0)
    await world.admin.post(`/api/changes/${job.change_id}/undo`)
    expect(await record(id)).toMatchObject({ admin_fee: '25.00' })
  })

  it('get the tier of their dependents with its premium, except those with a reason not to', async () => {
    const premiums = { enrolled: '4678.00', enrolled_ech: '9000.00', enrolled_efam: '8000.00' }
    const { data } = (await world.admin.get(`/api/periods/${world.periodId}/medical-plan`)).body
    await setUp('medical-plan', { premiums: { ...data.premiums, ...premiums }, proration: 'none' })
    const child = { type: 'child', first_name: 'Kim', last_name: 'Park', covers: ['medical'] }
    const enroll = async (medical_status: string, premium: string | null, dependents: object[]) => {
      const id = await build({ medical_status, medical_enroll_premium: premium })
      if (dependents.length > 0) await world.admin.put(`/api/student-periods/${id}`, { dependents })
      return id
    }
    // the first two get the tier with their child, as the setup says so far
    const [family, agreed] = [
      await enroll('enrolled', '4678.00', [child]),
      await enroll('enrolled', '5000.00', [child]),
    ]
    const chosen = await enroll('enrolled', '4678.00', [child])
    const override = { medical_status: 'enrolled', override_reason: 'The dean asked.' }
    await world.admin.put(`/api/student-periods/${chosen}`, override)
    await enroll('enrolled_esp', null, [])
    await setUp('insurance-configuration', { uses_family_tier: true })
    const { records, groups } = await read()
    const tier = { kind: 'tier', coverage_type: 'medical', from_status: 'enrolled_ech' }
    expect([records, groups]).toMatchObject([
      1,
      [
        { ...tier, to_status: 'enrolled_efam', apart: null, students: 1, amount: '-1000.00' },
        { ...tier, to_status: 'enrolled_efam', apart: 'premium_differs', amount: '-1000.00' },
        { ...tier, from_status: 'enrolled', apart: 'by_hand', amount: '3322.00' },
        { ...tier, from_status: 'enrolled_esp', to_status: 'enrolled', apart: 'no_dependents' },
      ],
    ])
    const job = await apply(groups.filter(isPlain))
    const paid = async (id: number) => {
      const { medical_status: status, medical_enroll_premium: premium } = await record(id)
      return [status, premium]
    }
    expect(await paid(family)).toEqual(['enrolled_efam', '8000.00'])
    expect(await paid(agreed)).toEqual(['enrolled_ech', '9322.00'])
    await world.admin.post(`/api/changes/${job.change_id}/undo`)
    expect(await paid(family)).toEqual(['enrolled_ech', '9000.00'])
  })

  it('get the plan’s premium for their dates and tier, except agreed ones', async () => {
    const setPremium = async (enrolled: string) => {
      const { data } = (await world.admin.get(`/api/periods/${world.periodId}/medical-plan`)).body
      const premiums = { ...data.premiums, enrolled, enrolled_ech: '9000.00' }
      await setUp('medical-plan', { premiums, proration: 'monthly' })
    }
    await setPremium('4678.00')
    const year = {
      medical_enroll_coverage_start_on: '2026-08-01',
      medical_enroll_coverage_end_on: '2027-07-31',
    }
    const enrolled = { medical_status: 'enrolled', medical_enroll_premium: '4678.00', ...year }
    const [whole, spring] = [
      await build(enrolled),
      await build({
        ...enrolled,
        medical_enroll_coverage_start_on: '2027-02-01',
        medical_enroll_premium: '2339.00',
      }),
    ]
    const [agreed, corrected] = [await build(enrolled), await build(enrolled)]
    await world.admin.put(`/api/student-periods/${agreed}/insurance-details`, {
      medical_enroll_premium: '4000.00',
    })
    await world.admin.put(`/api/student-periods/${corrected}/insurance-details`, {
      medical_enroll_premium: '1.00',
    })
    const overridden = await build()
    await world.admin.put(`/api/student-periods/${overridden}`, {
      medical_status: 'enrolled',
      override_reason: 'The dean asked.',
    })
    const ids = [corrected]
    await world.admin.post('/api/student-periods/bulk-operations/set-plan-premiums', { ids })
    await setPremium('4800.00')
    const { records, groups } = await read()
    const premium = { kind: 'premium', coverage_type: 'medical', from_status: 'enrolled', to_status: null }
    // three whole years more by $122, half a year by $61, and the agreed one by $800
    expect([records, groups]).toEqual([
      4,
      [
        expect.objectContaining({ ...premium, apart: null, students: 4, amount: '427.00' }),
        expect.objectContaining({ ...premium, apart: 'by_hand', students: 1, amount: '800.00' }),
      ],
    ])
    const job = await apply(groups.filter(isPlain))
    const premiums = () =>
      Promise.all(
        [whole, spring, agreed, corrected, overridden].map(
          async (id) => (await record(id)).medical_enroll_premium,
        ),
      )
    expect(await premiums()).toEqual(['4800.00', '2400.00', '4000.00', '4800.00', '4800.00'])
    expect((await read()).groups).toMatchObject([{ ...premium, apart: 'by_hand' }])
    await world.admin.post(`/api/changes/${job.change_id}/undo`)
    expect(await premiums()).toEqual(['4678.00', '2339.00', '4000.00', '4678.00', '4678.00'])
  })

  it('change only as the preview showed', async () => {
    await build({ vision_status: 'not_started' })
    await setUp('enrollment-options', { vision_offered: false })
    const { groups } = await read()
    const late = await build({ vision_status: 'not_started' })
    expect(await apply(groups)).toMatchObject({
      state: 'failed',
      message: 'Some records changed after the preview. Check the new counts.',
    })
    expect((await record(late)).vision_status).toBe('not_started')
  })

  it('aren’t in force if the student has left, or are settled on leave', async () => {
    await build({ vision_status: 'not_started', academic_status: 'withdrawn' })
    await build({ vision_status: 'not_started', status: 'inactive' })
    await build({ vision_status: 'loa' })
    await setUp('enrollment-options', { vision_offered: false })
    expect(await read()).toEqual({ records: 0, groups: [] })
  })
})
