import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildCompany, buildElectronicCompany } from '#server/records/insurance-companies/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { checkedAnswers, publishCheckedForm } from '#server/testing/checked-forms.ts'
import { publishActiveRule, sendForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { chooseSimulator } from './factory.ts'
import { sweepChecks } from './schedule.ts'

let services: TestServices
let world: SchoolWorld
let company: number
beforeAll(async () => {
  services = await startTestServices()
  company = await buildElectronicCompany(services.owner)
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await chooseSimulator(services.owner, world.schoolId)
  await publishCheckedForm(world)
})

const send = (sid: string, memberId: string, companyId = company) =>
  sendForm({ services, world }, { sid, student: { sid }, ...checkedAnswers(companyId, memberId) })
const reportsOf = async (id: number) =>
  (await world.registrar.get(`/api/eligibility-reports?student_period_id=${id}`)).body.data
const suggested = async (form: number) =>
  (await world.admin.get(`/api/decisions?formSubmissionId=${form}`)).body.data[0]

it('is made for a waiver form that arrives, if the school has a provider and the company answers', async () => {
  const form = await send('V-5', 'FORM3ACT')
  expect(await reportsOf(form.student_period_id)).toMatchObject([
    { cause: 'form', retrieval_status: 'pending', requested_by: null },
  ])
  await services.runJobs()
  expect(await reportsOf(form.student_period_id)).toMatchObject([{ status: 'active', is_simulated: true }])
  const paper = await buildCompany(services.owner, { is_electronic: false })
  expect(await reportsOf((await send('V-6', 'FORM3ACT', paper)).student_period_id)).toEqual([])
  await chooseSimulator(services.owner, world.schoolId, { provider: null })
  expect(await reportsOf((await send('V-7', 'FORM3ACT')).student_period_id)).toEqual([])
})

it('is made for 5 forms of a student a day, and not for a weaker form that changes nothing', async () => {
  const form = await send('V-8', 'FORM3ACT')
  const again = (more: object) =>
    createClient(services.app).post(`/api/public/periods/${world.periodId}/form-submissions`, {
      ...smallForm,
      ...checkedAnswers(company, 'FORM3ACT'),
      ...more,
    })
  await again({ signature: 'By name and birth date' })
  expect(await reportsOf(form.student_period_id)).toHaveLength(1)
  for (let n = 0; n < 8; n += 1) await again({ sid: 'V-8', signature: `Sender ${n}` })
  expect((await reportsOf(form.student_period_id)).length).toBeLessThanOrEqual(5)
})

it('asks with what a form says that waits for a decision, and changes no status', async () => {
  const form = await send('V-1', 'FORM1ACT')
  await services.runJobs()
  expect(await reportsOf(form.student_period_id)).toMatchObject([{ status: 'active' }])
  const { medical_status } = await services.owner
    .selectFrom('student_periods')
    .select('medical_status')
    .where('id', '=', form.student_period_id)
    .executeTakeFirstOrThrow()
  expect(medical_status).toBe('waiver_submitted')
  const listed = await world.admin.get(`/api/student-form-submissions?period_id=${world.periodId}`)
  expect(listed.body.data).toMatchObject([{ id: form.id, eligibility: 'active' }])
})

it('is evidence for the rules of a form, replaced by what staff find out later', async () => {
  await publishActiveRule(world)
  const form = await send('V-2', 'FORM2ACT')
  expect(await suggested(form.id)).toMatchObject({ rules: [{ outcome: 'unknown' }] })
  await services.runJobs()
  const [{ id }] = await reportsOf(form.student_period_id)
  expect(await suggested(form.id)).toMatchObject({
    recommendation: 'approve',
    confidence: 'high',
    rules: [{ outcome: 'pass', evidence: { type: 'eligibility', ref: String(id) } }],
  })
  services.clock.advance(60)
  const found = { form_submission_id: form.id, coverage_type: 'medical', status: 'inactive' }
  expect((await world.admin.post('/api/decisions/manual-results', found)).status).toBe(201)
  expect(await suggested(form.id)).toMatchObject({ rules: [{ outcome: 'fail' }] })
})

it('is made again for a form that is fixed; the earlier result says nothing about the new answers', async () => {
  await publishActiveRule(world)
  const form = await send('V-3', 'FORM4ACT')
  await services.runJobs()
  const asked = { form_submission_id: form.id, coverage_type: 'medical', outcome: 'utp' }
  const decided = await world.admin.post('/api/decisions', { ...asked, reason_codes: ['card_back_missing'] })
  expect(decided.status).toBe(201)
  services.clock.advance(60)
  const fixed = { ...smallForm, sid: 'V-3', ...checkedAnswers(company, 'FORM5INA') }
  const path = `/api/public/form-submissions/${form.token}`
  expect((await createClient(services.app).put(path, fixed)).status).toBe(200)
  expect(await suggested(form.id)).toMatchObject({ rules: [{ outcome: 'unknown' }] })
  await services.runJobs()
  expect(await reportsOf(form.student_period_id)).toMatchObject([
    { status: 'inactive' },
    { status: 'active' },
  ])
  expect(await suggested(form.id)).toMatchObject({ rules: [{ outcome: 'fail' }] })
})

it('is made again for a form that was fixed, or replaced, while the payer hadn’t answered about the one before', async () => {
  await publishActiveRule(world)
  const form = await send('V-9', 'FORM4ACT')
  const asked = { form_submission_id: form.id, coverage_type: 'medical', outcome: 'utp' }
  await world.admin.post('/api/decisions', { ...asked, reason_codes: ['card_back_missing'] })
  services.clock.advance(60)
  const fixed = { ...smallForm, sid: 'V-9', ...checkedAnswers(company, 'FORM5INA') }
  const path = `/api/public/form-submissions/${form.token}`
  expect((await createClient(services.app).put(path, fixed)).status).toBe(200)
  expect(await reportsOf(form.student_period_id)).toHaveLength(1)
  await services.runJobs()
  expect(await sweepChecks(services.services)).toBe(1)
  await services.runJobs()
  expect(await reportsOf(form.student_period_id)).toHaveLength(2)
  expect(await suggested(form.id)).toMatchObject({ rules: [{ outcome: 'fail' }] })

  const first = await send('V-10', 'FORM5INA')
  services.clock.advance(60)
  await createClient(services.app).post(`/api/public/periods/${world.periodId}/form-submissions`, {
    ...smallForm,
    sid: 'V-10',
    ...checkedAnswers(company, 'FORM4ACT'),
  })
  await services.runJobs()
  expect(await sweepChecks(services.services)).toBe(1)
  await services.runJobs()
  const listed = await world.admin.get(`/api/student-form-submissions?period_id=${world.periodId}`)
  const second = listed.body.data.find(({ id }: { id: number }) => id > first.id)
  expect(await suggested(second.id)).toMatchObject({
    recommendation: 'approve',
    rules: [{ outcome: 'pass' }],
  })
  expect(await reportsOf(first.student_period_id)).toHaveLength(2)
})

it('is made for a form that staff match with its student', async () => {
  const answer = await createClient(services.app).post(
    `/api/public/periods/${world.periodId}/form-submissions`,
    { ...smallForm, ...checkedAnswers(company, 'FORM6ACT'), last_name: 'Unknown' },
  )
  expect(answer.status).toBe(201)
  const student = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  const [form] = (await world.admin.get(`/api/student-form-submissions?period_id=${world.periodId}`)).body
    .data
  const matched = await world.admin.post(`/api/student-form-submissions/${form.id}/match`, {
    student_period_id: student.id,
    version: form.version,
  })
  expect(matched.status).toBe(200)
  expect(await reportsOf(student.id)).toMatchObject([{ cause: 'form', retrieval_status: 'pending' }])
})
