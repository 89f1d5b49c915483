import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpired } from '#server/app/housekeeping.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf, createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
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
  await publishForm(world, { fields: [{ name: 'ssn' }, { name: 'phone' }] })
})

const start = { form_type: 'waiver', progress: 'in_progress', first_name: 'Maya' }
const post = (form: object): Promise<TestAnswer> =>
  guest.post(`/api/public/periods/${world.periodId}/form-submissions`, form)
const at = (token: string): string => `/api/public/form-submissions/${token}`
const save = async (form: object = start): Promise<string> => (await post(form)).body.data.resume_token
const read = async (token: string) => (await guest.get(at(token))).body.data
const finish = (token: string, more: object = {}): Promise<TestAnswer> =>
  guest.put(at(token), { ...smallForm, ...more })
const forms = () =>
  services.owner
    .selectFrom('form_submissions')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const record = () =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', year.id).executeTakeFirstOrThrow()
const countOf = async (table: 'form_submission_drafts' | 'form_tokens' | 'form_files'): Promise<number> =>
  (
    await services.owner
      .selectFrom(table)
      .select('school_id')
      .where('school_id', '=', world.schoolId)
      .execute()
  ).length

describe('an unfinished form', () => {
  it('is saved with what it has, and returned by its token', async () => {
    const answer = await post(start)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual({
      confirmation_number: null,
      progress: 'in_progress',
      resume_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: '2026-12-20T15:00:00.000Z',
    })
    expect(await read(answer.body.data.resume_token)).toEqual({
      progress: 'in_progress',
      expires_at: '2026-12-20T15:00:00.000Z',
      form: { form_type: 'waiver', first_name: 'Maya' },
      companies: {},
      files: [],
    })
  })

  it('changes no status, matches no student and replaces no form', async () => {
    await post(smallForm)
    await post({ ...smallForm, progress: 'in_progress', signature: null })
    const [complete, unfinished] = await forms()
    expect(complete).toMatchObject({ progress: 'complete', superseded_by_id: null })
    expect(unfinished).toMatchObject({
      progress: 'in_progress',
      student_period_id: null,
      confirmation_number: null,
      last_name: 'Thompson',
    })
    await post({ ...smallForm, signature: 'M. Thompson' })
    expect((await forms()).map(({ superseded_by_id }) => superseded_by_id !== null)).toEqual([
      true,
      false,
      false,
    ])
    const listed = await world.registrar.get(`/api/student-form-submissions-by-student-period/${year.id}`)
    expect(listed.body.data).toHaveLength(2)
  })

  it('can be saved again, which extends its token', async () => {
    const token = await save()
    services.clock.advance(3600)
    const later = {
      ...start,
      first_name: 'Mara',
      coverage_types: ['medical'],
      dependents: [{ type: 'child' }],
    }
    const answer = await guest.put(at(token), later)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        confirmation_number: null,
        progress: 'in_progress',
        resume_token: token,
        expires_at: new Date(services.clock.now().getTime() + 30 * 86_400_000).toISOString(),
      },
    ])
    const { progress: _progress, ...form } = later
    expect(await read(token)).toMatchObject({ form })
    expect(await forms()).toHaveLength(1)
  })

  it.each([
    [{ phone: 'call me' }, 'phone'],
    [{ ssn: '12' }, 'ssn'],
    [{ ssn: '***-**-1234' }, 'ssn'],
    [{ dependents: [{ ssn: '***-**-1234' }] }, 'dependents.0.ssn'],
    [{ coverage_types: ['medical', 'medical'] }, 'coverage_types'],
    [{ file_tokens: ['unknown'] }, 'file_tokens'],
    [{ form_type: null }, 'form_type'],
    [{ nickname: 'M' }, 'nickname'],
  ])('isn’t saved with %o', async (more, field) => {
    const { status, body } = await post({ ...start, ...more })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await forms()).toEqual([])
  })

  it('keeps its files longer than 24 hours, and drops those it no longer names', async () => {
    const upload = (name: string) =>
      uploadFormFile({ guest, periodId: world.periodId }, { name, bytes: 'Covered through July.\n' })
    const [kept, dropped] = [await upload('a.txt'), await upload('b.txt')]
    const token = await save({ ...start, file_tokens: [dropped, kept] })
    expect(await read(token)).toMatchObject({
      files: [
        { file_token: dropped, name: 'b.txt', kind: 'other' },
        { file_token: kept, name: 'a.txt', size: 22 },
      ],
    })
    await guest.put(at(token), { ...start, file_tokens: [kept] })
    const file = await services.owner
      .selectFrom('form_files')
      .select('id')
      .where('school_id', '=', world.schoolId)
      .where('submission_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const shown = async () => (await clientOf(services, world.registrarId)).get(`/api/form-files/${file.id}`)
    expect((await shown()).status).toBe(404)
    services.clock.advance(48 * 3600)
    await deleteExpired(services.services)
    expect(await countOf('form_files')).toBe(1)
    expect((await finish(token, { file_tokens: [kept] })).status).toBe(200)
    expect((await shown()).status).toBe(200)
    const documents = await services.owner
      .selectFrom('student_files')
      .select('name')
      .where('student_id', '=', year.student_id)
      .execute()
    expect(documents).toEqual([{ name: 'a.txt' }])
  })
})

