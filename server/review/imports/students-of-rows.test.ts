import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStudent } from '#server/records/students/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

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

type Person = readonly [sid: string, last: string, first: string, dob: string]
const quill: Person = ['00123456', 'Quillfeather', 'Amparo', '2001-03-07']
const bram: Person = ['100234567890', 'Brambleby', 'Odalys', '2000-11-02']
const thistle: Person = ['R77001', 'Thistlewood', 'Ignatius', '1999-05-09']
const march: Person = ['C40', 'Marchbanks', 'Idris', '2001-01-02']

/** Adds people to the school and the policy year. */
const know = async (...people: readonly Person[]): Promise<number[]> => {
  const ids: number[] = []
  for (const [sid, last_name, first_name, dob] of people) {
    const student_id = await buildStudent(services.owner, {
      school_id: world.schoolId,
      sid,
      last_name,
      first_name,
      dob,
      prior_last_name: null,
    })
    await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student_id,
    })
    ids.push(student_id)
  }
  return ids
}

const cell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const file = (...people: readonly Person[]): string =>
  ['Student ID,Last Name,First Name,Date of Birth', ...people.map((one) => one.map(cell).join(','))].join(
    '\n',
  )
const preview = (...people: readonly Person[]) => imports.run(file(...people), { dry_run: 'true' })
const as = (person: Person, sid: string): Person => [sid, person[1], person[2], person[3]]
const post = (id: number, what: string, body: unknown = {}) =>
  world.registrar.post(`/api/imports/${id}/${what}`, body)
const apply = async (id: number, body: unknown = {}) => {
  const answer = await post(id, 'apply', body)
  await services.runJobs()
  return { answer, run: await imports.read(id) }
}
const students = async () =>
  services.owner
    .selectFrom('students')
    .select(['id', 'sid', 'last_name', 'first_name', 'dob'])
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()

describe('a student ID that’s written in another way', () => {
  it.each([
    ['without its leading zeros', quill, '123456'],
    ['with fewer zeros', quill, '0123456'],
    ['as a decimal', bram, '100234567890.0'],
    ['as a formula that keeps text', thistle, '="R77001"'],
    ['with an apostrophe', thistle, "'R77001"],
    ['in lower case', thistle, 'r77001'],
    ['with a no-break space inside', thistle, 'R77\u00A0001'],
    ['with a zero-width space', thistle, 'R77001\u200B'],
    ['with a soft hyphen', thistle, 'R77\u00AD001'],
    ['with a byte order mark', thistle, 'R\uFEFF77001'],
    ['with direction marks', thistle, '\u202AR77001\u202C'],
    ['in full-width digits', quill, '００１２３４５６'],
    ['without zeros, as a decimal', quill, '123456.00'],
    ['without zeros, with an apostrophe', quill, '’123456'],
  ])('%s is the student’s, and the saved ID stays', async (_how, person, sid) => {
    await know(quill, bram, thistle)
    const shown = await preview(as(person, sid))
    expect(shown.counts).toEqual({ added: 0, changed: 0, unchanged: 1, refused: 0 })
    const other: Person = [sid, person[1], 'Renamed', person[3]]
    expect((await imports.run(file(other), { accept_valid_rows: 'true' })).counts.added).toBe(0)
    expect((await students()).map((one) => one.sid)).toEqual([quill[0], bram[0], thistle[0]])
  })
})

/** The findings of a preview’s rows, by row. */
const findingsOf = async (id: number) => {
  const rows: {
    row: number
    finding: { kind: string }
    decision: string | null
    errors: { message: string }[]
  }[] = await imports.rows(id, 'finding')
  return rows.map(({ row, finding, decision, errors }) => [
    row,
    finding.kind,
    decision,
    errors[0]?.message ?? null,
  ])
}

