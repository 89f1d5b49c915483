import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { studentListColumns } from '#contract/student-periods/columns.ts'
import { tidyUp } from '../housekeeping.ts'
import { sealSsn } from '../lib/crypt.ts'
import { buildPeriod } from '../periods/factory.ts'
import { buildStudentPeriod } from '../student-periods/factory.ts'
import type { StudentValues } from '../students/factory.ts'
import { clientOf, type TestAnswer, type TestClient } from '../testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '../testing/school-world.ts'
import { confirmed, buildPerson } from '../testing/sign-in.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { buildUser } from '../users/factory.ts'

let house: TestHouse
let world: SchoolWorld
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  world = await buildSchoolWorld(house)
})

const build = async (student: Partial<StudentValues>, values: object = {}): Promise<number> =>
  (
    await buildStudentPeriod(house.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student,
      ...values,
    })
  ).id
const start = (ask: object, client: TestClient = world.registrar): Promise<TestAnswer> =>
  client.post('/api/exports', { columns: ['sid'], format: 'csv', ...ask })
/** Asks for a file, has it written, and gets it. */
const file = async (ask: object, client: TestClient = world.registrar): Promise<TestAnswer> => {
  const asked = await start(ask, client)
  expect([asked.status, asked.body.errors]).toEqual([202, undefined])
  await house.runJobs()
  return client.get(`/api/exports/${asked.body.data.export_id}/file`)
}
const csv = async (ask: object, client?: TestClient): Promise<string[][]> =>
  parse((await file(ask, client)).bytes, { bom: true })
const log = () =>
  house.owner
    .selectFrom('access_log')
    .select(['action', 'actor_id', 'subject_type', 'detail'])
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()

