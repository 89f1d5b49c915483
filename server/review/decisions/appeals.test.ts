import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import {
  publishActiveRule,
  publishForm,
  sendForm,
  smallForm,
  uploadFormFile,
  type SentForm,
} from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'

let services: TestServices
let world: SchoolWorld
/** Another admin, who didn’t decline anything. */
let other: TestClient
let guest: TestClient
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  guest = createClient(services.app)
  other = await clientOf(services, await buildUser(services.owner, { permission: 'shipmate_admin' }))
  await publishForm(world)
})

const both = { coverage_types: ['medical', 'dental'] }
const decline = { outcome: 'decline', reason_codes: ['other'], note: 'It ends in May.' }
const post = (client: TestClient, form: SentForm, more: object, path = ''): Promise<TestAnswer> =>
  client.post(`/api/decisions${path}`, { form_submission_id: form.id, ...more })
const decide = async (client: TestClient, form: SentForm, more: object): Promise<TestAnswer> => {
  const answer = await post(client, form, { coverage_type: 'medical', ...more })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer
}
const appeal = async ({ token }: SentForm, more: object = {}): Promise<void> => {
  const { status } = await guest.post(`/api/public/form-submissions/${token}/appeal`, {
    comment: 'My plan covers the whole year.',
    ...more,
  })
  expect(status).toBe(201)
}
/** Sends a waiver that the world’s admin declines and the student appeals. */
const appealed = async (form: object = {}): Promise<SentForm> => {
  const sent = await sendForm({ services, world }, { ...form })
  await decide(world.admin, sent, decline)
  await appeal(sent)
  return sent
}
const record = ({ student_period_id: id }: SentForm) =>
  services.owner
    .selectFrom('student_periods')
    .select(['medical_status', 'dental_status', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const stored = ({ id }: SentForm) =>
  services.owner
    .selectFrom('form_submissions')
    .select(['decided_coverages', 'deadline_on', 'decision'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const detail = async ({ id }: SentForm, client = world.admin) =>
  (await client.get(`/api/student-form-submissions/${id}`)).body.data
const queued = async (): Promise<number[]> => {
  const query = `period_id=${world.periodId}&queue=appeals`
  const { data } = (await world.admin.get(`/api/student-form-submission-ids?${query}`)).body
  const counts = await world.admin.get(`/api/student-form-submissions/queues?period_id=${world.periodId}`)
  expect(counts.body.data.appeals).toBe(data.length)
  return data
}
const emailsAfterAppeal = ({ student_id: id }: SentForm) =>
  services.owner
    .selectFrom('emails')
    .select(['kind', 'body', 'state'])
    .where('student_id', '=', id)
    .where('kind', 'in', ['appeal_decided', 'waiver_approved_confirmation'])
    .orderBy('id')
    .execute()
const someoneElse = [403, 'Someone else must decide this appeal.']
const refused = ({ status, body }: TestAnswer) => [status, body.message]

describe('an appeal', () => {
  it('isn’t decided by who declined: alone, together, in a preview or in bulk', async () => {
    const sent = await appealed()
    const line = { coverage_type: 'medical', outcome: 'approve' }
    expect(refused(await post(world.admin, sent, line))).toEqual(someoneElse)
    for (const path of ['/together', '/preview'])
      expect(refused(await post(world.admin, sent, { lines: [line] }, path))).toEqual(someoneElse)
    for (const dry_run of [true, false]) {
      const bulk = { ids: [sent.id], outcome: 'approve', dry_run }
      expect((await world.admin.post('/api/decisions/bulk', bulk)).body.data).toMatchObject({
        changed: 0,
        skipped: [{ id: sent.id, reason: 'own_decline' }],
      })
    }
    expect(await record(sent)).toMatchObject({ medical_status: 'waiver_declined' })
    expect((await post(other, sent, { lines: [line] }, '/preview')).status).toBe(200)
  })

  it('leaves the other coverage of the form to anyone', async () => {
    const sent = await appealed(both)
    await decide(world.admin, sent, { coverage_type: 'dental', outcome: 'approve' })
    expect(await record(sent)).toMatchObject({ medical_status: 'waiver_declined', dental_status: 'waived' })
  })

  it('is approved by someone else, and the student gets the email about the appeal', async () => {
    const sent = await appealed()
    await decide(other, sent, { outcome: 'approve' })
    expect(await record(sent)).toMatchObject({ medical_status: 'waived' })
    const emails = await emailsAfterAppeal(sent)
    expect(emails).toMatchObject([{ kind: 'appeal_decided' }])
    expect(emails[0]?.body).toContain('Your waiver for medical coverage was approved.')
  })

  it.each(['declined', 'auto-enrolled after it was declined'])(
    'of an enrolled student (%s) is in the queue and can be approved or declined',
    async (how) => {
      const sent = await sendForm({ services, world })
      const set = (medical_status: string, medical_prior_tier: string | null) =>
        services.owner
          .updateTable('student_periods')
          .set({ medical_status, medical_prior_tier })
          .where('id', '=', sent.student_period_id)
          .execute()
      if (how === 'declined') await set('enrolled_waiver_submitted', 'enrolled_esp')
      await decide(world.admin, sent, decline)
      if (how !== 'declined') await set('enrolled_esp', null)
      expect(await record(sent)).toMatchObject({ medical_status: 'enrolled_esp' })
      await appeal(sent)
      expect(await record(sent)).toMatchObject({ medical_status: 'enrolled_waiver_submitted' })
      expect(await queued()).toEqual([sent.id])
      expect(await stored(sent)).toMatchObject({ decided_coverages: [], deadline_on: '2026-12-04' })
      const { headers } = await decide(other, sent, decline)
      expect(await record(sent)).toMatchObject({ medical_status: 'enrolled_esp' })
      expect(await queued()).toEqual([])
      await other.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
      await decide(other, sent, { outcome: 'approve' })
      expect(await record(sent)).toMatchObject({ medical_status: 'waived' })
    },
  )

  it('is declined again without a status change, which closes it', async () => {
    const sent = await appealed()
    const before = await record(sent)
    const { body, headers } = await decide(other, sent, { ...decline, note: 'The plan still ends in May.' })
    expect(body.data).toMatchObject({
      outcome: 'decline',
      from_status: 'waiver_declined',
      to_status: 'waiver_declined',
    })
    expect(await record(sent)).toEqual(before)
    expect(await stored(sent)).toEqual({
      decided_coverages: ['medical'],
      decision: 'decided',
      deadline_on: null,
    })
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'reason', 'changes'])
      .where('change_id', '=', Number(headers['x-change-id']))
      .orderBy('id')
      .execute()
    expect(history).toMatchObject([
      {
        kind: 'form_decided',
        reason: 'The plan still ends in May.',
        changes: [
          { field: 'decided_coverages', before: [], after: ['medical'] },
          { field: 'medical_decision', before: null, after: 'decline' },
        ],
      },
      { kind: 'email_queued' },
    ])
    const [email, ...more] = await emailsAfterAppeal(sent)
    expect(more).toEqual([])
    expect(email?.body).toContain('Your waiver for medical coverage is still declined.')
    expect(email?.body).toContain('The plan still ends in May.')
    expect(await queued()).toEqual([])
    const again = await post(other, sent, { coverage_type: 'medical', outcome: 'approve' })
    expect([again.status, again.body.code]).toEqual([409, 'stale'])
  })

  it('is declined again in bulk if the rules recommend it', async () => {
    await publishActiveRule(world)
    const sent = await appealed()
    const result = { form_submission_id: sent.id, coverage_type: 'medical', status: 'inactive' }
    await world.admin.post('/api/decisions/manual-results', result)
    const bulk = { ids: [sent.id], ...decline }
    expect((await other.post('/api/decisions/bulk', bulk)).body.data).toMatchObject({ changed: 1, emails: 1 })
    expect(await record(sent)).toMatchObject({ medical_status: 'waiver_declined' })
    expect(await stored(sent)).toMatchObject({ decision: 'decided' })
    expect(await emailsAfterAppeal(sent)).toMatchObject([{ kind: 'appeal_decided' }])
  })

  it('is approved or declined, not unable to process', async () => {
    const sent = await appealed()
    const utp = { coverage_type: 'medical', outcome: 'utp', reason_codes: ['card_back_missing'] }
    expect((await post(other, sent, utp)).body.errors).toEqual({
      coverage_type: ['The status “Waiver Declined” doesn’t allow this decision.'],
    })
  })

  it('is open again after an undo, still for someone else', async () => {
    const sent = await appealed()
    for (const outcome of [{ outcome: 'approve' }, decline]) {
      const { headers } = await decide(other, sent, outcome)
      const undone = await other.post(`/api/changes/${headers['x-change-id']}/undo`)
      expect(undone.body.data).toMatchObject({ left: [], emails_canceled: 1 })
      expect(await record(sent)).toMatchObject({ medical_status: 'waiver_declined' })
      expect(await stored(sent)).toMatchObject({ decided_coverages: [], deadline_on: '2026-12-04' })
      expect(await queued()).toEqual([sent.id])
      const own = await post(world.admin, sent, { coverage_type: 'medical', outcome: 'approve' })
      expect(refused(own)).toEqual(someoneElse)
    }
    expect((await emailsAfterAppeal(sent)).map(({ state }) => state)).toEqual(['canceled', 'canceled'])
  })

  it('can’t be decided by undoing the decline', async () => {
    const sent = await sendForm({ services, world })
    const { headers } = await decide(world.admin, sent, decline)
    await appeal(sent)
    const undone = await world.admin.post(`/api/changes/${headers['x-change-id']}/undo`)
    expect(undone.body.data).toMatchObject({ reverted: 0 })
    expect(await record(sent)).toMatchObject({ medical_status: 'waiver_declined' })
  })

  it('of two coverage types that are decided differently is one email', async () => {
    const sent = await sendForm({ services, world }, both)
    const lines = ['medical', 'dental'].map((coverage_type) => ({ coverage_type, ...decline }))
    await post(world.admin, sent, { lines }, '/together')
    await appeal(sent)
    const mixed = [{ coverage_type: 'medical', outcome: 'approve' }, lines[1]]
    expect((await post(other, sent, { lines: mixed }, '/together')).status).toBe(201)
    expect(await record(sent)).toMatchObject({ medical_status: 'waived', dental_status: 'waiver_declined' })
    const emails = await emailsAfterAppeal(sent)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.body).toContain('Your waiver for medical coverage was approved.')
    expect(emails[0]?.body).toContain('Your waiver for dental coverage is still declined. It ends in May.')
  })

  it('is due two weeks after it arrived, and listed until it’s decided', async () => {
    const sent = await appealed()
    expect(await stored(sent)).toMatchObject({ deadline_on: '2026-12-04' })
    const open = await sendForm({ services, world }, { student: { sid: 'O-1' }, sid: 'O-1' })
    expect(open.id).not.toBe(sent.id)
    expect(await queued()).toEqual([sent.id])
    await decide(other, sent, { outcome: 'approve' })
    expect(await queued()).toEqual([])
  })

  it('is shown with its comment and its own files, and says who can’t decide it', async () => {
    const first = await uploadFormFile({ guest, periodId: world.periodId })
    const sent = await sendForm({ services, world }, { file_tokens: [first] })
    expect((await detail(sent)).appeal).toBeNull()
    await decide(world.admin, sent, decline)
    const second = await uploadFormFile(
      { guest, periodId: world.periodId },
      { name: 'appeal.txt', bytes: 'The plan ends in July.' },
    )
    await appeal(sent, { file_tokens: [second] })
    const shown = await detail(sent)
    expect(shown.files).toHaveLength(2)
    expect(shown.appeal).toMatchObject({
      comment: 'My plan covers the whole year.',
      created_at: '2026-11-20T15:00:00.000Z',
      due_on: '2026-12-04',
      files: [{ name: 'appeal.txt' }],
      open_coverages: ['medical'],
      own_declines: ['medical'],
    })
    expect((await detail(sent, other)).appeal).toMatchObject({
      open_coverages: ['medical'],
      own_declines: [],
    })
    await decide(other, sent, { outcome: 'approve' })
    expect((await detail(sent)).appeal).toMatchObject({ open_coverages: [], own_declines: [] })
  })
})

describe('the decision target of a fixed form', () => {
  it('counts from the day of the fix', async () => {
    const sent = await sendForm({ services, world })
    expect(await stored(sent)).toMatchObject({ deadline_on: '2026-11-24' })
    await decide(world.admin, sent, { outcome: 'utp', reason_codes: ['card_back_missing'] })
    expect(await stored(sent)).toMatchObject({ deadline_on: '2026-12-20' })
    services.clock.advance(10 * 86_400)
    const fixed = { ...smallForm, progress: 'complete', signature: 'Maya R. Thompson' }
    expect((await guest.put(`/api/public/form-submissions/${sent.token}`, fixed)).status).toBe(200)
    expect(await stored(sent)).toMatchObject({ decision: 'open', deadline_on: '2026-12-02' })
  })
})
