import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import yauzl from 'yauzl'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildFile } from '#server/records/documents/factory.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { leftOutTables, recordTables, selectRows, tablesOfRecord } from './queries/whole-record.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const addStudent = async (sid: string, first_name: string, ssn: string): Promise<number> => {
  const student = { period_id: world.periodId, first_name, last_name: 'Copy', dob: '2000-01-01', sid, ssn }
  const { status, body } = await world.registrar.post('/api/add-student-to-period', student)
  expect(status).toBe(201)
  return body.data.student_id
}

/** Returns the files of an archive by name. */
const filesIn = async (archive: Buffer): Promise<Record<string, string>> => {
  const zip = await yauzl.fromBufferPromise(archive)
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  return files
}

it('a copy has everything about one student to read and as data, with the documents and without SSNs', async () => {
  const [id, other] = [
    await addStudent('C1', 'Ana <b>', '222003333'),
    await addStudent('OTHER-2', 'Bo', '222004444'),
  ]
  for (const student_id of [id, other])
    await world.registrar.post('/api/student-notes/create', {
      student_id,
      body: `<p>Called ${student_id}</p>`,
    })
  const file = await buildFile(services.owner, services.services.files, {
    school_id: world.schoolId,
    student_id: id,
    name: '../my card.pdf',
    kind: 'insurance_card_front',
    media_type: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7 an insurance card'),
    created_at: '2026-11-20T12:00:00Z',
    author_id: null,
  })
  const answer = await world.admin.get(`/api/students/${id}/record-copy`)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-disposition']).toContain('student-record-C1-2026-11-20.zip')
  const files = await filesIn(answer.bytes)
  expect(Object.keys(files)).toEqual(['record.html', 'record.json', `documents/${file}-.._my card.pdf`])
  expect(files[`documents/${file}-.._my card.pdf`]).toBe('%PDF-1.7 an insurance card')
  const record = JSON.parse(files['record.json'] ?? '')
  expect(record).toMatchObject({
    students: [{ id, sid: 'C1', ssn_last_four: '3333' }],
    student_periods: [{ student_id: id, period_id: world.periodId }],
    student_notes: [{ body: `<p>Called ${id}</p>` }],
  })
  expect(record.history.length).toBeGreaterThanOrEqual(2)
  const page = files['record.html'] ?? ''
  expect(page).toContain('<h1>Student record of Ana &lt;b&gt; Copy</h1>')
  expect(page).toContain(`<dd>Called ${id}</dd>`)
  for (const text of Object.values(files)) {
    expect(text).not.toContain('222003333')
    expect(text).not.toContain('OTHER-2')
  }
  const { body } = await world.admin.get(`/api/activity?student_id=${id}&kind=download`)
  expect(body.data.rows).toMatchObject([{ detail: 'copy of the whole record', actor: { id: world.adminId } }])
})

it('a copy has what is kept of a student who was merged', async () => {
  const [id, other] = [
    await addStudent('K1', 'Ana', '222005555'),
    await addStudent('K2', 'Anna', '222006666'),
  ]
  const versionOf = async (one: number) => (await world.admin.get(`/api/students/${one}`)).body.data.version
  const merged = await world.admin.post(`/api/students/${id}/merge`, {
    other_id: other,
    version: await versionOf(id),
    other_version: await versionOf(other),
    fields: [],
    other_period_ids: [],
  })
  expect(merged.status).toBe(200)
  const { bytes } = await world.admin.get(`/api/students/${id}/record-copy`)
  const record = JSON.parse((await filesIn(bytes))['record.json'] ?? '')
  expect(record).toMatchObject({
    students: [{ sid: 'K1' }, { sid: 'K2' }],
    student_periods: [{ student_id: id }, { student_id: other }],
  })
  expect(record.history.map(({ student_id }: { student_id: number }) => student_id)).toContain(other)
})

it('every table with rows about students is in a copy, or left out with a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('student_id', 'student_period_id', 'submission_id')`.execute(
    services.owner,
  )
  const known = new Set([...tablesOfRecord, ...Object.keys(leftOutTables)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

it.each(tablesOfRecord)(
  'the rows of a student in %s are read by key, not from all of the table',
  async (table) => {
    const { services: tools } = services
    const plan = await asAuthor(tools, world.adminId, 'test', async (context) => {
      await sql`set local enable_seqscan = off`.execute(context.db)
      const { rows } = await sql<Record<string, string>>`explain ${selectRows(context, table, 1)}`.execute(
        context.db,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    const [, key] = recordTables[table]
    expect(plan).toMatch(new RegExp(`Index Cond: .*\\b${key} =`))
    expect(plan).not.toContain('Seq Scan')
  },
)
