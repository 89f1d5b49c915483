import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { figureKeys, figures } from '#contract/outputs/reports/figures.ts'
import { deliverDue } from '#server/mail/email-delivery/index.ts'
import { deleteExpired } from '#server/app/housekeeping.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf } from '#server/testing/client.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { startDueReports } from './commands/start-reports.ts'

// now is Friday, 11/20/2026, 10:00 a.m. in New York
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  // the system works in every school
  await services.owner
    .updateTable('report_schedules')
    .set({ deleted_at: '2026-11-01T00:00:00.000Z' })
    .execute()
  await services.owner.deleteFrom('emails').execute()
  world = await buildSchoolWorld(services)
})

const path = () => `/api/periods/${world.periodId}/report-schedules`
const body = (more: object = {}) => ({
  report: 'age_out',
  repeats: 'weekly',
  weekdays: ['mon'],
  month_day: null,
  hour: 7,
  reader_ids: [world.adminId],
  ...more,
})
const add = async (more: object = {}) => (await world.admin.post(path(), body(more))).body.data
/** As someone who just signed in: the tests move the clock past the end of sessions. */
const list = async () => (await (await clientOf(services, world.adminId)).get(path())).body.data

/** A student whose coverage under a parent’s plan ends because of age. */
const agingOut = () =>
  buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    academic_status: 'continuing',
    medical_status: 'waived',
    medical_waive_source_of_coverage: 'parent_employer_group',
    student: { dob: '2000-12-05', first_name: 'Zenobia', last_name: 'Quillfeather', sid: 'Z-4711' },
  })
const emails = () => services.owner.selectFrom('emails').selectAll().orderBy('id').execute()
const log = () =>
  services.owner
    .selectFrom('access_log')
    .select(['action', 'actor_id', 'subject_type', 'detail'])
    .where('school_id', '=', world.schoolId)
    .where('subject_type', '=', 'made_report')
    .execute()

/** Until Monday, 11/23/2026, 7:00 a.m. in New York. */
const untilDue = 2 * 86_400 + 21 * 3600
const later = async <T>(seconds: number, act: () => Promise<T>): Promise<T> => {
  services.clock.advance(seconds)
  try {
    return await act()
  } finally {
    services.clock.advance(-seconds)
  }
}
const sweep = async (): Promise<number> => {
  const started = await startDueReports(services.services)
  await services.runJobs()
  return started
}

describe('a schedule', () => {
  it('is added, changed, turned off, removed and restored, each with history', async () => {
    const added = await add()
    expect(added).toMatchObject({
      time_zone: 'America/New_York',
      is_on: true,
      next_run_at: '2026-11-23T12:00:00.000Z',
      readers: [{ id: world.adminId, has_access: true }],
      made: [],
    })
    const one = `/api/report-schedules/${added.id}`
    const change = { ...body({ repeats: 'monthly', weekdays: ['mon'], month_day: 1 }), is_on: true }
    const changed = (await world.admin.put(one, { ...change, version: 1 })).body.data
    expect(changed).toMatchObject({ weekdays: [], month_day: 1, next_run_at: '2026-12-01T12:00:00.000Z' })
    const stale = await world.admin.put(one, { ...change, version: 1 })
    expect([stale.status, stale.body.data.version]).toEqual([409, 2])
    const off = (await world.admin.put(one, { ...change, is_on: false, version: 2 })).body.data
    expect(off).toMatchObject({ is_on: false, next_run_at: null })
    expect((await world.admin.delete(one)).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await world.admin.put(one, { ...change, version: 4 })).status).toBe(404)
    expect((await world.admin.post(`${one}/restore`, {})).status).toBe(204)
    expect((await world.admin.post(`${one}/restore`, {})).status).toBe(404)
    expect(await list()).toMatchObject([{ id: added.id, is_on: false }])
    const entries = await services.owner
      .selectFrom('history')
      .select(['kind', 'actor_id', 'subject_type', 'subject_id', 'changes'])
      .where('school_id', '=', world.schoolId)
      .where('kind', 'like', 'report_schedule%')
      .orderBy('id')
      .execute()
    expect(entries.map(({ kind }) => kind.replace('report_schedule_', ''))).toEqual([
      'added',
      'changed',
      'changed',
      'removed',
      'restored',
    ])
    expect(entries[1]).toMatchObject({
      actor_id: world.adminId,
      subject_type: 'period',
      subject_id: world.periodId,
      changes: [
        {
          field: 'report_schedule',
          before: 'Age-out report: Mondays at 7:00\u00a0a.m.',
          after: 'Age-out report: The 1st of each month at 7:00\u00a0a.m.',
        },
      ],
    })
  })

  it.each([
    ['no weekday', { weekdays: [] }, 'weekdays'],
    ['no day of the month', { repeats: 'monthly' }, 'month_day'],
    ['no reader', { reader_ids: [] }, 'reader_ids'],
    ['an unknown reader', { reader_ids: [999_999] }, 'reader_ids'],
    ['an unknown report', { report: 'grades' }, 'report'],
    ['an hour that doesn’t exist', { hour: 24 }, 'hour'],
  ])('with %s is refused', async (_what, more, field) => {
    const { status, body: answer } = await world.admin.post(path(), body(more))
    expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
  })

  it('has only readers who can open reports', async () => {
    const gone = await buildUser(services.owner, {
      permission: 'shipmate_admin',
      disabled_at: '2026-11-01T00:00:00.000Z',
    })
    for (const id of [world.registrarId, gone])
      expect((await world.admin.post(path(), body({ reader_ids: [world.adminId, id] }))).status).toBe(422)
    const readers = (await world.admin.get(`/api/periods/${world.periodId}/report-readers`)).body.data
    const ids = readers.map(({ id }: { id: number }) => id)
    expect(ids).toContain(world.adminId)
    expect(ids).not.toContain(gone)
    expect(ids).not.toContain(world.registrarId)
  })
})

