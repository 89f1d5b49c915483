import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActivityEntry } from '#contract/outputs/audit/shapes.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let studentId: number
let studentPeriodId: number
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
  studentPeriodId = built.id
})

const read = async (query: Record<string, string | number>): Promise<ActivityEntry[]> => {
  await services.services.accesses.flush()
  const search = Object.entries(query).map(([key, value]) => `${key}=${value}`)
  const { status, body } = await world.admin.get(`/api/activity?${search.join('&')}`)
  expect(status).toBe(200)
  return body.data.rows
}

/** Everything but the reading of the log itself. */
const others = (rows: readonly ActivityEntry[]) => rows.filter(({ subject }) => subject?.type !== 'activity')
const kinds = (rows: readonly ActivityEntry[]) => others(rows).map(({ kind }) => kind)

const addNote = (body = 'Called the carrier.') =>
  world.registrar.post('/api/student-notes/create', { student_id: studentId, body })
const view = () => world.registrar.get(`/api/students/${studentId}`)

describe('the activity log', () => {
  it('lists views, changes and refusals of a person, newest first, with address and request', async () => {
    await view()
    services.clock.advance(1)
    await addNote()
    services.clock.advance(1)
    const refused = await world.registrar.get('/api/activity')
    expect(refused.status).toBe(403)
    const rows = await read({ actor_id: world.registrarId })
    expect(kinds(rows)).toEqual(['refused', 'change', 'view'])
    expect(rows[0]).toMatchObject({ outcome: 'refused', detail: 'GET /api/activity' })
    expect(rows[1]).toMatchObject({
      source: 'change',
      actor: { id: world.registrarId },
      school: { id: world.schoolId },
      student: { id: studentId },
      change: { kind: 'note_added', cause: 'person', records: 1 },
      address: '127.0.0.1',
    })
    expect(rows[1]?.request_id).toMatch(/\S/)
    expect(rows[2]).toMatchObject({ source: 'access', student: { id: studentId }, address: '127.0.0.1' })
  })

  it('shows one row for a change of many records, with its records and their students', async () => {
    const other = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    await world.admin.post('/api/student-periods/bulk-operations/update-student-status', {
      ids: [studentPeriodId, other.id],
      status: 'inactive',
    })
    const [row] = others(await read({ school_id: world.schoolId, kind: 'change' }))
    expect(row).toMatchObject({ student: null, change: { kind: 'student_status_changed', records: 2 } })
    // it's also a change of each student
    const [own] = others(await read({ student_id: studentId, kind: 'change' }))
    expect(own).toMatchObject({ id: row?.id, student: { id: studentId }, change: { records: 2 } })
    const { body } = await world.admin.get(`/api/activity/changes/${row?.id}`)
    expect(body.meta.total).toBe(2)
    expect(body.data[0]).toMatchObject({ student: { id: studentId }, changes: [{ after: 'inactive' }] })
  })

  it('is filtered by student, school, kind, outcome and day', async () => {
    await view()
    await addNote()
    const elsewhere = await buildSchool(services.owner)
    expect(kinds(await read({ school_id: elsewhere }))).toEqual([])
    expect(kinds(await read({ school_id: world.schoolId, actor_id: world.registrarId }))).toHaveLength(2)
    expect(kinds(await read({ student_id: studentId, school_id: world.schoolId }))).toHaveLength(2)
    expect(kinds(await read({ student_id: studentId, kind: 'view' }))).toEqual(['view'])
    expect(kinds(await read({ student_id: studentId, outcome: 'refused' }))).toEqual([])
    expect(kinds(await read({ student_id: studentId, to: '2026-11-01' }))).toEqual([])
    const today = { from: '2026-11-20', to: '2026-11-20' }
    expect(kinds(await read({ actor_id: world.registrarId, ...today }))).toHaveLength(2)
    expect(kinds(await read({ school_id: world.schoolId, ...today }))).toHaveLength(2)
    expect(kinds(await read({ school_id: world.schoolId, from: '2026-11-21' }))).toEqual([])
    expect((await world.admin.get('/api/activity?kind=seen')).status).toBe(422)
    expect((await world.admin.get('/api/activity?before=nowhere')).status).toBe(422)
  })

  it('finds failed sign-ins by the account that was tried', async () => {
    const { email } = await services.owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', world.registrarId)
      .executeTakeFirstOrThrow()
    await createClient(services.app).post('/login', { email, password: 'not the password' })
    const rows = await read({ actor_id: world.registrarId, outcome: 'refused' })
    expect(rows).toMatchObject([
      { kind: 'login_failed', actor: null, subject: { type: 'user' }, account: { id: world.registrarId } },
    ])
  })

  it('says whose account someone else changed', async () => {
    const now = services.clock.now().toISOString()
    await services.owner
      .updateTable('users')
      .set({ two_factor_secret: Buffer.from('secret'), two_factor_confirmed_at: now })
      .where('id', '=', world.registrarId)
      .execute()
    await services.owner
      .updateTable('sessions')
      .set({ password_confirmed_at: now })
      .where('user_id', '=', world.adminId)
      .execute()
    expect((await world.admin.delete(`/api/users/${world.registrarId}/two-factor`)).status).toBe(204)
    const [row] = others(await read({ actor_id: world.adminId, kind: 'change' }))
    expect(row).toMatchObject({
      change: { kind: 'two_factor_changed' },
      account: { id: world.registrarId, name: expect.stringMatching(/\S/) },
    })
    const file = await world.admin.get(`/api/activity?actor_id=${world.adminId}&kind=change&format=csv`)
    expect(file.text).toContain(`"${row?.account?.name}"`)
  })

  it('is read page by page, each row once, also if many have the same time', async () => {
    for (let nth = 0; nth < 12; nth += 1) {
      if (nth % 3 === 0) services.clock.advance(1)
      await addNote(`Note ${nth}`)
      await view()
    }
    await services.services.accesses.flush()
    const seen: string[] = []
    let before: string | null = null
    do {
      const from: string = before === null ? '' : `&before=${before}`
      const { body } = await world.admin.get(`/api/activity?actor_id=${world.registrarId}&per_page=5${from}`)
      for (const { source, id } of body.data.rows) seen.push(`${source}:${id}`)
      before = body.data.next
    } while (before !== null)
    expect(seen).toHaveLength(24)
    expect(new Set(seen).size).toBe(24)
  })

  it('records who reads it and what about', async () => {
    await read({ student_id: studentId, kind: 'view' })
    const [row] = await read({ student_id: studentId, kind: 'view' })
    expect(row).toMatchObject({
      actor: { id: world.adminId },
      subject: { type: 'activity', id: null },
      detail: 'activity log, Viewed',
      student: { id: studentId },
    })
  })

  it('is exported as it’s filtered, and the export is recorded', async () => {
    await addNote()
    const file = await world.admin.get(`/api/activity?student_id=${studentId}&format=csv`)
    expect(file.status).toBe(200)
    const [head, first] = file.text.split('\r\n')
    expect(head).toContain('"Date and time","Person","Activity","Details"')
    expect(first).toContain('"Changed","Note added"')
    const [row] = await read({ student_id: studentId, kind: 'export' })
    expect(row).toMatchObject({ detail: 'activity log, csv', actor: { id: world.adminId } })
    expect(
      (await world.admin.get(`/api/activity?format=xlsx&kind=export`)).bytes.subarray(0, 2).toString(),
    ).toBe('PK')
  })

  it('lists all users for its filter', async () => {
    const { body } = await world.admin.get('/api/activity/people')
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
      expect.arrayContaining([world.adminId, world.registrarId]),
    )
  })
})
