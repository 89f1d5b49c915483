import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf } from '#server/testing/client.ts'
import { buildSchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

describe('the history filters', () => {
  it('by user, field, source, action, dates and year, combined too', async () => {
    const here = await buildSchoolWorld(services)
    const place = { school_id: here.schoolId, period_id: here.periodId }
    const { id, student_id } = await buildStudentPeriod(services.owner, {
      ...place,
      medical_status: 'not_started',
    })
    await here.registrar.put(`/api/student-periods/${id}`, { program: 'One' })
    services.clock.advance(26 * 3600)
    const [admin, registrar] = [
      await clientOf(services, here.adminId),
      await clientOf(services, here.registrarId),
    ]
    await admin.put(`/api/student-periods/${id}`, { program: 'Two' })
    await admin.put(`/api/students/${student_id}`, { city: 'Astoria' })
    const ids = [id]
    await admin.post('/api/student-periods/bulk-operations/update-student-status', {
      ids,
      status: 'inactive',
    })
    await registrar.post('/api/student-notes/create', { student_id, student_period_id: id, body: 'x' })
    const kinds = async (query: string): Promise<string[]> =>
      (await registrar.get(`/api/student-history-entries?student_id=${student_id}&${query}`)).body.data.map(
        ({ kind }: { kind: string }) => kind,
      )
    const [period, student, status, note] = [
      'student_period_changed',
      'student_changed',
      'student_status_changed',
      'note_added',
    ]
    expect(await kinds('')).toEqual([note, status, student, period, period])
    const people: { body: { data: { id: number }[] } } = await registrar.get(
      `/api/students/${student_id}/history-people`,
    )
    expect(people.body.data.map((person) => person.id).toSorted((a, b) => a - b)).toEqual(
      [here.adminId, here.registrarId].toSorted((a, b) => a - b),
    )
    expect(await kinds(`actor_id=${here.registrarId}`)).toEqual([note, period])
    expect(await kinds('field=program')).toEqual([period, period])
    expect(await kinds('cause=bulk')).toEqual([status])
    expect(await kinds('kind=student_changed')).toEqual([student])
    expect(await kinds('to=2026-11-20')).toEqual([period])
    expect(await kinds('from=2026-11-21')).toEqual([note, status, student, period])
    expect(await kinds('from=2026-11-20&to=2026-11-20')).toEqual([period])
    expect(await kinds(`student_period_id=${id}`)).toEqual([note, status, period, period])
    expect(await kinds(`actor_id=${here.adminId}&field=program&from=2026-11-21`)).toEqual([period])
    for (const bad of ['actor_id=x', 'cause=whim', 'kind=y', 'from=tomorrow', 'to=2026-13-01']) {
      const answer = await registrar.get(`/api/student-history-entries?${bad}`)
      expect([bad, answer.status, Object.keys(answer.body.errors)]).toEqual([bad, 422, [bad.split('=')[0]]])
    }
  })
})

describe('the access log of a student', () => {
  it('lists views, downloads and revealed SSNs for product admins, newest first', async () => {
    const here = await buildSchoolWorld(services)
    const place = { school_id: here.schoolId, period_id: here.periodId }
    const { student_id } = await buildStudentPeriod(services.owner, place)
    const { student_id: other } = await buildStudentPeriod(services.owner, place)
    const path = `/api/students/${student_id}`
    await here.registrar.get(path)
    await here.registrar.get(`/api/students/${other}`)
    services.clock.advance(1)
    await here.registrar.get(`/api/student-notes?student_id=${student_id}`)
    services.clock.advance(1)
    const file = { name: 'letter.txt', bytes: 'Coverage continues.' }
    const { body } = await here.registrar.upload(`${path}/file`, { kind: 'coverage_letter' }, file)
    await here.admin.get(body.data.url)
    const list = async (query = '') => (await here.admin.get(`${path}/accesses${query}`)).body
    const { data, meta } = await list()
    expect(meta.total).toBe(3)
    expect(data).toMatchObject([
      {
        action: 'download',
        actor: { id: here.adminId },
        subject: { type: 'student_file', id: body.data.id },
        detail: 'coverage_letter',
      },
      { action: 'view', actor: { id: here.registrarId }, detail: 'notes' },
      { action: 'view', actor: { id: here.registrarId }, subject: { type: 'student', id: student_id } },
    ])
    const filters = encodeURIComponent(
      JSON.stringify({ action: { constraints: [{ match_mode: 'equals', value: 'download' }] } }),
    )
    expect((await list(`?filters=${filters}`)).meta.total).toBe(1)
    expect((await list('?per_page=1&page=2')).data).toMatchObject([{ detail: 'notes' }])
  })
})

describe('long texts in the history', () => {
  it('share 1,000,000 characters per page; a page with few entries has full texts', async () => {
    const here = await buildSchoolWorld(services)
    const { student_id } = await buildStudentPeriod(services.owner, {
      school_id: here.schoolId,
      period_id: here.periodId,
    })
    const body = `<p>${'a'.repeat(150_000)}</p>`
    await here.registrar.post('/api/student-notes/create', { student_id, body })
    const lengthOf = async (perPage: number): Promise<number> => {
      const path = `/api/student-history-entries?student_id=${student_id}&per_page=${perPage}`
      const [entry] = (await here.registrar.get(path)).body.data
      const change = entry.changes.find(({ field }: { field: string }) => field === 'body')
      return change.after.length
    }
    expect(await lengthOf(1)).toBe(body.length)
    expect(await lengthOf(500)).toBe(1001)
  })
})
