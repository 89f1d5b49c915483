import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mostBatchResults } from '#contract/outputs/reports/waiver-export.ts'
import { buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { checkedAnswers, publishCheckedForm } from '#server/testing/checked-forms.ts'
import { publishActiveRule, sendForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from '#server/review/verifications/factory.ts'

// today is 2026-11-20
let services: TestServices
let world: SchoolWorld
let harbor: number
beforeAll(async () => {
  services = await startTestServices()
  harbor = await buildElectronicCompany(services.owner)
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
})

const waiver = async (medical_status = 'waived') =>
  (
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      academic_status: 'continuing',
      medical_status,
      ...checkedAnswers(harbor, 'HH1001'),
      student: { dob: '2004-02-03' },
    })
  ).id

const path = '/api/reports/waiver-export-for-ability'
const upload = (bytes: string, fields: Record<string, string> = {}) =>
  world.admin.upload(
    `${path}/results`,
    { period_id: String(world.periodId), ...fields },
    { name: 'results.csv', bytes },
  )
const preview = async (bytes: string) => (await upload(bytes, { dry_run: 'true' })).body.data
const fileOf = (...rows: string[]): string => ['Patient Account Number,Result', ...rows, ''].join('\r\n')
const statusOf = async (id: number) =>
  await services.owner
    .selectFrom('student_periods')
    .select(['medical_status', 'medical_waive_verified_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const reportsOf = async (id: number) =>
  (await world.admin.get(`/api/eligibility-reports?student_period_id=${id}`)).body.data

it('takes an exported file back with results: reports, statuses and history', async () => {
  const verified = await waiver('waived_needs_reverified')
  const ended = await waiver()
  const missed = await waiver()
  const other = await waiver()
  const words = ['ACTIVE', 'Inactive', 'not found', 'Other plan']
  const exported = (await world.admin.get(`${path}?period_id=${world.periodId}`)).text
  const results = exported
    .trimEnd()
    .split('\r\n')
    .map((line, index) => (index === 0 ? `${line},Result` : `${line},${words[index - 1] ?? ''}`))
    .join('\r\n')

  const seen = await preview(results)
  expect(seen).toEqual({
    rows: 4,
    results: 4,
    repeated: 0,
    by_result: ['active', 'inactive', 'unknown', 'other_plan_detected'].map((result) => ({
      result,
      count: 1,
    })),
    changes: [
      { coverage_type: 'medical', from: 'waived_needs_reverified', to: 'waived', count: 1 },
      { coverage_type: 'medical', from: 'waived', to: 'waiver_inactive', count: 1 },
    ],
    refused: [],
    refused_total: 0,
  })
  expect(await reportsOf(verified)).toEqual([])

  const done = await upload(results, { expected: '4' })
  expect([done.status, done.body.data]).toEqual([200, seen])
  expect(await statusOf(verified)).toEqual({
    medical_status: 'waived',
    medical_waive_verified_on: '2026-11-20',
  })
  expect((await statusOf(ended)).medical_status).toBe('waiver_inactive')
  expect((await statusOf(missed)).medical_status).toBe('waived')
  expect((await statusOf(other)).medical_status).toBe('waived')
  expect(await reportsOf(missed)).toMatchObject([
    {
      cause: 'batch',
      status: 'unknown',
      retrieval_status: 'retrieved',
      reason_code: 'not_found',
      message: 'The insurance company didn’t find the student.',
      is_simulated: false,
      attempts: [],
    },
  ])
  const history = await services.owner
    .selectFrom('history')
    .select(['kind', 'cause', 'reason'])
    .where('student_period_id', '=', ended)
    .orderBy('id')
    .execute()
  expect(history).toMatchObject([
    { kind: 'eligibility_checked', cause: 'person', reason: 'The plan isn’t active.' },
    { kind: 'coverage_status_changed', cause: 'person' },
  ])
})

it('does nothing with the same file again, and takes only new rows of a longer one', async () => {
  const [one, two] = [await waiver(), await waiver()]
  const file = fileOf(`${one}M,Inactive`)
  await upload(file)
  await services.owner
    .updateTable('student_periods')
    .set({ medical_status: 'waived' })
    .where('id', '=', one)
    .execute()
  expect((await upload(file)).body.data).toMatchObject({ results: 0, repeated: 1, changes: [] })
  expect((await statusOf(one)).medical_status).toBe('waived')
  const longer = fileOf(`${one}M,Inactive`, `${two}M,Inactive`)
  expect((await upload(longer)).body.data).toMatchObject({ results: 1, repeated: 1 })
  expect(await reportsOf(one)).toHaveLength(1)
})

it('saves what the file says about the plan, and reads an ended plan as inactive', async () => {
  const [current, ended] = [await waiver(), await waiver()]
  const file = [
    'result;patient account number;Plan Name;Group Number;Plan Begin;Plan End;Payer Name;Message',
    `Active;${current}M;Choice PPO;G7;1/1/2026;12/31/9999;Harbor Health;Active coverage found`,
    `Active;${ended}M;Choice PPO;;;10/31/2026;;`,
  ].join('\n')
  await upload(file)
  expect(await reportsOf(current)).toMatchObject([
    {
      status: 'active',
      message: 'Active coverage found',
      payer: { name: 'Harbor Health' },
      plan: { name: 'Choice PPO', group_number: 'G7', begins_on: '2026-01-01', ends_on: null },
    },
  ])
  expect(await reportsOf(ended)).toMatchObject([
    { status: 'inactive', reason_code: 'ended', plan: { ends_on: '2026-10-31' } },
  ])
})

it('rejects rows with reasons, and imports nothing unless they’re left out', async () => {
  const [one, two] = [await waiver(), await waiver()]
  const elsewhere = await buildSchoolWorld(services)
  const { id: foreign } = await buildStudentPeriod(services.owner, {
    school_id: elsewhere.schoolId,
    period_id: elsewhere.periodId,
    medical_status: 'waived',
  })
  const file = fileOf(
    `${one}M,Inactive`,
    `${two}M,Perhaps`,
    `${one}M,Active`,
    'A-1,Active',
    `${foreign}M,Inactive`,
    '',
  )
  const seen = await preview(file)
  expect(seen).toMatchObject({ rows: 5, results: 1, refused_total: 4 })
  expect(seen.refused).toEqual([
    {
      row: 3,
      column: 'Result',
      message: 'Enter Active, Inactive, Not found, Other plan, Missing information, Not sent or Failed.',
    },
    { row: 4, column: 'Patient Account Number', message: 'Row 2 has the same account number.' },
    {
      row: 5,
      column: 'Patient Account Number',
      message: 'Enter the account number from the exported file, such as 1042M.',
    },
    {
      row: 6,
      column: 'Patient Account Number',
      message: 'No student in this policy year has this account number.',
    },
  ])
  const refused = await upload(file)
  expect([refused.status, refused.body.errors.file[0]]).toEqual([
    422,
    '4 rows can’t be imported. Fix them in the file, or skip them.',
  ])
  expect(await reportsOf(one)).toEqual([])
  expect((await upload(file, { accept_valid_rows: 'true' })).status).toBe(200)
  expect((await statusOf(one)).medical_status).toBe('waiver_inactive')
  expect(
    await services.owner
      .selectFrom('eligibility_reports')
      .select('id')
      .where('student_period_id', '=', foreign)
      .execute(),
  ).toEqual([])
})

it.each([
  ['PK\u0003\u0004zip', /isn’t a CSV file/],
  ['', /empty/],
  ['Account,Result\n1M,Active\n', /no column “Patient Account Number”/],
  ['Patient Account Number,Result\n', /no results/],
  ['Patient Account Number,Result\n"1M,Active\n', /closing/],
  [`Patient Account Number,Result\n${'1M,Active\n'.repeat(mostBatchResults + 1)}`, /more than 10,000 rows/],
])('refuses a file that has no results (%#)', async (bytes, message) => {
  const { status, body } = await upload(bytes, { dry_run: 'true' })
  expect([status, body.errors.file[0]]).toEqual([422, expect.stringMatching(message)])
})

it('imports nothing if the results aren’t those of the preview', async () => {
  const one = await waiver()
  const { status } = await upload(fileOf(`${one}M,Inactive`), { expected: '2' })
  expect(status).toBe(409)
  expect(await reportsOf(one)).toEqual([])
})

it('judges waiver forms again that wait for a decision', async () => {
  await publishActiveRule(world)
  await publishCheckedForm(world)
  const form = await sendForm(
    { services, world },
    {
      sid: 'F-1',
      dob: '2004-02-03',
      student: { sid: 'F-1', dob: '2004-02-03' },
      ...checkedAnswers(harbor, 'FORM22'),
    },
  )
  const suggested = async () =>
    (await world.admin.get(`/api/decisions?formSubmissionId=${form.id}`)).body.data[0].recommendation
  const before = await suggested()
  await upload(fileOf(`${form.student_period_id}M,Active`))
  expect([before, await suggested()]).toEqual(['needs_review', 'approve'])
})
