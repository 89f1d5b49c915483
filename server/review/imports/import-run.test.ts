import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyPlan } from './commands/apply-plan.ts'
import { planImport } from './commands/run-import.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { clientOf } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildRoster, rosterText } from './factory.ts'

let services: TestServices
let world: SchoolWorld
let imports: Importing
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  imports = importing(services, world)
})

const roster = (rows: number, from = 1): string => rosterText(buildRoster(rows, from))
const required = 'Student ID,Last Name,First Name,Date of Birth'
const broken = (text: string): string => text.replace(/\d\d\/\d\d\/\d{4}/, 'never')
const students = () =>
  services.owner
    .selectFrom('students')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const apply = (id: number, body?: object, client = world.registrar) =>
  client.post(`/api/imports/${id}/apply`, body)

describe('a dry run', () => {
  it('saves nothing, shows every row, and is applied as shown', async () => {
    await imports.run(roster(2))
    const text = rosterText(buildRoster(4).map((row) => ({ ...row, City: 'Salem' })))
    const shown = await imports.run(text, { dry_run: 'true' })
    expect(shown).toMatchObject({
      state: 'done',
      dry_run: true,
      applied: false,
      may_apply: true,
      change_id: null,
    })
    expect(shown.counts).toEqual({ added: 2, changed: 2, unchanged: 0, refused: 0 })
    expect(shown.progress).toEqual({ done: 4, total: 4 })
    expect(await students()).toHaveLength(2)
    const answer = await apply(shown.id)
    expect(answer).toMatchObject({ status: 202, body: { data: { import_id: shown.id } } })
    await services.runJobs()
    const written = await imports.read(shown.id)
    expect(written).toMatchObject({ state: 'done', applied: true, may_apply: false, counts: shown.counts })
    expect((await students()).map(({ city }) => city)).toEqual(['Salem', 'Salem', 'Salem', 'Salem'])
    expect(await apply(shown.id)).toMatchObject({
      status: 409,
      body: { code: 'stale', message: 'This file was already imported.' },
    })
  })

  it('expires after an hour', async () => {
    const shown = await imports.run(roster(1), { dry_run: 'true' })
    services.clock.advance(3601)
    // after so long without a heartbeat, the session has expired too
    const later = await clientOf(services, world.registrarId)
    expect((await later.get(`/api/imports/${shown.id}`)).body.data).toMatchObject({ may_apply: false })
    const answer = await apply(shown.id, {}, later)
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale', data: { id: shown.id } } })
    services.clock.advance(-3601)
  })

  it.each<[string, (studentId: number) => Promise<unknown>]>([
    [
      'a matched student was changed',
      (id) => services.owner.updateTable('students').set({ version: 2 }).where('id', '=', id).execute(),
    ],
    [
      'a matched enrollment was changed',
      (id) =>
        services.owner
          .updateTable('student_periods')
          .set({ version: 2 })
          .where('student_id', '=', id)
          .execute(),
    ],
    [
      'a matched enrollment was removed',
      (id) =>
        services.owner
          .updateTable('student_periods')
          .set({ deleted_at: '2026-11-20' })
          .where('student_id', '=', id)
          .execute(),
    ],
    [
      'the period was changed',
      () =>
        services.owner.updateTable('periods').set({ version: 2 }).where('id', '=', world.periodId).execute(),
    ],
    [
      'a new student was added',
      () =>
        services.owner
          .insertInto('students')
          .values({
            school_id: world.schoolId,
            sid: 'T100002',
            first_name: 'A',
            last_name: 'B',
            dob: '2000-01-01',
          })
          .execute(),
    ],
  ])('is outdated when %s', async (_why, meanwhile) => {
    await imports.run(roster(1))
    const [student] = await students()
    const shown = await imports.run(roster(2).replace('Pharmacy', 'Medicine'), { dry_run: 'true' })
    await meanwhile(student?.id ?? 0)
    const before = await students()
    expect(await apply(shown.id)).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await students()).toEqual(before)
  })

  it('with rejected rows imports the others only if the user accepts that', async () => {
    const shown = await imports.run(broken(roster(3)), { dry_run: 'true' })
    expect(shown).toMatchObject({ state: 'done', may_apply: true, counts: { added: 2, refused: 1 } })
    expect((await apply(shown.id)).status).toBe(202)
    await services.runJobs()
    expect(await imports.read(shown.id)).toMatchObject({ state: 'refused', applied: false, may_apply: true })
    expect(await students()).toEqual([])
    expect((await apply(shown.id, { accept_valid_rows: true })).status).toBe(202)
    await services.runJobs()
    expect(await imports.read(shown.id)).toMatchObject({ state: 'done', applied: true, message: null })
    expect(await students()).toHaveLength(2)
  })

  it('that turns out to be outdated while it’s applied changes nothing', async () => {
    await imports.run(roster(3))
    const shown = await imports.run(rosterText(buildRoster(3).map((row) => ({ ...row, City: 'Salem' }))), {
      dry_run: 'true',
    })
    expect((await apply(shown.id)).status).toBe(202)
    await services.owner
      .updateTable('students')
      .set({ version: 9 })
      .where('school_id', '=', world.schoolId)
      .where('sid', '=', 'T100003')
      .execute()
    const before = await students()
    await services.runJobs()
    expect(await imports.read(shown.id)).toMatchObject({ state: 'failed', applied: false, may_apply: false })
    expect(await students()).toEqual(before)
  })
})

