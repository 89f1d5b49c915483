import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DisclosureRecord } from '#contract/outputs/audit/shapes.ts'
import { recordDisclosure } from '#server/platform/history/index.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildReport } from '#server/review/verifications/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let student: { id: number; periodId: number }
let other: { id: number; periodId: number }
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const addStudent = async () => {
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  return { id: built.student_id, periodId: built.id }
}
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  student = await addStudent()
  other = await addStudent()
})

const recordOf = async (id: number): Promise<DisclosureRecord> => {
  const { status, body } = await world.admin.get(`/api/students/${id}/disclosures`)
  expect(status).toBe(200)
  return body.data
}

describe('the record of disclosures', () => {
  it('lists an export only for the students in its file', async () => {
    await world.registrar.post('/api/exports', {
      ids: [student.periodId],
      columns: ['student_name', 'sid'],
      format: 'csv',
    })
    await services.runJobs()
    const record = await recordOf(student.id)
    expect(record).toMatchObject({ school: { id: world.schoolId }, student: { id: student.id } })
    expect(Date.parse(record.files_since)).toBeGreaterThan(0)
    expect(record.rows).toMatchObject([
      {
        kind: 'export',
        actor: { id: world.registrarId },
        purpose: 'Administration of the student health insurance plan',
        what: 'Student, Student ID',
      },
    ])
    expect((await recordOf(other.id)).rows).toEqual([])
    // it's also among those who saw the student
    const { body } = await world.admin.get(`/api/activity?student_id=${student.id}&kind=export`)
    expect(body.data.rows).toMatchObject([{ subject: { type: 'export' }, actor: { id: world.registrarId } }])
  })

  it('gives the reason of an export with SSNs', async () => {
    await services.owner
      .updateTable('sessions')
      .set({ password_confirmed_at: services.clock.now().toISOString() })
      .where('user_id', '=', world.adminId)
      .execute()
    await world.admin.post('/api/exports', {
      ids: [student.periodId],
      columns: ['student_name'],
      format: 'csv',
      include_ssn: true,
      reason: 'Form 1095-B',
    })
    await services.runJobs()
    expect((await recordOf(student.id)).rows).toMatchObject([
      { purpose: 'Form 1095-B', what: 'Student, SSN' },
    ])
  })

  it('lists a printed list', async () => {
    await world.registrar.post('/api/prints', {
      selection: { period_id: world.periodId },
      columns: ['student_name'],
    })
    expect((await recordOf(student.id)).rows).toMatchObject([{ kind: 'print' }])
    expect((await recordOf(other.id)).rows).toMatchObject([{ kind: 'print' }])
  })

  it('lists eligibility checks that went to a payer, not simulated ones', async () => {
    const check = async (isSimulated: boolean): Promise<void> => {
      const report = await buildReport(services.owner, {
        school_id: world.schoolId,
        student_id: student.id,
        student_period_id: student.periodId,
        is_simulated: isSimulated,
      })
      await services.owner
        .insertInto('verification_requests')
        .values({
          school_id: world.schoolId,
          report_id: report,
          number: 1,
          variation: 'as entered',
          payer_name: isSimulated ? 'Simulated payer' : 'Buckeye Health Plan',
          payer_id: '12345',
          sent_at: services.clock.now().toISOString(),
        })
        .execute()
    }
    await check(true)
    await check(false)
    expect((await recordOf(student.id)).rows).toMatchObject([
      { kind: 'eligibility_check', recipient: 'Buckeye Health Plan' },
    ])
  })

  it('lists released carrier files, downloaded bursar files, and emails to others', async () => {
    const now = services.clock.now().toISOString()
    const place = { school_id: world.schoolId, period_id: world.periodId }
    const job = await services.owner
      .insertInto('jobs')
      .values({ kind: 'prepare-carrier-file', state: 'done', ask: '{}', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const file = await services.owner
      .insertInto('carrier_files')
      .values({
        ...place,
        job_id: job.id,
        kind: 'full',
        is_test: false,
        state: 'released',
        settings: JSON.stringify({ carrier_name: 'Great Lakes Mutual' }),
        school_name: 'Harborview',
        sender: 'S',
        receiver: 'R',
        as_of: '2026-11-20',
        includes_ssns: true,
        control_number: 1,
        file_name: '834.txt',
        created_by_id: world.adminId,
        created_at: now,
        updated_at: now,
        released_by_id: world.adminId,
        released_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = { school_id: world.schoolId, student_id: student.id, student_period_id: student.periodId }
    await services.owner
      .insertInto('carrier_file_members')
      .values({ ...member, file_id: file.id, position: 1, cipher: Buffer.alloc(1), differences: '[]' })
      .execute()
    services.clock.advance(60)
    const batch = await services.owner
      .insertInto('bursar_batches')
      .values({ ...place, number: 1, made_by_id: world.adminId, made_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await services.owner
      .insertInto('bursar_lines')
      .values({
        batch_id: batch.id,
        line: 1,
        school_id: world.schoolId,
        student_period_id: student.periodId,
        sid: 'S1',
        last_name: 'Park',
        first_name: 'Jordan',
        item: 'admin_fee',
        action: 'charge',
        amount: '10.00',
        effective_on: '2026-11-20',
        reason: 'New',
      })
      .execute()
    await services.owner
      .insertInto('access_log')
      .values({
        at: services.clock.now().toISOString(),
        actor_id: world.adminId,
        action: 'download',
        subject_type: 'bursar_batch',
        subject_id: batch.id,
        school_id: world.schoolId,
        request_id: 'r',
      })
      .execute()
    await services.owner
      .insertInto('emails')
      .values(
        ['dean@school.example', 'own@student.example'].map((address) => ({
          kind: 'composed',
          to_address: address,
          to_name: 'Someone',
          subject: 'Waiver',
          body: 'Text',
          school_id: world.schoolId,
          student_id: student.id,
          created_at: now,
          send_at: now,
          state: 'sent',
          via: 'smtp',
          sent_at: '2026-11-01T00:00:00.000Z',
        })),
      )
      .execute()
    await services.owner
      .updateTable('students')
      .set({ personal_email: 'Own@student.example' })
      .where('id', '=', student.id)
      .execute()
    expect((await recordOf(student.id)).rows).toMatchObject([
      { kind: 'bursar_file', recipient: expect.stringMatching(/^Bursar of /) },
      { kind: 'carrier_file', recipient: 'Great Lakes Mutual', what: expect.stringContaining('SSNs') },
      { kind: 'email', recipient: 'dean@school.example', what: 'Waiver' },
    ])
    expect((await recordOf(other.id)).rows).toEqual([])
  })

  it('has what was disclosed of a student who was merged, whose own addresses stay theirs', async () => {
    const sent = { ids: [other.periodId], columns: ['sid'], format: 'csv' }
    await world.registrar.post('/api/exports', sent)
    await services.runJobs()
    await world.registrar.put(`/api/students/${other.id}`, { personal_email: 'other@student.example' })
    const now = services.clock.now().toISOString()
    await services.owner
      .insertInto('emails')
      .values({
        kind: 'composed',
        to_address: 'other@student.example',
        to_name: 'Someone',
        subject: 'Waiver',
        body: 'Text',
        school_id: world.schoolId,
        student_id: other.id,
        created_at: now,
        send_at: now,
        state: 'sent',
        via: 'smtp',
        sent_at: now,
      })
      .execute()
    const versionOf = async (id: number) => (await world.admin.get(`/api/students/${id}`)).body.data.version
    const merged = await world.admin.post(`/api/students/${student.id}/merge`, {
      other_id: other.id,
      version: await versionOf(student.id),
      other_version: await versionOf(other.id),
      fields: [],
      other_period_ids: [],
    })
    expect((await recordOf(student.id)).rows.map(({ kind }) => kind)).toEqual(['export'])
    const activity = async (kind: string) =>
      (await world.admin.get(`/api/activity?student_id=${student.id}&kind=${kind}`)).body.data.rows
    expect(await activity('export')).toMatchObject([{ subject: { type: 'export' } }])
    expect(await activity('change')).toMatchObject([
      { change: { kind: 'students_merged' } },
      { change: { kind: 'student_changed' } },
    ])
    await world.admin.post(`/api/changes/${String(merged.headers['x-change-id'])}/undo`)
    expect((await recordOf(student.id)).rows).toEqual([])
    expect((await recordOf(other.id)).rows.map(({ kind }) => kind)).toEqual(['export'])
  })

  it('can only be read by Shipmate Admins, and each reading is recorded', async () => {
    expect((await world.registrar.get(`/api/students/${student.id}/disclosures`)).status).toBe(403)
    await recordOf(student.id)
    const { body } = await world.admin.get(`/api/students/${student.id}/accesses`)
    expect(body.data).toMatchObject([{ action: 'view', subject: { type: 'disclosures' } }])
    expect((await world.admin.get('/api/students/999999999/disclosures')).status).toBe(404)
  })

  it('holds 300,000 students in a few rows, which no one can change', async () => {
    const ids = Array.from({ length: 300_000 }, (_, index) => 5_000_000 + index)
    const disclosure = {
      kind: 'export',
      school_id: world.schoolId,
      recipient: 'Dana Whitlock',
      purpose: 'Audit',
      what: 'Name',
      access_id: null,
    } as const
    const context = { db: services.services.db, clock: services.clock, caller: null }
    await recordDisclosure(context, disclosure, ids)
    const blocks = await services.owner
      .selectFrom('disclosed_students')
      .select('block')
      .where('block', '>=', 1000)
      .execute()
    expect(blocks.length).toBeLessThan(76)
    await expect(services.services.db.deleteFrom('disclosed_students').execute()).rejects.toThrow(
      /permission denied/,
    )
    await expect(services.owner.updateTable('disclosures').set({ what: '' }).execute()).rejects.toThrow(
      /append-only/,
    )
  })
})
