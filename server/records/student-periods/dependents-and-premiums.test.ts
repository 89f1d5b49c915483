import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
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

/** A policy year from 08/01/2026 to 07/31/2027; today is 11/20/2026, so 9 of 12 months are left. */
const premiums = {
  enrolled: '4800.00',
  enrolled_ech: '7200.00',
  enrolled_esp: '9600.00',
  enrolled_espch: '12000.00',
  enrolled_espch2: '14400.00',
  enrolled_efam: null,
}
const setUp = async (kind: string, change: object) => {
  const path = `/api/periods/${world.periodId}/${kind}`
  const { data } = (await world.admin.get(path)).body
  expect((await world.admin.put(path, { ...data, ...change })).body.errors).toBeUndefined()
}
const setPlan = (change: object = {}, coverage = 'medical') =>
  setUp(`${coverage}-plan`, { premiums, proration: 'monthly', ...change })
const build = async (values: object = {}) => {
  const place = { school_id: world.schoolId, period_id: world.periodId }
  const whole = {
    medical_enroll_coverage_start_on: '2026-08-01',
    medical_enroll_coverage_end_on: '2027-07-31',
    medical_enroll_premium: '4800.00',
  }
  const record = { ...place, medical_status: 'enrolled', ...whole, ...values }
  return `/api/student-periods/${(await buildStudentPeriod(services.owner, record)).id}`
}
const read = async (at: string) => (await world.admin.get(at)).body.data
const spouse = { type: 'spouse', first_name: 'Lee', last_name: 'Park', covers: ['medical'] }
const child = { type: 'child', first_name: 'Kim', last_name: 'Park', covers: ['medical'] }
const from = (dependents_effective_on: string) => ({ dependents_effective_on })
const undo = (client: SchoolWorld['admin'], answer: { headers: Record<string, unknown> }) =>
  client.post(`/api/changes/${String(answer.headers['x-change-id'])}/undo`)

