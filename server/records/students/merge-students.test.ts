import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encryptSsn, ssnColumns, ssnPlace } from '#server/platform/lib/crypt.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { confirmed, buildPerson } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildReport } from '#server/review/verifications/factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

interface Built {
  readonly id: number
  readonly student_id: number
}

const build = (sid: string, values: object = {}, student: object = {}): Promise<Built> =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    ...values,
    student: { sid, first_name: 'Ana', last_name: 'Lopez', dob: '2003-04-05', ...student },
  })

const studentOf = async (id: number) => (await world.admin.get(`/api/students/${id}`)).body.data
const yearsOf = async (id: number): Promise<{ id: number; medical_status: string }[]> =>
  (await world.admin.get(`/api/students/${id}/overview`)).body.data.student_periods
const notesOf = async (id: number): Promise<string[]> =>
  (await world.admin.get(`/api/student-notes?student_id=${id}`)).body.data.map(
    (note: { body: string }) => note.body,
  )
const addNote = (of: Built, content: string) =>
  world.registrar.post('/api/student-notes/create', {
    student_id: of.student_id,
    student_period_id: of.id,
    body: `<p>${content}</p>`,
  })

const merge = async (kept: Built, other: Built, change: object = {}) =>
  world.admin.post(`/api/students/${kept.student_id}/merge`, {
    other_id: other.student_id,
    version: (await studentOf(kept.student_id)).version,
    other_version: (await studentOf(other.student_id)).version,
    fields: [],
    other_period_ids: [],
    ...change,
  })

const undo = (answer: { readonly headers: Record<string, unknown> }) =>
  world.admin.post(`/api/changes/${String(answer.headers['x-change-id'])}/undo`)

