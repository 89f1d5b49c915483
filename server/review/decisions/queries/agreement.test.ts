import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { publishForm, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { anotherAdmin, publishShare } from '#server/testing/second-reviews.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

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
const send = (): Promise<SentForm> => {
  sent += 1
  const sid = `A-${sent}`
  return sendForm({ services, world }, { student: { sid }, sid })
}
const decide = async ({ id }: SentForm, outcome: string, reason_codes: readonly string[] = []) => {
  const answer = await world.admin.post('/api/decisions', {
    form_submission_id: id,
    coverage_type: 'medical',
    outcome,
    reason_codes,
  })
  expect(answer.status).toBe(201)
  return answer
}
const suggestion = async ({ id }: SentForm) =>
  (await world.admin.get(`/api/decisions?formSubmissionId=${id}`)).body.data[0]
const read = async () =>
  (await world.admin.get(`/api/decisions/agreement?period_id=${world.periodId}`)).body.data

/** Publishes the usual waiver options: a form without documents is recommended as unable to process. */
const publishRules = async (): Promise<void> => {
  const path = `/api/periods/${world.periodId}/waiver-configuration`
  const { version, ...present } = (await world.admin.get(path)).body.data
  const { body } = await world.admin.put(path, { ...present, version })
  await world.admin.post(`/api/periods/${world.periodId}/publications`, {
    documents: [{ kind: waiverConfiguration.kind, version: body.data.version }],
  })
}

/** Moves the submission of a form back, in hours before the fixed clock. */
const sentBefore = ({ id }: SentForm, hours: number) =>
  services.owner
    .updateTable('form_submissions')
    .set({ submitted_at: new Date(services.clock.now().getTime() - hours * 3_600_000).toISOString() })
    .where('id', '=', id)
    .execute()

it('counts nothing while nothing is decided', async () => {
  await send()
  expect(await read()).toEqual({
    decided: 0,
    agreed: 0,
    undecided_by_rules: 0,
    by_rule: [],
    overrides: [],
    feedback: { agree: 0, disagree: 0, comments: [] },
    second_reviews: [],
    median_hours: null,
    p90_hours: null,
  })
})

it('counts agreement, overrides with their reasons, and open rules that staff approved anyway', async () => {
  await decide(await send(), 'approve') // no published rules yet: needs review
  await publishRules()
  const first = await send()
  const { recommendation, rules } = await suggestion(first)
  expect(recommendation).toBe('utp')
  await decide(first, 'utp', ['card_back_missing'])
  await decide(await send(), 'approve')
  await decide(await send(), 'decline', ['documents_required', 'max_deductible'])
  await decide(await send(), 'decline', ['max_deductible'])
  const found = await read()
  expect(found).toMatchObject({ decided: 5, agreed: 1, undecided_by_rules: 1 })
  expect(found.overrides).toEqual([
    {
      recommendation: 'utp',
      outcome: 'decline',
      quantity: 2,
      reasons: [
        { code: 'max_deductible', quantity: 2 },
        { code: 'documents_required', quantity: 1 },
      ],
    },
    { recommendation: 'utp', outcome: 'approve', quantity: 1, reasons: [] },
  ])
  const open = rules
    .filter(({ outcome }: { outcome: string }) => outcome !== 'pass')
    .map(({ key }: { key: string }) => key)
  expect(open).toContain('documents_required')
  expect(found.by_rule).toEqual(open.toSorted().map((key: string) => ({ key, open: 4, approved_anyway: 1 })))
})

it('counts the latest decision, and none that was undone', async () => {
  await publishRules()
  const form = await send()
  await decide(form, 'utp', ['card_back_missing'])
  const { headers } = await decide(await send(), 'approve')
  expect(await read()).toMatchObject({ decided: 2, agreed: 1 })
  await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`, {})
  expect(await read()).toMatchObject({ decided: 1, agreed: 1, overrides: [] })
  await decide(form, 'approve')
  expect(await read()).toMatchObject({
    decided: 1,
    agreed: 0,
    overrides: [{ outcome: 'approve', quantity: 1 }],
  })
})

it('measures the hours to the decision: the median, and those of 9 in 10', async () => {
  for (const hours of [1, 2, 4, 10, 20]) {
    const form = await send()
    await sentBefore(form, hours)
    await decide(form, 'approve')
  }
  expect(await read()).toMatchObject({ median_hours: 4, p90_hours: 16 })
})

it('counts the latest verdict of each person and lists the newest comments', async () => {
  const form = await send()
  const { id } = await suggestion(form)
  const say = (verdict: string, more: object = {}) =>
    world.admin.post('/api/decisions/feedback', { decision_id: id, verdict, ...more })
  await say('agree')
  await say('disagree', { comment: 'The letter is fine.', correct_outcome: 'approve' })
  const { feedback } = await read()
  expect(feedback).toMatchObject({ agree: 0, disagree: 1 })
  expect(feedback.comments).toEqual([
    {
      id: expect.any(Number),
      verdict: 'disagree',
      comment: 'The letter is fine.',
      correct_outcome: 'approve',
      by: expect.stringMatching(/\S \S/),
      at: expect.any(String),
      submission_id: form.id,
      student_name: 'Thompson, Maya',
    },
  ])
})

it('leaves out other policy years, and is closed to school admins', async () => {
  await decide(await send(), 'approve')
  const other = await buildSchoolWorld(services)
  const path = '/api/decisions/agreement?period_id='
  expect((await other.admin.get(`${path}${other.periodId}`)).body.data.decided).toBe(0)
  expect((await world.registrar.get(`${path}${world.periodId}`)).status).toBe(403)
  const unknown = await world.admin.get(`${path}999999`)
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['period_id']])
})

it('counts second reviews by the first decision, also of decisions that were undone', async () => {
  await publishShare(world, 100)
  const second = await anotherAdmin(services)
  const review = ({ id }: SentForm, outcome: string) =>
    second.post('/api/decisions/second-reviews', {
      form_submission_id: id,
      coverage_type: 'medical',
      outcome,
    })
  const [first, ...others] = [await send(), await send(), await send()]
  if (!first) throw new Error('No form was sent.')
  const { headers } = await decide(first, 'approve')
  for (const form of others) await decide(form, 'decline', ['max_deductible'])
  await review(first, 'decline')
  for (const form of others) await review(form, 'decline')
  await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
  expect((await read()).second_reviews).toEqual([
    { outcome: 'decline', reviewed: 2, agreed: 2 },
    { outcome: 'approve', reviewed: 1, agreed: 0 },
  ])
})
