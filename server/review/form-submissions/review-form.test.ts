import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf, createClient, type TestClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { buildFormSubmission } from './factory.ts'

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
    program: 'Nursing',
    student: {
      first_name: 'Maya',
      last_name: 'Thompson',
      dob: '2003-04-05',
      sid: 'S1048213',
      university_email: 'maya@university.example',
      phone: '+15550100000',
      ssn_last_four: null,
    },
  })
})

/** Sends a form and returns its ID. */
const send = async (more: object = {}): Promise<number> => {
  const answer = await createClient(services.app).post(
    `/api/public/periods/${world.periodId}/form-submissions`,
    { ...smallForm, ...more },
  )
  expect(answer.status).toBe(201)
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('confirmation_number', '=', answer.body.data.confirmation_number)
    .executeTakeFirstOrThrow()
  return id
}
const at = (id: number, rest = ''): string => `/api/student-form-submissions/${id}${rest}`
const read = async (id: number, client = world.admin) => (await client.get(at(id))).body.data
const record = () =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', year.id).executeTakeFirstOrThrow()
const buildAdmin = async (): Promise<{ id: number; client: TestClient }> => {
  const id = await buildUser(services.owner, {
    permission: 'shipmate_admin',
    first_name: 'Rosa',
    last_name: 'Diaz',
  })
  return { id, client: await clientOf(services, id) }
}
/** What makes the small form match no one on the roster. */
const unmatched = { last_name: 'Tompson', dob: '2003-05-04', sid: 'S1048213' }