describe('imports one at a time', () => {
  it('a second import into the same period is refused; into another it’s accepted', async () => {
    expect((await imports.post(roster(1))).status).toBe(202)
    expect(await imports.post(roster(1))).toMatchObject({ status: 409, body: { code: 'busy' } })
    const other = await buildPeriod(services.owner, { school_id: world.schoolId, name: 'Other' })
    expect((await imports.post(roster(1, 50), { period_id: String(other) })).status).toBe(202)
    await services.runJobs()
    expect((await imports.post(roster(1))).status).toBe(202)
    await services.runJobs()
  })

  it('two imports into different periods with the same new students both finish', async () => {
    const other = await buildPeriod(services.owner, { school_id: world.schoolId, name: 'Beside' })
    const file = roster(1500)
    const ids = [
      (await imports.post(file)).body.data.import_id,
      (await imports.post(file, { period_id: String(other) })).body.data.import_id,
    ]
    await Promise.all(ids.map((id) => planImport(services.services, id)))
    for (const id of ids)
      expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: 1500, refused: 0 } })
    expect(await students()).toHaveLength(1500)
    await services.runJobs()
  })

  it('an import without a heartbeat for an hour is abandoned', async () => {
    const { body } = await imports.post(roster(1))
    await services.owner
      .updateTable('imports')
      .set({ updated_at: '2026-11-20T13:00:00Z' })
      .where('id', '=', body.data.import_id)
      .execute()
    expect((await imports.post(roster(1))).status).toBe(202)
    expect(await imports.read(body.data.import_id)).toMatchObject({ state: 'failed' })
    await services.runJobs()
    expect(await imports.read(body.data.import_id)).toMatchObject({ state: 'failed' })
  })
})

describe('an interrupted import', () => {
  it('starts over and ends the same', async () => {
    const { body } = await imports.post(roster(1500))
    const id: number = body.data.import_id
    // the state after a killed process: running, with some rows planned
    await services.owner
      .updateTable('imports')
      .set({ state: 'running', added: 700, done: 350 })
      .where('id', '=', id)
      .execute()
    await services.owner
      .insertInto('import_rows')
      .values({ import_id: id, school_id: world.schoolId, row_number: 2, outcome: 'added', sid: 'T100001' })
      .execute()
    await services.runJobs()
    expect(await imports.read(id)).toMatchObject({ state: 'done', counts: { added: 1500, refused: 0 } })
    expect(await students()).toHaveLength(1500)
  })

  it('that runs twice does nothing the second time', async () => {
    const run = await imports.run(roster(3))
    const before = await services.owner.selectFrom('history').selectAll().execute()
    await planImport(services.services, run.id)
    await applyPlan(services.services, { id: run.id, attempt: 1 }, world.registrarId)
    expect(await imports.read(run.id)).toEqual(run)
    expect(await services.owner.selectFrom('history').selectAll().execute()).toEqual(before)
  })

  it('of a user who lost access to the school saves nothing', async () => {
    const { body } = await imports.post(roster(3))
    await services.owner.deleteFrom('user_schools').where('user_id', '=', world.registrarId).execute()
    await services.runJobs()
    expect((await world.admin.get(`/api/imports/${body.data.import_id}`)).body.data).toMatchObject({
      state: 'failed',
      message: 'You can no longer import into this policy year.',
    })
    expect(await students()).toEqual([])
  })
})

describe('the stored file', () => {
  it('can’t be changed unnoticed, and its chunks can’t be swapped', async () => {
    const { body } = await imports.post(roster(3000))
    const id: number = body.data.import_id
    await sql`update import_file_chunks set position = 9 - position where import_id = ${id}`.execute(
      services.owner,
    )
    await sql`update import_file_chunks set position = position - 8 where import_id = ${id}`.execute(
      services.owner,
    )
    expect(
      await sql`select from import_file_chunks where import_id = ${id}`.execute(services.owner),
    ).toMatchObject({ rows: [{}, {}] })
    await services.runJobs()
    expect(await imports.read(id)).toMatchObject({
      state: 'failed',
      message: 'Something went wrong. Nothing was imported. Start the import again.',
    })
    expect(await students()).toEqual([])
  })
})

