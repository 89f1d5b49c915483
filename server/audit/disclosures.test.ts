import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DisclosureRecord } from '#contract/audit/shapes.ts'
import { recordDisclosure } from '../history/index.ts'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import { buildReport } from '../verifications/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'

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