describe('a form', () => {
  it('is read with what was signed, the record beside it, and its statuses', async () => {
    const { body: made } = await world.admin.post('/api/insurance-companies/create', {
      name: `Northgate ${world.schoolId}`,
    })
    const company = made.data.id
    await publishForm(world, {
      fields: [
        { name: 'phone' },
        { name: 'program' },
        { name: 'ssn' },
        { name: 'academic_status' },
        { name: 'medical_waive_insurance_company_id' },
        { name: 'medical_waive_group_number' },
      ],
    })
    const id = await send({
      phone: '503-555-2222',
      ssn: '912-34-5678',
      program: 'Nursing',
      academic_status: 'returning',
      medical_waive_insurance_company_id: company,
      medical_waive_group_number: 'G-1',
    })
    const form = await read(id)
    expect(form).toMatchObject({
      id,
      school_id: world.schoolId,
      period_id: world.periodId,
      student_id: year.student_id,
      student_period_id: year.id,
      match_method: 'name_and_birth_date',
      name: 'Thompson, Maya',
      sid: 'S1048213',
      snapshot_number: 1,
      superseded_by_number: null,
      statuses: { medical: 'waiver_submitted', dental: 'not_started', vision: 'not_started' },
      candidates: [],
      outcomes: [],
      files: [],
      content: { signature: 'Maya Thompson', qualifying_event: 'loss_of_coverage' },
    })
    expect(form.student_period_version).toBe((await record()).version)
    const compared = (name: string, submitted: unknown, recorded: unknown, can_merge = true) => ({
      name,
      submitted,
      recorded,
      can_merge,
    })
    expect(form.comparison).toEqual(
      expect.arrayContaining([
        compared('first_name', 'Maya', 'Maya'),
        compared('phone', '+15035552222', '+15550100000'),
        compared('program', 'Nursing', 'Nursing'),
        compared('ssn', '***-**-5678', null, false),
        compared('academic_status', 'returning', (await record()).academic_status, false),
        compared('medical_waive_insurance_company', `Northgate ${world.schoolId}`, null),
        compared('medical_waive_group_number', 'G-1', null),
      ]),
    )
    expect(form.comparison).toHaveLength(form.content.answers.length - 1)
    expect((await world.admin.delete(`/api/insurance-companies/${company}`, {})).status).toBe(204)
    const again = (await read(id)).comparison.find(
      ({ name }: { name: string }) => name === 'medical_waive_insurance_company',
    )
    expect(again.can_merge).toBe(false)
  })

  it('says which member IDs don’t fit the company that they were sent with', async () => {
    const buildCompany = async (name: string, more: object) => {
      const { body } = await world.admin.post('/api/insurance-companies/create', {
        name: `${name} ${world.schoolId}`,
        ...more,
      })
      return body.data.id as number
    }
    const northgate = await buildCompany('Northgate', {
      member_id_pattern: 'W\\d{9}',
      member_id_hint: 'W and 9 digits',
    })
    const lakeside = await buildCompany('Lakeside', {})
    const ofCoverage = (coverage: string) => [
      { name: `${coverage}_waive_insurance_company_id` },
      { name: `${coverage}_waive_member_subscriber_number` },
    ]
    await publishForm(world, { fields: [...ofCoverage('medical'), ...ofCoverage('dental')] })
    const doubtsOf = async (medical: string, dentalCompany: number) => {
      const form = await read(
        await send({
          medical_waive_insurance_company_id: northgate,
          medical_waive_member_subscriber_number: medical,
          dental_waive_insurance_company_id: dentalCompany,
          dental_waive_member_subscriber_number: '12',
        }),
      )
      return form.comparison
        .filter(({ doubt }: { doubt?: string }) => doubt !== undefined)
        .map(({ name, doubt }: { name: string; doubt: string }) => [name, doubt])
    }
    const words = `Doesn’t match the format of Northgate ${world.schoolId}’s member IDs (W and 9 digits).`

    expect(await doubtsOf('w123456789', lakeside)).toEqual([])
    expect(await doubtsOf('W12345678', lakeside)).toEqual([['medical_waive_member_subscriber_number', words]])
    expect(await doubtsOf('W123456780', northgate)).toEqual([
      ['dental_waive_member_subscriber_number', words],
    ])
  })

  it('is open to its school once it’s matched, and views are logged', async () => {
    await publishForm(world)
    const id = await send()
    const open = await world.registrar.get(at(id))
    expect(open.status).toBe(200)
    const other = await buildSchoolWorld(services)
    expect((await other.registrar.get(at(id))).status).toBe(404)
    await services.services.accesses.flush()
    const views = await services.owner
      .selectFrom('access_log')
      .select(['actor_id', 'action', 'detail', 'student_id'])
      .where('subject_type', '=', 'form_submission')
      .where('subject_id', '=', id)
      .execute()
    expect(views).toEqual([
      { actor_id: world.registrarId, action: 'view', detail: 'form submission', student_id: year.student_id },
    ])
    const lost = await send(unmatched)
    expect((await world.registrar.get(at(lost))).status).toBe(404)
    expect((await world.admin.get(at(lost))).status).toBe(200)
  })

  it('that isn’t matched names who may have sent it, the likeliest first', async () => {
    const place = { school_id: world.schoolId, period_id: world.periodId }
    const build = async (student: object): Promise<number> =>
      (await buildStudentPeriod(services.owner, { ...place, student })).id
    const sibling = await build({ first_name: 'Ben', last_name: 'Tompson', dob: '2001-01-01' })
    const birthday = await build({ first_name: 'Ana', last_name: 'Ruiz', dob: '2003-05-04' })
    await build({ first_name: 'Maya', last_name: 'Olsen', dob: '1999-09-09' })
    const period_id = await buildPeriod(services.owner, { school_id: world.schoolId })
    await buildStudentPeriod(services.owner, {
      ...place,
      period_id,
      student: { last_name: 'Tompson', dob: '2003-05-04' },
    })
    await publishForm(world, { fields: [{ name: 'personal_email' }] })
    const id = await send({ ...unmatched, personal_email: 'MAYA@university.example' })
    const form = await read(id)
    expect(form).toMatchObject({ statuses: null, student_period_version: null, comparison: [] })
    expect(form.candidates).toEqual([
      {
        student_period_id: year.id,
        student_id: year.student_id,
        name: 'Thompson, Maya',
        sid: 'S1048213',
        dob: '2003-04-05',
        email: 'maya@university.example',
        same: ['sid', 'first_name', 'email'],
        is_alike: true,
        different: [
          { field: 'dob', roster: '2003-04-05', form: '2003-05-04' },
          { field: 'last_name', roster: 'Thompson', form: 'Tompson' },
        ],
      },
      expect.objectContaining({ student_period_id: birthday, same: ['dob'] }),
      expect.objectContaining({ student_period_id: sibling, same: ['last_name'] }),
    ])
  })

  it('is seen by all admins when one of them opens it', async () => {
    await publishForm(world)
    const id = await send()
    const other = await buildAdmin()
    expect((await world.registrar.post(at(id, '/seen'))).status).toBe(403)
    expect((await world.admin.post(at(id, '/seen'))).status).toBe(204)
    services.clock.advance(60)
    expect((await other.client.post(at(id, '/seen'))).status).toBe(204)
    expect((await read(id, other.client)).seen_at).toBe(
      new Date(services.clock.now().getTime() - 60_000).toISOString(),
    )
    const unseen = `/api/student-form-submissions/unseen-quantity?period_id=${world.periodId}`
    expect((await other.client.get(unseen)).body.data).toEqual({ quantity: 0 })
  })
})

