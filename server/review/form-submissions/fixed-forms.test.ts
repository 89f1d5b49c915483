import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
    student: { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' },
  })
  await publishForm(world)
  await publishForm(world, { type: 'enroll' })
})

const both = { ...smallForm, coverage_types: ['medical', 'dental'] as const }
const fixed = { ...both, signature: 'Maya R. Thompson' }
const at = (token: string): string => `/api/public/form-submissions/${token}`
const read = async (token: string) => (await guest.get(at(token))).body.data

interface Sent {
  readonly id: number
  readonly number: string
  readonly token: string
}
const send = async (form: object = both): Promise<Sent> => {
  const { body } = await guest.post(`/api/public/periods/${world.periodId}/form-submissions`, form)
  const { confirmation_number: number, resume_token: token } = body.data
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', number)
    .executeTakeFirstOrThrow()
  return { id, number, token }
}
const decide = async ({ id }: Sent, coverage_type: string, more: object): Promise<TestAnswer> => {
  const answer = await world.admin.post('/api/decisions', { form_submission_id: id, coverage_type, ...more })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer
}
const utp = { outcome: 'utp', reason_codes: ['card_back_missing'] }
const form = async ({ id }: Sent) =>
  services.owner.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statuses = async () => {
  const { medical_status, dental_status } = await services.owner
    .selectFrom('student_periods')
    .select(['medical_status', 'dental_status'])
    .where('id', '=', year.id)
    .executeTakeFirstOrThrow()
  return [medical_status, dental_status]
}
const snapshots = ({ id }: Sent) =>
  services.owner
    .selectFrom('form_submission_snapshots')
    .select(['number', 'content'])
    .where('submission_id', '=', id)
    .orderBy('number')
    .execute()

