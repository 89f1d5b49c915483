import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudentPeriod, type StudentPeriodValues } from '#server/records/student-periods/factory.ts'
import { clientOf, type TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

/** Adds a student enrolled in medical at $4,800.00 for the year. */
const enrolled = async (values: Partial<StudentPeriodValues> = {}, student = {}): Promise<number> => {
  const { id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'enrolled',
    medical_enroll_premium: '4800.00',
    medical_enroll_coverage_start_on: '2026-08-01',
    medical_enroll_coverage_end_on: '2027-07-31',
    student,
    ...values,
  })
  return id
}

const change = async (id: number, values: Partial<StudentPeriodValues>): Promise<void> => {
  await services.owner.updateTable('student_periods').set(values).where('id', '=', id).execute()
}
const preview = async (query = '') =>
  (await world.admin.get(`/api/periods/${world.periodId}/bursar-preview${query}`)).body.data
const make = (body: object = {}, client: TestClient = world.admin) =>
  client.post(`/api/periods/${world.periodId}/bursar-batches`, body)
const act = (id: number, name: string, body?: object, client: TestClient = world.admin) =>
  client.post(`/api/bursar-batches/${id}/${name}`, body)
const read = async (id: number, query = '') =>
  (await world.admin.get(`/api/bursar-batches/${id}${query}`)).body.data
/** Makes a batch and releases it. Returns its ID. */
const released = async (): Promise<number> => {
  const { body } = await make()
  expect((await act(body.data.id, 'release')).status).toBe(204)
  return body.data.id
}
const told = (lines: readonly Record<string, unknown>[]) =>
  lines.map(({ coverage_type: coverage, item, action, amount, effective_on: on, reason }) => [
    coverage ?? item,
    action,
    amount,
    on,
    reason,
  ])

describe('what a record owes', () => {
  it.each<[string, Partial<StudentPeriodValues>, string]>([
    ['the premium', {}, '4800.00'],
    ['the premium of a tier', { medical_status: 'enrolled_espch2' }, '4800.00'],
    ['the premium while a waiver is pending', { medical_status: 'enrolled_waiver_utp' }, '4800.00'],
    [
      'the months until a leave',
      {
        medical_status: 'loa',
        medical_prior_status: 'enrolled_ech',
        medical_enroll_coverage_end_on: '2026-12-03',
      },
      '2000.00',
    ],
    ['nothing on leave without coverage', { medical_status: 'loa', medical_prior_status: 'waived' }, '0.00'],
    ['nothing for a waiver', { medical_status: 'waived' }, '0.00'],
    ['nothing before an enrollment is approved', { medical_status: 'enrollment_submitted' }, '0.00'],
    [
      'the months until the end of coverage',
      { medical_status: 'enrolled_eoc', medical_enroll_coverage_end_on: '2026-12-03' },
      '2000.00',
    ],
    [
      'the months from a later start, whose premium is prorated already',
      {
        medical_status: 'enrolled_eoc',
        medical_enroll_premium: '2800.00',
        medical_enroll_coverage_start_on: '2027-01-15',
        medical_enroll_coverage_end_on: '2027-03-01',
      },
      '1200.00',
    ],
    [
      'a share to the cent',
      {
        medical_status: 'enrolled_eoc',
        medical_enroll_premium: '1000.01',
        medical_enroll_coverage_end_on: '2026-08-15',
      },
      '83.33',
    ],
    [
      'nothing if the student pays directly',
      { medical_enroll_premium: null, medical_enroll_direct_pay_premium: '4800.00', admin_fee: '38.00' },
      '0.00',
    ],
    [
      'the bursar’s premium if the plan also has a direct one',
      { medical_enroll_direct_pay_premium: '9.00' },
      '4800.00',
    ],
    ['its fees with any coverage', { admin_fee: '38.00', on_call_fee: '2.50' }, '4840.50'],
    [
      'fees once for several coverage types',
      { admin_fee: '38.00', dental_status: 'enrolled', dental_enroll_premium: '300.10' },
      '5138.10',
    ],
    ['no fees without coverage', { medical_status: 'waived', admin_fee: '38.00' }, '0.00'],
    [
      'the late waiver fee of a waived student',
      { medical_status: 'waived', late_waiver_fee: '50.00' },
      '50.00',
    ],
    ['nothing if it’s inactive', { status: 'inactive', late_waiver_fee: '50.00' }, '0.00'],
    ['nothing if it was removed', { deleted_at: '2026-11-19T12:00:00Z' }, '0.00'],
  ])('is %s', async (_what, values, total) => {
    await enrolled(values)
    expect((await preview()).totals.total).toBe(total)
  })

  it('is the whole premium after an end of coverage if the plan doesn’t prorate', async () => {
    await enrolled({ medical_status: 'enrolled_eoc', medical_enroll_coverage_end_on: '2026-12-03' })
    const plan = `/api/periods/${world.periodId}/medical-plan`
    await world.admin.put(plan, { ...(await world.admin.get(plan)).body.data, proration: 'none' })
    expect((await preview()).totals.total).toBe('4800.00')
  })

  it('is told apart from coverage that isn’t billed', async () => {
    await enrolled({ medical_enroll_premium: null })
    await enrolled({ medical_enroll_premium: null, medical_enroll_direct_pay_premium: '4800.00' })
    expect(await preview()).toMatchObject({ without_premium: 1, direct_pay: 1, lines_total: 0 })
  })
})

