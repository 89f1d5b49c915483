import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { buildCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { publishForm, sendForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildReport } from '#server/review/verifications/factory.ts'

// today is 2026-11-20; the policy year ends on 2027-07-31
let services: TestServices
let world: SchoolWorld
let harbor: number
beforeAll(async () => {
  services = await startTestServices()
  harbor = await buildCompany(services.owner, { name: 'Harbor Health', age_out_rule: 'end_of_birth_month' })
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const waived = async (dob: string, values: object = {}, student: object = {}) =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    medical_status: 'waived',
    medical_waive_source_of_coverage: 'parent_employer_group',
    medical_waive_insurance_company_id: harbor,
    student: { dob, ...student },
    ...values,
  })

const path = '/api/reports/age-out'
const read = async (query = '') => (await world.admin.get(`${path}?period_id=${world.periodId}${query}`)).body
const ids = async (query = ''): Promise<number[]> =>
  (await read(query)).data.map(({ student_period_id: id }: { student_period_id: number }) => id)
const counts = async () =>
  (await world.admin.get(`${path}/counts?period_id=${world.periodId}`)).body.data.by_horizon

describe('the age-out report', () => {
  it('says who ages out, when, why, and what the office needs to reach the student', async () => {
    const at = { school_id: world.schoolId }
    const { id, student_id } = await waived(
      '2000-12-17',
      {
        medical_waive_member_subscriber_number: 'HH1001',
        medical_waive_subscriber_relation: 'parent',
        medical_waive_verified_on: '2026-09-01',
        campus: 'Main',
        program: 'Pharmacy',
      },
      {
        first_name: 'Ana',
        last_name: 'Lopez',
        sid: 'A-1',
        phone: '+16145550142',
        university_email: 'ana@uni.example',
        personal_email: null,
      },
    )
    await services.owner
      .insertInto('emails')
      .values({
        ...at,
        student_id,
        kind: 'deadline_reminder',
        to_address: 'ana@uni.example',
        to_name: 'Ana',
        subject: 'Hello',
        body: 'Hello',
        created_at: '2026-11-01T12:00:00Z',
        send_at: '2026-11-01T12:00:00Z',
        sent_at: '2026-11-01T12:00:05.000Z',
        state: 'sent',
        via: 'mailbox',
      })
      .execute()
    const { data, meta } = await read()
    expect(meta).toMatchObject({ total: 1, current_page: 1, per_page: 50 })
    expect(data).toEqual([
      {
        student_id,
        student_period_id: id,
        coverage_type: 'medical',
        student_name: 'Lopez, Ana',
        sid: 'A-1',
        dob: '2000-12-17',
        age: 25,
        turns_on: '2026-12-17',
        age_out_age: 26,
        presumed_end_on: '2026-12-31',
        end_reason: 'end_of_birth_month',
        days_left: 41,
        status: 'waived',
        company: 'Harbor Health',
        member_number: 'HH1001',
        relation: 'parent',
        source: 'parent_employer_group',
        verified_on: '2026-09-01',
        plan_ends_on: null,
        campus: 'Main',
        program: 'Pharmacy',
        university_email: 'ana@uni.example',
        personal_email: null,
        phone: '+16145550142',
        last_contact_at: '2026-11-01T12:00:05.000Z',
        notice: null,
      },
    ])
  })

  it.each([
    ['turns 26 after the policy year', '2001-08-01', {}],
    ['has their own employer plan', '2000-12-17', { medical_waive_source_of_coverage: 'own_employer_group' }],
    ['is enrolled', '2000-12-17', { medical_status: 'enrolled' }],
    ['was declined', '2000-12-17', { medical_status: 'waiver_declined' }],
    ['has an inactive record', '2000-12-17', { status: 'inactive' }],
    ['has a removed record', '2000-12-17', { deleted_at: '2026-11-19T12:00:00Z' }],
  ])('leaves out a student who %s', async (_why, dob, values) => {
    await waived(dob, values)
    expect(await ids()).toEqual([])
  })

  it.each(
    [
      'waived',
      'waived_needs_reverified',
      'waived_aged_out',
      'waived_enrollment_submitted',
      'waived_enrollment_utp',
      'waiver_submitted',
      'waiver_utp',
    ].flatMap((status) => coverages.map((coverage) => [status, coverage] as const)),
  )('includes %s %s with a parent’s individual plan', async (status, coverage) => {
    const { id } = await waived('2001-07-31', {
      medical_status: 'not_started',
      medical_waive_source_of_coverage: null,
      [`${coverage}_status`]: status,
      [`${coverage}_waive_source_of_coverage`]: 'individual_plan',
      [`${coverage}_waive_subscriber_relation`]: 'parent',
    })
    expect((await read()).data).toMatchObject([
      {
        student_period_id: id,
        coverage_type: coverage,
        turns_on: '2027-07-31',
        presumed_end_on: coverage === 'medical' ? '2027-07-31' : '2027-12-31',
      },
    ])
  })

  it('follows the company’s rule and age, and a typed name the legal minimum', async () => {
    const company = (values: object) => buildCompany(services.owner, values)
    const by = async (values: object) =>
      waived('2000-12-17', { medical_waive_insurance_company_id: await company(values) })
    await by({ age_out_rule: 'none' })
    await by({ age_out_rule: 'day_before_birthday', age_out_age: 29 })
    const [before, year] = [
      await by({ age_out_rule: 'day_before_birthday' }),
      await by({ age_out_rule: 'end_of_year' }),
    ]
    const typed = await waived('2000-12-17', {
      medical_waive_insurance_company_id: null,
      medical_waive_insurance_name_other: 'Blue Shore',
      medical_waive_source_of_coverage: 'cobra',
      medical_waive_subscriber_relation: 'parent',
    })
    const older = await by({ age_out_rule: 'day_before_birthday', age_out_age: 24 })
    const { data } = await read('&sort=-presumed_end_on')
    expect(
      data.map((row: Record<string, unknown>) => [
        row['student_period_id'],
        row['presumed_end_on'],
        row['end_reason'],
      ]),
    ).toEqual([
      [year.id, '2026-12-31', 'end_of_year'],
      ...[before, typed]
        .toSorted((one, other) => data.findIndex(atRow(one.id)) - data.findIndex(atRow(other.id)))
        .map(({ id }) => [id, '2026-12-16', 'day_before_birthday']),
      [older.id, '2024-12-16', 'day_before_birthday'],
    ])
    expect(data.find(atRow(typed.id)).company).toBe('Blue Shore')
  })

  it('finds a company that covers dependents only to a younger age', async () => {
    const young = await buildCompany(services.owner, { age_out_rule: 'end_of_birth_month', age_out_age: 19 })
    const { id } = await waived('2008-01-05', { medical_waive_insurance_company_id: young })
    expect((await read()).data).toMatchObject([
      { student_period_id: id, turns_on: '2027-01-05', age_out_age: 19 },
    ])
  })

  it('believes the plan end of the latest eligibility report, not the rule', async () => {
    const at = { school_id: world.schoolId, is_simulated: false }
    const { id, student_id } = await waived('2000-12-17')
    const about = { ...at, student_id, student_period_id: id }
    const plan = (ends_on: string | null) => JSON.stringify({ name: 'PPO', ends_on })
    await buildReport(services.owner, { ...about, plan: plan('2027-06-30') })
    expect((await read()).data).toMatchObject([
      { presumed_end_on: '2027-06-30', end_reason: 'eligibility_report', plan_ends_on: '2027-06-30' },
    ])
    await buildReport(services.owner, { ...about, plan: plan('2026-11-30') })
    await buildReport(services.owner, { ...about, plan: null, status: 'request_failed' })
    await buildReport(services.owner, { ...about, plan: plan('2029-01-01'), is_simulated: true })
    await buildReport(services.owner, { ...about, plan: plan('2029-01-01'), coverage_type: 'dental' })
    expect((await read()).data).toMatchObject([{ presumed_end_on: '2026-11-30', days_left: 10 }])
    await buildReport(services.owner, { ...about, plan: plan(null) })
    expect((await read()).data).toMatchObject([{ presumed_end_on: '2026-12-31', plan_ends_on: null }])
  })

  it('reads what the student signed while a waiver form waits for a decision', async () => {
    const names = ['source_of_coverage', 'subscriber_relation', 'member_subscriber_number']
    await publishForm(world, {
      fields: names.map((name) => ({ name: `medical_waive_${name}` })),
    })
    const form = await sendForm(
      { services, world },
      {
        student: { sid: 'F-1', dob: '2001-01-09' },
        sid: 'F-1',
        dob: '2001-01-09',
        medical_waive_source_of_coverage: 'parent_employer_group',
        medical_waive_subscriber_relation: 'parent',
        medical_waive_member_subscriber_number: 'SIGNED-1',
      },
    )
    expect((await read()).data).toMatchObject([
      {
        student_id: form.student_id,
        status: 'waiver_submitted',
        source: 'parent_employer_group',
        relation: 'parent',
        member_number: 'SIGNED-1',
        presumed_end_on: '2027-01-31',
      },
    ])
  })

  it('is in order of the end, and divided by horizon', async () => {
    const [ended, today, thirty, sixty, ninety, later] = [
      await waived('2000-10-01'),
      await waived('2000-11-21', {
        medical_waive_insurance_company_id: await buildCompany(services.owner, {
          age_out_rule: 'day_before_birthday',
        }),
      }),
      await waived('2000-11-02'),
      await waived('2000-12-31'),
      await waived('2001-01-15'),
      await waived('2001-07-31'),
    ].map(({ id }) => id)
    expect(await ids()).toEqual([ended, today, thirty, sixty, ninety, later])
    expect(await ids('&horizon=ended')).toEqual([ended])
    expect(await ids('&horizon=30')).toEqual([today, thirty])
    expect(await ids('&horizon=60')).toEqual([today, thirty, sixty])
    expect(await ids('&horizon=90')).toEqual([today, thirty, sixty, ninety])
    expect(await ids('&horizon=to_change')).toEqual([ended])
    expect(await counts()).toEqual({ all: 6, ended: 1, '30': 2, '60': 3, '90': 4, to_change: 1 })
    expect(await ids('&page=2&per_page=4&sort=-turns_on')).toEqual([thirty, ended])
  })

  it('has every row on one page, in every order', async () => {
    for (let each = 0; each < 23; each += 1)
      await waived(`2000-12-${10 + (each % 3)}`, {}, { last_name: `Kim ${'abcde'[each % 5]}` })
    for (const sort of [
      '',
      '&sort=student_name',
      '&sort=-student_name',
      '&sort=dob,-status',
      '&sort=-turns_on',
    ]) {
      const all = await ids(`${sort}&per_page=100`)
      const pages: number[] = []
      for (const page of [1, 2, 3]) pages.push(...(await ids(`${sort}&per_page=10&page=${page}`)))
      expect([sort, new Set(all).size, pages]).toEqual([sort, 23, all])
    }
    const forward = await ids('&sort=student_name&per_page=100')
    expect((await ids('&sort=-student_name&per_page=100')).toReversed()).toEqual(forward)
    const beyond = await read('&per_page=10&page=4')
    expect([beyond.data, beyond.meta.total]).toEqual([[], 23])
  })

  it('counts what plain SQL counts', async () => {
    for (let each = 0; each < 120; each += 1) {
      const dob = new Date(Date.UTC(1999, each % 40, (each * 7) % 28)).toISOString().slice(0, 10)
      await waived(dob, { medical_status: each % 3 === 0 ? 'enrolled' : 'waived' })
    }
    const { rows } = await sql<{ total: number; ended: number; soon: number }>`
      with ends as (select (date_trunc('month', s.dob + interval '26 years') + interval '1 month - 1 day')::date as ends_on
        from student_periods sp join students s on s.id = sp.student_id
        where sp.period_id = ${world.periodId} and sp.medical_status = 'waived' and s.dob + interval '26 years' <= '2027-07-31')
      select count(*)::int as total, (count(*) filter (where ends_on < '2026-11-20'))::int as ended,
        (count(*) filter (where ends_on between '2026-11-20' and '2027-02-18'))::int as soon from ends`.execute(
      services.owner,
    )
    const [plain] = rows
    expect(plain?.soon).toBeGreaterThan(0)
    expect(await counts()).toMatchObject({ all: plain?.total, ended: plain?.ended, '90': plain?.soon })
    expect((await read()).meta.total).toBe(plain?.total)
  })

  it('is of one school, and for product admins', async () => {
    await waived('2000-12-17')
    const foreign = await world.registrar.get(`${path}?period_id=${world.periodId}`)
    expect(foreign.status).toBe(403)
    const unknown = await world.admin.get(`${path}?period_id=999999`)
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['period_id']])
  })
})

