import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { studentListColumns } from '#contract/platform/record/columns.ts'
import { deleteExpired } from '#server/app/housekeeping.ts'
import { ssnColumns } from '#server/platform/lib/crypt.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { StudentValues } from '#server/records/students/factory.ts'
import { clientOf, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { confirmed, buildPerson } from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const build = async (student: Partial<StudentValues>, values: object = {}): Promise<number> =>
  (
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student,
      ...values,
    })
  ).id
const start = (ask: object, client: TestClient = world.registrar): Promise<TestAnswer> =>
  client.post('/api/exports', { columns: ['sid'], format: 'csv', ...ask })
/** Starts an export, runs its job and downloads the file. */
const file = async (ask: object, client: TestClient = world.registrar): Promise<TestAnswer> => {
  const asked = await start(ask, client)
  expect([asked.status, asked.body.errors]).toEqual([202, undefined])
  await services.runJobs()
  return client.get(`/api/exports/${asked.body.data.export_id}/file`)
}
const csv = async (ask: object, client?: TestClient): Promise<string[][]> =>
  parse((await file(ask, client)).bytes, { bom: true })
const log = () =>
  services.owner
    .selectFrom('access_log')
    .select(['action', 'actor_id', 'subject_type', 'detail'])
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()

describe('a CSV file of the list', () => {
  it('has the requested columns in order, with labels and readable values', async () => {
    await build(
      {
        first_name: 'José',
        last_name: 'Núñez',
        middle_initial: 'A',
        dob: '2001-03-04',
        phone: '+14635583453',
      },
      {
        medical_status: 'waiver_utp',
        academic_status: 'leave_of_absence',
        admin_fee: '1234.50',
        medical_enroll_paid_in_full: true,
        graduation_year: 2029,
        created_at: '2026-11-20T15:05:00Z',
      },
    )
    const columns = [
      'student_name',
      'dob',
      'medical_status',
      'academic_status',
      'admin_fee',
      'medical_enroll_paid_in_full',
      'graduation_year',
      'phone',
      'loa_start_on',
      'created_at',
    ]
    const answer = await file({ period_id: world.periodId, columns })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.text).toBe(
      '\uFEFF"Student","Date of birth","Medical","Academic status","Admin fee","Medical premium paid in full",' +
        '"Class year","Phone","LOA start date","Added"\r\n' +
        '"Núñez, José A","03/04/2001","Waiver – Unable to Process","Leave of absence","1234.50","Yes",' +
        '"2029","(463) 558-3453","","11/20/2026 10:05 AM"\r\n',
    )
  })

  it('has the same rows as the list: active, in its order, searched and filtered', async () => {
    await build({ sid: 'B', last_name: 'Beta' }, { program: 'Nursing' })
    await build({ sid: 'A', last_name: 'Alpha' }, { program: 'Nursing' })
    await build({ sid: 'C', last_name: 'Gamma' }, { program: 'Aviation' })
    await build({ sid: 'D', last_name: 'Delta' }, { status: 'inactive' })
    const column = async (ask: object) => (await csv(ask)).slice(1).flat()
    const { periodId: period_id } = world
    expect(await column({ period_id })).toEqual(['A', 'B', 'C'])
    expect(await column({ period_id, sort: '-student_name' })).toEqual(['C', 'B', 'A'])
    expect(await column({ selection: { period_id, search: 'gam' } })).toEqual(['C'])
    const where = {
      operator: 'or',
      rules: [
        { field: 'sid', match_mode: 'equals', value: 'a' },
        { field: 'program', match_mode: 'equals', value: 'Aviation' },
      ],
    }
    expect(await column({ selection: { period_id, where } })).toEqual(['A', 'C'])
    const filters = { program: { constraints: [{ match_mode: 'equals', value: 'Nursing' }] } }
    expect(await column({ selection: { period_id, filters } })).toEqual(['A', 'B'])
  })

  it('has the records with the requested IDs, inactive ones too, and skips excluded ones', async () => {
    const one = await build({ sid: 'A', last_name: 'Alpha' })
    const two = await build({ sid: 'B', last_name: 'Beta' }, { status: 'inactive' })
    await build({ sid: 'C', last_name: 'Gamma' })
    expect(await csv({ ids: [two, one] })).toEqual([['Student ID'], ['A'], ['B']])
    const selection = { period_id: world.periodId, except_ids: [one] }
    expect(await csv({ selection })).toEqual([['Student ID'], ['C']])
  })

  it('has no cell that a spreadsheet would run', async () => {
    await build({ sid: '=1+1' }, { comment: '@SUM(A1)', program: '-2', campus: 'say "hi", you' })
    const columns = ['sid', 'comment', 'program', 'campus']
    const answer = await file({ period_id: world.periodId, columns })
    expect(answer.text.split('\r\n')[1]).toBe(`"'=1+1","'@SUM(A1)","'-2","say ""hi"", you"`)
  })

  it('can have every column', async () => {
    await build({})
    const columns = Object.keys(studentListColumns)
    const [header, row] = await csv({ period_id: world.periodId, columns })
    expect([header?.length, row?.length]).toEqual([columns.length, columns.length])
    expect(header).not.toContain('SSN')
  })
})