describe('an unfinished form that’s completed', () => {
  it('is taken like a new one, under the same token', async () => {
    const token = await save()
    const answer = await finish(token)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        confirmation_number: expect.stringMatching(/^W-/),
        progress: 'complete',
        resume_token: token,
        expires_at: '2027-08-01T04:00:00.000Z',
      },
    ])
    const number = answer.body.data.confirmation_number
    expect(await record()).toMatchObject({ medical_status: 'waiver_submitted', confirmation_number: number })
    expect(await forms()).toMatchObject([
      { progress: 'complete', student_period_id: year.id, match_method: 'name_and_birth_date' },
    ])
    expect(await countOf('form_submission_drafts')).toBe(0)
    const listed = await world.registrar.get(`/api/student-form-submissions-by-student-period/${year.id}`)
    expect(listed.body.data).toMatchObject([
      { confirmation_number: number, content: { signature: 'Maya Thompson' } },
    ])
    const emails = await services.owner
      .selectFrom('emails')
      .select('kind')
      .where('student_id', '=', year.student_id)
      .execute()
    expect(emails).toEqual([{ kind: 'waiver_form_submission_confirmation' }])
    expect(await read(token)).toEqual({
      progress: 'complete',
      expires_at: '2027-08-01T04:00:00.000Z',
      confirmation_number: number,
      form_type: 'waiver',
      coverage_types: ['medical'],
      asked: [],
      appeal_until: null,
    })
  })

  it('is checked like a new one, and stays unfinished if it’s refused', async () => {
    const token = await save()
    for (const [more, field] of [
      [{ signature: null }, 'signature'],
      [{ coverage_types: [] }, 'coverage_types'],
      [{ dob: null }, 'dob'],
      [{ attestations: [] }, 'attestations'],
      [{ qualifying_event: null, event_on: null }, 'qualifying_event'],
    ] as const) {
      const { status, body } = await finish(token, more)
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    }
    expect(await read(token)).toMatchObject({ progress: 'in_progress' })
    expect((await record()).medical_status).toBe('not_started')
  })

  it('is submitted once, however often it’s sent', async () => {
    const token = await save({ ...start, ssn: '912345678' })
    const masked = { ssn: '***-**-5678' }
    const answers = await Promise.all([finish(token, masked), finish(token, masked)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    const other = await finish(token, { signature: 'M. Thompson' })
    expect([other.status, other.body.code, other.body.message]).toEqual([
      409,
      'stale',
      'This form was already submitted.',
    ])
    expect((await guest.put(at(token), start)).status).toBe(409)
    services.clock.advance(601)
    expect((await finish(token, masked)).status).toBe(409)
    expect(await forms()).toHaveLength(1)
  })
})