describe('a CSV file of the list', () => {
  it('has the columns asked for with their labels, in their order, and words for people', async () => {
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
      '\uFEFF"Student","Date of birth","Medical","Academic status","Admin fee","Medical paid in full",' +
        '"Graduation year","Phone","LOA start","Added"\r\n' +
        '"Núñez, José A","03/04/2001","Waiver – Unable to Process","Leave of absence","1234.50","Yes",' +
        '"2029","(463) 558-3453","","11/20/2026 10:05 AM"\r\n',
    )
  })

  it('holds what the list holds: the active ones, by name, or as they are sorted, searched and filtered', async () => {
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

  it('holds the records that ids name, inactive ones too, and leaves out what a selection leaves out', async () => {
    const one = await build({ sid: 'A', last_name: 'Alpha' })
    const two = await build({ sid: 'B', last_name: 'Beta' }, { status: 'inactive' })
    await build({ sid: 'C', last_name: 'Gamma' })
    expect(await csv({ ids: [two, one] })).toEqual([['Student ID'], ['A'], ['B']])
    const selection = { period_id: world.periodId, except_ids: [one] }
    expect(await csv({ selection })).toEqual([['Student ID'], ['C']])
  })

  it('holds nothing that a spreadsheet would run', async () => {
    await build({ sid: '=1+1' }, { comment: '@SUM(A1)', program: '-2', campus: 'say "hi", you' })
    const columns = ['sid', 'comment', 'program', 'campus']
    const answer = await file({ period_id: world.periodId, columns })
    expect(answer.text.split('\r\n')[1]).toBe(`"'=1+1","'@SUM(A1)","'-2","say ""hi"", you"`)
  })

  it('may be asked for with every column there is', async () => {
    await build({})
    const columns = Object.keys(studentListColumns)
    const [header, row] = await csv({ period_id: world.periodId, columns })
    expect([header?.length, row?.length]).toEqual([columns.length, columns.length])
    expect(header).not.toContain('SSN')
  })
})

describe('an Excel workbook of the list', () => {
  it('has days as days, numbers as numbers, text as text, and nothing to run', async () => {
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
      ['Student', 'Student ID', 'Date of birth', 'Admin fee', 'Graduation year', 'Dental', 'Added'],
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

  it('has all rows of a list that comes in several batches', async () => {
    await sql`
      with made as (
        insert into students (school_id, first_name, last_name, dob, sid)
        select ${world.schoolId}, 'N', 'Many ' || n, '2000-01-01', 'many-' || n from generate_series(1, 2500) n
        returning id, sort_name)
      insert into student_periods (school_id, period_id, student_id, sort_name)
      select ${world.schoolId}, ${world.periodId}, id, sort_name from made`.execute(house.owner)
    const answer = await file({ period_id: world.periodId, format: 'xlsx' })
    const rows = await readSheet(answer.bytes)
    expect(rows.slice(1).map(([sid]) => sid)).toEqual(
      Array.from({ length: 2500 }, (_, index) => `many-${index + 1}`),
    )
  })
})

describe('an export', () => {
  it('tells how far it is, under which name it is saved, and until when', async () => {
    await build({})
    const { export_id } = (await start({ period_id: world.periodId })).body.data
    const path = `/api/exports/${export_id}`
    const queued = (await world.registrar.get(path)).body.data
    expect(queued).toMatchObject({ state: 'queued', progress: { done: 0, total: 1 }, rows: null, size: null })
    expect((await world.registrar.get(`${path}/file`)).status).toBe(404)
    await house.runJobs()
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

  it('stands in the access log before it is begun, and so does each download', async () => {
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

  it('is kept encrypted, and gone after a day', async () => {
    await build({ last_name: 'Conspicuous' })
    const { export_id } = (await start({ period_id: world.periodId, columns: ['last_name'] })).body.data
    await house.runJobs()
    const chunks = () =>
      house.owner.selectFrom('export_file_chunks').selectAll().where('export_id', '=', export_id).execute()
    expect((await chunks()).map(({ cipher }) => cipher.includes('Conspicuous'))).toEqual([false])
    house.clock.advance(24 * 3600)
    const later = await clientOf(house, world.registrarId)
    for (const path of [`/api/exports/${export_id}`, `/api/exports/${export_id}/file`])
      expect((await later.get(path)).status).toBe(404)
    expect((await later.get(`/api/exports?period_id=${world.periodId}`)).body.data).toEqual([])
    await tidyUp(house.house)
    expect(await chunks()).toEqual([])
  })

  it('is its author’s and product admins’, not a colleague’s', async () => {
    const { export_id } = (await start({ period_id: world.periodId })).body.data
    await house.runJobs()
    const id = await buildUser(house.owner, { permission: 'school_admin', school_ids: [world.schoolId] })
    const colleague = await clientOf(house, id)
    for (const path of [`/api/exports/${export_id}`, `/api/exports/${export_id}/file`]) {
      expect((await colleague.get(path)).status).toBe(404)
      expect((await world.admin.get(path)).status).toBe(200)
    }
    expect((await world.admin.get(`/api/exports?period_id=${world.periodId}`)).body.data).toEqual([])
  })

  it('is not written for somebody who may no longer enter the school', async () => {
    await build({})
    const { export_id } = (await start({ period_id: world.periodId })).body.data
    await house.owner.deleteFrom('user_schools').where('user_id', '=', world.registrarId).execute()
    await house.runJobs()
    expect((await world.admin.get(`/api/exports/${export_id}`)).body.data).toMatchObject({
      state: 'failed',
      message: 'The records can no longer be read.',
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
  ])('is refused on the key that is wrong: %j', async (ask, key) => {
    const answer = await start(ask)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [key]])
  })

  it('is refused where an id is foreign, or ids are of two policy years', async () => {
    const own = await build({})
    const other = await buildSchoolWorld(house)
    const foreign = await buildStudentPeriod(house.owner, {
      school_id: other.schoolId,
      period_id: other.periodId,
    })
    expect((await start({ ids: [own, foreign.id] })).status).toBe(404)
    const next = await buildPeriod(house.owner, {
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

  it('are exported for a product admin with a reason and a confirmed password, and it is recorded', async () => {
    const { student_id: id } = await house.owner
      .selectFrom('student_periods')
      .select('student_id')
      .where('id', '=', await build({ last_name: 'With' }))
      .executeTakeFirstOrThrow()
    const sealed = sealSsn(house.house.keys, { id, school_id: world.schoolId }, '219099999')
    await house.owner.updateTable('students').set(sealed).where('id', '=', id).execute()
    await build({ last_name: 'Without' })
    expect((await start(ask(), world.admin)).status).toBe(423)
    const person = await buildPerson(house, { permission: 'shipmate_admin' })
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

  it('are not exported for a school admin, nor written once an author is none', async () => {
    const refused = await start(ask())
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ['include_ssn']])
    const person = await buildPerson(house, { permission: 'shipmate_admin' })
    await confirmed(person)
    const written = (await start(ask(), person.client)).body.data.export_id
    await house.runJobs()
    const { export_id } = (await start(ask(), person.client)).body.data
    await house.owner
      .insertInto('user_schools')
      .values({ user_id: person.id, school_id: world.schoolId })
      .execute()
    await house.owner
      .updateTable('users')
      .set({ permission: 'school_admin' })
      .where('id', '=', person.id)
      .execute()
    await house.runJobs()
    expect((await world.admin.get(`/api/exports/${export_id}`)).body.data.state).toBe('failed')
    expect((await person.client.get(`/api/exports/${written}/file`)).status).toBe(404)
    expect((await person.client.get(`/api/exports?period_id=${world.periodId}`)).body.data).toEqual([])
  })
})
