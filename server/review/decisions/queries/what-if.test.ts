import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { publishActiveRule, publishForm, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { judgeAgain } from '../schedule.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await publishForm(world)
})

let sent = 0
const send = (periodId = world.periodId, more: object = {}): Promise<SentForm> => {
  sent += 1
  const sid = `W-${sent}`
  return sendForm({ services, world: { ...world, periodId } }, { student: { sid }, sid, ...more })
}
const whatIf = async (periodId = world.periodId) =>
  (await world.admin.get(`/api/periods/${periodId}/waiver-what-if`)).body.data
const path = () => `/api/periods/${world.periodId}/waiver-configuration`
/** Saves waiver options in which only some rules are on, without publishing them. Returns the version. */
const save = async (on: readonly string[]): Promise<number> => {
  const present = (await world.admin.get(path())).body.data
  const rules = Object.fromEntries(ruleKeys.map((key) => [key, { ...present[key], is_on: on.includes(key) }]))
  const { status, body } = await world.admin.put(path(), { ...present, ...rules })
  expect(status).toBe(200)
  return body.data.version
}
const publish = (version: number) =>
  world.admin.post(`/api/periods/${world.periodId}/publications`, {
    documents: [{ kind: 'waiver-configuration', version }],
  })
const suggested = async ({ id }: SentForm): Promise<string[]> =>
  (await world.admin.get(`/api/decisions?formSubmissionId=${id}`)).body.data.map(
    ({ recommendation }: { recommendation: string }) => recommendation,
  )
const nothing = { judged: 0, changed: 0, moves: [], examples: [], is_cut: false }

it('says what the saved rules change, and publishing them changes just that', async () => {
  await publish(await save(['documents_required']))
  const form = await send()
  const other = await send(world.periodId, { coverage_types: ['medical', 'dental'] })
  expect(await suggested(form)).toEqual(['utp'])
  expect(await whatIf()).toEqual({ ...nothing, judged: 3 })

  const version = await save(['active_and_continuous'])
  const found = await whatIf()
  const change = { from: 'utp', to: 'needs_review', rules: ['active_and_continuous', 'documents_required'] }
  const example = { ...change, period_id: world.periodId, student_name: 'Thompson, Maya' }
  expect(found).toEqual({
    judged: 3,
    changed: 3,
    moves: [{ from: 'utp', to: 'needs_review', quantity: 3 }],
    examples: [
      { ...example, submission_id: other.id, coverage_type: 'dental' },
      { ...example, submission_id: other.id, coverage_type: 'medical' },
      { ...example, submission_id: form.id, coverage_type: 'medical' },
    ],
    is_cut: false,
  })

  await publish(version)
  await services.owner.updateTable('form_submissions').set({ judged_on: null }).execute()
  await judgeAgain(services.services)
  expect([await suggested(form), await suggested(other)]).toEqual([
    ['needs_review'],
    ['needs_review', 'needs_review'],
  ])
  expect(await whatIf()).toEqual({ ...nothing, judged: 3 })
})

it('counts the waivers of the year before, but not those of earlier years or another school', async () => {
  const years = []
  for (const year of [2025, 2024])
    years.push(
      await buildPeriod(services.owner, {
        school_id: world.schoolId,
        starts_on: `${year}-08-01`,
        // forms are sent only while a policy year lasts
        ends_on: '2026-12-31',
        waiver_deadline_on: '2026-12-01',
      }),
    )
  const elsewhere = await buildSchoolWorld(services)
  await publishForm(elsewhere)
  await publishActiveRule(elsewhere)
  sent += 1
  await sendForm({ services, world: elsewhere }, { student: { sid: `W-${sent}` }, sid: `W-${sent}` })
  const forms = []
  for (const periodId of years) {
    await publishForm({ ...world, periodId })
    await publishActiveRule({ ...world, periodId })
    forms.push(await send(periodId))
  }
  // the form isn’t late by the deadline of its own year
  await save(['deadline_by_cohort'])
  expect(await whatIf()).toMatchObject({
    judged: 1,
    moves: [{ from: 'needs_review', to: 'approve', quantity: 1 }],
    examples: [{ submission_id: forms[0]?.id, period_id: years[0] }],
  })
})

it('leaves out what isn’t a judged waiver: replaced, unmatched and enrollment forms, and those without rules', async () => {
  await send()
  await publishActiveRule(world)
  const [replaced, unmatched] = [await send(), await send()]
  const last = await send()
  const forms = services.owner.updateTable('form_submissions')
  await forms.set({ superseded_by_id: last.id }).where('id', '=', replaced.id).execute()
  await forms
    .set({ student_period_id: null, student_id: null, match_method: null })
    .where('id', '=', unmatched.id)
    .execute()
  await publishForm(world, { type: 'enroll' })
  await send(world.periodId, { form_type: 'enroll' })
  await save([])
  const { judged, examples } = await whatIf()
  expect(judged).toBe(1)
  expect(examples).toMatchObject([{ submission_id: last.id }])
})

it('writes nothing', async () => {
  await publishActiveRule(world)
  const form = await send()
  await save([])
  const kept = async () => [
    await services.owner.selectFrom('decisions').selectAll().where('submission_id', '=', form.id).execute(),
    await services.owner.selectFrom('form_submissions').selectAll().where('id', '=', form.id).execute(),
    (await world.admin.get(`/api/periods/${world.periodId}/history`)).body.meta.total,
  ]
  const before = await kept()
  expect((await whatIf()).changed).toBe(1)
  expect(await kept()).toEqual(before)
})

it('is closed to school admins, and says nothing about a period that doesn’t exist', async () => {
  expect((await world.registrar.get(`/api/periods/${world.periodId}/waiver-what-if`)).status).toBe(403)
  expect((await world.admin.get('/api/periods/999999/waiver-what-if')).status).toBe(404)
})
