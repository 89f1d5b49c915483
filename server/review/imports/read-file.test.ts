import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeAs } from '#server/testing/encode-as.ts'
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

const lines = (...records: string[]): string => records.map((record) => `${record}\r\n`).join('')
const header = 'Student ID,Last Name,First Name,Date of Birth'
const one = 'G1,Alderton,Bo,01/20/2001'

const send = (path: string, bytes: Buffer | string, fields: Record<string, string> = {}) =>
  world.registrar.upload(path, { period_id: String(world.periodId), ...fields }, { name: 'r.csv', bytes })
const read = async (bytes: Buffer | string, fields?: Record<string, string>) => {
  const answer = await send('/api/imports/read-headers', bytes, fields)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}
/** Imports a file without saying how to read it. */
const take = async (bytes: Buffer | string, fields?: Record<string, string>) => {
  const answer = await send('/api/import/students-from-csv', bytes, fields)
  if (answer.status !== 202) throw new Error(answer.text)
  await services.runJobs()
  return imports.read(answer.body.data.import_id)
}
const students = () =>
  services.owner
    .selectFrom('students')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('sid')
    .execute()

describe('the encoding of a roster', () => {
  const names = lines(
    header,
    'J1,García,José,01/20/2001',
    'J2,Müller,Zoë,01/21/2001',
    'J3,O’Neill,Siobhán,01/22/2001',
  )

  it.each(['utf-8', 'windows-1252', 'macintosh', 'utf-16le'] as const)(
    '%s is said, and read',
    async (encoding) => {
      const bytes = encodeAs(names, encoding, false)
      expect((await read(bytes)).reading).toMatchObject({ encoding, spoiled_count: 0 })
      const run = await take(bytes)
      expect(run).toMatchObject({ reading: { encoding }, counts: { added: 3, refused: 0 } })
      expect((await students()).map(({ last_name, first_name }) => `${first_name} ${last_name}`)).toEqual([
        'José García',
        'Zoë Müller',
        'Siobhán O’Neill',
      ])
    },
  )

  it('can be changed', async () => {
    const bytes = encodeAs(lines(header, 'J1,Tõnisson,Õie,01/20/2001'), 'windows-1252', false)
    const { sample, reading } = await read(bytes, { encoding: 'windows-1250' })
    expect([sample[0][1], reading.encoding]).toEqual(['Tőnisson', 'windows-1250'])
    await take(bytes, { encoding: 'windows-1252' })
    expect(await students()).toMatchObject([{ last_name: 'Tõnisson' }])
  })

  it('with one bad byte stays UTF-8: its cell is listed, its row rejected', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${names}J4,O`),
      Buffer.from([0x92]),
      Buffer.from('Hara,Pat,01/23/2001\r\n'),
    ])
    expect((await read(bytes)).reading).toMatchObject({
      encoding: 'utf-8',
      spoiled_count: 1,
      spoiled: [{ row: 5, column: 'Last Name', value: 'O\uFFFDHara' }],
    })
    const run = await take(bytes, { accept_valid_rows: 'true' })
    expect(run).toMatchObject({
      counts: { added: 3, refused: 1 },
      errors: [
        {
          row: 5,
          column: 'Last Name',
          message: 'This value has characters that couldn’t be read. Fix it in the file.',
        },
      ],
    })
    expect((await students())[0]?.last_name).toBe('García')
  })

  it.each(['GarcÃ­a', 'Oâ€™Neill', 'Garc√≠a', 'Garc\uFFFDa', 'NguyÃªn'])(
    'that spoiled %s before is listed',
    async (name) => {
      const text = lines(header, `J1,${name},Ana,01/20/2001`)
      expect((await read(text)).reading.spoiled).toEqual([{ row: 2, column: 'Last Name', value: name }])
      expect((await take(text)).counts).toMatchObject({ added: 0, refused: 1 })
    },
  )

  it('doesn’t matter for accents that are apart from their letters', async () => {
    await take(lines(header, 'J1,Garci\u0301a,Jose\u0301,01/20/2001'))
    expect(await students()).toMatchObject([{ last_name: 'García', first_name: 'José' }])
  })
})

describe('the dates of a roster', () => {
  const dated = (...dates: string[]): string =>
    lines(header, ...dates.map((date, at) => `D${at},Birch,Cy,${date}`))

  it.each([
    ['25/12/2001', '05/12/2001', '31/01/2002', '03/04/2000', '14/07/2001'],
    ['25.12.2001', '05.12.2001', '31.01.2002', '03.04.2000', '14.07.2001'],
    ['25-12-2001', '5-12-2001', '31-1-2002', '3-4-2000', '14-7-2001'],
    ['25122001', '05122001', '31012002', '03042000', '14072001'],
    ['25/12/01', '05/12/01', '31/01/02', '03/04/00', '14/07/01'],
    ['25/12/2001 0:00', '05/12/2001 0:00', '31/01/2002 0:00', '03/04/2000 0:00', '14/07/2001 0:00'],
  ])('are day first if one of them is: %s', async (...dates) => {
    expect((await read(dated(...dates))).reading).toMatchObject({ date_order: 'dmy', unclear_dates: [] })
    await take(dated(...dates))
    expect((await students()).map(({ dob }) => dob)).toEqual([
      '2001-12-25',
      '2001-12-05',
      '2002-01-31',
      '2000-04-03',
      '2001-07-14',
    ])
  })

  it('are asked about if they can be either, and read as staff say', async () => {
    const file = dated('03/04/2001', '05/05/2001')
    expect((await read(file)).reading).toMatchObject({
      date_order: null,
      unclear_dates: [{ row: 2, column: 'Date of Birth', value: '03/04/2001' }],
    })
    const answer = await send('/api/import/students-from-csv', file)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        date_order: [
          'Choose whether the dates are month first or day first. For example, 03/04/2001 in row 2 can be either.',
        ],
      },
    ])
    expect(await students()).toEqual([])
    expect((await read(file, { date_order: 'dmy' })).reading).toMatchObject({
      date_order: 'dmy',
      unclear_dates: [],
    })
    expect(await take(file, { date_order: 'dmy' })).toMatchObject({ reading: { date_order: 'dmy' } })
    expect((await students()).map(({ dob }) => dob)).toEqual(['2001-04-03', '2001-05-05'])
  })

  it('are asked about if some are month first and some day first', async () => {
    const answer = await send('/api/import/students-from-csv', dated('12/25/2001', '25/12/2001'))
    expect(answer.body.errors.date_order[0]).toContain(
      '12/25/2001 in row 2 is month first, but 25/12/2001 in row 3 is day first',
    )
    const run = await take(dated('12/25/2001', '25/12/2001'), { date_order: 'dmy' })
    expect(run.errors).toEqual([
      { row: 2, column: 'Date of Birth', value: '12/25/2001', message: 'Enter a date as dd/mm/yyyy.' },
    ])
  })

  it('are asked about in the column that staff match to a date', async () => {
    const file = lines('Student ID,Last Name,First Name,Geburt', 'D1,Birch,Cy,03/04/2001')
    expect((await read(file)).reading.unclear_dates).toEqual([])
    const answer = await send('/api/import/students-from-csv', file, { mapping: '{"Geburt":"dob"}' })
    expect(Object.keys(answer.body.errors)).toEqual(['date_order'])
  })

  it('of other kinds are read as before', async () => {
    const file = dated(
      '07-MAR-01',
      '3/7/68',
      '2001-03-07T00:00:00.000Z',
      '07-MAR-2001 00:00:00',
      '"Mar 7, 2001 12:00:00 AM"',
      '36526',
      '7-Marble-2001',
      '02/29/2001',
    )
    const run = await take(file, { accept_valid_rows: 'true' })
    expect(run).toMatchObject({ counts: { added: 6, refused: 2 }, reading: { date_order: 'mdy' } })
  })
})

describe('the lines around the table', () => {
  it.each([
    ['a title and a date', ['Fall 2026 Enrolled Students', 'Run 08/01/2026'], 3],
    ['titles padded with separators', ['Fall 2026 Enrolled Students,,,', 'Run by registrar,,,'], 3],
    ['a title and a blank line', ['Harborview University', ''], 3],
    ['a title with commas', ['"Students, Fall 2026"', 'Report, as of 08/01/2026'], 3],
    ['groups above the columns', ['Student,,,Dates'], 2],
    ['filters of the report', ['Term:,Fall 2026', 'Campus:,All', 'Status:,Active', ''], 5],
  ])('%s are skipped, and said', async (_name, titles, row) => {
    const file = lines(...titles, header, one)
    const { headers, reading, sample } = await read(file)
    expect(headers).toEqual(header.split(','))
    expect(sample).toEqual([one.split(',')])
    expect(reading.header_row).toBe(row)
    expect(reading.skipped).toHaveLength(titles.filter((title) => title !== '').length)
    const run = await take(file)
    expect(run).toMatchObject({ counts: { added: 1, refused: 0 }, reading: { header_row: row } })
    expect((await imports.rows(run.id, 'added'))[0].row).toBe(row + 1)
  })

  it('can be semicolon-separated below a title', async () => {
    const file = lines('Enrolled, active', header.replaceAll(',', ';'), one.replaceAll(',', ';'))
    expect((await read(file)).reading).toMatchObject({ delimiter: ';', header_row: 2 })
  })

  it.each([
    '*** End of report: 1 record ***,,,',
    'Total: 312 students,,,',
    'Total,312',
    'Report generated 08/01/2026 10:15 AM',
    '"Generated on Aug 1, 2026",,,',
    'Prepared for the insurance office,,,',
    'Count = 1',
    'Page 1 of 1,,,',
  ])('a footer is skipped, and said: %s', async (footer) => {
    const file = lines(header, one, '', footer)
    expect((await read(file)).reading.skipped).toEqual([{ row: 4, text: expect.stringMatching(/\w/) }])
    expect(await take(file)).toMatchObject({
      counts: { added: 1, refused: 0 },
      reading: { footer_rows: [4] },
    })
  })

  it.each(['G2,,,', 'G2', ',Smith,,', ',Van der Berg,,', ',Total,,', 'A 12', 'G2,Count,,', 'Total,Ann,Bo,'])(
    'a row with few cells is rejected and not skipped: %s',
    async (row) => {
      const { reading } = await read(lines(header, one, row))
      const run = await take(lines(header, one, row))
      expect([reading.skipped, run.counts.refused]).toEqual([[], 1])
    },
  )

  it('a footer in the middle is a row', async () => {
    const run = await take(lines(header, one, 'Total,1', 'G2,Birch,Cy,01/21/2001'), {
      accept_valid_rows: 'true',
    })
    expect(run.counts).toMatchObject({ added: 2, refused: 1 })
  })

  it('have the row of the column names that staff choose', async () => {
    const file = lines('Number,Surname,Forename,Born', header, one)
    expect((await read(file)).reading.header_row).toBe(2)
    const { headers } = await read(file, { header_row: '1' })
    expect(headers).toEqual(['Number', 'Surname', 'Forename', 'Born'])
    const blank = await send('/api/imports/read-headers', file, { header_row: '9' })
    expect(blank.body.errors).toEqual({
      header_row: ['Row 9 is blank or too far down. Choose the row with the column names.'],
    })
  })
})

describe('columns that belong together', () => {
  const address = async (columns: string, row: string, fields?: Record<string, string>) => {
    const file = lines(`${header},${columns}`, `${one},${row}`)
    const { reading } = await read(file, fields)
    await take(file, fields)
    const [saved] = await students()
    return [reading.address_group, saved?.address_1, saved?.city, saved?.state, saved?.zip]
  }

  it.each([
    [
      'Home Address,Home City,Home State,Home ZIP,Mailing Address 1,Mailing City,Mailing ZIP',
      '9 Oak Ave,Boston,MA,02138,77 Pine Rd,Reno,89501',
      ['home', '9 Oak Ave', 'Boston', 'MA', '02138'],
    ],
    [
      'Home City,Home State,Mailing Address 1,Mailing City,Mailing ZIP',
      'Boston,MA,77 Pine Rd,Reno,89501',
      ['mailing', '77 Pine Rd', 'Reno', null, '89501'],
    ],
    [
      'Permanent Address 1,Permanent City,Local Address,Local City,Local State,Local ZIP',
      '1 A St,Salem,2 B St,Boston,MA,02138',
      ['local', '2 B St', 'Boston', 'MA', '02138'],
    ],
    [
      'Address (Home),City (Home),State (Home),Address (Mailing),City (Mailing),State (Mailing),ZIP (Mailing)',
      '1 A St,Salem,OR,2 B St,Boston,MA,02138',
      ['mailing', '2 B St', 'Boston', 'MA', '02138'],
    ],
    [
      'PERM_STREET1,PERM_CITY,MAIL_STREET1,MAIL_CITY,MAIL_STATE,MAIL_ZIP',
      '1 A St,Salem,2 B St,Boston,MA,02138',
      ['mailing', '2 B St', 'Boston', 'MA', '02138'],
    ],
    [
      'Address,City,State,ZIP,Home State',
      '2 B St,Boston,MA,02138,OR',
      ['plain', '2 B St', 'Boston', 'MA', '02138'],
    ],
    [
      'Campus Address,Campus City,Home Address - Line 1,Home Address - City,Home Address - State,Home Address - Postal Code',
      '1 A St,Salem,2 B St,Boston,MA,02138',
      ['home', '2 B St', 'Boston', 'MA', '02138'],
    ],
  ])('come from one address: %s', async (columns, row, expected) => {
    expect(await address(columns, row)).toEqual(expected)
  })

  it('come from the address that staff choose', async () => {
    const columns =
      'Home Address,Home City,Home State,Home ZIP,Mailing Address 1,Mailing City,Mailing State,Mailing ZIP'
    const row = '9 Oak Ave,Boston,MA,02138,77 Pine Rd,Reno,NV,89501'
    expect((await read(lines(`${header},${columns}`, `${one},${row}`))).reading.address_groups).toEqual([
      'mailing',
      'home',
    ])
    expect(await address(columns, row, { address_group: 'home' })).toEqual([
      'home',
      '9 Oak Ave',
      'Boston',
      'MA',
      '02138',
    ])
  })

  it.each([
    ['"Alderton, Bo Q"', 'Alderton', 'Bo', 'Q'],
    ['"Alderton, Bo Q."', 'Alderton', 'Bo', 'Q'],
    ['"De la Cruz, Mary Anne"', 'De la Cruz', 'Mary Anne', null],
    ['"Smith, John, Jr."', 'Smith Jr.', 'John', null],
    ['"Smith III, John"', 'Smith III', 'John', null],
    ['"O’Neill-García,Zoë"', 'O’Neill-García', 'Zoë', null],
  ])('as a whole name in one column are split: %s', async (name, last, first, middle) => {
    const file = lines('Student ID,Name,Date of Birth', `H1,${name},01/20/2001`)
    expect((await read(file)).mapping).toEqual({
      'Student ID': 'sid',
      Name: 'full_name',
      'Date of Birth': 'dob',
    })
    await take(file)
    expect(await students()).toMatchObject([{ last_name: last, first_name: first, middle_initial: middle }])
  })

  it('as a whole name that can’t be split are rejected by row', async () => {
    const run = await take(
      lines(
        'Student ID,Name,Date of Birth',
        'H1,"Alderton, Bo",01/20/2001',
        'H2,Cy Birch,01/21/2001',
        'H3,,01/22/2001',
      ),
    )
    expect(run.errors).toEqual([
      { row: 3, column: 'Name', value: 'Cy Birch', message: 'Write the name as “Last, First”.' },
      { row: 4, column: 'Name', value: '', message: 'Last name is required.' },
    ])
  })

  it('of Canvas are its own: the sortable name, the user’s ID', async () => {
    const file = lines(
      'user_id,login_id,full_name,sortable_name,email,status',
      'H1,balderton,Bo Alderton,"Alderton, Bo",b@example.edu,active',
    )
    expect((await read(file)).mapping).toEqual({
      user_id: 'sid',
      login_id: 'uid',
      full_name: null,
      sortable_name: 'full_name',
      email: 'university_email',
      status: null,
    })
  })
})
