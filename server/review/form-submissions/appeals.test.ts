import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { publishForm, smallForm, uploadFormFile } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let guest: TestClient
let year: { id: number; student_id: number }
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  guest = createClient(services.app)
  year = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: {
      first_name: 'Maya',
      last_name: 'Thompson',
      dob: '2003-04-05',
      university_email: 'maya@university.example',
    },
  })
  await publishForm(world)
  await publishForm(world, { type: 'enroll' })
})

interface Sent {
  readonly id: number
  readonly token: string
}
const both = { ...smallForm, coverage_types: ['medical', 'dental'] as const }
const send = async (form: object = both): Promise<Sent> => {
  const event_on = services.clock.now().toISOString().slice(0, 10)
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  const { resume_token, confirmation_number } = (await guest.post(path, { ...form, event_on })).body.data
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', confirmation_number)
    .executeTakeFirstOrThrow()
  return { id, token: resume_token }
}
const decline = { outcome: 'decline', reason_codes: ['other'], note: 'It ends in May.' }
const decide = async ({ id }: Sent, coverage_type: string, more: object): Promise<TestAnswer> => {
  const answer = await world.admin.post('/api/decisions', { form_submission_id: id, coverage_type, ...more })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer
}
const comment = 'My plan covers the whole year.'
const appeal = ({ token }: Sent, more: object = {}): Promise<TestAnswer> =>
  guest.post(`/api/public/form-submissions/${token}/appeal`, { comment, ...more })
const refusal = async (sent: Sent, more: object = {}) => {
  const { status, body } = await appeal(sent, more)
  return [status, body.message]
}
const read = async ({ token }: Sent) => (await guest.get(`/api/public/form-submissions/${token}`)).body.data
const record = () =>
  services.owner
    .selectFrom('student_periods')
    .select(['medical_status', 'dental_status'])
    .where('id', '=', year.id)
    .executeTakeFirstOrThrow()
const nothing = [409, 'This form has no declined coverage to appeal.']

describe('an appeal', () => {
  it('opens the declined coverage types again, keeps the statuses, and is confirmed by email', async () => {
    const sent = await send()
    await decide(sent, 'medical', decline)
    await decide(sent, 'dental', { outcome: 'approve' })
    expect(await read(sent)).toMatchObject({ asked: [], appeal_until: '2026-12-04' })
    const answer = await appeal(sent)
    expect([answer.status, answer.body]).toEqual([201, { data: { due_on: '2026-12-04' } }])
    expect(await record()).toEqual({ medical_status: 'waiver_declined', dental_status: 'waived' })
    const form = await services.owner
      .selectFrom('form_submissions')
      .select(['decided_coverages', 'decision'])
      .where('id', '=', sent.id)
      .executeTakeFirstOrThrow()
    expect(form).toEqual({ decided_coverages: ['dental'], decision: 'partly' })
    const saved = await services.owner
      .selectFrom('appeals')
      .select(['comment', 'coverage_types', 'due_on'])
      .where('submission_id', '=', sent.id)
      .execute()
    expect(saved).toEqual([{ comment, coverage_types: ['medical'], due_on: '2026-12-04' }])
    const emails = await services.owner
      .selectFrom('emails')
      .select(['to_address', 'change_id'])
      .where('student_period_id', '=', year.id)
      .where('kind', '=', 'appeal_received')
      .execute()
    expect(emails).toMatchObject([{ to_address: 'maya@university.example' }])
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'changes'])
      .where('change_id', '=', emails[0]?.change_id ?? 0)
      .orderBy('id')
      .execute()
    expect(history).toMatchObject([
      {
        kind: 'appeal_submitted',
        cause: 'student',
        changes: [
          { field: 'decided_coverages', before: ['medical', 'dental'], after: ['dental'] },
          { field: 'comment', before: null, after: comment },
        ],
      },
      { kind: 'email_queued', cause: 'student' },
    ])
  })

  it('can have files, which become the student’s documents', async () => {
    const sent = await send()
    await decide(sent, 'medical', decline)
    expect(await refusal(sent, { file_tokens: ['unknown'] })).toEqual([
      422,
      'A file isn’t available anymore. Upload it again.',
    ])
    const token = await uploadFormFile({ guest, periodId: world.periodId })
    expect((await appeal(sent, { file_tokens: [token] })).status).toBe(201)
    const documents = await world.registrar.get(`/api/students/${year.student_id}/files`)
    expect(documents.body.data).toMatchObject([{ name: 'letter.txt', student_period_id: year.id }])
  })

  it('is read by staff with the form and its files', async () => {
    const sent = await send()
    await decide(sent, 'medical', decline)
    const detail = async () =>
      (await world.registrar.get(`/api/student-form-submissions/${sent.id}`)).body.data
    expect((await detail()).appeal).toBeNull()
    const token = await uploadFormFile({ guest, periodId: world.periodId })
    await appeal(sent, { file_tokens: [token] })
    const read = {
      appeal: { coverage_types: ['medical'], comment, due_on: '2026-12-04' },
      files: [{ name: 'letter.txt' }],
    }
    expect(await detail()).toMatchObject(read)
    const list = await world.registrar.get(`/api/student-form-submissions-by-student-period/${year.id}`)
    expect(list.body.data).toMatchObject([read])
  })

  it('is one if it’s sent twice at once, and can’t be followed by another', async () => {
    const sent = await send()
    await decide(sent, 'medical', decline)
    const answers = await Promise.all([appeal(sent), appeal(sent)])
    expect(answers.map(({ status, body }) => [status, body.data.due_on])).toEqual([
      [201, '2026-12-04'],
      [201, '2026-12-04'],
    ])
    const again = [409, 'You already appealed this decision.']
    expect(await refusal(sent, { comment: 'More.' })).toEqual(again)
    services.clock.advance(601)
    expect(await refusal(sent)).toEqual(again)
    expect((await read(sent)).appeal_until).toBeNull()
  })

  it('is kept as it was sent', async () => {
    const sent = await send()
    await decide(sent, 'medical', decline)
    await appeal(sent)
    for (const db of [services.owner, services.services.db]) {
      await expect(db.updateTable('appeals').set({ comment: 'x' }).execute()).rejects.toThrow(
        /permission denied|append-only|change/i,
      )
      await expect(sql`delete from appeals`.execute(db)).rejects.toThrow(
        /permission denied|append-only|change/i,
      )
    }
  })
})