describe('a claim', () => {
  const claim = (id: number, client = world.admin, body: object = {}) => client.post(at(id, '/claim'), body)

  it('is one person’s for 10 minutes, and is renewed by the same call', async () => {
    await publishForm(world)
    const [id, other] = [await send(), await buildAdmin()]
    const first = await claim(id, other.client)
    const until = (minutes: number) =>
      new Date(services.clock.now().getTime() + minutes * 60_000).toISOString()
    expect(first.body.data).toEqual({
      claimed_by: { id: other.id, name: 'Rosa Diaz' },
      claimed_until: until(10),
    })
    const refused = await claim(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'busy'])
    expect(refused.body.message).toBe('Rosa Diaz is reviewing this form.')
    services.clock.advance(300)
    expect((await claim(id, other.client)).body.data.claimed_until).toBe(until(10))
    services.clock.advance(301)
    expect((await claim(id)).status).toBe(409)
    services.clock.advance(300)
    expect((await read(id)).claimed_by).toBeNull()
    expect((await claim(id)).status).toBe(200)
    expect((await read(id)).claimed_by).toMatchObject({ id: world.adminId })
  })

  it('is taken over only if asked, and released only by its owner', async () => {
    await publishForm(world)
    const [id, other] = [await send(), await buildAdmin()]
    await claim(id, other.client)
    expect((await claim(id, world.admin, { take_over: false })).status).toBe(409)
    expect((await claim(id, world.admin, { take_over: true })).status).toBe(200)
    expect((await other.client.delete(at(id, '/claim'))).status).toBe(204)
    expect((await read(id)).claimed_by).toMatchObject({ id: world.adminId })
    expect((await world.admin.delete(at(id, '/claim'))).status).toBe(204)
    expect((await read(id)).claimed_by).toBeNull()
    expect((await claim(id, world.registrar)).status).toBe(403)
  })

  it('judges the form by what is known now', async () => {
    const place = { school_id: world.schoolId, period_id: world.periodId }
    const id = await buildFormSubmission(services.owner, place)
    expect(await read(id)).toMatchObject({ recommendation: null, deadline_on: null })
    await claim(id)
    expect(await read(id)).toMatchObject({ recommendation: 'needs_review', deadline_on: '2026-11-24' })
  })

  it('goes to one of two people who ask at once', async () => {
    await publishForm(world)
    const [id, other] = [await send(), await buildAdmin()]
    const answers = await Promise.all([claim(id), claim(id, other.client)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('a merge', () => {
  const merge = (fields: readonly string[], version: number, more: object = {}) =>
    world.admin.post(`/api/student-periods/${year.id}/merge-from-student-form-submission`, {
      form_submission_id: form,
      fields,
      version,
      ...more,
    })
  let form: number
  beforeEach(async () => {
    await publishForm(world, {
      fields: [
        { name: 'phone' },
        { name: 'program' },
        { name: 'ssn' },
        { name: 'medical_waive_group_number' },
      ],
    })
    form = await send({
      phone: '503-555-2222',
      program: 'Pharmacy',
      ssn: '912-34-5678',
      medical_waive_group_number: 'G-1',
    })
  })

  it('saves the chosen answers with history, and can be undone', async () => {
    const { version } = await record()
    const answer = await merge(['phone', 'program', 'medical_waive_group_number'], version)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      program: 'Pharmacy',
      medical_waive_group_number: 'G-1',
      version: version + 1,
      student: { phone: '+15035552222', first_name: 'Maya' },
    })
    const change = Number(answer.headers['x-change-id'])
    const entries = await services.owner
      .selectFrom('history')
      .select(['subject_type', 'changes', 'cause'])
      .where('change_id', '=', change)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      {
        subject_type: 'student_period',
        cause: 'person',
        changes: [
          { field: 'program', before: 'Nursing', after: 'Pharmacy' },
          { field: 'medical_waive_group_number', before: null, after: 'G-1' },
        ],
      },
      {
        subject_type: 'student',
        cause: 'person',
        changes: [{ field: 'phone', before: '+15550100000', after: '+15035552222' }],
      },
    ])
    expect((await read(form)).comparison).toContainEqual({
      name: 'program',
      submitted: 'Pharmacy',
      recorded: 'Pharmacy',
      can_merge: true,
    })
    await world.admin.post(`/api/changes/${change}/undo`)
    expect((await record()).program).toBe('Nursing')
    expect((await read(form)).comparison).toContainEqual(
      expect.objectContaining({ name: 'phone', recorded: '+15550100000' }),
    )
  })

  it('refuses answers that can’t be merged, other forms and an old version', async () => {
    const { version } = await record()
    for (const name of ['ssn', 'campus', 'nonsense', 'toString', 'signature', 'medical_status']) {
      const answer = await merge(['phone', name], version)
      expect([name, answer.status, Object.keys(answer.body.errors)]).toEqual([name, 422, ['fields']])
    }
    const elsewhere = await buildSchoolWorld(services)
    await publishForm(elsewhere)
    for (const form_submission_id of [999_999, await send(unmatched)]) {
      const answer = await merge(['phone'], version, { form_submission_id })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['form_submission_id']])
    }
    for (const name of ['phone', 'program']) {
      const stale = await merge([name], version - 1)
      expect([stale.status, stale.body.code, stale.body.data.version]).toEqual([409, 'stale', version])
    }
    expect((await record()).program).toBe('Nursing')
    const path = `/api/student-periods/${year.id}/merge-from-student-form-submission`
    expect((await world.registrar.post(path, {})).status).toBe(403)
  })
})
