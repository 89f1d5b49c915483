import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestAnswer, TestClient } from '#server/testing/client.ts'
import { publishForm, sendForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { anotherAdmin, publishShare } from '#server/testing/second-reviews.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
/** The people who review what the world’s admin decides. */
let second: TestClient
let third: TestClient
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  second = await anotherAdmin(services, { first_name: 'Priya', last_name: 'Raman' })
  third = await anotherAdmin(services, { first_name: 'Imani', last_name: 'Okafor' })
  await publishForm(world)
})

let sent = 0
const send = (more: object = {}): Promise<SentForm> => {
  sent += 1
  const sid = `S-${sent}`
  return sendForm({ services, world }, { student: { sid }, sid, ...more })
}
const utp = { outcome: 'utp', reason_codes: ['card_back_missing'] }
const decline = { outcome: 'decline', reason_codes: ['other'], note: 'It ends in May.' }
const decide = async ({ id }: SentForm, more: object = {}, client = world.admin): Promise<TestAnswer> => {
  const body = { form_submission_id: id, coverage_type: 'medical', outcome: 'approve', ...more }
  const answer = await client.post('/api/decisions', body)
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer
}
const review = ({ id }: SentForm, more: object = {}, client = second): Promise<TestAnswer> =>
  client.post('/api/decisions/second-reviews', {
    form_submission_id: id,
    coverage_type: 'medical',
    outcome: 'approve',
    ...more,
  })
const keep = (id: number, client = third): Promise<TestAnswer> =>
  client.post(`/api/decisions/second-reviews/${id}/keep`, { reason: 'The letter is on file.' })
const undo = async ({ headers }: TestAnswer, client = world.admin): Promise<void> => {
  expect((await client.post(`/api/changes/${headers['x-change-id']}/undo`)).status).toBe(200)
}
const detail = async ({ id }: SentForm, client = second) =>
  (await client.get(`/api/student-form-submissions/${id}`)).body.data
const queue = async (name: string, client = second): Promise<number[]> => {
  const query = `period_id=${world.periodId}&queue=${name}`
  const { data } = (await client.get(`/api/student-form-submission-ids?${query}`)).body
  const counts = await client.get(`/api/student-form-submissions/queues?period_id=${world.periodId}`)
  expect(counts.body.data[name]).toBe(data.length)
  return data.toSorted((one: number, other: number) => one - other)
}
const refusal = ({ status, body }: TestAnswer) => [status, body.message]
/** Sends a waiver that the world’s admin decides, and that someone else is to review. */
const decided = async (more: object = {}): Promise<SentForm> => {
  await publishShare(world, 100)
  const form = await send()
  await decide(form, more)
  return form
}

describe('the share of decisions with a second review', () => {
  it('is none unless the policy year asks for it, and drafts don’t count', async () => {
    const before = await send()
    await decide(before)
    const path = `/api/periods/${world.periodId}/waiver-configuration`
    const present = (await world.admin.get(path)).body.data
    expect(present.second_review_percent).toBe(0)
    await world.admin.put(path, { ...present, second_review_percent: 100 })
    await decide(await send())
    expect(await queue('second_review')).toEqual([])
    expect(refusal(await review(before))).toEqual([409, 'This coverage doesn’t need a second review.'])
    const tooMuch = await world.admin.put(path, { ...present, second_review_percent: 101, version: 1 })
    expect(tooMuch.status).toBe(422)
  })

  it('is all waivers at 100, one by one or in bulk, but no enrollment forms', async () => {
    await publishShare(world, 100)
    await publishForm(world, { type: 'enroll' })
    const [single, bulk] = [await send(), await send()]
    const enroll = await send({ form_type: 'enroll' })
    await decide(single)
    await decide(enroll)
    const body = { ids: [bulk.id], ...utp }
    expect((await world.admin.post('/api/decisions/bulk', body)).body.data.changed).toBe(1)
    expect(await queue('second_review')).toEqual([single.id, bulk.id])
    expect(await queue('second_review', world.admin)).toEqual([])
  })

  it('doesn’t change what was chosen before, and a decision made again is chosen again', async () => {
    const form = await decided()
    await publishShare(world, 0)
    const later = await send()
    await decide(later)
    expect(await queue('second_review')).toEqual([form.id])
    await publishShare(world, 100)
    expect(await queue('second_review')).toEqual([form.id])
    const first = await services.owner
      .selectFrom('decision_outcomes')
      .select('change_id')
      .where('submission_id', '=', form.id)
      .executeTakeFirstOrThrow()
    await world.admin.post(`/api/changes/${first.change_id}/undo`)
    expect(await queue('second_review')).toEqual([])
    await decide(form, decline)
    expect(await queue('second_review')).toEqual([form.id])
  })
})