describe('a row that contradicts its student ID is stopped', () => {
  it.each<readonly [string, Person, string]>([
    ['another name and birth date', ['R77001', 'Marchbanks', 'Idris', '2001-01-02'], 'other_person'],
    ['a brother with another birth date', ['R77001', 'Thistlewood', 'Ambrose', '2002-05-09'], 'other_person'],
    ['a new last name and another birth date', ['R77001', 'Marsh', 'Ignatius', '1999-09-05'], 'other_person'],
    [
      'swapped names and another birth date',
      ['R77001', 'Ignatius', 'Thistlewood', '1999-09-05'],
      'other_person',
    ],
    ['a lost zero, and another first name', ['123456', 'Quillfeather', 'Bruno', '2001-03-07'], 'spoiled_id'],
    ['a lost zero, and another birth date', ['123456', 'Quillfeather', 'Amparo', '2001-07-03'], 'spoiled_id'],
    ['a lost zero, and another person', ['123456', 'Marchbanks', 'Idris', '2001-01-02'], 'other_person'],
  ])('%s', async (_how, row, kind) => {
    await know(quill, thistle)
    const { id, counts, errors, findings } = await preview(row)
    expect(counts).toEqual({ added: 0, changed: 0, unchanged: 0, refused: 1 })
    expect(errors).toHaveLength(1)
    expect(findings).toMatchObject({ [kind]: 1, to_confirm: 1, confirmed: 0 })
    expect(await findingsOf(id)).toEqual([[2, kind, 'stopped', errors[0].message]])
  })

  it.each<readonly [string, Person]>([
    ['a corrected birth date', ['R77001', 'Thistlewood', 'Ignatius', '1999-09-05']],
    ['a new last name', ['R77001', 'Marsh', 'Ignatius', '1999-05-09']],
    ['a middle name, and a corrected birth date', ['R77001', 'Thistlewood', 'Ignatius Paul', '1999-09-05']],
    ['an accent, and a corrected birth date', ['R77001', 'Thístlewood', 'IGNATIUS', '1999-09-05']],
    ['two last names, and a corrected birth date', ['R77001', 'Thistlewood-Marsh', 'Ignatius', '1999-09-05']],
    ['another name, and no birth date', ['R77001', 'Marchbanks', 'Idris', '']],
    ['a new name with the same birth date', ['R77001', 'Marsh', 'Una', '1999-05-09']],
    ['names in the other order', ['R77001', 'Ignatius', 'Thistlewood', '1999-05-09']],
  ])('but not one with %s', async (_how, row) => {
    await know(thistle)
    expect((await preview(row)).counts).toEqual({ added: 0, changed: 1, unchanged: 0, refused: 0 })
  })

  it('and says who both are, and where Shipmate has the row’s person', async () => {
    await know(thistle, march)
    const { errors } = await preview(as(march, 'R77001'))
    expect(errors[0]).toEqual({
      row: 2,
      column: 'Student ID',
      value: 'R77001',
      message:
        'Another person? ID R77001 belongs to Thistlewood, Ignatius, born 05/09/1999. This row is about Marchbanks, Idris, born 01/02/2001. Shipmate has this person as: Marchbanks, Idris, born 01/02/2001, ID C40.',
    })
  })

  it('for skipped students too, and other rows are imported without it', async () => {
    await know(thistle)
    const run = await imports.run(file(as(march, 'R77001'), ['N1', 'New', 'Nora', '2002-02-02']), {
      on_existing: 'skip',
      accept_valid_rows: 'true',
    })
    expect(run).toMatchObject({ state: 'done', counts: { added: 1, refused: 1 } })
    expect((await students()).map((one) => one.last_name)).toEqual(['Thistlewood', 'New'])
  })

  it('until staff confirm it; then exactly it is imported', async () => {
    await know(thistle)
    const row: Person = ['R77001', 'Marsh', 'Ignatius', '1999-09-05']
    const { id } = await preview(row, ['N1', 'New', 'Nora', '2002-02-02'])
    const confirmed = await post(id, 'confirm-rows', { rows: [2, 3, 99], is_confirmed: true })
    expect(confirmed.body.data).toMatchObject({
      counts: { added: 1, changed: 1, refused: 0 },
      findings: { to_confirm: 0, confirmed: 1 },
      errors: [],
    })
    const stopped = await post(id, 'confirm-rows', { is_confirmed: false })
    expect(stopped.body.data).toMatchObject({ counts: { added: 1, changed: 0, refused: 1 } })
    await post(id, 'confirm-rows', { is_confirmed: true })
    const { run } = await apply(id)
    expect(run).toMatchObject({ state: 'done', applied: true, counts: { added: 1, changed: 1 } })
    expect((await students())[0]).toMatchObject({ sid: 'R77001', last_name: 'Marsh', dob: '1999-09-05' })
    const late = await post(id, 'confirm-rows', { is_confirmed: false })
    expect(late.status).toBe(409)
    const { rows } = await sql<{ changes: unknown }>`
      select changes from history where kind = 'import_reviewed' and subject_id = ${id} order by id`.execute(
      services.owner,
    )
    expect(rows).toHaveLength(3)
  })
})

