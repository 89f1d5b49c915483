import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decrypt } from '#server/platform/lib/crypt.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient, type TestAnswer } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'

let services: TestServices
let world: SchoolWorld
let year: { id: number; student_id: number }
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  year = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: {
      first_name: 'Maya',
      last_name: 'Thompson',
      prior_last_name: 'Rivera',
      dob: '2003-04-05',
      sid: 'S1048213',
      university_email: 'maya@university.example',
    },
  })
  await publishForm(world)
})

const send = async (more: object = {}): Promise<TestAnswer> => {
  const guest = createClient(services.app)
  return guest.post(`/api/public/periods/${world.periodId}/form-submissions`, { ...smallForm, ...more })
}
const submissions = () =>
  services.owner
    .selectFrom('form_submissions')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const record = () =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', year.id).executeTakeFirstOrThrow()
const setStatus = (medical_status: string) =>
  services.owner.updateTable('student_periods').set({ medical_status }).where('id', '=', year.id).execute()
const list = async () =>
  (await world.registrar.get(`/api/student-form-submissions-by-student-period/${year.id}`)).body.data

describe('a form from a student on the roster', () => {
  it('changes the status, keeps what was signed, records history and confirms by email', async () => {
    const answer = await send()
    expect(answer.status).toBe(201)
    const number = answer.body.data.confirmation_number
    expect(answer.body).toEqual({
      data: {
        confirmation_number: expect.stringMatching(/^W-.{4}-.{4}$/),
        progress: 'complete',
        resume_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_at: '2027-08-01T04:00:00.000Z',
      },
    })
    expect(await record()).toMatchObject({
      medical_status: 'waiver_submitted',
      dental_status: 'not_started',
      confirmation_number: number,
      signature: 'Maya Thompson',
      signature_date: '2026-11-20',
    })
    const history = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'actor_id', 'student_period_id', 'change_id'])
      .where('student_id', '=', year.student_id)
      .orderBy('id')
      .execute()
    expect(history.map(({ kind }) => kind)).toEqual([
      'form_submitted',
      'coverage_status_changed',
      'email_queued',
    ])
    expect(new Set(history.map(({ change_id }) => change_id)).size).toBe(1)
    for (const entry of history)
      expect(entry).toMatchObject({ cause: 'student', actor_id: null, student_period_id: year.id })
    const emails = await services.owner
      .selectFrom('emails')
      .selectAll()
      .where('student_period_id', '=', year.id)
      .execute()
    expect(emails).toMatchObject([
      {
        kind: 'waiver_form_submission_confirmation',
        to_address: 'maya@university.example',
        change_id: history[0]?.change_id,
        language: 'en',
      },
    ])
    expect(emails[0]?.body).toContain(number)
    expect(emails[0]?.send_at).toBe(emails[0]?.created_at)
  })

  it('is listed for staff as signed, and their view is logged', async () => {
    await publishForm(world, { fields: [{ name: 'medical_waive_group_number' }] })
    await send({ medical_waive_group_number: 'G-1' })
    const [form, ...others] = await list()
    expect(others).toEqual([])
    expect(form).toMatchObject({
      form_type: 'waiver',
      coverage_types: ['medical'],
      match_method: 'name_and_birth_date',
      superseded_by: null,
      flagged_coverages: [],
      form_number: 2,
      waiver_rules_number: null,
      content: {
        signature: 'Maya Thompson',
        attestations: [{ key: 'true', label: 'What I wrote is true.', confirms: null }],
        qualifying_event: 'loss_of_coverage',
      },
    })
    expect(form.content.answers).toContainEqual({ name: 'medical_waive_group_number', value: 'G-1' })
    const other = await buildSchoolWorld(services)
    const foreign = await other.registrar.get(`/api/student-form-submissions-by-student-period/${year.id}`)
    expect(foreign.status).toBe(404)
  })

  it('keeps the statements in the language in which they were signed', async () => {
    const { version, ...form } = (await world.admin.get(`/api/periods/${world.periodId}/waiver-form`)).body
      .data
    const statement = {
      key: 'true',
      label: 'What I wrote is true.',
      es: { label: 'Lo que escribí es cierto.' },
    }
    const saved = await world.admin.put(`/api/periods/${world.periodId}/waiver-form`, {
      ...form,
      attestations: [statement],
      version,
    })
    const documents = [{ kind: 'waiver-form', version: saved.body.data.version }]
    await world.admin.post(`/api/periods/${world.periodId}/publications`, {
      documents,
      reason: 'A form without steps',
    })
    await send({ language: 'es' })
    const [{ content }] = await list()
    expect(content.attestations).toEqual([
      { key: 'true', label: 'Lo que escribí es cierto.', confirms: null },
    ])
  })

  it('keeps the requirement each statement answered when it was signed', async () => {
    await publishForm(world, { confirms: 'truth' })
    await send()
    await publishForm(world, { confirms: 'report_loss' })
    // as signed before statements answered requirements
    await sql`with form as (
        insert into form_submissions (school_id, period_id, form_type, coverage_types, student_id, student_period_id,
          match_method, first_name, last_name, dob, confirmation_number, sent_hash, submitted_at)
        select school_id, period_id, form_type, coverage_types, student_id, student_period_id, match_method,
          first_name, last_name, dob, 'W-OLD', sent_hash, submitted_at - interval '1 day'
        from form_submissions where school_id = ${world.schoolId} returning id)
      insert into form_submission_snapshots (school_id, submission_id, number, content, hash, form_number, created_at)
      select school_id, (select id from form), 1, content #- '{attestations,0,confirms}', hash, 1, created_at
      from form_submission_snapshots where school_id = ${world.schoolId}`.execute(services.owner)
    const signed = (await list()).map(
      ({ content }: { content: { attestations: object[] } }) => content.attestations[0],
    )
    expect(signed).toMatchObject([{ confirms: 'truth' }, { confirms: null }])
  })

  it('replaces an earlier form for the same coverage, of the same type and of the other', async () => {
    await publishForm(world, { type: 'enroll' })
    await send({ form_type: 'enroll' })
    const first = await send()
    const second = await send({ signature: 'M. Thompson' })
    const [latest, earlier, enrollment] = await list()
    expect(latest).toMatchObject({ superseded_by: null })
    expect(earlier.superseded_by).toEqual({
      id: latest.id,
      confirmation_number: second.body.data.confirmation_number,
    })
    expect(enrollment).toMatchObject({
      form_type: 'enroll',
      superseded_by: { confirmation_number: first.body.data.confirmation_number },
    })
    expect(await record()).toMatchObject({
      medical_status: 'waiver_submitted',
      signature: 'M. Thompson',
      confirmation_number: second.body.data.confirmation_number,
    })
  })

  it('runs the event of its type, by the transition table', async () => {
    await publishForm(world, { type: 'enroll' })
    await setStatus('waived')
    await send({ form_type: 'enroll' })
    expect((await record()).medical_status).toBe('waived_enrollment_submitted')
  })

  it('is kept and flagged if its coverage isn’t for this student, with the same answer', async () => {
    await setStatus('not_applicable')
    const answer = await send()
    expect([answer.status, answer.body.data.progress]).toEqual([201, 'complete'])
    expect((await record()).medical_status).toBe('not_applicable')
    expect(await submissions()).toMatchObject([
      { flagged_coverages: ['medical'], student_period_id: year.id },
    ])
  })

  it('gets no email if the school turned it off', async () => {
    const path = `/api/schools/${world.schoolId}/email-settings`
    const { data } = (await world.admin.get(path)).body
    await world.admin.put(path, { ...data, kinds_off: ['waiver_form_submission_confirmation'] })
    expect((await send()).status).toBe(201)
    const emails = await services.owner
      .selectFrom('emails')
      .select('id')
      .where('student_period_id', '=', year.id)
      .execute()
    expect(emails).toEqual([])
  })

  it('changes nothing if its email can’t be queued', async () => {
    await sql`alter table emails add constraint broken check (student_id <> ${sql.lit(year.student_id)}) not valid`.execute(
      services.owner,
    )
    try {
      expect((await send()).status).toBeGreaterThanOrEqual(400)
    } finally {
      await sql`alter table emails drop constraint broken`.execute(services.owner)
    }
    expect(await submissions()).toEqual([])
    expect((await record()).medical_status).toBe('not_started')
  })
})