describe('a second review', () => {
  it.each([
    ['approved', {}],
    ['unable to process', utp],
    ['declined', decline],
  ])('doesn’t show that the waiver was %s until it’s answered', async (_, decision) => {
    const form = await decided(decision)
    const list = `period_id=${world.periodId}&queue=second_review`
    const [row] = (await second.get(`/api/student-form-submissions?${list}`)).body.data
    expect(row).toMatchObject({ id: form.id, deadline_on: null })
    const before = await detail(form)
    expect(before).toMatchObject({ second_review: ['medical'], second_reviews: [], outcomes: [] })
    expect(before).toMatchObject({ deadline_on: null, decision: 'decided' })
    expect(before.statuses).toEqual({ dental: 'not_started', vision: 'not_started' })
    const suggestions = async () => (await second.get(`/api/decisions?formSubmissionId=${form.id}`)).body.data
    expect(await suggestions()).toMatchObject([{ recommendation: 'utp', decided: null }])
    expect((await review(form)).status).toBe(201)
    const outcome = 'outcome' in decision ? decision.outcome : 'approve'
    const after = await detail(form)
    expect(after).toMatchObject({ second_review: [], outcomes: [{ outcome }] })
    expect(Object.keys(after.statuses)).toContain('medical')
    expect(await suggestions()).toMatchObject([{ decided: { outcome } }])
  })

  it('shows the decision to whoever made it, and to the school', async () => {
    const form = await decided()
    for (const client of [world.admin, world.registrar]) {
      const found = await detail(form, client)
      expect(found).toMatchObject({ second_review: [], outcomes: [{ outcome: 'approve' }] })
      expect(found.statuses.medical).toBe('waived')
    }
  })

  it('that agrees ends it: nothing changes, and the history has it', async () => {
    const form = await decided()
    const record = () =>
      services.owner
        .selectFrom('student_periods')
        .select(['medical_status', 'version'])
        .where('id', '=', form.student_period_id)
        .executeTakeFirstOrThrow()
    const before = await record()
    const answer = await review(form, { comment: 'Same for me.', version: form.version + 1 })
    expect(answer.body.data).toMatchObject({
      agrees: true,
      outcome: 'approve',
      comment: 'Same for me.',
      reviewed_by: { name: 'Priya Raman' },
      is_bulk: false,
      kept: null,
    })
    expect(await record()).toEqual(before)
    for (const name of ['second_review', 'disagreements']) expect(await queue(name, third)).toEqual([])
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'reason', 'subject_id'])
      .where('kind', '=', 'second_review_added')
      .where('subject_id', '=', form.id)
      .execute()
    expect(history).toEqual([{ kind: 'second_review_added', reason: 'Same for me.', subject_id: form.id }])
  })

  it('is by someone else than who decided, once, and about coverage that is decided', async () => {
    const form = await decided()
    expect(refusal(await review(form, {}, world.admin))).toEqual([
      403,
      'You made this decision. Someone else must review it.',
    ])
    expect((await review(form, { coverage_type: 'dental' })).body.errors).toEqual({
      coverage_type: ['Choose coverage that’s on the form.'],
    })
    expect(refusal(await review(form, { version: form.version }))).toEqual([
      409,
      'The form changed while you were reviewing it. Check it again.',
    ])
    const open = await send()
    expect(refusal(await review(open))).toEqual([409, 'This coverage doesn’t need a second review.'])
    expect((await review({ ...form, id: 999_999 })).body.errors).toHaveProperty('form_submission_id')
    expect((await review(form, {}, world.registrar)).status).toBe(403)
    expect((await review(form)).status).toBe(201)
    expect(refusal(await review(form, {}, third))).toEqual([
      409,
      'Priya Raman already reviewed this decision.',
    ])
  })

  it('of two people at once is one: the other learns who was first', async () => {
    const form = await decided()
    const answers = await Promise.all([review(form), review(form, { outcome: 'decline' }, third)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const late = answers.find(({ status }) => status === 409)
    expect(late?.body.message).toMatch(/^(Priya Raman|Imani Okafor) already reviewed this decision\.$/)
  })

  it('is refused while someone else is reviewing the form', async () => {
    const form = await decided()
    await third.post(`/api/student-form-submissions/${form.id}/claim`, {})
    expect(refusal(await review(form))).toEqual([409, 'Someone else is reviewing this form.'])
  })

  it('is no longer needed once the decision is undone, overridden or the student fixes the form', async () => {
    await publishShare(world, 100)
    const [undone, overridden, fixed] = [await send(), await send(), await send()]
    const change = await decide(undone)
    await decide(overridden)
    await decide(fixed, utp)
    expect(await queue('second_review')).toHaveLength(3)
    await undo(change)
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'enrolled' })
      .where('id', '=', overridden.student_period_id)
      .execute()
    await services.owner
      .updateTable('form_submissions')
      .set({ decided_coverages: [] })
      .where('id', '=', fixed.id)
      .execute()
    expect(await queue('second_review')).toEqual([])
    for (const form of [undone, overridden, fixed])
      expect(refusal(await review(form))).toEqual([409, 'This coverage doesn’t need a second review.'])
  })

  it('is of each coverage type by who didn’t decide it', async () => {
    await publishShare(world, 100)
    const form = await send({ coverage_types: ['medical', 'dental'] })
    await decide(form)
    await decide(form, { coverage_type: 'dental' }, second)
    expect((await detail(form)).second_review).toEqual(['medical'])
    expect((await detail(form, world.admin)).second_review).toEqual(['dental'])
    expect((await detail(form, third)).second_review.toSorted()).toEqual(['dental', 'medical'])
    expect((await detail(form, third)).outcomes).toEqual([])
    expect(await queue('second_review')).toEqual([form.id])
  })

  it('is in the queue once the whole form is decided, and hidden before that', async () => {
    await publishShare(world, 100)
    const form = await send({ coverage_types: ['medical', 'dental'] })
    await decide(form)
    expect(await queue('second_review')).toEqual([])
    expect(await detail(form)).toMatchObject({ second_review: ['medical'], outcomes: [] })
    await decide(form, { coverage_type: 'dental' })
    expect(await queue('second_review')).toEqual([form.id])
  })

  it('can’t be changed afterwards', async () => {
    await review(await decided())
    const change = services.services.db.updateTable('second_reviews').set({ comment: 'Other' }).execute()
    await expect(change).rejects.toThrow(/permission denied/)
  })
})

