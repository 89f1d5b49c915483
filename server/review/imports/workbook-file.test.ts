import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { multipart } from '#server/testing/client.ts'
import { buildWorkbook, textRow } from '#server/testing/build-workbook.ts'
import { startCallerThread, type CallerThread } from '#server/testing/caller-thread.ts'
import { leastBlocking } from '#server/testing/event-loop.ts'
import { importing, type Importing } from '#server/testing/import-file.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { writeWorkbook } from '#server/platform/lib/workbook.ts'
import { collect } from '#server/testing/collect.ts'
import { buildRoster, rosterText } from './factory.ts'

let services: TestServices
let world: SchoolWorld
let imports: Importing
let caller: CallerThread
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  imports = importing(services, world)
})

const send = (path: string, bytes: Buffer, fields: Record<string, string> = {}, name = 'roster.xlsx') =>
  world.registrar.upload(path, { period_id: String(world.periodId), ...fields }, { name, bytes })
const students = () =>
  services.owner
    .selectFrom('students')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('sid')
    .execute()

const header = ['Student ID', 'Last Name', 'First Name', 'Date of Birth', 'ZIP', 'SSN']
const roster = (rows = '') =>
  buildWorkbook({
    sheets: [
      { name: 'Read me', rows: textRow(1, ['Ask Dana']), isHidden: true },
      {
        name: 'Fall 2026',
        rows: `${textRow(1, ['Fall 2026 roster'])}${textRow(3, header)}<row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4" t="s"><v>1</v></c><c r="C4" t="s"><v>2</v></c><c r="D4" s="1"><v>36985</v></c><c r="E4" s="2"><v>2138</v></c><c r="F4" s="3"><v>12345678</v></c></row>${rows}`,
      },
      {
        name: 'Spring 2027',
        rows: textRow(1, header) + textRow(2, ['S9', 'Birch', 'Cy', '2001-05-06', '', '']),
      },
    ],
    strings: ['<t>00451</t>', '<t>García</t>', '<t>José</t>'],
    formats: ['mm/dd/yyyy', '00000', '000\\-00\\-0000'],
  })

describe('an Excel workbook', () => {
  it('is read: cells as shown, dates as dates, IDs with their zeros', async () => {
    const bytes = await roster()
    const { body } = await send('/api/imports/read-headers', bytes)
    expect(body.data).toMatchObject({
      headers: header,
      sample: [['00451', 'García', 'José', '2001-04-04', '02138', '012-34-5678']],
      reading: {
        encoding: null,
        delimiter: null,
        header_row: 3,
        skipped: [{ row: 1, text: 'Fall 2026 roster' }],
        date_order: 'ymd',
        sheets: ['Fall 2026', 'Spring 2027'],
        sheet: 'Fall 2026',
      },
    })
    const answer = await send('/api/import/students-from-csv', bytes)
    await services.runJobs()
    const run = await imports.read(answer.body.data.import_id)
    expect(run).toMatchObject({
      state: 'done',
      file_name: 'roster.xlsx',
      counts: { added: 1, refused: 0 },
      reading: { sheet: 'Fall 2026', encoding: null },
    })
    expect(await students()).toMatchObject([
      { sid: '00451', last_name: 'García', dob: '2001-04-04', zip: '02138', ssn_last_four: '5678' },
    ])
  })

  it('is read from the sheet that staff choose', async () => {
    const bytes = await roster()
    await send('/api/import/students-from-csv', bytes, { sheet: 'Spring 2027' })
    await services.runJobs()
    expect(await students()).toMatchObject([{ sid: 'S9', dob: '2001-05-06' }])
    const answer = await send('/api/imports/read-headers', bytes, { sheet: 'Winter' })
    expect(answer.body.errors).toEqual({
      sheet: ['The workbook has no sheet named “Winter”. Choose another one.'],
    })
  })

  it('gives its rejected rows as a CSV file, with the numbers of the sheet’s rows', async () => {
    const bytes = await roster(textRow(7, ['S2', 'Birch', '#N/A', 'never', '', '']))
    const answer = await send('/api/import/students-from-csv', bytes, { accept_valid_rows: 'true' })
    await services.runJobs()
    const run = await imports.read(answer.body.data.import_id)
    expect(run.errors).toEqual([
      {
        row: 7,
        column: 'First Name',
        value: '#N/A',
        message: 'A formula in this cell has an error. Fix it in the file, or clear the cell.',
      },
      {
        row: 7,
        column: 'Date of Birth',
        value: 'never',
        message: 'Enter a date as mm/dd/yyyy or yyyy-mm-dd.',
      },
    ])
    const file = await world.registrar.get(`/api/imports/${run.id}/refused-rows`)
    expect(file.headers['content-disposition']).toContain('roster-rejected.csv')
    expect(file.text.split('\r\n')[1]).toMatch(/^S2,Birch,#N\/A,never/)
  })

  it('that Shipmate exports can be imported again, and changes nothing', async () => {
    const rows = buildRoster(30)
    await imports.run(rosterText(rows))
    const columns = Object.keys(rows[0] ?? {})
    const cells = rows.map((row) => Object.values(row))
    async function* batches() {
      yield await Promise.resolve(cells)
    }
    const kinds = columns.map((label) => ({ label, kind: 'text' as const }))
    const bytes = Buffer.concat(await collect(writeWorkbook('Students', kinds, batches())))
    const again = await imports.run(bytes)
    expect(again.counts).toEqual({ added: 0, changed: 0, unchanged: 30, refused: 0 })
  })

  it('with a password or from before 2007 is refused with a sentence', async () => {
    const start = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    const locked = Buffer.concat([
      start,
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(600),
    ])
    const sentences = []
    for (const bytes of [locked, Buffer.concat([start, Buffer.alloc(2000)])])
      sentences.push((await send('/api/imports/read-headers', bytes)).body.errors.file[0])
    expect(sentences).toEqual([
      'This workbook has a password. Open it in Excel, remove the password, and upload it again.',
      'This is an older Excel workbook. In Excel, use Save As, choose Excel Workbook (.xlsx), and upload that file.',
    ])
  })
})

describe('a workbook of 20,000 rows', () => {
  beforeAll(async () => {
    caller = await startCallerThread(services, world.admin)
  })
  afterAll(() => caller.close())

  it('and one that unpacks to far more don’t block the event loop', { timeout: 300_000 }, async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) =>
      textRow(index + 2, [
        `W${index}`,
        'Birch',
        'Cy',
        `2001-05-${String(1 + (index % 28)).padStart(2, '0')}`,
        '02138',
        '',
      ]),
    )
    const large = await buildWorkbook({ sheets: [{ name: 'A', rows: textRow(1, header) + rows.join('') }] })
    const bomb = await buildWorkbook({
      sheets: [{ name: 'A', rows: textRow(1, header) }],
      more: { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(1_000_000)}</sst>` },
    })
    const least = async (bytes: Buffer, status: number): Promise<number> =>
      leastBlocking(50, async () => {
        const form = multipart({ period_id: String(world.periodId) }, { name: 'a.xlsx', bytes })
        const call = caller.prepare({
          method: 'POST',
          path: '/api/imports/read-headers',
          body: form.payload,
          headers: form.headers,
        })
        return async () => expect(await call()).toMatchObject({ status })
      })
    expect(await least(large, 200)).toBeLessThan(50)
    expect(await least(bomb, 422)).toBeLessThan(50)
  })
})