describe('the premium of a tier that changes with the dependents', () => {
  it('changes in the same save, by the difference for the months from today', async () => {
    await setPlan()
    const at = await build()
    const { body } = await world.admin.put(at, { dependents: [spouse] })
    // 4,800 + 9/12 of 9,600 − 9/12 of 4,800
    expect(body.data).toMatchObject({ medical_status: 'enrolled_esp', medical_enroll_premium: '8400.00' })
  })

  it.each([
    ['the first day of coverage', '2026-08-01', '9600.00'],
    ['a day whose month counts in full', '2027-02-28', '7200.00'],
    ['the last day', '2027-07-31', '5200.00'],
  ])('counts from a day that is given: %s', async (_what, day, premium) => {
    await setPlan()
    const at = await build()
    const { body } = await world.admin.put(at, { dependents: [spouse], ...from(day) })
    expect(body.data.medical_enroll_premium).toBe(premium)
  })

  it('is that of the new tier if the plan doesn’t prorate', async () => {
    await setPlan({
      premiums: { ...premiums, enrolled: '4678.00', enrolled_esp: '9356.00' },
      proration: 'none',
    })
    const at = await build({ medical_enroll_premium: '4678.00' })
    const { body } = await world.admin.put(at, { dependents: [spouse] })
    expect(body.data.medical_enroll_premium).toBe('9356.00')
  })

  it('counts within the dates of coverage', async () => {
    await setPlan()
    const at = await build({
      medical_enroll_coverage_start_on: '2027-01-01',
      medical_enroll_coverage_end_on: '2027-05-31',
      medical_enroll_premium: '2000.00',
    })
    const early = await world.admin.put(at, { dependents: [spouse], ...from('2026-09-01') })
    expect(early.body.data.medical_enroll_premium).toBe('4000.00')
    const late = await world.admin.put(at, { dependents: [], ...from('2027-07-01') })
    // the last month: 400 less
    expect(late.body.data.medical_enroll_premium).toBe('3600.00')
  })

  it('follows when a dependent is changed, is no longer covered, or is removed', async () => {
    await setPlan()
    const at = await build({ medical_status: 'enrolled' })
    const whole = from('2026-08-01')
    const first = await world.admin.put(at, { dependents: [child], ...whole })
    expect(first.body.data.medical_enroll_premium).toBe('7200.00')
    const [{ id }] = first.body.data.dependents
    const changed = await world.admin.put(at, { dependents: [{ ...spouse, id }], ...whole })
    expect(changed.body.data).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '9600.00',
    })
    const ended = await world.admin.put(at, {
      dependents: [{ ...spouse, id, covers: [] }],
      ...from('2027-02-01'),
    })
    // 6 of 12 months without the spouse
    expect(ended.body.data).toMatchObject({ medical_status: 'enrolled', medical_enroll_premium: '7200.00' })
    await world.admin.put(at, { dependents: [{ ...spouse, id }], ...from('2027-02-01') })
    const removed = await world.admin.put(at, { dependents: [] })
    expect(removed.body.data).toMatchObject({ medical_status: 'enrolled', medical_enroll_premium: '6000.00' })
  })

  it('changes for each coverage type, with the premium that students pay directly', async () => {
    await setPlan({ direct_pay: true, direct_pay_premiums: { ...premiums, enrolled: '2400.00' } })
    await setPlan({ premiums: { ...premiums, enrolled: '120.00', enrolled_esp: '240.00' } }, 'dental')
    const at = await build({
      medical_enroll_direct_pay_premium: '2400.00',
      dental_status: 'enrolled',
      dental_enroll_premium: '120.00',
    })
    const { body } = await world.admin.put(at, {
      dependents: [{ ...spouse, covers: ['medical', 'dental'] }],
    })
    expect(body.data).toMatchObject({
      medical_enroll_premium: '8400.00',
      // 2,400 + 9/12 of 9,600 − 9/12 of 2,400
      medical_enroll_direct_pay_premium: '7800.00',
      dental_status: 'enrolled_esp',
      dental_enroll_premium: '210.00',
    })
  })

  it('stays with a tier that stays, and is never less than zero', async () => {
    await setPlan()
    const two = [child, { ...child, first_name: 'Sam' }]
    const at = await build({ medical_enroll_premium: '100.00' })
    const whole = from('2026-08-01')
    const first = await world.admin.put(at, { dependents: [spouse, ...two], ...whole })
    // 100 that staff entered, and the difference of the plan
    expect(first.body.data.medical_enroll_premium).toBe('9700.00')
    const third = await world.admin.put(at, {
      dependents: [...first.body.data.dependents, { ...child, first_name: 'Max' }],
      ...whole,
    })
    expect(third.body.data).toMatchObject({
      medical_status: 'enrolled_espch2',
      medical_enroll_premium: '9700.00',
    })
    const low = await build({ medical_status: 'enrolled_esp', medical_enroll_premium: '100.00' })
    const less = await world.admin.put(low, { dependents: [child] })
    // 100 − 9/12 of 2,400
    expect(less.body.data).toMatchObject({ medical_status: 'enrolled_ech', medical_enroll_premium: '0.00' })
  })

  it('changes while a waiver is pending too, and the tier is that of a waiver that is declined', async () => {
    await setPlan()
    const at = await build({ medical_status: 'enrolled_waiver_submitted', medical_prior_tier: 'enrolled' })
    const added = await world.admin.put(at, { dependents: [spouse] })
    expect(added.body.data).toMatchObject({
      medical_status: 'enrolled_waiver_submitted',
      medical_enroll_premium: '8400.00',
      dependents: [{ medical_start_on: '2026-11-20' }],
    })
    const declined = await world.admin.put(at, { medical_status: 'enrolled_esp' })
    expect(declined.body.data).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '8400.00',
    })
    await undo(world.admin, declined)
    await undo(world.admin, added)
    expect(await read(at)).toMatchObject({ medical_enroll_premium: '4800.00', dependents: [] })
  })

  it('counts from the start of coverage that begins in the same call', async () => {
    await setPlan()
    const at = await build({
      medical_status: 'waived',
      medical_enroll_premium: null,
      medical_enroll_coverage_start_on: null,
      medical_enroll_coverage_end_on: null,
    })
    const { body } = await world.admin.put(at, {
      dependents: [spouse],
      medical_status: 'enrolled',
      override_reason: 'The dean asked.',
      coverage_starts_on: '2026-10-01',
    })
    // 10 of 12 months
    expect(body.data).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_coverage_start_on: '2026-10-01',
      medical_enroll_premium: '8000.00',
    })
  })

  it('is refused with a day outside of the policy year or without dependents', async () => {
    const at = await build()
    const key = 'dependents_effective_on'
    for (const day of ['2026-07-31', '2027-08-01']) {
      const { status, body } = await world.admin.put(at, { dependents: [spouse], ...from(day) })
      expect([status, body.errors]).toEqual([422, { [key]: ['Choose a day within the policy year.'] }])
    }
    const alone = await world.admin.put(at, from('2026-10-01'))
    expect([alone.status, alone.body.errors]).toEqual([422, { [key]: ['Send it with the dependents.'] }])
  })
})