describe('a disagreement', () => {
  it('shows both decisions until someone keeps the first one for a reason', async () => {
    const form = await decided(decline)
    const { id } = (await review(form, { comment: 'The letter says August.' })).body.data
    for (const client of [world.admin, second, third])
      expect(await queue('disagreements', client)).toEqual([form.id])
    expect(await detail(form, third)).toMatchObject({
      outcomes: [{ outcome: 'decline', note: 'It ends in May.' }],
      second_reviews: [{ id, agrees: false, outcome: 'approve', comment: 'The letter says August.' }],
    })
    expect((await keep(id)).body.data).toMatchObject({
      id,
      kept: { reason: 'The letter is on file.', by: { name: 'Imani Okafor' } },
    })
    expect(await queue('disagreements')).toEqual([])
    expect(refusal(await keep(id))).toEqual([409, 'This disagreement is already resolved.'])
    expect((await detail(form)).statuses.medical).toBe('waiver_declined')
  })

  it('ends when the decision is undone; the next decision isn’t reviewed again', async () => {
    await publishShare(world, 100)
    const form = await send()
    const change = await decide(form)
    const { id } = (await review(form, { outcome: 'decline' })).body.data
    await undo(change)
    expect(await queue('disagreements')).toEqual([])
    expect(refusal(await keep(id))).toEqual([409, 'This disagreement is already resolved.'])
    await decide(form, decline, second)
    for (const name of ['second_review', 'disagreements'])
      for (const client of [world.admin, third]) expect(await queue(name, client)).toEqual([])
  })

  it('ends when the status is overridden, or the waiver is decided again after unable to process', async () => {
    await publishShare(world, 100)
    const [overridden, again] = [await send(), await send()]
    await decide(overridden)
    await decide(again, utp)
    for (const form of [overridden, again]) await review(form, { outcome: 'decline' })
    expect(await queue('disagreements')).toEqual([overridden.id, again.id])
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'enrolled' })
      .where('id', '=', overridden.student_period_id)
      .execute()
    await decide(again, decline, third)
    expect(await queue('disagreements')).toEqual([])
  })

  it('says whether an undo would undo other forms too', async () => {
    await publishShare(world, 100)
    const forms = [await send(), await send()]
    await world.admin.post('/api/decisions/bulk', { ids: forms.map(({ id }) => id), ...utp })
    const [form] = forms
    if (!form) throw new Error('No form was sent.')
    expect((await review(form)).body.data.is_bulk).toBe(true)
  })

  it('isn’t one if both agree, and only product admins see second reviews', async () => {
    const form = await decided()
    const { id } = (await review(form)).body.data
    expect(refusal(await keep(id))).toEqual([409, 'This disagreement is already resolved.'])
    expect((await keep(999_999)).status).toBe(404)
    expect((await keep(id, world.registrar)).status).toBe(403)
    const { second_reviews, student_id } = await detail(form, world.registrar)
    expect(second_reviews).toEqual([])
    const historyOf = async (client: typeof second) =>
      (await client.get(`/api/student-history-entries?student_id=${student_id}`)).body.data.map(
        ({ kind }: { kind: string }) => kind,
      )
    expect(await historyOf(second)).toContain('second_review_added')
    expect(await historyOf(world.registrar)).toContain('form_decided')
    expect(await historyOf(world.registrar)).not.toContain('second_review_added')
    const peopleFor = async (client: typeof second) =>
      (await client.get(`/api/students/${student_id}/history-people`)).body.data
    const reviewer = (await second.get('/api/me')).body.data.id
    expect(await peopleFor(second)).toContainEqual({ id: reviewer, name: 'Priya Raman' })
    expect(await peopleFor(world.registrar)).not.toContainEqual({ id: reviewer, name: 'Priya Raman' })
    const other = await buildSchoolWorld(services)
    expect((await other.registrar.get(`/api/student-form-submissions/${form.id}`)).status).toBe(404)
    const elsewhere = `/api/student-form-submissions/queues?period_id=${other.periodId}`
    await review(await decided(), { outcome: 'decline' })
    expect((await second.get(elsewhere)).body.data).toMatchObject({ second_review: 0, disagreements: 0 })
  })
})