describe('the preview of a batch', () => {
  it('has totals by action and item, and a page of lines by student', async () => {
    await enrolled({ admin_fee: '38.00' }, { last_name: 'Zed', first_name: 'Ana', sid: 'Z-1' })
    await enrolled(
      { dental_status: 'enrolled_esp', dental_enroll_premium: '300.10' },
      { last_name: 'Abara', first_name: 'Ike' },
    )
    const shown = await preview('?per_page=3')
    expect(shown).toMatchObject({ next_number: 1, lines_total: 4 })
    expect(shown.totals).toEqual({
      lines: 4,
      students: 2,
      charge: '9938.10',
      reverse: '0.00',
      prorate: '0.00',
      total: '9938.10',
      counts: { charge: 4, reverse: 0, prorate: 0 },
      items: [
        { item: 'premium', coverage_type: 'medical', lines: 2, ...only('9600.00') },
        { item: 'premium', coverage_type: 'dental', lines: 1, ...only('300.10') },
        { item: 'admin_fee', coverage_type: null, lines: 1, ...only('38.00') },
      ],
    })
    expect(
      shown.lines.map((line: { line: number; last_name: string }) => [line.line, line.last_name]),
    ).toEqual([
      [1, 'Abara'],
      [2, 'Abara'],
      [3, 'Zed'],
    ])
    expect(told(shown.lines)).toEqual([
      ['medical', 'charge', '4800.00', '2026-08-01', 'Enrolled from 08/01/2026'],
      ['dental', 'charge', '300.10', '2026-08-01', 'Enrolled – Spouse from 08/01/2026'],
      ['medical', 'charge', '4800.00', '2026-08-01', 'Enrolled from 08/01/2026'],
    ])
    const last = await preview('?per_page=3&page=2')
    expect(last.lines).toMatchObject([{ line: 4, sid: 'Z-1', item: 'admin_fee', amount: '38.00' }])
    expect(await preview('?action=reverse')).toMatchObject({ lines: [], lines_total: 0 })
  })

  it('says why a charge is changed or removed', async () => {
    const ids = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
        enrolled({ medical_status: 'enrolled_waiver_submitted', admin_fee: '38.00' }, { last_name: name }),
      ),
    )
    const [waived, ended, dearer, direct, removed, fee] = ids.map(Number)
    await released()
    const { body } = await world.admin.post('/api/student-periods/bulk-operations/update-coverage-statuses', {
      ids: [waived],
      medical_status: 'waived',
    })
    expect(body.data).toMatchObject({ changed: 1 })
    await change(ended ?? 0, { medical_status: 'enrolled_eoc', medical_enroll_coverage_end_on: '2027-01-31' })
    await change(dearer ?? 0, { medical_enroll_premium: '5000.00' })
    await change(direct ?? 0, { medical_enroll_premium: null, medical_enroll_direct_pay_premium: '1.00' })
    await change(removed ?? 0, { deleted_at: '2026-11-19T12:00:00Z' })
    await change(fee ?? 0, { admin_fee: null })
    const shown = await preview()
    expect(shown.totals).toMatchObject({
      charge: '0.00',
      reverse: '-14552.00',
      prorate: '-2200.00',
      total: '-16752.00',
      counts: { charge: 0, reverse: 7, prorate: 2 },
    })
    expect(told(shown.lines)).toEqual([
      ['medical', 'reverse', '-4800.00', '2026-11-20', 'Waiver approved 11/20/2026: charge removed'],
      ['admin_fee', 'reverse', '-38.00', '2026-11-20', 'No longer enrolled 11/20/2026: fee removed'],
      ['medical', 'prorate', '-2400.00', '2027-01-31', 'Coverage ends 01/31/2027: premium prorated'],
      ['medical', 'prorate', '200.00', '2026-11-20', 'Premium changed from $4,800.00 to $5,000.00'],
      ['medical', 'reverse', '-4800.00', '2026-11-20', 'Student pays directly: charge removed'],
      ['admin_fee', 'reverse', '-38.00', '2026-11-20', 'Student pays directly: fee removed'],
      ['admin_fee', 'reverse', '-38.00', '2026-11-20', 'Fee removed from the record'],
      [
        'medical',
        'reverse',
        '-4800.00',
        '2026-11-19',
        'Removed from the policy year 11/19/2026: charge removed',
      ],
      [
        'admin_fee',
        'reverse',
        '-38.00',
        '2026-11-19',
        'Removed from the policy year 11/19/2026: charge removed',
      ],
    ])
  })
})