describe('tier, premium and dependents', () => {
  it('change by a School Admin too, who can’t change a premium otherwise, and undo it', async () => {
    await setPlan()
    const at = await build()
    const added = await world.registrar.put(at, { dependents: [spouse] })
    expect(added.body.data).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '8400.00',
    })
    expect((await undo(world.registrar, added)).body.data).toMatchObject({ reverted: 1, left: [] })
    const before = { medical_status: 'enrolled', medical_enroll_premium: '4800.00', dependents: [] }
    expect(await read(at)).toMatchObject(before)
    const premium = { medical_enroll_premium: '1.00' }
    expect((await world.registrar.put(`${at}/insurance-details`, premium)).status).toBe(403)
    const typed = await world.admin.put(`${at}/insurance-details`, premium)
    expect((await undo(world.registrar, typed)).status).toBe(403)
  })

  it('are one entry of the history', async () => {
    await setPlan()
    const at = await build()
    const added = await world.admin.put(at, { dependents: [spouse] })
    const entries = await services.owner
      .selectFrom('history')
      .select(['subject_type', 'changes'])
      .where('change_id', '=', Number(added.headers['x-change-id']))
      .orderBy('id')
      .execute()
    expect(entries.map(({ subject_type }) => subject_type)).toEqual(['student_period', 'dependent'])
    expect(entries[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'medical_status', before: 'enrolled', after: 'enrolled_esp' },
        { field: 'medical_enroll_premium', before: '4800.00', after: '8400.00' },
      ]),
    )
  })
})

