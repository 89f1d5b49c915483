import { delimiters, type Encoding } from '#contract/platform/text-files.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeAs } from '#server/testing/encode-as.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
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

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name))
const roster = (rows: number, from = 1): string => rosterText(buildRoster(rows, from))
const minimal = (...records: string[]): string =>
  ['Student ID,Last Name,First Name,Date of Birth', ...records].map((record) => `${record}\r\n`).join('')

const students = () =>
  services.owner
    .selectFrom('students')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const enrollments = () =>
  services.owner
    .selectFrom('student_periods')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const historyOf = (changeId: number) =>
  services.owner.selectFrom('history').selectAll().where('change_id', '=', changeId).orderBy('id').execute()

describe('a roster without errors', () => {
  it('adds every student, with history in one change; importing it again changes nothing', async () => {
    const first = await imports.run(roster(1200))
    expect(first).toMatchObject({
      state: 'done',
      applied: true,
      may_apply: false,
      counts: { added: 1200, changed: 0, unchanged: 0, refused: 0 },
      progress: { done: 1200, total: 1200 },
      errors: [],
      message: null,
      file_name: 'roster.csv',
    })
    expect(await students()).toHaveLength(1200)
    const [one] = await enrollments()
    expect(one).toMatchObject({
      medical_status: 'not_started',
      dental_status: 'not_started',
      vision_status: 'not_started',
      status: 'active',
      version: 1,
    })
    const entries = await historyOf(first.change_id)
    const kinds = Map.groupBy(entries, (entry) => entry.kind)
    expect([...kinds].map(([kind, found]) => [kind, found.length])).toEqual([
      ['student_created', 1200],
      ['student_period_created', 1200],
      ['import_applied', 1],
    ])
    expect(entries[0]).toMatchObject({
      cause: 'import',
      actor_id: world.registrarId,
      school_id: world.schoolId,
    })
    const before = await services.owner.selectFrom('changes').select('id').execute()
    const again = await imports.run(roster(1200))
    expect(again).toMatchObject({
      state: 'done',
      counts: { added: 0, changed: 0, unchanged: 1200, refused: 0 },
    })
    expect(again.change_id).toBeNull()
    expect(await services.owner.selectFrom('changes').select('id').execute()).toEqual(before)
    expect((await students()).every(({ version }) => version === 1)).toBe(true)
  })

  it('sets the list’s sort key, and the status of coverage that isn’t offered', async () => {
    await services.owner
      .updateTable('periods')
      .set({ vision_offered: false })
      .where('id', '=', world.periodId)
      .execute()
    await imports.run(roster(3))
    const rows = await enrollments()
    const names = await students()
    expect(rows.map((row) => row.sort_name)).toEqual(names.map((row) => row.sort_name))
    expect(rows.map((row) => row.vision_status)).toEqual([
      'not_applicable',
      'not_applicable',
      'not_applicable',
    ])
  })

  it('adds the same students to the next period, and lists their changes', async () => {
    const rows = buildRoster(40)
    await imports.run(rosterText(rows))
    const next = await buildPeriod(services.owner, {
      school_id: world.schoolId,
      starts_on: '2027-08-01',
      ends_on: '2028-07-31',
    })
    const later = rows.map((row) => ({ ...row, 'Academic Status': 'returning', City: 'Portland' }))
    const second = await imports.run(rosterText(later), { period_id: String(next) })
    expect(second.counts).toEqual({ added: 40, changed: 0, unchanged: 0, refused: 0 })
    expect(await students()).toHaveLength(40)
    const [row] = await imports.rows(second.id, 'added')
    expect(row.changes).toContainEqual({ field: 'city', before: rows[0]?.City, after: 'Portland' })
    expect(row.changes).toContainEqual({ field: 'academic_status', before: null, after: 'returning' })
  })
})