describe('an Excel workbook of the list', () => {
  it('has typed dates, numbers and text, and no formulas', async () => {
    await build(
      { sid: '00123', first_name: '<&"', last_name: '=Evil', dob: '2001-03-04' },
      {
        admin_fee: '1234.50',
        graduation_year: 2029,
        dental_status: 'waived',
        created_at: '2026-11-20T15:05:00Z',
      },
    )
    const columns = [
      'student_name',
      'sid',
      'dob',
      'admin_fee',
      'graduation_year',
      'dental_status',
      'created_at',
    ]
    const answer = await file({ period_id: world.periodId, columns, format: 'xlsx' })
    expect(answer.headers['content-type']).toContain('spreadsheetml.sheet')
    expect(await readSheet(answer.bytes)).toEqual([
      ['Student', 'Student ID', 'Date of birth', 'Admin fee', 'Class year', 'Dental', 'Added'],
      [
        expect.stringMatching(/^'=Evil, <&"/),
        '00123',
        new Date('2001-03-04T00:00:00Z'),
        1234.5,
        2029,
        'Waived',
        new Date('2026-11-20T10:05:00Z'),
      ],
    ])
  })

  it('has all rows of a list with several batches', async () => {
    await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many ' || n, '2000-01-01', 'many-' || n from generate_series(1, 2500) n
        returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name)
      select ${world.schoolId}, ${world.periodId}, id, sort_name from made`.execute(services.owner)
    const answer = await file({ period_id: world.periodId, format: 'xlsx' })
    const rows = await readSheet(answer.bytes)
    expect(rows.slice(1).map(([sid]) => sid)).toEqual(
      Array.from({ length: 2500 }, (_, index) => `many-${index + 1}`),
    )
  })
})

describe('an export', () => {
  it('returns its progress, file name and expiry', async () => {
    await build({})
    const { export_id } = (await start({ period_id: world.periodId })).body.data
    const path = `/api/exports/${export_id}`
    const queued = (await world.registrar.get(path)).body.data
    expect(queued).toMatchObject({ state: 'queued', progress: { done: 0, total: 1 }, rows: null, size: null })
    expect((await world.registrar.get(`${path}/file`)).status).toBe(404)
    await services.runJobs()
    const done = (await world.registrar.get(path)).body.data
    const { bytes, headers } = await world.registrar.get(`${path}/file`)
    expect(done).toMatchObject({
      state: 'done',
      rows: 1,
      size: bytes.length,
      includes_ssn: false,
      expires_at: '2026-11-21T15:00:00.000Z',
    })
    expect(done.file_name).toMatch(/ students 2026-11-20\.csv$/)
    const [, named = ''] = String(headers['content-disposition']).split("filename*=UTF-8''")
    expect(decodeURIComponent(named)).toBe(done.file_name)
    const listed = await world.registrar.get(`/api/exports?period_id=${world.periodId}`)
    expect(listed.body.data).toEqual([done])
  })

  it('is logged before it starts, and so is every download', async () => {
    await build({})
    await file({ period_id: world.periodId, columns: ['sid', 'dob'] })
    expect(await log()).toEqual([
      {
        action: 'export',
        actor_id: world.registrarId,
        subject_type: 'export',
        detail: 'csv, 1 rows: sid, dob',
      },
      {
        action: 'download',
        actor_id: world.registrarId,
        subject_type: 'export',
        detail: expect.stringMatching(/\.csv$/),
      },
    ])
  })

  it('is stored encrypted and deleted after a day', async () => {
    await build({ last_name: 'Conspicuous' })
    const { export_id } = (await start({ period_id: world.periodId, columns: ['last_name'] })).body.data
    await services.runJobs()
    const chunks = () =>
      services.owner.selectFrom('export_file_chunks').selectAll().where('export_id', '=', export_id).execute()
    expect((await chunks()).map(({ cipher }) => cipher.includes('Conspicuous'))).toEqual([false])
    services.clock.advance(24 * 3600)
    const later = await clientOf(services, world.registrarId)
    for (const path of [`/api/exports/${export_id}`, `/api/exports/${export_id}/file`])
      expect((await later.get(path)).status).toBe(404)
    expect((await later.get(`/api/exports?period_id=${world.periodId}`)).body.data).toEqual([])
    await deleteExpired(services.services)
    expect(await chunks()).toEqual([])
  })

  it('is available to its author and product admins only', async () => {
    const { export_id } = (await start({ period_id: world.periodId })).body.data
    await services.runJobs()
    const id = await buildUser(services.owner, { permission: 'school_admin', school_ids: [world.schoolId] })
    const colleague = await clientOf(services, id)
    for (const path of [`/api/exports/${export_id}`, `/api/exports/${export_id}/file`]) {
      expect((await colleague.get(path)).status).toBe(404)
      expect((await world.admin.get(path)).status).toBe(200)
    }
    expect((await world.admin.get(`/api/exports?period_id=${world.periodId}`)).body.data).toEqual([])
  })

  it('isn’t written if the author has lost access to the school', async () => {
    await build({})
    const { export_id } = (await start({ period_id: world.periodId })).body.data
    await services.owner.deleteFrom('user_schools').where('user_id', '=', world.registrarId).execute()
    await services.runJobs()
    expect((await world.admin.get(`/api/exports/${export_id}`)).body.data).toMatchObject({
      state: 'failed',
      message: 'You no longer have access to these records.',
      size: null,
    })
  })

  it.each([
    [{}, 'period_id'],
    [{ period_id: 1, ids: [1] }, 'period_id'],
    [{ period_id: 999_999_999 }, 'period_id'],
    [{ selection: { period_id: 999_999_999 } }, 'selection.period_id'],
    [{ period_id: 1, columns: [] }, 'columns'],
    [{ period_id: 1, columns: ['ssn'] }, 'columns.0'],
    [{ period_id: 1, columns: ['sid', 'sid'] }, 'columns'],
    [{ period_id: 1, sort: 'ssn' }, 'sort'],
    [{ period_id: 1, format: 'pdf' }, 'format'],
    [{ period_id: 1, include_ssn: true }, 'reason'],
  ])('is refused with the invalid field: %j', async (ask, key) => {
    const answer = await start(ask)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [key]])
  })

  it('is refused for foreign IDs and for IDs of 2 policy years', async () => {
    const own = await build({})
    const other = await buildSchoolWorld(services)
    const foreign = await buildStudentPeriod(services.owner, {
      school_id: other.schoolId,
      period_id: other.periodId,
    })
    expect((await start({ ids: [own, foreign.id] })).status).toBe(404)
    const next = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      starts_on: '2027-08-01',
      ends_on: '2028-07-31',
    })
    const answer = await start({ ids: [own, await build({}, { period_id: next })] })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['ids']])
  })
})

describe('SSNs', () => {
  const ask = () => ({
    period_id: world.periodId,
    columns: ['last_name'],
    include_ssn: true,
    reason: 'carrier file',
  })

  it('are exported for a product admin with a reason and a confirmed password, and the access is logged', async () => {
    const { student_id: id } = await services.owner
      .selectFrom('student_periods')
      .select('student_id')
      .where('id', '=', await build({ last_name: 'With' }))
      .executeTakeFirstOrThrow()
    const sealed = ssnColumns(services.services.keys, { id, school_id: world.schoolId }, '219099999')
    await services.owner.updateTable('students').set(sealed).where('id', '=', id).execute()
    await build({ last_name: 'Without' })
    expect((await start(ask(), world.admin)).status).toBe(423)
    const person = await buildPerson(services, { permission: 'shipmate_admin' })
    await confirmed(person)
    expect(await csv(ask(), person.client)).toEqual([
      ['Last name', 'SSN'],
      ['With', '219-09-9999'],
      ['Without', ''],
    ])
    expect((await log()).map(({ action, detail }) => [action, detail])).toEqual([
      ['export', 'SSNs (carrier file); csv, 2 rows: last_name'],
      ['download', expect.stringMatching(/, with SSNs$/)],
    ])
  })

  it('leave only with a confirmed password, for the admin who gave the reason', async () => {
    await build({ last_name: 'With' })
    const person = await buildPerson(services, { permission: 'shipmate_admin' })
    await confirmed(person)
    const file = `/api/exports/${(await start(ask(), person.client)).body.data.export_id}/file`
    await services.runJobs()
    const later = await clientOf(services, person.id)
    expect((await later.get(file)).status).toBe(423)
    const other = await buildPerson(services, { permission: 'shipmate_admin' })
    expect((await (await confirmed(other)).get(file)).status).toBe(404)
    expect((await log()).map(({ action }) => action)).toEqual(['export'])
    expect((await person.client.get(file)).status).toBe(200)
  })

  it('aren’t exported for a school admin, or if the author is no longer an admin', async () => {
    const refused = await start(ask())
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ['include_ssn']])
    const person = await buildPerson(services, { permission: 'shipmate_admin' })
    await confirmed(person)
    const written = (await start(ask(), person.client)).body.data.export_id
    await services.runJobs()
    const { export_id } = (await start(ask(), person.client)).body.data
    await services.owner
      .insertInto('user_schools')
      .values({ user_id: person.id, school_id: world.schoolId })
      .execute()
    await services.owner
      .updateTable('users')
      .set({ permission: 'school_admin' })
      .where('id', '=', person.id)
      .execute()
    await services.runJobs()
    expect((await world.admin.get(`/api/exports/${export_id}`)).body.data.state).toBe('failed')
    expect((await person.client.get(`/api/exports/${written}/file`)).status).toBe(404)
    expect((await person.client.get(`/api/exports?period_id=${world.periodId}`)).body.data).toEqual([])
  })
})