describe('a life event after the enrollment window', () => {
  const closes = async (enrollment_closes_on: string, rules: object = {}) => {
    await setPlan()
    await setUp('dates', { enrollment_closes_on })
    await setUp('insurance-configuration', rules)
  }
  const marriage = { qualifying_event: 'marriage', event_on: '2026-11-05' }

  it('is asked of School Admins who add someone to enrolled coverage', async () => {
    await closes('2026-09-15')
    const at = await build()
    const refused = await world.registrar.put(at, { dependents: [spouse] })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { qualifying_event: ['Enrollment closed on 09/15/2026. Choose a qualifying life event.'] },
    ])
    const saved = await world.registrar.put(at, { dependents: [spouse], ...marriage })
    expect(saved.body.data).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '8400.00',
    })
    const dropped = await world.registrar.put(at, { dependents: [] })
    expect(dropped.status).toBe(200)
  })

  it.each([
    ['the window is open', '2026-11-20', {}, spouse],
    ['no enrolled coverage includes the dependent', '2026-09-15', {}, { ...spouse, covers: ['dental'] }],
    ['the policy year accepts none', '2026-09-15', { qualifying_events: [] }, spouse],
  ])('isn’t asked if %s', async (_what, closing, rules, dependent) => {
    await closes(closing, rules)
    const { status } = await world.registrar.put(await build(), { dependents: [dependent] })
    expect(status).toBe(200)
  })

  it('may be left empty by a Shipmate Admin', async () => {
    await closes('2026-09-15')
    expect((await world.admin.put(await build(), { dependents: [spouse] })).status).toBe(200)
  })

  it.each([
    [{ qualifying_event: 'marriage' }, { event_on: ['Enter the date of the life event.'] }],
    [{ event_on: '2026-11-05' }, { qualifying_event: ['Choose what happened on this date.'] }],
    [{ ...marriage, event_on: '2026-11-21' }, { event_on: ['Enter today or an earlier date.'] }],
    [
      { qualifying_event: 'birth', event_on: '2026-11-05' },
      { qualifying_event: ['Choose one of this policy year’s qualifying life events.'] },
    ],
    [
      { ...marriage, event_on: '2026-10-01' },
      {
        event_on: ['The life event was more than 31 days ago. A Shipmate Admin can still add the dependent.'],
      },
    ],
  ])('is checked: %j', async (told, errors) => {
    await closes('2026-09-15', { qualifying_events: ['marriage'] })
    const { status, body } = await world.registrar.put(await build(), { dependents: [spouse], ...told })
    expect([status, body.errors]).toEqual([422, errors])
  })

  it.each([
    ['its date', { qualifying_event_first_of_month: false }, '8800.00', '10/15/2026'],
    ['the first day of its month', { qualifying_event_first_of_month: true }, '8800.00', '10/01/2026'],
  ])(
    'is the day from which the premium counts: %s; the history tells both',
    async (_w, rules, premium, day) => {
      await closes('2026-09-15', rules)
      const at = await build()
      const told = { qualifying_event: 'birth', event_on: '2026-10-15' }
      const saved = await world.admin.put(at, { dependents: [spouse], ...told })
      // 10 of 12 months
      expect(saved.body.data.medical_enroll_premium).toBe(premium)
      const entries = await services.owner
        .selectFrom('history')
        .select('reason')
        .where('change_id', '=', Number(saved.headers['x-change-id']))
        .execute()
      const reason = `Birth of a child on 10/15/2026. The new premium counts from ${day}.`
      expect(entries).toEqual([{ reason }, { reason }])
    },
  )
})

describe('the preview of other dependents', () => {
  it('tells tier, date and premiums before and after, and saves nothing', async () => {
    await setPlan()
    await setUp('dates', { enrollment_closes_on: '2026-09-15' })
    await setUp('insurance-configuration', { qualifying_events: ['marriage'] })
    const at = await build({ medical_enroll_coverage_start_on: '2026-10-10', dental_status: 'enrolled' })
    const ask = { dependents: [spouse], ...from('2026-09-01') }
    const { status, body } = await world.registrar.post(`${at}/dependents-preview`, ask)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      life_event: 'required',
      life_events: ['marriage'],
      lines: [
        {
          coverage: 'medical',
          from: 'enrolled',
          to: 'enrolled_esp',
          effective_on: '2026-10-10',
          premium_before: '4800.00',
          // 10 of 12 months of 4,800
          premium_after: '8800.00',
          direct_pay_premium_before: null,
          direct_pay_premium_after: null,
        },
      ],
    })
    expect(await read(at)).toMatchObject({ medical_status: 'enrolled', dependents: [], version: 1 })
    const admin = await world.admin.post(`${at}/dependents-preview`, ask)
    expect(admin.body.data.life_event).toBe('optional')
    const none = await world.admin.post(`${at}/dependents-preview`, { dependents: [] })
    expect(none.body.data).toMatchObject({ life_event: 'not_asked', lines: [] })
  })

  it('is the same while a waiver is pending', async () => {
    await setPlan()
    await setUp('dates', { enrollment_closes_on: '2026-09-15' })
    await setUp('insurance-configuration', { qualifying_events: ['marriage'] })
    const at = await build({ medical_status: 'enrolled_waiver_utp', medical_prior_tier: 'enrolled' })
    const { body } = await world.registrar.post(`${at}/dependents-preview`, { dependents: [spouse] })
    expect(body.data).toMatchObject({
      life_event: 'required',
      lines: [{ from: 'enrolled', to: 'enrolled_esp', premium_before: '4800.00', premium_after: '8400.00' }],
    })
  })
})