describe('a roster with errors', () => {
  const refusedColumns: Record<string, string> = JSON.parse(fixture('roster-messy.refused.json').toString())

  it('is rejected row by row, and nothing is saved', async () => {
    const run = await imports.run(fixture('roster-messy.csv'))
    expect(run).toMatchObject({
      state: 'refused',
      applied: false,
      counts: { added: 48, changed: 0, unchanged: 0, refused: 12 },
      message: 'Some rows were rejected, so nothing was imported.',
    })
    const told = run.errors.map((error: { row: number; column: string }) => [String(error.row), error.column])
    expect(Object.fromEntries(told)).toEqual(refusedColumns)
    expect(told).toHaveLength(12)
    expect(await students()).toEqual([])
    expect(
      await services.owner
        .selectFrom('changes')
        .select('id')
        .where('school_id', '=', world.schoolId)
        .execute(),
    ).toEqual([])
  })

  it('imports its valid rows if the user accepts that', async () => {
    const run = await imports.run(fixture('roster-messy.csv'), { accept_valid_rows: 'true' })
    expect(run).toMatchObject({ state: 'done', counts: { added: 48, refused: 12 } })
    const found = await students()
    expect(found).toHaveLength(48)
    expect(found.find(({ sid }) => sid === 'M100045')?.address_1).toBe('12 "Old" Mill Rd\nBuilding C')
    expect(found.find(({ sid }) => sid === 'M100046')?.first_name).toBe('Ana')
    expect(found.find(({ sid }) => sid === 'M100047')?.first_name).toBe('=HYPERLINK("http://x.example")')
    expect(found.find(({ sid }) => sid === 'M100048')?.state).toBe('OR')
    expect(found.find(({ sid }) => sid === 'M100050')?.phone).toBe('+15035550100')
    expect(found.find(({ sid }) => sid === 'M100029')?.last_name).toBe('van der Berg')
    const onLeave = (await enrollments()).filter((row) => row.academic_status === 'leave_of_absence')
    expect(onLeave.length).toBeGreaterThan(3)
    expect(
      onLeave.every((row) => row.medical_status === 'loa' && row.medical_prior_status === 'not_started'),
    ).toBe(true)
    const again = await imports.run(fixture('roster-messy.csv'), { accept_valid_rows: 'true' })
    expect(again.counts).toEqual({ added: 0, changed: 0, unchanged: 48, refused: 12 })
  })

  it('returns its rejected rows with the reasons, safe to open and ready to fix', async () => {
    const run = await imports.run(fixture('roster-messy.csv'))
    const answer = await world.registrar.get(`/api/imports/${run.id}/refused-rows`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain('roster-rejected.csv')
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFFStudent ID,Last Name,.*,Rejection reason$/)
    expect(lines).toHaveLength(14)
    expect(lines[1]).toContain('M100003,de la Cruz,Dmitri')
    expect(lines[1]).toContain('Date of Birth: Enter a date as mm/dd/yyyy.')
    const logged = await services.owner
      .selectFrom('access_log')
      .selectAll()
      .where('subject_id', '=', run.id)
      .execute()
    expect(logged).toMatchObject([
      { action: 'download', subject_type: 'import', actor_id: world.registrarId },
    ])
    // nobody reads SSNs here: staff have them in their own file
    expect(answer.text).not.toMatch(/\d{3}-?\d{2}-?\d{4}\b(?!@)/)
    expect(answer.text).toContain('***-**-')
    // the student who was in the file twice is in this one once
    const mended = answer.text.replaceAll(/\*{3}-\*{2}-\d{4}|\*+/g, '').replace('13/45/2001', '03/04/2001')
    expect((await imports.run(mended, { accept_valid_rows: 'true' })).counts).toMatchObject({
      added: 2,
      refused: 10,
    })
  })

  it.each([
    ['in its column', 'Last Name,SSN', '1,912345678', '1,*****5678'],
    ['with a digit missing', 'Last Name,SSN', '1,912-34-567', '1,***-**-***'],
    [
      'in a column that isn’t imported',
      'Last Name,Remarks',
      '1,ask for 912-34-5678',
      '1,ask for ***-**-5678',
    ],
    ['in a row with a cell too many', 'Last Name,City', 'Smith,Salem,912345678', 'Smith,Salem,*****5678'],
    ['in another column', 'Last Name,City', 'Smith,912-34-5678', 'Smith,***-**-5678'],
  ])('masks an SSN in its rejected rows: %s', async (_where, headers, row, expected) => {
    const file = `Student ID,First Name,Date of Birth,${headers}\r\n1,Ann,x,${row}\r\n`
    const run = await imports.run(file)
    const { text } = await world.registrar.get(`/api/imports/${run.id}/refused-rows`)
    expect(text.split('\r\n')[1]).toContain(expected)
  })

  it('stores no SSN unencrypted: not in the plan, the history, the file or responses', async () => {
    const run = await imports.run(fixture('roster-messy.csv'), { accept_valid_rows: 'true' })
    const tables = ['import_rows', 'history', 'import_file_chunks', 'students', 'imports'] as const
    for (const table of tables) {
      const rows = await services.owner.selectFrom(table).selectAll().execute()
      const text = JSON.stringify(rows, (_key, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      )
      expect([table, /996-?10-?6543/.test(text)]).toEqual([table, false])
    }
    expect(JSON.stringify(await imports.rows(run.id, 'added'))).toContain('***-**-6543')
  })
})

describe('any roster format', () => {
  it('has the same result in every encoding, with every delimiter and line end', async () => {
    const rows = buildRoster(4)
    const ways = fc.record({
      encoding: fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
      withMark: fc.boolean(),
      delimiter: fc.constantFrom(...delimiters),
      lineEnd: fc.constantFrom('\r\n', '\n'),
    })
    await imports.run(rosterText(rows))
    await fc.assert(
      fc.asyncProperty(ways, async ({ encoding, withMark, delimiter, lineEnd }) => {
        const bytes = encodeAs(rosterText(rows, delimiter, lineEnd), encoding, withMark)
        const run = await imports.run(bytes)
        expect(run).toMatchObject({
          state: 'done',
          counts: { added: 0, changed: 0, unchanged: 4, refused: 0 },
        })
      }),
      { numRuns: 25 },
    )
    expect((await students()).map(({ last_name }) => last_name)).toEqual(rows.map((row) => row['Last Name']))
  })

  it('can have US and ISO dates, state names, unknown columns and blank lines', async () => {
    const text = `\n${minimal('A1,Smith,Ann,3/7/01', '', 'A2,Jones,Bo,2001-03-07')}`
      .replace('Date of Birth', 'Date of Birth,Shoe size,State')
      .replace('3/7/01', '3/7/01,9,oregon')
    await imports.run(text)
    expect(await students()).toMatchObject([
      { sid: 'A1', dob: '2001-03-07', state: 'OR' },
      { sid: 'A2', dob: '2001-03-07', state: null },
    ])
  })

  it('numbers rows by their records: the header is 1, and blank ones count', async () => {
    const run = await imports.run(minimal('A1,"Smi\nth",Ann,1/2/2000', '', ',,,', 'A2,Jones,Bo,never'), {
      dry_run: '1',
    })
    expect(run.errors).toEqual([
      { row: 5, column: 'Date of Birth', value: 'never', message: 'Enter a date as mm/dd/yyyy.' },
    ])
    expect((await imports.rows(run.id, 'added'))[0]).toMatchObject({ row: 2, sid: 'A1' })
  })
})

describe('existing students', () => {
  it('are changed field by field; a blank cell doesn’t change the saved value; versions increase', async () => {
    await imports.run(roster(5))
    const text = 'SID,Last Name,First Name,City,Phone\nT100001,Smith,,\nT100002,Jones,Bo,Salem,\n'
    const changed = await imports.run(text.replace('Smith,,', 'Smith,Ann,'))
    expect(changed.counts).toEqual({ added: 0, changed: 2, unchanged: 0, refused: 0 })
    const [first, second] = await students()
    expect(first).toMatchObject({ last_name: 'Smith', first_name: 'Ann', version: 2 })
    expect(second).toMatchObject({ last_name: 'Jones', city: 'Salem', version: 2 })
    expect(second?.phone).not.toBeNull()
    const [row] = await enrollments()
    expect(row).toMatchObject({ sort_name: first?.sort_name, version: 1 })
    const entries = await historyOf(changed.change_id)
    expect(entries.map(({ kind }) => kind)).toEqual(['student_changed', 'student_changed', 'import_applied'])
  })

  it('don’t change with on_existing=skip', async () => {
    const [one] = buildRoster(1)
    await imports.run(roster(2))
    const text = minimal(`T100001,Smith,Ann,${one?.['Date of Birth'] ?? ''}`, 'N1,New,Ned,1/2/2000')
    const run = await imports.run(text, { on_existing: 'skip' })
    expect(run).toMatchObject({
      on_existing: 'skip',
      counts: { added: 1, changed: 0, unchanged: 1, refused: 0 },
    })
    expect((await students())[0]?.version).toBe(1)
  })

  it('change coverage when they go on leave or leave school', async () => {
    const rows = buildRoster(2)
    await imports.run(rosterText(rows))
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'enrolled' })
      .where('school_id', '=', world.schoolId)
      .execute()
    const statuses = ['leave_of_absence', 'Graduated']
    const moved = await imports.run(
      rosterText(rows.map((row, index) => ({ ...row, 'Academic Status': statuses[index] ?? '' }))),
    )
    expect(moved.counts.changed).toBe(2)
    expect(await enrollments()).toMatchObject([
      { medical_status: 'loa', medical_prior_status: 'enrolled', dental_status: 'loa', version: 2 },
      {
        medical_status: 'enrolled_eoc',
        medical_enroll_coverage_end_on: '2027-07-31',
        dental_status: 'not_applicable',
      },
    ])
    const [row] = await imports.rows(moved.id, 'changed')
    expect(row.changes).toContainEqual({ field: 'medical_status', before: 'enrolled', after: 'loa' })
  })

  it('of another school are different students, even for users of both schools', async () => {
    await imports.run(roster(3))
    const other = await buildSchoolWorld(services)
    const beside = importing(services, other)
    const answer = await beside.post(roster(3), {}, other.admin)
    await services.runJobs()
    expect((await beside.read(answer.body.data.import_id)).counts).toMatchObject({ added: 3, refused: 0 })
    expect(await students()).toHaveLength(3)
  })
})