describe('a schedule whose recipients all lost access', () => {
  it('is turned off, but gets no one else without access', async () => {
    const gone = await buildUser(services.owner, { permission: 'shipmate_admin' })
    const { id } = await add({ reader_ids: [gone] })
    const other = await buildUser(services.owner, { permission: 'shipmate_admin' })
    await services.owner
      .updateTable('users')
      .set({ disabled_at: '2026-11-21T00:00:00.000Z' })
      .where('id', 'in', [gone, other])
      .execute()
    const put = (more: object) =>
      world.admin.put(`/api/report-schedules/${id}`, { ...body(), is_on: false, version: 1, ...more })
    expect((await put({ reader_ids: [gone, other] })).status).toBe(422)
    const { status, body: answer } = await put({ reader_ids: [gone] })
    expect([status, answer.data.is_on, answer.data.readers]).toMatchObject([
      200,
      false,
      [{ id: gone, has_access: false }],
    ])
  })
})

describe('a report that’s due', () => {
  it('is made once by two processes, and each reader gets one email without names or a file', async () => {
    await agingOut()
    await add()
    expect(await sweep()).toBe(0)
    await later(untilDue, async () => {
      const started = await Promise.all([
        startDueReports(services.services),
        startDueReports(services.services),
      ])
      expect(started.toSorted()).toEqual([0, 1])
      await Promise.all([services.runJobs(), services.runJobs()])
      expect(await sweep()).toBe(0)
      const [schedule] = await list()
      expect(schedule).toMatchObject({ next_run_at: '2026-11-30T12:00:00.000Z' })
      expect(schedule.made).toMatchObject([{ state: 'done', rows: 1, made_by: null }])
      const [made] = schedule.made
      expect(made.file_name).toContain('age-out 2026-11-23.xlsx')
      expect(made.expires_at).toBe('2026-12-23T12:00:00.000Z')
      const [email, ...others] = await emails()
      expect(others).toEqual([])
      expect(email).toMatchObject({
        kind: 'report_ready',
        school_id: null,
        student_id: null,
        state: 'queued',
      })
      expect(email?.subject).toContain('Age-out report')
      const link = `${services.services.settings.publicUrl}/schools/${world.schoolId}/period/${world.periodId}/reports/scheduled?report=${made.id}`
      expect(email?.body).toContain(link)
      for (const text of [email?.subject, email?.body, email?.html])
        expect(text).not.toMatch(/Zenobia|Quillfeather|Z-4711|attach/i)
      expect(await deliverDue(services.services)).toBe(1)
    })
  })

  it('is made although one before it can’t be started', async () => {
    const stuck = await add({ hour: 6 })
    const next = await add()
    await later(untilDue, async () => {
      const when = `new.schedule_id = ${stuck.id}`
      const end = await refuseWrites(services, { table: 'made_reports', write: 'insert', when })
      expect(await sweep()).toBe(1)
      await end()
      const isMade = async () =>
        Object.fromEntries((await list()).map(({ id, made }: { id: number; made: [] }) => [id, made.length]))
      expect(await isMade()).toEqual({ [stuck.id]: 0, [next.id]: 1 })
      expect(await sweep()).toBe(1)
      expect(await isMade()).toEqual({ [stuck.id]: 1, [next.id]: 1 })
    })
  })

  it('that was missed several times is made once', async () => {
    await add({ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] })
    await later(10 * 86_400, async () => {
      expect(await sweep()).toBe(1)
      expect(await sweep()).toBe(0)
      expect(await emails()).toHaveLength(1)
      expect(await list()).toMatchObject([{ next_run_at: '2026-12-01T12:00:00.000Z' }])
    })
  })

  it('whose job was interrupted is finished by the next process', async () => {
    await agingOut()
    await add()
    await later(untilDue, async () => {
      expect(await startDueReports(services.services)).toBe(1)
      expect((await list())[0].made).toMatchObject([{ state: 'queued', file_name: null }])
      expect(await sweep()).toBe(0)
      expect((await list())[0].made).toMatchObject([{ state: 'done' }])
      expect(await emails()).toHaveLength(1)
    })
  })

  it('that can’t be created is told to its recipients, unless one of them ran it', async () => {
    const { id } = await add({ report: 'status_over_time' })
    const allow = await refuseWrites(services, { table: 'made_report_chunks', write: 'insert' })
    await world.admin.post(`/api/report-schedules/${id}/run`)
    await services.runJobs()
    expect(await emails()).toEqual([])
    await later(untilDue, sweep)
    await allow()
    const [failed] = (await list())[0].made
    expect(failed).toMatchObject({ state: 'failed', message: expect.stringContaining('Run it again.') })
    expect(await emails()).toMatchObject([
      {
        kind: 'report_failed',
        subject: expect.stringMatching(/^Status over time for .+ couldn’t be created$/),
        body: expect.stringContaining(`reports/scheduled?report=${failed.id}`),
      },
    ])
  })

  it('isn’t made if it’s off or removed, or its policy year is removed', async () => {
    const off = await add()
    await world.admin.put(`/api/report-schedules/${off.id}`, { ...body(), is_on: false, version: 1 })
    const removed = await add()
    await world.admin.delete(`/api/report-schedules/${removed.id}`)
    expect(await later(untilDue, sweep)).toBe(0)
    await add()
    await services.owner
      .updateTable('periods')
      .set({ deleted_at: '2026-11-20T00:00:00.000Z' })
      .where('id', '=', world.periodId)
      .execute()
    expect(await later(untilDue, sweep)).toBe(0)
  })

  it('isn’t told to readers who lost access', async () => {
    const [gone, other] = [
      await buildUser(services.owner, { permission: 'shipmate_admin' }),
      await buildUser(services.owner, { permission: 'shipmate_admin' }),
    ]
    await add({ reader_ids: [world.adminId, gone, other] })
    const set = (id: number, values: object) =>
      services.owner.updateTable('users').set(values).where('id', '=', id).execute()
    await set(gone, { disabled_at: '2026-11-21T00:00:00.000Z' })
    await set(other, { permission: 'school_admin' })
    await later(untilDue, sweep)
    const admin = await services.owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', world.adminId)
      .executeTakeFirstOrThrow()
    expect((await emails()).map(({ to_address }) => to_address)).toEqual([admin.email])
    const [schedule] = await list()
    expect(schedule.readers.map((reader: { has_access: boolean }) => reader.has_access)).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('the file', () => {
  const made = async (more: object = {}): Promise<number> => {
    const { id } = await add(more)

    const run = await world.admin.post(`/api/report-schedules/${id}/run`, {})
    expect([run.status, run.body.data.state]).toEqual([202, 'queued'])
    const again = await world.admin.post(`/api/report-schedules/${id}/run`, {})
    expect([again.status, again.body.code]).toEqual([409, 'busy'])
    await services.runJobs()
    return run.body.data.id
  }

  it('is made on request without emails, encrypted, and every download is logged', async () => {
    await agingOut()
    const id = await made()
    expect(await emails()).toEqual([])
    const chunks = await services.owner
      .selectFrom('made_report_chunks')
      .select('cipher')
      .where('made_report_id', '=', id)
      .execute()
    expect(chunks).toHaveLength(1)
    // a workbook is a ZIP file; two bytes alone would be there by chance
    expect(chunks[0]?.cipher.includes(Buffer.from('PK\u0003\u0004'))).toBe(false)
    const { status, bytes } = await world.admin.get(`/api/made-reports/${id}`)
    expect(status).toBe(200)
    const [head, row, ...others] = await readSheet(Buffer.from(bytes))
    expect(head?.[0]).toBe('Student')
    expect(row?.[0]).toBe('Quillfeather, Zenobia')
    expect(others).toEqual([])
    expect(await log()).toMatchObject([
      { action: 'download', actor_id: world.adminId, detail: expect.stringContaining('1 rows') },
    ])
  })

  it('is a disclosure to each person who downloads it, not to recipients who don’t', async () => {
    const { student_id } = await agingOut()
    const reader = await buildUser(services.owner, { permission: 'shipmate_admin' })
    const silent = await buildUser(services.owner, { permission: 'shipmate_admin' })
    const disclosures = async () =>
      (await world.admin.get(`/api/students/${student_id}/disclosures`)).body.data.rows
    const id = await made({ reader_ids: [world.adminId, reader, silent] })
    expect(await disclosures()).toEqual([])
    await world.admin.get(`/api/made-reports/${id}`)
    const [first] = await disclosures()
    expect(first).toMatchObject({ kind: 'scheduled_report', actor: { id: world.adminId } })
    expect(first.recipient).toBe(first.actor.name)
    await (await clientOf(services, reader)).get(`/api/made-reports/${id}`)
    const actors = (await disclosures()).map(({ actor }: { actor: { id: number } }) => actor.id)
    expect(new Set(actors)).toEqual(new Set([reader, world.adminId]))
  })

  it.each(figureKeys)(
    'has the numbers of the figure %s, of every coverage type it’s about',
    async (figure) => {
      await agingOut()
      const report = await world.admin.get(`/api/made-reports/${await made({ report: figure })}`)
      const [head, ...rows] = await readSheet(Buffer.from(report.bytes))
      const { isByCoverage, head: about } = figures[figure]
      const first = isByCoverage ? ['Coverage type', about] : [about]
      expect(head?.slice(0, first.length)).toEqual(first)
      const total = (cells: readonly unknown[]) =>
        cells.reduce<number>((sum, cell) => sum + (typeof cell === 'number' ? cell : 0), 0)
      for (const coverage of isByCoverage ? coverages : (['medical'] as const)) {
        const { body: figured } = await world.admin.get(
          `/api/reports/figures?period_id=${world.periodId}&figure=${figure}&coverage=${coverage}`,
        )
        const shown = rows.filter(([first]) => !isByCoverage || first === coverageLabels[coverage])
        const numbers: { quantity: number }[] = figured.data.rows.flatMap(
          (row: { numbers: unknown }) => row.numbers,
        )
        expect(shown).toHaveLength(figured.data.rows.length)
        expect(total(shown.flat())).toBe(total(numbers.map(({ quantity }) => quantity)))
      }
      expect(report.headers['content-disposition']).toContain(
        figures[figure].title.toLowerCase().replaceAll(' ', '-'),
      )
    },
  )

  it('needs sign-in as a Shipmate Admin', async () => {
    const id = await made()
    expect((await world.registrar.get(`/api/made-reports/${id}`)).status).toBe(403)
    const reader = await buildUser(services.owner, { permission: 'shipmate_admin' })
    const client = await clientOf(services, reader)
    expect((await client.get(`/api/made-reports/${id}`)).status).toBe(200)
    await services.owner
      .updateTable('users')
      .set({ disabled_at: '2026-11-21T00:00:00.000Z' })
      .where('id', '=', reader)
      .execute()
    expect((await client.get(`/api/made-reports/${id}`)).status).toBe(401)
    expect(await log()).toHaveLength(1)
  })

  it('is deleted after 30 days', async () => {
    const id = await made()
    const chunks = () =>
      services.owner.selectFrom('made_report_chunks').selectAll().where('made_report_id', '=', id).execute()
    await deleteExpired(services.services)
    expect(await chunks()).toHaveLength(1)
    services.clock.advance(30 * 86_400)
    const client = await clientOf(services, world.adminId)
    expect((await client.get(`/api/made-reports/${id}`)).status).toBe(404)
    await deleteExpired(services.services)
    services.clock.advance(-30 * 86_400)
    expect(await chunks()).toEqual([])
    expect((await list())[0].made).toEqual([])
  })
})
