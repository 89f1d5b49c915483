import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
  await setPlan('medical', { enrolled: '4678.00', enrolled_esp: '9356.00', enrolled_ech: '7017.00' })
})

const setPlan = async (coverage: string, change: object, proration = 'monthly') => {
  const path = `/api/periods/${world.periodId}/${coverage}-plan`
  const { data } = (await world.admin.get(path)).body
  const premiums = { ...data.premiums, ...change }
  expect((await world.admin.put(path, { ...data, premiums, proration })).body.errors).toBeUndefined()
}
const whole = {
  medical_enroll_coverage_start_on: '2026-08-01',
  medical_enroll_coverage_end_on: '2027-07-31',
}
const build = async (sid: string, values: object) => {
  const place = { school_id: world.schoolId, period_id: world.periodId, student: { sid } }
  return (await buildStudentPeriod(services.owner, { ...place, ...whole, ...values })).id
}
const enrolled = (sid: string, medical_enroll_premium: string | null, values: object = {}) =>
  build(sid, { medical_status: 'enrolled', medical_enroll_premium, ...values })
const spouse = { type: 'spouse', first_name: 'Lee', last_name: 'Park', covers: ['medical'] }
const record = (id: number) => `/api/student-periods/${id}`
const read = async (id: number) => (await world.admin.get(record(id))).body.data
const where = {
  operator: 'and',
  rules: [{ field: 'premium_differs', match_mode: 'equals', value: true }],
} as const
/** Lists the student IDs of the records whose premium isn’t the plan’s. */
const differing = async (): Promise<string[]> => {
  const query = `where=${encodeURIComponent(JSON.stringify(where))}&columns=sid,premium_differs&sort=sid`
  const { body } = await world.registrar.get(`/api/student-periods-by-period/${world.periodId}?${query}`)
  expect(body.data.every((row: { premium_differs: boolean }) => row.premium_differs)).toBe(true)
  return body.data.map(({ sid }: { sid: string }) => sid)
}
const act = (body: object, client = world.admin) =>
  client.post('/api/student-periods/bulk-operations/set-plan-premiums', body)
const everyone = () => ({ selection: { period_id: world.periodId } })

it('a premium that isn’t the plan’s for tier and dates is found', async () => {
  await enrolled('right', '4678.00')
  await enrolled('wrong', '4600.00')
  await enrolled('none', null)
  await enrolled('tier', '4678.00', { medical_status: 'enrolled_esp' })
  // 11 of 12 months are 4,288.17
  await enrolled('part', '4288.17', { medical_enroll_coverage_start_on: '2026-09-15' })
  await enrolled('part wrong', '4678.00', { medical_enroll_coverage_start_on: '2026-09-15' })
  await enrolled('waived', '1.00', { medical_status: 'waived' })
  await enrolled('no such tier', '1.00', { medical_status: 'enrolled_efam' })
  await enrolled('dental without a plan', '4678.00', {
    dental_status: 'enrolled',
    dental_enroll_premium: '1.00',
  })
  await enrolled('direct', null, { medical_enroll_direct_pay_premium: '5000.00' })
  expect(await differing()).toEqual(['none', 'part wrong', 'tier', 'wrong'])
})