describe('a student’s first row', () => {
  it('counts, across batches, by SSN, and even if it’s rejected', async () => {
    const rows = buildRoster(1100)
    const [first, second, third] = rows
    if (!first || !second || !third) throw new Error('There are rows.')
    rows.push(
      { ...first, 'Student ID': 'Z1' },
      { ...second, SSN: '' },
      { ...third, 'Date of Birth': 'x', 'Student ID': 'Z2', SSN: '' },
    )
    rows.push({ ...third, 'Student ID': 'Z2', SSN: '' })
    const run = await imports.run(rosterText(rows), { dry_run: 'true' })
    expect(run.counts).toEqual({ added: 1100, changed: 0, unchanged: 0, refused: 4 })
    expect(run.errors).toEqual([
      {
        row: 1102,
        column: 'SSN',
        value: null,
        message: 'This SSN is already in row 2. Check which student has it.',
      },
      {
        row: 1103,
        column: 'Student ID',
        value: null,
        message: 'This student is already in row 3. Keep one row for each student.',
      },
      { row: 1104, column: 'Date of Birth', value: 'x', message: 'Enter a date as mm/dd/yyyy.' },
      {
        row: 1105,
        column: 'Student ID',
        value: null,
        message: 'This student is already in row 1104. Keep one row for each student.',
      },
    ])
  })
})