describe('the SSNs of an unfinished form', () => {
  const child = { type: 'child', first_name: 'Kim', last_name: 'Park', ssn: '912-34-5679' }
  const other = { ...child, first_name: 'Lee', ssn: '912345670' }

  it('are encrypted and returned masked', async () => {
    const token = await save({ ...start, ssn: '912-34-5678', dependents: [child] })
    expect((await read(token)).form).toMatchObject({
      ssn: '***-**-5678',
      dependents: [{ first_name: 'Kim', ssn: '***-**-5679' }],
    })
    const { rows } = await sql<{ all: string }>`
      select string_agg(to_jsonb(form.*)::text || to_jsonb(draft.*)::text || to_jsonb(token.*)::text, '') as all
      from form_submissions form join form_submission_drafts draft on draft.submission_id = form.id
      join form_tokens token on token.submission_id = form.id
      where form.school_id = ${world.schoolId}`.execute(services.owner)
    expect(rows[0]?.all).toContain('Maya')
    expect(rows[0]?.all).not.toMatch(/912-?34-?567/)
    expect(rows[0]?.all).not.toContain(token)
  })

  it('are kept where the mask comes back, also of dependents in another order', async () => {
    await publishForm(world, { type: 'enroll', fields: [{ name: 'ssn' }, { name: 'dependents' }] })
    const enroll = { ...start, form_type: 'enroll' }
    const token = await save({ ...enroll, ssn: '912345678', dependents: [child, other] })
    const { form } = await read(token)
    const dependents = form.dependents.toReversed()
    await guest.put(at(token), { ...form, dependents, progress: 'in_progress' })
    expect((await read(token)).form).toMatchObject({ ssn: '***-**-5678', dependents })
    const answer = await finish(token, { form_type: 'enroll', ssn: '***-**-5678', dependents })
    expect(answer.status).toBe(200)
    const { content } = await services.owner
      .selectFrom('form_submission_snapshots')
      .select('content')
      .where('school_id', '=', world.schoolId)
      .executeTakeFirstOrThrow()
    expect(content).toMatchObject({
      dependents: [
        { first_name: 'Lee', ssn: '***-**-5670' },
        { first_name: 'Kim', ssn: '***-**-5679' },
      ],
    })
    expect(JSON.stringify(content)).toContain('***-**-5678')
  })

  it('are refused if the mask isn’t that of one saved SSN', async () => {
    const token = await save({
      ...start,
      ssn: '912345678',
      dependents: [child, { ...other, ssn: child.ssn }],
    })
    const put = async (more: object) => {
      const { status, body } = await guest.put(at(token), { ...start, ...more })
      return [status, Object.keys(body.errors ?? {})]
    }
    expect(await put({ ssn: '***-**-5679' })).toEqual([422, ['ssn']])
    const third = { type: 'child', ssn: '***-**-5679' }
    expect(await put({ dependents: [{}, {}, third] })).toEqual([422, ['dependents.2.ssn']])
    expect(await put({ dependents: [{}, third] })).toEqual([200, []])
  })
})

describe('a token', () => {
  it('that’s wrong, ended, malformed or for a file isn’t found, with one answer', async () => {
    const file = await uploadFormFile({ guest, periodId: world.periodId })
    const ended = await save()
    services.clock.advance(30 * 86_400)
    const without = ({ status, body }: TestAnswer) => [status, { ...body, request_id: null }]
    const wrong = await guest.get(at('x'.repeat(43)))
    expect(wrong.status).toBe(404)
    for (const token of [ended, file, 'x', `${ended}x`]) {
      expect(without(await guest.get(at(token)))).toEqual(without(wrong))
      expect(without(await finish(token))).toEqual(without(wrong))
    }
  })

  it('isn’t found in even time, whether or not it ever was one', async () => {
    const ended = await save()
    services.clock.advance(30 * 86_400)
    for (const token of ['x'.repeat(43), ended]) {
      const [startedAt, before] = [performance.now(), services.pauses.length]
      await guest.get(at(token))
      const paused = services.pauses.slice(before)
      expect(paused).toHaveLength(1)
      expect(performance.now() - startedAt + paused[0]!).toBeGreaterThan(245)
    }
  })

  it('ends with its school or policy year', async () => {
    const token = await save()
    await services.owner
      .updateTable('schools')
      .set({ archived_at: services.clock.now().toISOString() })
      .where('id', '=', world.schoolId)
      .execute()
    expect((await guest.get(at(token))).status).toBe(404)
    expect((await finish(token)).status).toBe(404)
  })

  it('can be used only so often from one address', async () => {
    const token = await save()
    const counter = services.owner.updateTable('throttles').where('key', 'like', 'forms:%')
    await counter.set({ hits: 300 }).execute()
    expect((await finish(token)).status).toBe(429)
    await counter.set({ hits: 0 }).execute()
  })
})

describe('the cleanup', () => {
  it('erases unfinished forms whose token ended, with their files, and no others', async () => {
    const token = await uploadFormFile({ guest, periodId: world.periodId })
    await save({ ...start, file_tokens: [token] })
    const event_on = services.clock.now().toISOString().slice(0, 10)
    expect((await post({ ...smallForm, event_on })).status).toBe(201)
    const saved = await save()
    services.clock.advance(20 * 86_400)
    await guest.put(at(saved), start)
    services.clock.advance(10 * 86_400)
    await deleteExpired(services.services)
    expect((await forms()).map(({ progress }) => progress)).toEqual(['complete', 'in_progress'])
    expect(await countOf('form_files')).toBe(0)
    expect(await countOf('form_submission_drafts')).toBe(1)
    expect(await countOf('form_tokens')).toBe(2)
  })
})
