import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/lib/log.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let written = ''
let services: TestServices
let world: SchoolWorld
let admin: TestClient
let adminId: number
let studentId: number
let yearId: number
let dependentId: number
beforeAll(async () => {
  services = await startTestServices({}, createLog('trace', { write: (line: string) => (written += line) }))
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  adminId = world.adminId
  admin = world.admin
  await services.owner
    .updateTable('sessions')
    .set({ password_confirmed_at: services.clock.now().toISOString() })
    .where('user_id', '=', adminId)
    .execute()
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
  yearId = built.id
  await world.registrar.put(`/api/students/${studentId}`, { ssn: '912-34-5678' })
  const dependents = [{ type: 'child', first_name: 'Kim', last_name: 'Park', covers: [], ssn: '987-65-4321' }]
  const saved = await admin.put(`/api/student-periods/${yearId}`, { dependents })
  dependentId = saved.body.data.dependents[0].id
})

const reason = 'The carrier asks for it on the phone.'
const subjects = () => [
  { path: `/api/students/${studentId}/reveal-ssn`, ssn: '912-34-5678', type: 'student', id: studentId },
  {
    path: `/api/dependents/${dependentId}/reveal-ssn`,
    ssn: '987-65-4321',
    type: 'dependent',
    id: dependentId,
  },
]
const reveals = () =>
  services.owner
    .selectFrom('access_log')
    .selectAll()
    .where('action', '=', 'reveal')
    .where('actor_id', '=', adminId)
    .orderBy('id')
    .execute()

describe('an SSN', () => {
  it('is shown to a product admin with a reason, and the access is logged', async () => {
    for (const { path, ssn } of subjects()) {
      const answer = await admin.post(path, { reason })
      expect([answer.status, answer.body]).toEqual([200, { data: { ssn } }])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(await reveals()).toMatchObject(
      subjects().map(({ type, id }) => ({
        subject_type: type,
        subject_id: id,
        school_id: world.schoolId,
        student_id: studentId,
        detail: reason,
        outcome: 'allowed',
      })),
    )
  })

  it('isn’t shown to others, without a reason, or to guests', async () => {
    for (const { path } of subjects()) {
      expect((await world.registrar.post(path, { reason })).status).toBe(403)
      for (const missing of [{}, { reason: ' ' }]) {
        const answer = await admin.post(path, missing)
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['reason']])
      }
    }
    expect((await admin.post('/api/students/999999999/reveal-ssn', { reason })).status).toBe(404)
    expect(await reveals()).toEqual([])
  })

  it('requires a password confirmed within 3 hours', async () => {
    services.clock.advance(3 * 3600 + 1)
    await services.owner
      .updateTable('sessions')
      .set({ last_seen_at: services.clock.now().toISOString() })
      .where('user_id', '=', adminId)
      .execute()
    for (const { path } of subjects()) {
      const answer = await admin.post(path, { reason })
      expect([answer.status, answer.body.code]).toEqual([423, 'password_confirmation_required'])
    }
    expect(await reveals()).toEqual([])
  })

  it('isn’t shown if the access can’t be logged', async () => {
    await sql`alter table access_log add constraint broken check (action <> 'reveal') not valid`.execute(
      services.owner,
    )
    for (const { path, ssn } of subjects()) {
      const answer = await admin.post(path, { reason })
      expect([answer.status, answer.text.includes(ssn.slice(0, 6))]).toEqual([500, false])
    }
    await sql`alter table access_log drop constraint broken`.execute(services.owner)
  })

  it('can be revealed 30 times an hour by one user', async () => {
    const [first] = subjects()
    for (let times = 0; times < 30; times += 1)
      expect((await admin.post(first!.path, { reason })).status).toBe(200)
    const refused = await admin.post(first!.path, { reason })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(await reveals()).toHaveLength(30)
  })

  it('isn’t in any log', async () => {
    for (const { path } of subjects()) await admin.post(path, { reason: 'Canary reason' })
    services.services.log.trace('The log is read.')
    expect(written).toContain('The log is read.')
    for (const canary of ['912-34', '912345678', '987-65', '987654321', 'Canary reason'])
      expect(written).not.toContain(canary)
  })

  it('that doesn’t exist is null', async () => {
    const other = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    const answer = await admin.post(`/api/students/${other.student_id}/reveal-ssn`, { reason })
    expect(answer.body).toEqual({ data: { ssn: null } })
  })
})

describe('a dependent’s SSN', () => {
  const save = (ssn: string | null | undefined) =>
    admin.put(`/api/student-periods/${yearId}`, {
      dependents: [
        {
          id: dependentId,
          type: 'child',
          first_name: 'Kim',
          last_name: 'Park',
          covers: [],
          ...(ssn === undefined ? {} : { ssn }),
        },
      ],
    })
  const now = async () =>
    (await admin.post(`/api/dependents/${dependentId}/reveal-ssn`, { reason })).body.data.ssn

  it('doesn’t change if it’s absent, masked or the same', async () => {
    for (const ssn of [undefined, '***-**-4321', '987654321']) await save(ssn)
    expect(await now()).toBe('987-65-4321')
    expect((await save('***-**-1111')).status).toBe(422)
  })

  it('changes if only its last digits are the same, and is removed if it’s cleared', async () => {
    await save('912-00-4321')
    expect(await now()).toBe('912-00-4321')
    const emptied = await save(null)
    expect(emptied.body.data.dependents[0].ssn).toBeNull()
    expect(await now()).toBeNull()
    const told = await services.owner
      .selectFrom('history')
      .select('changes')
      .where('subject_type', '=', 'dependent')
      .where('subject_id', '=', dependentId)
      .where('kind', '=', 'dependent_changed')
      .orderBy('id')
      .execute()
    const mask = '***-**-4321'
    expect(told.map(({ changes }) => changes)).toEqual([
      [{ field: 'ssn', before: mask, after: mask }],
      [{ field: 'ssn', before: mask, after: null }],
    ])
  })
})