describe('merging two students', () => {
  it('takes chosen fields, and moves other policy years and what belongs to the student', async () => {
    const kept = await build('S1', {}, { city: 'Columbus', university_email: null })
    const lastYear = await buildPeriod(services.owner, { school_id: world.schoolId })
    const other = await build('S2', { period_id: lastYear, medical_status: 'waived' }, { city: 'Akron' })
    await addNote(other, 'Called about the waiver')
    const report = await buildReport(services.owner, {
      school_id: world.schoolId,
      student_id: other.student_id,
      student_period_id: other.id,
    })
    const before = await studentOf(other.student_id)
    const merged = await merge(kept, other, { fields: ['sid', 'university_email'] })
    expect([merged.status, merged.body.data]).toMatchObject([
      200,
      { sid: 'S2', city: 'Columbus', university_email: before.university_email },
    ])
    expect((await yearsOf(kept.student_id)).map(({ id }) => id).sort()).toEqual([kept.id, other.id].sort())
    expect(await notesOf(kept.student_id)).toEqual(['<p>Called about the waiver</p>'])
    const reports = await world.admin.get(`/api/eligibility-reports?student_id=${kept.student_id}`)
    expect(reports.body.data).toMatchObject([{ id: report, student_id: kept.student_id }])
    expect((await world.admin.get(`/api/students/${other.student_id}`)).status).toBe(404)
  })

  it('keeps one record of a policy year that both are in, with what belongs to the other', async () => {
    const kept = await build('S1', { medical_status: 'not_started' })
    const other = await build('S2', { medical_status: 'waived' })
    await addNote(kept, 'Of the kept one')
    await addNote(other, 'Of the other')
    const merged = await merge(kept, other, { other_period_ids: [world.periodId] })
    expect(merged.status).toBe(200)
    expect(await yearsOf(kept.student_id)).toMatchObject([{ id: other.id, medical_status: 'waived' }])
    const { rows } = await sql<{ student_period_id: number }>`
      select student_period_id from student_notes where student_id = ${kept.student_id}`.execute(
      services.owner,
    )
    expect(rows.map((row) => row.student_period_id)).toEqual([other.id, other.id])
    expect((await world.admin.get(`/api/student-periods/${kept.id}`)).status).toBe(404)
  })

  it('shows the history of both, with both student IDs', async () => {
    const kept = await build('S1')
    const other = await build('S2')
    await world.registrar.put(`/api/students/${other.student_id}`, { city: 'Akron' })
    await merge(kept, other)
    const { body } = await world.registrar.get(`/api/student-history-entries?student_id=${kept.student_id}`)
    expect(body.data).toMatchObject([
      { kind: 'student_period_removed', student_period_id: other.id },
      {
        kind: 'students_merged',
        student_id: kept.student_id,
        changes: [{ field: 'merged_student', before: 'Lopez, Ana (S2)', after: 'Lopez, Ana (S1)' }],
      },
      { kind: 'student_changed', student_id: other.student_id },
    ])
  })

  it('keeps SSNs readable: the student’s own, and those of dependents', async () => {
    const kept = await build('S1', {}, { last_name: 'Park' })
    const other = await build('S2')
    const { keys } = services.services
    await services.owner
      .updateTable('students')
      .set(ssnColumns(keys, { id: other.student_id, school_id: world.schoolId }, '912345678'))
      .where('id', '=', other.student_id)
      .execute()
    const { id: dependent } = await services.owner
      .insertInto('dependents')
      .values({
        school_id: world.schoolId,
        student_period_id: other.id,
        type: 'child',
        first_name: 'Mia',
        last_name: 'Lopez',
        covers: ['medical'],
        ssn_cipher: encryptSsn(keys, ssnPlace('dependents', other.student_id), '923456789'),
        ssn_last_four: '6789',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const merged = await merge(kept, other, { fields: ['ssn'], other_period_ids: [world.periodId] })
    expect(merged.body.data.ssn).toBe('***-**-5678')
    const person = await buildPerson(services, { permission: 'shipmate_admin' })
    await confirmed(person)
    const reveal = async (path: string) =>
      (await person.client.post(`${path}/reveal-ssn`, { reason: 'The carrier asked on the phone.' })).body
        .data?.ssn
    expect(await reveal(`/api/students/${kept.student_id}`)).toBe('912-34-5678')
    expect(await reveal(`/api/dependents/${dependent}`)).toBe('923-45-6789')
    await undo(merged)
    expect((await studentOf(kept.student_id)).ssn).toBeNull()
    expect(await reveal(`/api/students/${other.student_id}`)).toBe('912-34-5678')
    expect(await reveal(`/api/dependents/${dependent}`)).toBe('923-45-6789')
  })

  it('is undone as a whole', async () => {
    const kept = await build('S1', { medical_status: 'enrolled' }, { city: 'Columbus' })
    const other = await build('S2', { medical_status: 'waived' }, { city: 'Akron' })
    await addNote(kept, 'Of the kept one')
    await addNote(other, 'Of the other')
    const merged = await merge(kept, other, { fields: ['sid', 'city'], other_period_ids: [world.periodId] })
    const undone = await undo(merged)
    expect([undone.status, undone.body.data]).toMatchObject([200, { left: [] }])
    expect(await studentOf(kept.student_id)).toMatchObject({ sid: 'S1', city: 'Columbus' })
    expect(await studentOf(other.student_id)).toMatchObject({ sid: 'S2', city: 'Akron' })
    expect(await yearsOf(kept.student_id)).toMatchObject([{ id: kept.id, medical_status: 'enrolled' }])
    expect(await yearsOf(other.student_id)).toMatchObject([{ id: other.id, medical_status: 'waived' }])
    expect(await notesOf(kept.student_id)).toEqual(['<p>Of the kept one</p>'])
    expect(await notesOf(other.student_id)).toEqual(['<p>Of the other</p>'])
  })

  it('undone, gives back the history of its policy year with what changed in between', async () => {
    const kept = await build('S1')
    const other = await build('S2')
    const merged = await merge(kept, other, { other_period_ids: [world.periodId] })
    await world.registrar.put(`/api/student-periods/${other.id}`, { program: 'Nursing' })
    await undo(merged)
    const { body } = await world.admin.get(`/api/student-history-entries?student_id=${other.student_id}`)
    expect(body.data).toMatchObject([{ kind: 'student_period_changed', student_period_id: other.id }])
    const people = await world.admin.get(`/api/students/${other.student_id}/history-people`)
    expect(people.body.data).toMatchObject([{ id: world.registrarId }])
  })

  it.each([
    ['kept', false],
    ['merged', true],
  ])(
    'keeps the record of the year although it’s undone that the %s student was added',
    async (_who, isMerged) => {
      const built = await build('S2', { medical_status: 'waived' })
      const added = await world.admin.post('/api/add-student-to-period', {
        period_id: world.periodId,
        sid: 'S1',
        first_name: 'Maria',
        last_name: 'Lopez',
        dob: '2001-01-02',
      })
      const { id, student_id } = added.body.data
      const [kept, other] = isMerged ? [built, { id, student_id }] : [{ id, student_id }, built]
      const status = isMerged ? 'enrolled' : 'waived'
      await services.owner
        .updateTable('student_periods')
        .set({ medical_status: status })
        .where('id', '=', id)
        .execute()
      const merged = await merge(kept, other, { other_period_ids: isMerged ? [world.periodId] : [] })
      expect(merged.status).toBe(200)
      const { reverted, left } = (await undo(added)).body.data
      expect([reverted, left[0]]).toMatchObject([
        0,
        { reason: 'Another student was merged into this one after that. Undo the merge first.' },
      ])
      expect(await yearsOf(kept.student_id)).toMatchObject([{ id, medical_status: status }])
      await undo(merged)
      expect((await undo(added)).body.data).toMatchObject({ reverted: 1, left: [] })
    },
  )

  it('can’t be undone once another student has the ID, and says so', async () => {
    const kept = await build('S1')
    const other = await build('S2')
    const merged = await merge(kept, other)
    await build('S2')
    expect((await undo(merged)).body.data).toMatchObject({
      reverted: 0,
      left: [{ name: 'Lopez, Ana', reason: 'Another student now has this student ID.' }],
    })
  })

  it('can’t be undone while a form is decided for the record that stayed', async () => {
    const kept = await build('S1', { medical_status: 'waiver_submitted' })
    const other = await build('S2', { medical_status: 'waiver_submitted' })
    const form = await buildFormSubmission(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student_id: other.student_id,
      student_period_id: other.id,
      match_method: 'staff',
      form_type: 'waiver',
      coverage_types: ['medical'],
    })
    const merged = await merge(kept, other, { fields: ['city'] })
    const decided = await world.admin.post('/api/decisions', {
      form_submission_id: form,
      coverage_type: 'medical',
      outcome: 'approve',
    })
    expect(decided.status).toBe(201)
    expect((await undo(merged)).body.data).toMatchObject({
      reverted: 0,
      left: [
        {
          id: other.student_id,
          name: 'Lopez, Ana',
          reason: 'A form was decided or changed after the merge. Undo that change first.',
        },
      ],
    })
    expect(await yearsOf(kept.student_id)).toMatchObject([{ id: kept.id, medical_status: 'waived' }])
    await undo(decided)
    expect((await undo(merged)).body.data).toMatchObject({ left: [] })
    expect(await yearsOf(other.student_id)).toMatchObject([{ id: other.id }])
  })

  it.each([
    ['enrolled', 'not_started', /^Medical for .+ is “Enrolled” on one record and “Not Started”/],
    ['waived', 'waiver_submitted', /^Medical for .+ is “Waived” on one record and “Waiver Submitted”/],
  ])('doesn’t give up coverage that is %s for a record that is %s', async (goes, stays, text) => {
    const kept = await build('S1', { medical_status: goes })
    const other = await build('S2', { medical_status: stays })
    const refused = await merge(kept, other, { other_period_ids: [world.periodId] })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.other_period_ids[0]).toMatch(text)
    expect(await yearsOf(other.student_id)).toMatchObject([{ id: other.id, medical_status: stays }])
    expect((await merge(kept, other)).status).toBe(200)
    expect(await yearsOf(kept.student_id)).toMatchObject([{ id: kept.id, medical_status: goes }])
  })

  it('doesn’t give up the coverage of dependents for a record without any', async () => {
    const kept = await build('S1', { medical_status: 'enrolled' })
    const other = await build('S2', { medical_status: 'enrolled_espch' })
    const refused = await merge(kept, other)
    expect(refused.status).toBe(422)
    expect(refused.body.errors.other_period_ids[0]).toMatch(
      /^Medical for .+ is “Enrolled – Spouse \+ Child” on one record .+, so the dependents would lose coverage\./,
    )
    expect((await merge(kept, other, { other_period_ids: [world.periodId] })).status).toBe(200)
    expect(await yearsOf(kept.student_id)).toMatchObject([{ id: other.id, medical_status: 'enrolled_espch' }])
  })

  it.each(['waiver_submitted', 'waiver_declined'])(
    'asks to decide an open form first if the record that stays doesn’t allow it (%s)',
    async (status) => {
      const kept = await build('S1', { medical_status: 'not_started' })
      const other = await build('S2', { medical_status: status })
      const form = await buildFormSubmission(services.owner, {
        school_id: world.schoolId,
        period_id: world.periodId,
        student_id: other.student_id,
        student_period_id: other.id,
        match_method: 'staff',
        form_type: 'waiver',
        coverage_types: ['medical'],
      })
      const refused = await merge(kept, other)
      expect([refused.status, refused.body.errors?.other_period_ids?.[0]]).toEqual([
        422,
        expect.stringMatching(/^A waiver form for medical in .* isn’t decided yet.* “Not Started”/),
      ])
      expect((await merge(kept, other, { other_period_ids: [world.periodId] })).status).toBe(200)
      const about = { form_submission_id: form, coverage_type: 'medical', outcome: 'approve' }
      expect((await world.admin.post('/api/decisions', about)).status).toBe(201)
      expect(await yearsOf(kept.student_id)).toMatchObject([{ id: other.id, medical_status: 'waived' }])
    },
  )

  it('follows a chain: the history of everyone merged before is shown', async () => {
    const [first, second, third] = [await build('S1'), await build('S2'), await build('S3')]
    await merge(second, first)
    const last = await merge(third, second)
    const { body } = await world.registrar.get(
      `/api/student-history-entries?student_id=${third.student_id}&kind=students_merged`,
    )
    expect(body.data.map((entry: { student_id: number }) => entry.student_id)).toEqual([
      third.student_id,
      second.student_id,
    ])
    await undo(last)
    const { rows } = await sql<{ merged_into_id: number }>`
      select merged_into_id from students where id = ${first.student_id}`.execute(services.owner)
    expect(rows[0]?.merged_into_id).toBe(second.student_id)
  })

  it('is refused for the same student, another school’s, an old version, and while a check runs', async () => {
    const kept = await build('S1')
    const other = await build('S2')
    expect((await merge(kept, kept)).body.errors).toEqual({ other_id: ['Choose another student.'] })
    const elsewhere = await buildSchoolWorld(services)
    const foreign = await buildStudentPeriod(services.owner, {
      school_id: elsewhere.schoolId,
      period_id: elsewhere.periodId,
    })
    expect((await merge(kept, foreign)).body.errors).toEqual({
      other_id: ['Choose a student of the same school.'],
    })
    expect((await merge(kept, other, { other_version: 99 })).status).toBe(409)
    await buildReport(services.owner, {
      school_id: world.schoolId,
      student_id: other.student_id,
      student_period_id: other.id,
      status: null,
      retrieval_status: 'pending',
      retrieved_at: null,
    })
    expect((await merge(kept, other)).body.code).toBe('busy')
    expect((await studentOf(other.student_id)).sid).toBe('S2')
  })
})