describe('a student who withdraws', () => {
  const leave = async (id: number): Promise<void> => {
    const path = '/api/student-periods/bulk-operations/update-student-status'
    const { body } = await world.admin.post(path, { ids: [id], academic_status: 'withdrawn' })
    expect(body.data).toMatchObject({ changed: 1 })
  }

  it('on day 20 of coverage gets back everything that was charged', async () => {
    // 9 of the year's 12 months of $4,800.00
    const id = await enrolled({
      medical_enroll_premium: '3600.00',
      medical_enroll_coverage_start_on: '2026-11-01',
      admin_fee: '38.00',
    })
    await released()
    await leave(id)
    const { totals, lines } = await preview()
    expect(totals).toMatchObject({ reverse: '-3638.00', total: '-3638.00' })
    const why = 'Status changed to Not Applicable 11/20/2026: charge removed'
    expect(told(lines)).toEqual([
      ['medical', 'reverse', '-3600.00', '2026-11-20', why],
      ['admin_fee', 'reverse', '-38.00', '2026-11-20', 'No longer enrolled 11/20/2026: fee removed'],
    ])
  })

  it('on day 200 of coverage owes the whole premium', async () => {
    const periodId = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      name: 'May 2026',
      starts_on: '2026-05-05',
      ends_on: '2027-05-04',
    })
    const id = await enrolled({
      period_id: periodId,
      medical_enroll_coverage_start_on: '2026-05-05',
      medical_enroll_coverage_end_on: '2027-05-04',
      admin_fee: '38.00',
    })
    const owed = async () =>
      (await world.admin.get(`/api/periods/${periodId}/bursar-preview`)).body.data.totals.total
    expect(await owed()).toBe('4838.00')
    await leave(id)
    expect(await owed()).toBe('4838.00')
  })
})

it('the bursar is told the difference when staff add a spouse, and its return when they undo it', async () => {
  const path = `/api/periods/${world.periodId}/medical-plan`
  const { data } = (await world.admin.get(path)).body
  const premiums = { ...data.premiums, enrolled: '4800.00', enrolled_esp: '9600.00' }
  await world.admin.put(path, { ...data, premiums, proration: 'monthly' })
  const id = await enrolled()
  await released()
  const spouse = { type: 'spouse', first_name: 'Lee', last_name: 'Park', covers: ['medical'] }
  const added = await world.registrar.put(`/api/student-periods/${id}`, { dependents: [spouse] })
  // 9 of 12 months of 4,800, from today
  expect(told((await preview()).lines)).toEqual([
    ['medical', 'prorate', '3600.00', '2026-11-20', 'Premium changed from $4,800.00 to $8,400.00'],
  ])
  await released()
  await world.registrar.post(`/api/changes/${String(added.headers['x-change-id'])}/undo`)
  expect(told((await preview()).lines)).toEqual([
    ['medical', 'prorate', '-3600.00', '2026-11-20', 'Premium changed from $8,400.00 to $4,800.00'],
  ])
})

const only = (charge: string) => ({ charge, reverse: '0.00', prorate: '0.00', total: charge })