describe('an unusable file', () => {
  it.each<[string, Buffer | string, Record<string, string>, string, string]>([
    ['no bytes', '', {}, 'file', 'The file is empty.'],
    ['a damaged workbook', Buffer.from('PK\u0003\u0004xxxxxxxx'), {}, 'file', 'This workbook is damaged.'],
    ['prose', 'Hello\nworld\n', {}, 'file', 'only one column'],
    ['no header', 'R1,Smith,Ann\nR2,Jones,Bo\n', {}, 'file', 'No column names were recognized'],
    [
      'a missing column',
      'Student ID,Phone\n1,2\n',
      {},
      'file',
      'missing columns for Last name and First name',
    ],
    ['a duplicate column', `${required},Phone,phone\n1,a,b,c,d,e\n`, {}, 'file', 'two columns named'],
    [
      'two columns for a field',
      `${required},A,B\n1,a,b,c,d,e\n`,
      { mapping: '{"A":"uid","B":"uid"}' },
      'mapping',
      'Two columns',
    ],
    [
      'a status',
      `${required},A\n1,a,b,c,d\n`,
      { mapping: '{"A":"medical_status"}' },
      'mapping',
      'can’t import the field',
    ],
    ['a malformed mapping', `${required}\n1,a,b,c\n`, { mapping: '{' }, 'mapping', 'invalid'],
    ['an unknown period', `${required}\n1,a,b,c\n`, { period_id: '999999' }, 'period_id', 'invalid'],
    ['an unknown key', `${required}\n1,a,b,c\n`, { colour: 'red' }, 'colour', 'not known'],
  ])('%s is refused at once', async (_name, bytes, fields, key, sentence) => {
    const answer = await imports.post(bytes, fields)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[key]?.[0]).toContain(sentence)
    expect((await world.registrar.get(`/api/imports?period_id=${world.periodId}`)).body.data).toEqual([])
  })

  it('with a cell that’s too long is refused for its size, not for a quotation mark', async () => {
    const long = `T9,${'a'.repeat(5 * 1024 * 1024)},Ann\r\n`
    const { message, state } = await imports.run(`${roster(2)}${long}`)
    expect([state, message]).toEqual([
      'refused',
      'The file can’t be read. Row 4 is larger than 1 MB. A cell is too long or a closing quotation mark is missing.',
    ])
  })

  it('that only fails while it’s read is reported in the import', async () => {
    const rows = roster(3000)
    const open = await imports.run(`${rows}T9,"Smith,Ann,\r\n`)
    expect(open).toMatchObject({ state: 'refused', may_apply: false, applied: false })
    expect(open.counts).toEqual({ added: 0, changed: 0, unchanged: 0, refused: 0 })
    expect(await imports.rows(open.id, 'added')).toEqual([])
    expect(open.message).toBe(
      'The file can’t be read. Row 3002 has an opening quotation mark but no closing one.',
    )
    expect(await students()).toEqual([])
  })

  it.each([
    ['\n', 200_001],
    ['\r', 200_001],
  ])('with more than 200,000 students is refused before it’s planned (line end %j)', async (end, rows) => {
    const lines = Array.from({ length: rows }, (_, n) => `${n},A,B,x`)
    const run = await imports.run([required, ...lines, ''].join(end))
    expect(run).toMatchObject({
      state: 'refused',
      counts: { added: 0, refused: 0 },
      message:
        'The file has 200,001 students. You can import up to 200,000 at a time. Split the file and import each part.',
    })
    expect(await imports.rows(run.id, 'refused')).toEqual([])
  })

  it('over 20 MB is refused', async () => {
    const answer = await imports.post(Buffer.alloc(20 * 1024 * 1024 + 1, 'a,b\n'))
    expect(answer.status).toBe(413)
  })
})