const atRow = (id: number) => (row: { student_period_id: number }) => row.student_period_id === id

describe('the report as a file', () => {
  it('is a CSV file with every row, guarded against formulas, and the access is logged', async () => {
    await waived('2000-12-17', { program: '=HYPERLINK("x")' }, { last_name: 'Zimmer', first_name: 'Ana' })
    await waived('2000-11-17', {}, { last_name: 'Abel', first_name: 'Kim' })
    const answer = await world.admin.get(`${path}?period_id=${world.periodId}&per_page=1&format=csv`)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain('age-out-2026-11-20.csv')
    const [header, ...records] = answer.text.trimEnd().split('\r\n')
    expect(header?.startsWith('\uFEFF"Student","Student ID","Coverage type","Date of birth"')).toBe(true)
    expect(records.map((record) => record.split('","')[0])).toEqual(['"Abel, Kim', '"Zimmer, Ana'])
    expect(records[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(records[1]).toContain('"12/31/2026","End of the birth month","41","Waived"')
    const logged = await services.owner
      .selectFrom('access_log')
      .select(['action', 'subject_type', 'subject_id', 'actor_id', 'detail'])
      .where('subject_id', '=', world.periodId)
      .where('action', '=', 'export')
      .execute()
    expect(logged).toEqual([
      {
        action: 'export',
        subject_type: 'period',
        subject_id: world.periodId,
        actor_id: world.adminId,
        detail: 'age-out report, csv, 2 rows',
      },
    ])
  })

  it('is an Excel workbook of one horizon', async () => {
    await waived('2000-12-17')
    const answer = await world.admin.get(`${path}?period_id=${world.periodId}&horizon=30&format=xlsx`)
    expect(answer.headers['content-type']).toContain('spreadsheetml.sheet')
    expect(answer.text.startsWith('PK')).toBe(true)
  })
})