it('a premium by the difference of a tier that changed later in the year isn’t wrong', async () => {
  const later = await enrolled('later', '4678.00')
  await world.admin.put(record(later), { dependents: [spouse] })
  // 4,678 and 9 of 12 months of 4,678
  expect((await read(later)).medical_enroll_premium).toBe('8186.50')
  const offered = await world.admin.get(`${record(later)}/plan-premiums`)
  expect(offered.body.data).toEqual([{ coverage: 'medical', tier: 'enrolled_esp', premium: '8186.50' }])
  const typed = await enrolled('typed', '4678.00')
  await world.admin.put(record(typed), { dependents: [spouse] })
  const edit = await world.admin.put(`${record(typed)}/insurance-details`, {
    medical_enroll_premium: '8000.00',
  })
  expect(await differing()).toEqual(['typed'])
  const none = await act(everyone())
  expect(none.body.data).toMatchObject({ matched: 2, changed: 1 })
  expect(await read(later)).toMatchObject({ medical_enroll_premium: '8186.50' })
  expect(await read(typed)).toMatchObject({ medical_enroll_premium: '8186.50' })
  await world.admin.post(`/api/changes/${String(none.headers['x-change-id'])}/undo`)
  await world.admin.post(`/api/changes/${String(edit.headers['x-change-id'])}/undo`)
  expect(await read(typed)).toMatchObject({ medical_enroll_premium: '8186.50' })
  expect(await differing()).toEqual([])
})

it('a premium isn’t wrong if the tier changed with a return, or while a waiver was pending', async () => {
  const put = async (id: number, body: object) =>
    expect((await world.admin.put(record(id), body)).body.errors).toBeUndefined()
  // 4,678 and 9 of 12 months of 4,678, from 11/20/2026 on
  const isProrated = async (id: number) =>
    expect(await read(id)).toMatchObject({
      medical_status: 'enrolled_esp',
      medical_enroll_premium: '8186.50',
    })
  const back = await enrolled('back', '4678.00', { academic_status: 'continuing' })
  await put(back, { academic_status: 'leave_of_absence', effective_on: '2026-11-01' })
  await put(back, { dependents: [spouse] })
  await put(back, { academic_status: 'continuing' })
  await isProrated(back)
  const declined = await enrolled('declined', '4678.00')
  await put(declined, { medical_status: 'enrolled_waiver_submitted', override_reason: 'They asked.' })
  await put(declined, { dependents: [spouse] })
  await put(declined, { medical_status: 'enrolled_esp' })
  await isProrated(declined)
  expect(await differing()).toEqual([])
  // coverage that starts again counts by the plan
  await enrolled('again', '8186.50', { medical_status: 'enrolled_esp' })
  expect(await differing()).toEqual(['again'])
})

it('the premiums of a selection are set to the plan’s, with a preview in dollars, history and undo', async () => {
  await setPlan('dental', { enrolled: '300.00' }, 'none')
  const right = await enrolled('right', '4678.00')
  const tier = await enrolled('tier', '4678.00', {
    medical_status: 'enrolled_esp',
    medical_enroll_direct_pay_premium: '4900.00',
    dental_status: 'enrolled',
    dental_enroll_premium: '250.50',
  })
  const none = await enrolled('none', null)
  const before = await read(tier)
  const shown = await act({ ...everyone(), dry_run: true })
  expect(shown.body.data).toMatchObject({
    matched: 3,
    changed: 2,
    skipped_total: 0,
    // 4,678 + 250.50 and nothing → 9,356 + 300 + 4,678
    premiums: { before: '4928.50', after: '14334.00' },
    sample: [
      {
        id: tier,
        changes: [
          { field: 'medical_enroll_premium', before: '4678.00', after: '9356.00' },
          { field: 'dental_enroll_premium', before: '250.50', after: '300.00' },
        ],
      },
      { id: none, changes: [{ field: 'medical_enroll_premium', before: null, after: '4678.00' }] },
    ],
  })
  expect(await read(tier)).toMatchObject({ medical_enroll_premium: '4678.00' })
  const stale = await act({ ...everyone(), expected: { matched: 3, changed: 1 } })
  expect(stale.status).toBe(409)
  const made = await act({ ...everyone(), expected: { matched: 3, changed: 2 } })
  expect(made.body.data).toMatchObject({ changed: 2 })
  expect(await differing()).toEqual([])
  expect(await read(right)).toMatchObject({ version: 1 })
  const entries = await services.owner
    .selectFrom('history')
    .select(['kind', 'cause', 'reason', 'subject_id'])
    .where('change_id', '=', Number(made.headers['x-change-id']))
    .orderBy('id')
    .execute()
  const reason = 'Set to the plan’s premium.'
  expect(entries).toEqual(
    [tier, none].map((subject_id) => ({ kind: 'setup_applied', cause: 'bulk', reason, subject_id })),
  )
  const undone = await world.admin.post(`/api/changes/${String(made.headers['x-change-id'])}/undo`)
  expect(undone.body.data).toMatchObject({ reverted: 2, left: [] })
  const { version: _v, updated_at: _u, ...former } = before
  expect(await read(tier)).toMatchObject(former)
})