describe('columns', () => {
  const file = `${required},Code,Notes\nR1,Smith,Ann,1/2/2000,asmith,x\nR2,Jones,Bo,1/3/2000,bjones,y\n`

  it('are suggested with the first rows, and nothing is saved', async () => {
    const answer = await world.registrar.upload(
      '/api/imports/read-headers',
      { period_id: String(world.periodId) },
      { name: 'r.csv', bytes: file },
    )
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      headers: ['Student ID', 'Last Name', 'First Name', 'Date of Birth', 'Code', 'Notes'],
      mapping: {
        'Student ID': 'sid',
        'Last Name': 'last_name',
        'First Name': 'first_name',
        'Date of Birth': 'dob',
        Code: null,
        Notes: null,
      },
      sample: [
        ['R1', 'Smith', 'Ann', '1/2/2000', 'asmith', 'x'],
        ['R2', 'Jones', 'Bo', '1/3/2000', 'bjones', 'y'],
      ],
      reading: {
        encoding: 'utf-8',
        delimiter: ',',
        header_row: 1,
        footer_rows: [],
        skipped: [],
        date_order: null,
        unclear_dates: [{ row: 2, column: 'Date of Birth', value: '1/2/2000' }],
        address_group: null,
        address_groups: [],
        sheet: null,
        sheets: [],
        spoiled: [],
        spoiled_count: 0,
      },
    })
    expect((await world.registrar.get(`/api/imports?period_id=${world.periodId}`)).body.data).toEqual([])
  })

  it('are remembered for the school as staff matched them, until they match them differently', async () => {
    const propose = async () =>
      (
        await world.admin.upload(
          '/api/imports/read-headers',
          { period_id: String(world.periodId) },
          { name: 'r.csv', bytes: file },
        )
      ).body.data.mapping
    await imports.run(file, { mapping: '{"Code":"uid","Notes":null}' })
    expect((await students()).map(({ uid }) => uid)).toEqual(['asmith', 'bjones'])
    expect(await propose()).toMatchObject({ Code: 'uid', Notes: null, 'Student ID': 'sid' })
    await imports.run(file, { mapping: '{"Code":null}' })
    expect(await propose()).toMatchObject({ Code: null })
    const other = await buildSchoolWorld(services)
    const elsewhere = await other.registrar.upload(
      '/api/imports/read-headers',
      { period_id: String(other.periodId) },
      { name: 'r.csv', bytes: file },
    )
    expect(elsewhere.body.data.mapping).toMatchObject({ Code: null })
  })
})

describe('hostile text', () => {
  it('in column and file names does no harm', async () => {
    const text = `${required},__proto__,constructor,toString\nR1,Smith,Ann,1/2/2000,a,b,c\n`
    const run = await imports.run(text, { mapping: '{"__proto__":null,"constructor":"uid"}' })
    expect(run).toMatchObject({ state: 'done', counts: { added: 1, refused: 0 } })
    expect(await students()).toMatchObject([{ sid: 'R1', uid: 'b' }])
    expect((await imports.post(`${required},a\0b\nR1,Smith,Ann,1/2/2000,x\n`)).status).toBe(422)
    const named = await world.registrar.upload(
      '/api/import/students-from-csv',
      { period_id: String(world.periodId) },
      { name: 'a\u0001\u202e"gpj.csv', bytes: text },
    )
    expect([202, 400, 422]).toContain(named.status)
    await services.runJobs()
  })

  it('in cells stays text: a formula, a tag, a quotation mark', async () => {
    const cells = ['=1+1', "'; drop table students; --", '<script>alert(1)</script>', '\u202eevil', '💥']
    const rows = cells.map((cell, index) => `R${index},"${cell}",Ann,1/2/2000`)
    await imports.run(`${required}\n${rows.join('\n')}\n`)
    expect((await students()).map(({ last_name }) => last_name)).toEqual(cells)
  })
})

describe('access', () => {
  it('to an import is for its school and product admins; others get 404', async () => {
    const run = await imports.run(broken(roster(2)))
    const other = await buildSchoolWorld(services)
    for (const path of ['', '/rows?outcome=refused', '/refused-rows'])
      expect([path, (await other.registrar.get(`/api/imports/${run.id}${path}`)).status]).toEqual([path, 404])
    expect((await apply(run.id, {}, other.registrar)).status).toBe(404)
    expect((await other.registrar.get(`/api/imports?period_id=${world.periodId}`)).status).toBe(422)
    expect((await imports.post(roster(1), {}, other.registrar)).status).toBe(422)
    expect((await world.admin.get(`/api/imports/${run.id}`)).status).toBe(200)
    expect((await world.admin.get('/api/imports/999999')).status).toBe(404)
  })

  it('to the latest imports of a period is a list without their errors', async () => {
    await imports.run(roster(1))
    const second = await imports.run(broken(roster(2)))
    const { data } = (await world.registrar.get(`/api/imports?period_id=${world.periodId}`)).body
    expect(data.map((run: { id: number }) => run.id)).toEqual([second.id, second.id - 1])
    expect(data[0]).toMatchObject({ state: 'refused', errors: [] })
  })

  it('to the rows of an outcome is paged', async () => {
    const run = await imports.run(roster(5), { dry_run: 'true' })
    const answer = await world.registrar.get(`/api/imports/${run.id}/rows?outcome=added&per_page=2&page=2`)
    expect(answer.body.meta).toMatchObject({ total: 5, current_page: 2, last_page: 3, from: 3, to: 4 })
    expect(answer.body.data.map((row: { row: number }) => row.row)).toEqual([4, 5])
    expect((await world.registrar.get(`/api/imports/${run.id}/rows?outcome=lost`)).status).toBe(422)
  })
})