describe('many forms for one student', () => {
  const emails = async () =>
    (
      await services.owner
        .selectFrom('emails')
        .select('id')
        .where('student_period_id', '=', year.id)
        .execute()
    ).length

  it('send 5 emails a day; after that they change nothing, and staff look at them', async () => {
    for (let n = 1; n <= 8; n += 1) await send({ sid: 'S1048213', signature: `Sender ${n}` })
    expect(await emails()).toBe(5)
    expect((await record()).signature).toBe('Sender 5')
    const later = (await submissions()).slice(5)
    expect(
      later.map(({ student_period_id, flagged_coverages }) => [student_period_id, flagged_coverages]),
    ).toEqual([1, 2, 3].map(() => [year.id, ['medical']]))
    services.clock.advance(24 * 3600 + 1)
    await send({ sid: 'S1048213', signature: 'Maya Thompson' })
    expect([await emails(), (await record()).signature]).toEqual([6, 'Maya Thompson'])
  })

  it('at once send no more', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => n)
    const answers = await Promise.all(numbers.map((n) => send({ sid: 'S1048213', signature: `Sender ${n}` })))
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 201))
    expect(await emails()).toBe(5)
  })
})

describe('matching', () => {
  it.each([
    ['sid_and_birth_date', { sid: 's1048213', last_name: 'Other' }],
    ['sid_and_birth_date', { sid: 'S1048213', first_name: 'M', last_name: 'RIVERA' }],
    [null, { sid: 'S1048213', first_name: 'M', last_name: 'Other' }],
    [null, { sid: 'S1048213', dob: '2003-04-06' }],
    [null, { sid: 'S1048213', dob: '2003-04-06', last_name: 'RIVERA' }],
    ['name_and_birth_date', { last_name: 'Rivera' }],
    ['name_and_birth_date', { sid: 'unknown' }],
    [null, { sid: 'S1048213', dob: '2003-04-06', last_name: 'Other' }],
    [null, { first_name: 'Mara' }],
    [null, { dob: '2003-04-06' }],
  ])('gives %s for %o, with the same answer', async (method, more) => {
    const answer = await send(more)
    expect([answer.status, Object.keys(answer.body.data)]).toEqual([
      201,
      ['confirmation_number', 'progress', 'resume_token', 'expires_at'],
    ])
    const [row] = await submissions()
    expect(row).toMatchObject({
      match_method: method,
      student_period_id: method === null ? null : year.id,
    })
    const changed = method === null ? 'not_started' : 'waiver_submitted'
    expect((await record()).medical_status).toBe(changed)
  })

  it('needs a unique name, and a student of this policy year', async () => {
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student: { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' },
    })
    await send()
    expect(await submissions()).toMatchObject([{ match_method: null }])
  })

  it('doesn’t take a student ID of someone else’s', async () => {
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student: { sid: 'OTHER', last_name: 'Park', dob: '2001-01-01' },
    })
    await send({ sid: 'OTHER' })
    expect(await submissions()).toMatchObject([{ match_method: null, sid: 'OTHER' }])
  })
})