describe('an ID that a spreadsheet has shortened', () => {
  it('is never a student; the one with the name and birth date is proposed', async () => {
    await know(bram)
    const { id, counts } = await preview(as(bram, '1.00235E+11'), as(march, '1.00235E+11'))
    expect(counts).toEqual({ added: 0, changed: 0, unchanged: 0, refused: 2 })
    expect(await findingsOf(id)).toEqual([
      [
        2,
        'spoiled_id',
        'stopped',
        'A spreadsheet has probably changed this ID. It looks like 100234567890, which belongs to Brambleby, Odalys, born 11/02/2000.',
      ],
      [3, 'spoiled_id', null, expect.stringContaining('Format the ID column as text')],
    ])
    const answer = await post(id, 'confirm-rows', { is_confirmed: true })
    expect(answer.body.data).toMatchObject({ counts: { unchanged: 1, refused: 1 } })
  })

  it.each(['1.2E+11', '1,00235E+11', '1e+11', '1.00234567890123E+14', '2E+08'])('%s', async (sid) => {
    await know(bram)
    expect((await preview(as(march, sid))).counts).toMatchObject({ added: 0, refused: 1 })
  })

  it.each([
    ['="N1"', 'N1'],
    ["'N1", 'N1'],
    ['451200.0', '451200'],
    ['‘00451200', '00451200'],
    ['="00451200"', '00451200'],
  ])('%s of a new student is added as %s once it’s confirmed', async (sid, meant) => {
    const { id, counts } = await preview(as(march, sid))
    expect(counts).toMatchObject({ added: 0, refused: 1 })
    await post(id, 'confirm-rows', { rows: [2], is_confirmed: true })
    expect((await apply(id)).run).toMatchObject({ state: 'done', counts: { added: 1 } })
    expect((await students()).map((one) => one.sid)).toEqual([meant])
  })
})

describe('an ID that means those of two students', () => {
  const twelve: Person = ['0012', 'Twelve', 'Tara', '2001-01-12']
  const other: Person = ['012', 'Other', 'Olaf', '2002-02-02']

  it('is a question; written exactly it’s the student’s', async () => {
    await know(twelve, other)
    const { id, counts } = await preview(as(march, '12'), as(twelve, '00012'), twelve, other)
    // the row with the exact ID counts, so the doubtful one before it can't be confirmed
    expect(counts).toEqual({ added: 0, changed: 0, unchanged: 2, refused: 2 })
    expect(await findingsOf(id)).toMatchObject([
      [2, 'unclear_id', null, expect.any(String)],
      [3, 'unclear_id', null, expect.any(String)],
    ])
    const alone = await preview(as(twelve, '00012'))
    expect(await findingsOf(alone.id)).toMatchObject([[2, 'unclear_id', 'stopped', expect.any(String)]])
    await post(alone.id, 'confirm-rows', { is_confirmed: true })
    expect((await imports.read(alone.id)).counts).toMatchObject({ unchanged: 1, refused: 0 })
  })

  it('is one student’s in a file, however it’s written', async () => {
    const { counts, errors } = await preview(as(march, 'N1'), as(thistle, 'n1'), as(bram, 'N\u200B1'))
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 0, refused: 2 })
    expect(errors[0].message).toBe('This student is already in row 2. Keep one row for each student.')
  })
})

describe('a new row with the name and birth date of a student with another ID', () => {
  it.each<readonly [string, Person]>([
    ['the same', as(thistle, 'N1')],
    ['in capitals', ['N1', 'THISTLEWOOD', 'IGNATIUS', '1999-05-09']],
    ['in the other order', ['N1', 'Ignatius', 'Thistlewood', '1999-05-09']],
    ['with accents', ['N1', 'Thístlewood', 'Ignátius', '1999-05-09']],
    ['with a hyphen', ['N1', 'Thistle-wood', 'Ignatius', '1999-05-09']],
    ['under the former name', ['N1', 'Oldwood', 'Ignatius', '1999-05-09']],
  ])('is a possible duplicate: %s', async (_how, row) => {
    const [id] = await know(thistle)
    await sql`update students set prior_last_name = 'Oldwood' where id = ${id}`.execute(services.owner)
    const shown = await preview(row)
    expect(shown).toMatchObject({ counts: { added: 0, refused: 1 }, findings: { duplicate: 1 } })
    await post(shown.id, 'confirm-rows', { is_confirmed: true })
    expect((await apply(shown.id)).run).toMatchObject({ state: 'done', counts: { added: 1 } })
  })

  it('isn’t one with another birth date or first name, or in another school', async () => {
    await know(
      ['R77001', 'Thistlewood', 'Ignatius', '1999-05-08'],
      ['R2', 'Thistlewood', 'Una', '1999-05-09'],
    )
    const elsewhere = await buildSchoolWorld(services)
    await buildStudent(services.owner, {
      school_id: elsewhere.schoolId,
      sid: 'N1',
      last_name: 'Thistlewood',
      first_name: 'Ignatius',
      dob: '1999-05-09',
    })
    expect((await preview(as(thistle, 'N1'))).counts).toMatchObject({ added: 1, refused: 0 })
  })
})