describe('a batch', () => {
  it('is a numbered draft of what the preview showed, in the history', async () => {
    await enrolled()
    const shown = await preview()
    const { status, body } = await make({ expected: { lines: 1, total: '4800.00' } })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ number: 1, state: 'draft', lines: 1, students: 1, total: '4800.00' })
    expect(body.data.made.by.id).toBe(world.adminId)
    const batch = await read(body.data.id)
    expect([batch.totals, batch.lines]).toEqual([shown.totals, shown.lines])
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'subject_type', 'changes'])
      .where('school_id', '=', world.schoolId)
      .where('kind', 'like', 'bursar%')
      .execute()
    expect(history).toEqual([
      {
        kind: 'bursar_batch_made',
        subject_type: 'period',
        changes: [
          { field: 'bursar_batch', before: null, after: 1 },
          { field: 'lines', before: null, after: 1 },
          { field: 'total', before: null, after: '4800.00' },
        ],
      },
    ])
  })

  it('isn’t made of other charges than the preview showed, or of none; no number is lost', async () => {
    expect((await make()).body).toMatchObject({
      code: 'stale',
      message: 'Nothing changed since the last batch.',
    })
    await enrolled()
    const { status, body } = await make({ expected: { lines: 1, total: '4799.99' } })
    expect([status, body.message]).toEqual([
      409,
      'The charges changed since the preview. Check the new totals.',
    ])
    expect((await make()).body.data.number).toBe(1)
  })

  it('is the only draft of its policy year', async () => {
    await enrolled()
    const first = (await make()).body.data
    await enrolled()
    expect((await make()).body).toMatchObject({
      code: 'busy',
      message: 'Release or void batch 1 before you create another.',
    })
    await act(first.id, 'release')
    expect((await make()).body.data).toMatchObject({ number: 2, lines: 1 })
  })

  it('made twice at once is made once', async () => {
    await enrolled()
    const answers = await Promise.all([make(), make(), make()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const { lines } = await services.owner
      .selectFrom('bursar_lines')
      .select(({ fn }) => fn.countAll<number>().as('lines'))
      .where('school_id', '=', world.schoolId)
      .executeTakeFirstOrThrow()
    expect(lines).toBe(1)
  })

  it('counts until it’s voided; its number isn’t used again', async () => {
    await enrolled()
    const id = await released()
    expect((await preview()).totals.lines).toBe(0)
    expect((await act(id, 'void', { reason: 'Sent to the wrong office.' })).status).toBe(204)
    expect(await preview()).toMatchObject({ next_number: 2, totals: { total: '4800.00' } })
    expect((await make()).body.data).toMatchObject({ number: 2, total: '4800.00' })
    const list = (await world.admin.get(`/api/periods/${world.periodId}/bursar-batches`)).body.data
    expect(list.map(({ number, state }: { number: number; state: string }) => [number, state])).toEqual([
      [2, 'draft'],
      [1, 'voided'],
    ])
    expect(list[1].voided).toMatchObject({ by: { id: world.adminId }, reason: 'Sent to the wrong office.' })
  })

  it('can’t be voided once it’s confirmed, or released or confirmed twice', async () => {
    await enrolled()
    const id = (await make()).body.data.id
    const answers = []
    for (const [name, body] of [
      ['confirm'],
      ['release'],
      ['release'],
      ['confirm'],
      ['confirm'],
      ['void', { reason: 'Too late.' }],
    ] as const)
      answers.push((await act(id, name, body)).status)
    expect(answers).toEqual([409, 204, 409, 204, 409, 409])
    expect((await read(id)).batch).toMatchObject({ state: 'confirmed', voided: null })
  })

  it('is released by someone else if the school asks for a second person', async () => {
    await enrolled()
    const settings = `/api/schools/${world.schoolId}/bursar-settings`
    expect((await world.admin.get(settings)).body.data).toEqual({ needs_second_person: false, version: 0 })
    const saved = await world.admin.put(settings, { needs_second_person: true, version: 0 })
    expect(saved.body.data).toEqual({ needs_second_person: true, version: 1 })
    expect((await world.admin.put(settings, { needs_second_person: false, version: 0 })).status).toBe(409)
    const id = (await make()).body.data.id
    const { status, body } = await act(id, 'release')
    expect([status, body.message]).toEqual([403, 'You created this batch, so someone else must release it.'])
    const other = await buildUser(services.owner, { permission: 'shipmate_admin' })
    expect((await act(id, 'release', undefined, await clientOf(services, other))).status).toBe(204)
    expect((await read(id)).batch.released.by.id).toBe(other)
  })

  it('keeps its lines when records change, and no one can change them', async () => {
    const id = await enrolled({}, { last_name: 'Before' })
    const batch = await released()
    await change(id, { medical_enroll_premium: '1.00' })
    await services.owner.updateTable('students').set({ last_name: 'After' }).execute()
    expect((await read(batch)).lines).toMatchObject([{ last_name: 'Before', amount: '4800.00' }])
    await expect(sql`update bursar_lines set amount = 1`.execute(services.owner)).rejects.toThrow(
      /append-only|not allowed|can’t/i,
    )
    await expect(sql`delete from bursar_lines`.execute(services.services.db)).rejects.toThrow(
      'permission denied',
    )
  })
})