describe('an appeal is refused', () => {
  it('if nothing is declined: open, unable to process, undone, replaced, unfinished, or an enrollment form', async () => {
    const sent = await send()
    expect(await refusal(sent)).toEqual(nothing)
    await decide(sent, 'medical', { outcome: 'utp', reason_codes: ['card_back_missing'] })
    expect(await refusal(sent)).toEqual(nothing)
    const decided = await decide(sent, 'dental', decline)
    await world.admin.post(`/api/changes/${String(decided.headers['x-change-id'])}/undo`)
    expect(await refusal(sent)).toEqual(nothing)
    await decide(sent, 'dental', decline)
    const later = await send({ ...both, signature: 'M. Thompson' })
    expect(await refusal(sent)).toEqual(nothing)
    expect(await refusal(later)).toEqual(nothing)
    const enroll = await send({ ...smallForm, form_type: 'enroll' })
    expect(await refusal(enroll)).toEqual(nothing)
    const path = `/api/public/periods/${world.periodId}/form-submissions`
    const unfinished = await guest.post(path, { form_type: 'waiver', progress: 'in_progress' })
    expect(await refusal({ id: 0, token: unfinished.body.data.resume_token })).toEqual(nothing)
  })

  it.each(['waived', 'exempt', 'not_started', 'enrolled_eoc'])(
    'if staff have made the declined coverage %s since, and it isn’t offered',
    async (medical_status) => {
      const sent = await send()
      await decide(sent, 'medical', decline)
      const offered = async () => (await guest.get(`/api/public/form-submissions/${sent.token}`)).body.data
      expect(await offered()).toMatchObject({ appeal_until: '2026-12-04' })
      await services.owner
        .updateTable('student_periods')
        .set({ medical_status })
        .where('period_id', '=', world.periodId)
        .execute()
      expect(await offered()).toMatchObject({ appeal_until: null })
      expect(await refusal(sent)).toEqual(nothing)
    },
  )

  it.each([[{ comment: '' }], [{ comment: 'x'.repeat(5001) }], [{ comment: null }]])(
    'with %o',
    async (more) => {
      const sent = await send()
      await decide(sent, 'medical', decline)
      const { status, body } = await appeal(sent, more)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['comment']])
    },
  )

  it('with an unknown token', async () => {
    expect((await appeal({ id: 0, token: 'x'.repeat(43) })).status).toBe(404)
  })

  it('after the appeal window, which the policy year’s waiver options set', async () => {
    const path = `/api/periods/${world.periodId}/waiver-configuration`
    const { version, ...present } = (await world.admin.get(path)).body.data
    const { body } = await world.admin.put(path, { ...present, appeal_days: 2, version })
    await world.admin.post(`/api/periods/${world.periodId}/publications`, {
      documents: [{ kind: waiverConfiguration.kind, version: body.data.version }],
    })
    const sent = await send()
    await decide(sent, 'medical', decline)
    // Friday, and two business days are until the end of Tuesday
    expect((await read(sent)).appeal_until).toBe('2026-11-24')
    services.clock.advance(4 * 86_400 + 13 * 3600)
    expect((await read(sent)).appeal_until).toBe('2026-11-24')
    services.clock.advance(3600)
    expect((await read(sent)).appeal_until).toBeNull()
    expect(await refusal(sent)).toEqual([409, 'The appeal window has closed.'])
  })
})