it('a School Admin sees which premiums differ, but can’t set them', async () => {
  const id = await enrolled('wrong', '4600.00')
  expect(await differing()).toEqual(['wrong'])
  expect((await act({ ids: [id] }, world.registrar)).status).toBe(403)
})

it('the view of premiums that aren’t the plan’s counts them', async () => {
  await enrolled('wrong', '4600.00')
  await enrolled('right', '4678.00')
  const { body } = await world.registrar.get(`/api/views/counts?period_id=${world.periodId}`)
  expect(body.data.built_in).toContainEqual(expect.objectContaining({ key: 'premium_differs', quantity: 1 }))
})

it('the list finds exactly the premiums that the record’s page offers to change', async () => {
  const tiers = ['enrolled', 'enrolled_esp', 'enrolled_ech', 'enrolled_espch'] as const
  const days = ['2026-08-01', '2026-08-31', '2026-12-01', '2027-02-28', '2027-07-31']
  const ids: number[] = []
  for (const [index, medical_status] of tiers.entries())
    for (const [place, start] of days.entries())
      for (const end of days.slice(place)) {
        const values = {
          medical_status,
          medical_enroll_coverage_start_on: start,
          medical_enroll_coverage_end_on: end,
        }
        ids.push(await enrolled(`${index}-${start}-${end}`, '389.83', values))
      }
  const rows = await Promise.all(
    ids.map(async (id) => {
      const [{ sid }, { body }] = [
        (await read(id)).student,
        await world.admin.get(`${record(id)}/plan-premiums`),
      ]
      return { sid, premium: body.data[0]?.premium }
    }),
  )
  const wrong = rows.filter(({ premium }) => premium !== undefined && premium !== '389.83')
  expect(wrong.length).toBeGreaterThan(20)
  expect(wrong.length).toBeLessThan(rows.filter(({ premium }) => premium !== undefined).length)
  expect((await differing()).toSorted()).toEqual(wrong.map(({ sid }) => sid).toSorted())
  // set exactly to the amounts that the page offers
  await act(everyone())
  expect(await differing()).toEqual([])
})

it('the premiums of more than 10,000 records are set by a job', async () => {
  await sql`
    with made as (
      insert into students (school_id, first_name, last_name, dob, sid)
      select ${world.schoolId}, 'N', 'Many', '2000-01-01', 'many-' || n from generate_series(1, 10001) n
      returning id, sort_name)
    insert into student_periods (school_id, period_id, student_id, sort_name, medical_status, medical_enroll_premium)
    select ${world.schoolId}, ${world.periodId}, id, sort_name, 'enrolled', 4600 from made`.execute(
    services.owner,
  )
  const ask = {
    selection: { period_id: world.periodId, where },
    expected: { matched: 10_001, changed: 10_001 },
  }
  const answer = await act(ask)
  expect(answer.status).toBe(202)
  await services.runJobs()
  const job = (await world.admin.get(`/api/jobs/${answer.body.data.job_id}`)).body.data
  expect(job).toMatchObject({
    state: 'done',
    // 10,001 times 4,600 and 4,678
    result: { changed: 10_001, premiums: { before: '46004600.00', after: '46784678.00' } },
  })
  expect(await differing()).toEqual([])
}, 60_000)