describe('a form that couldn’t be processed', () => {
  it('says which coverage types are asked for, and why', async () => {
    const sent = await send()
    expect((await read(sent.token)).asked).toEqual([])
    await decide(sent, 'medical', { ...utp, note: 'The back is blurred.' })
    await decide(sent, 'dental', { outcome: 'approve' })
    expect(await read(sent.token)).toEqual({
      progress: 'complete',
      expires_at: '2027-08-01T04:00:00.000Z',
      confirmation_number: sent.number,
      form_type: 'waiver',
      coverage_types: ['medical', 'dental'],
      asked: [
        {
          coverage_type: 'medical',
          reason_codes: ['card_back_missing'],
          note: 'The back is blurred.',
          respond_by: '2026-12-20',
        },
      ],
      appeal_until: null,
    })
  })

  it('is fixed by a new version, which opens exactly those coverage types again', async () => {
    const sent = await send()
    await decide(sent, 'medical', utp)
    await decide(sent, 'dental', { outcome: 'approve' })
    expect(await statuses()).toEqual(['waiver_utp', 'waived'])
    const before = await form(sent)
    const file = await uploadFormFile({ guest, periodId: world.periodId })
    const answer = await guest.put(at(sent.token), { ...fixed, progress: 'complete', file_tokens: [file] })
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        confirmation_number: sent.number,
        progress: 'complete',
        resume_token: sent.token,
        expires_at: '2027-08-01T04:00:00.000Z',
      },
    ])
    expect(await statuses()).toEqual(['waiver_submitted', 'waived'])
    expect(await form(sent)).toMatchObject({
      decided_coverages: ['dental'],
      decision: 'partly',
      student_period_id: year.id,
      superseded_by_id: null,
      version: before.version + 1,
    })
    expect(await snapshots(sent)).toMatchObject([
      { number: 1, content: { signature: 'Maya Thompson' } },
      { number: 2, content: { signature: 'Maya R. Thompson' } },
    ])
    const listed = await world.registrar.get(`/api/student-form-submissions-by-student-period/${year.id}`)
    expect(listed.body.data).toMatchObject([{ content: { signature: 'Maya R. Thompson' } }])
    const documents = await world.registrar.get(`/api/students/${year.student_id}/files`)
    expect(documents.body.data).toMatchObject([{ name: 'letter.txt', student_period_id: year.id }])
    expect((await read(sent.token)).asked).toEqual([])
  })

  it('tells staff what the student changed since the version before', async () => {
    await publishForm(world, { fields: [{ name: 'phone' }] })
    const old = await uploadFormFile({ guest, periodId: world.periodId })
    const sent = await send({ ...both, file_tokens: [old] })
    const detail = async () => (await world.admin.get(`/api/student-form-submissions/${sent.id}`)).body.data
    expect((await detail()).fixed).toBeNull()
    await decide(sent, 'medical', utp)
    services.clock.advance(60)
    const file_tokens = [old, await uploadFormFile({ guest, periodId: world.periodId })]
    expect((await guest.put(at(sent.token), { ...both, phone: '503-555-2222', file_tokens })).status).toBe(
      200,
    )
    const { fixed: changed, files } = await detail()
    expect(files).toHaveLength(2)
    expect(changed).toEqual({ answers: ['phone'], files: [files[1].id] })
  })

  it('is recorded in the history as the student’s', async () => {
    const sent = await send()
    await decide(sent, 'medical', utp)
    await guest.put(at(sent.token), fixed)
    const entries = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'actor_id', 'change_id', 'changes'])
      .where('student_id', '=', year.student_id)
      .where('subject_type', '<>', 'student_email')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries).toMatchObject([
      { kind: 'coverage_status_changed', cause: 'student', actor_id: null },
      {
        kind: 'form_fixed',
        change_id: entries[0]?.change_id,
        changes: [{ field: 'decided_coverages', before: ['medical'], after: [] }],
      },
    ])
  })

  it('is confirmed by email, and cancels the request for it that was still waiting', async () => {
    await services.owner
      .updateTable('students')
      .set({ university_email: 'maya@university.example' })
      .where('id', '=', year.student_id)
      .execute()
    const sent = await send()
    await decide(sent, 'medical', utp)
    const emails = () =>
      services.owner
        .selectFrom('emails')
        .select(['kind', 'state', 'error'])
        .where('student_id', '=', year.student_id)
        .orderBy('id')
        .execute()
    const queued = { state: 'queued', error: null }
    expect(await emails()).toEqual([
      { kind: 'waiver_form_submission_confirmation', ...queued },
      { kind: 'waiver_unable_to_process', ...queued },
    ])
    expect((await guest.put(at(sent.token), fixed)).status).toBe(200)
    expect(await emails()).toEqual([
      { kind: 'waiver_form_submission_confirmation', ...queued },
      {
        kind: 'waiver_unable_to_process',
        state: 'canceled',
        error: 'The student had already sent what this email asks for.',
      },
      { kind: 'waiver_form_submission_confirmation', ...queued },
    ])
    const told = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause'])
      .where('student_id', '=', year.student_id)
      .where('subject_type', '=', 'student_email')
      .orderBy('id')
      .execute()
    expect(told).toEqual([
      { kind: 'email_queued', cause: 'student' },
      { kind: 'email_queued', cause: 'person' },
      { kind: 'email_canceled', cause: 'student' },
      { kind: 'email_queued', cause: 'student' },
    ])
  })

  it('is no longer asked for by email once a later form replaced it', async () => {
    await services.owner
      .updateTable('students')
      .set({ university_email: 'maya@university.example' })
      .where('id', '=', year.student_id)
      .execute()
    await decide(await send(), 'medical', utp)
    await send(fixed)
    const { state } = await services.owner
      .selectFrom('emails')
      .select('state')
      .where('student_id', '=', year.student_id)
      .where('kind', '=', 'waiver_unable_to_process')
      .executeTakeFirstOrThrow()
    expect(state).toBe('canceled')
  })

  it('stays with its student, whatever the fix says, and can be fixed after the form closed', async () => {
    const sent = await send()
    await decide(sent, 'medical', utp)
    await publishForm(world, { is_open: false })
    const late = { qualifying_event: null, event_on: null }
    const answer = await guest.put(at(sent.token), { ...fixed, first_name: 'Mara', ...late })
    expect(answer.status).toBe(200)
    expect(await form(sent)).toMatchObject({ student_period_id: year.id, first_name: 'Maya' })
  })

  it('is fixed once, however often it’s sent', async () => {
    const sent = await send()
    await decide(sent, 'medical', utp)
    const answers = await Promise.all([guest.put(at(sent.token), fixed), guest.put(at(sent.token), fixed)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await snapshots(sent)).toHaveLength(2)
    const other = await guest.put(at(sent.token), both)
    expect([other.status, other.body.code]).toEqual([409, 'stale'])
  })

  it('can be asked for and fixed again', async () => {
    const sent = await send()
    await decide(sent, 'medical', utp)
    await guest.put(at(sent.token), fixed)
    await decide(sent, 'medical', { outcome: 'utp', reason_codes: ['card_front_missing'] })
    expect((await read(sent.token)).asked).toMatchObject([{ reason_codes: ['card_front_missing'] }])
    expect((await guest.put(at(sent.token), { ...fixed, signature: 'MT' })).status).toBe(200)
    expect((await snapshots(sent)).map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('of the enroll type runs the event of its type', async () => {
    const sent = await send({ ...smallForm, form_type: 'enroll' })
    await decide(sent, 'medical', { outcome: 'utp', reason_codes: ['other'], note: 'Sign it.' })
    expect((await statuses())[0]).toBe('enrollment_utp')
    const answer = await guest.put(at(sent.token), { ...smallForm, form_type: 'enroll', signature: 'MT' })
    expect(answer.status).toBe(200)
    expect((await statuses())[0]).toBe('enrollment_submitted')
  })
})

describe('a fix is refused', () => {
  it.each([
    [{ progress: 'in_progress' }, 'progress'],
    [{ form_type: 'enroll' }, 'form_type'],
    [{ coverage_types: ['medical'] }, 'coverage_types'],
    [{ attestations: [] }, 'attestations'],
    [{ file_tokens: ['unknown'] }, 'file_tokens'],
    [{ signature: null }, 'signature'],
  ])('with %o, and nothing changes', async (more, field) => {
    const sent = await send()
    await decide(sent, 'medical', utp)
    const { status, body } = await guest.put(at(sent.token), { ...fixed, ...more })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect((await statuses())[0]).toBe('waiver_utp')
    expect(await snapshots(sent)).toHaveLength(1)
  })

  it('if nothing is asked for: open, approved, undone, or replaced by a later form', async () => {
    const refusal = async ({ token }: Sent) => {
      const { status, body } = await guest.put(at(token), fixed)
      return [status, body.message]
    }
    const already = [409, 'This form was already submitted.']
    const sent = await send()
    expect(await refusal(sent)).toEqual(already)
    const decided = await decide(sent, 'medical', utp)
    await world.admin.post(`/api/changes/${String(decided.headers['x-change-id'])}/undo`)
    expect((await read(sent.token)).asked).toEqual([])
    expect(await refusal(sent)).toEqual(already)
    await decide(sent, 'medical', utp)
    await decide(sent, 'medical', { outcome: 'approve' })
    expect(await refusal(sent)).toEqual(already)
    await decide(sent, 'dental', utp)
    await send({ ...both, signature: 'M. Thompson' })
    expect((await read(sent.token)).asked).toEqual([])
    expect(await refusal(sent)).toEqual(already)
  })
})