describe('the same form', () => {
  it('is one if it’s sent again within 10 minutes, and another one later', async () => {
    const first = await send()
    const again = await send()
    expect(again.body.data).toEqual({ ...first.body.data, resume_token: expect.any(String) })
    expect(await submissions()).toHaveLength(1)
    services.clock.advance(601)
    const { confirmation_number } = (await send()).body.data
    expect(confirmation_number).not.toBe(first.body.data.confirmation_number)
    expect(await submissions()).toHaveLength(2)
  })

  it('is one if it’s sent twice at once', async () => {
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.data.confirmation_number)).size).toBe(1)
    expect(await submissions()).toHaveLength(1)
  })

  it('replaces one of two different ones that are sent at once', async () => {
    await Promise.all([send(), send({ signature: 'M. Thompson' })])
    const rows = await submissions()
    expect(rows.filter(({ superseded_by_id }) => superseded_by_id === null)).toHaveLength(1)
  })
})

describe('a form as signed', () => {
  it('has its hash and no SSN in the clear, and can’t be changed', async () => {
    await publishForm(world, {
      type: 'enroll',
      fields: [{ name: 'ssn' }, { name: 'dependents' }],
    })
    const child = { type: 'child', first_name: 'Kim', last_name: 'Park', ssn: '912345679' }
    await send({ form_type: 'enroll', ssn: '912-34-5678', dependents: [child] })
    const snapshots = services.owner
      .selectFrom('form_submission_snapshots')
      .selectAll()
      .where('school_id', '=', world.schoolId)
    const { content, hash, ssns_cipher, submission_id } = await snapshots.executeTakeFirstOrThrow()
    expect(createHash('sha256').update(canonicalText(content)).digest().equals(hash)).toBe(true)
    expect(content).toMatchObject({ dependents: [{ ssn: '***-**-5679' }] })
    expect(JSON.stringify(content)).toContain('***-**-5678')
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(to_jsonb(form.*)::text || to_jsonb(snapshot.*)::text, ''), '') as all
      from form_submissions form join form_submission_snapshots snapshot on snapshot.submission_id = form.id
      where form.school_id = ${world.schoolId}`.execute(services.owner)
    expect(rows[0]?.all).toContain('Maya')
    expect(rows[0]?.all).not.toMatch(/912-?34-?567/)
    const place = `form_submission_snapshots.ssns:${submission_id}`
    const keys = services.services.keys
    expect(JSON.parse(decrypt(keys, place, ssns_cipher ?? Buffer.of()).toString())).toEqual({
      ssn: '912345678',
      'dependents.0.ssn': '912345679',
    })
    expect(() => decrypt(keys, `${place}0`, ssns_cipher ?? Buffer.of())).toThrow(/authenticate/)
    for (const db of [services.owner, services.services.db]) {
      await expect(
        db.updateTable('form_submission_snapshots').set({ form_number: 9 }).execute(),
      ).rejects.toThrow(/permission denied|append-only|change/i)
      await expect(db.deleteFrom('form_submission_snapshots').execute()).rejects.toThrow(
        /permission denied|append-only|change/i,
      )
    }
  })
})
