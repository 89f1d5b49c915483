import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { publishActiveRule, publishForm, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { judgeAgain } from './schedule.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let form: SentForm
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await publishForm(world)
  await publishActiveRule(world)
  form = await sendForm({ services, world })
})

const add = (more: object = {}) =>
  world.admin.post('/api/decisions/manual-results', {
    form_submission_id: form.id,
    coverage_type: 'medical',
    status: 'active',
    plan_begins_on: '2026-01-01',
    ...more,
  })
const suggestion = async () =>
  (await world.admin.get(`/api/decisions?formSubmissionId=${form.id}`)).body.data[0]

it('is evidence: the rules run again, with less than high confidence and nothing automatic', async () => {
  expect(await suggestion()).toMatchObject({ recommendation: 'needs_review', confidence: 'low' })
  const { status, body } = await add({ plan_name: 'Open Choice' })
  expect(status).toBe(201)
  expect(body.data).toMatchObject([
    { recommendation: 'approve', confidence: 'medium', mode: 'assist', suggested_status: 'waived' },
  ])
  const { results } = {
    results: await world.admin.get(`/api/decisions/manual-results?formSubmissionId=${form.id}`),
  }
  expect(results.body.data).toMatchObject([
    { status: 'active', plan_name: 'Open Choice', created_by: { id: world.adminId } },
  ])
})

it('of inactive coverage recommends declining, and the latest one counts', async () => {
  await add()
  await add({ status: 'inactive', note: 'Ended in May, by phone.' })
  expect(await suggestion()).toMatchObject({ recommendation: 'decline' })
  const [entry] = await services.owner
    .selectFrom('history')
    .select(['kind', 'reason'])
    .where('student_id', '=', form.student_id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(entry).toEqual({ kind: 'manual_result_added', reason: 'Ended in May, by phone.' })
})

test.each([
  ['coverage that isn’t on the form', { coverage_type: 'dental' }, 'coverage_type'],
  ['an end before the start', { plan_ends_on: '2025-12-31' }, 'plan_ends_on'],
  ['an unknown form', { form_submission_id: 999_999 }, 'form_submission_id'],
])('is refused for %s', async (_, more, key) => {
  const { status, body } = await add(more)
  expect([status, Object.keys(body.errors)]).toEqual([422, [key]])
})

it('is looked at again every day: coverage that starts soon raises the risk', async () => {
  const risk = async () =>
    (
      await services.owner
        .selectFrom('form_submissions')
        .select('risk')
        .where('id', '=', form.id)
        .executeTakeFirstOrThrow()
    ).risk
  const before = await risk()
  expect(await judgeAgain(services.services)).toBe(0)
  await services.owner
    .updateTable('periods')
    .set({ starts_on: '2026-11-24' })
    .where('id', '=', world.periodId)
    .execute()
  services.clock.advance(86_400)
  expect(await judgeAgain(services.services)).toBeGreaterThan(0)
  expect([await risk(), await judgeAgain(services.services)]).toEqual([before + 5, 0])
  services.clock.advance(-86_400)
})

test('a form that can’t be judged keeps no other from being judged', async () => {
  const other = await sendForm({ services, world }, { student: { sid: 'E-2' }, sid: 'E-2' })
  services.clock.advance(86_400)
  const end = await refuseWrites(services, {
    table: 'form_submissions',
    write: 'update',
    when: `old.id = ${form.id}`,
  })
  expect(await judgeAgain(services.services)).toBeGreaterThan(0)
  await end()
  const judged = async (id: number) =>
    services.owner
      .selectFrom('form_submissions')
      .select('judged_on')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect([await judged(form.id), await judged(other.id)]).toEqual([
    { judged_on: '2026-11-20' },
    { judged_on: '2026-11-21' },
  ])
  expect(await judgeAgain(services.services)).toBe(1)
  services.clock.advance(-86_400)
})
