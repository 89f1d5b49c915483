import { randomBytes } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpired } from '#server/app/housekeeping.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import type { TestClient } from '#server/testing/client.ts'
import { pdfOf, pngOf, sampleFiles, zipOf } from '#server/testing/sample-files.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let studentId: number
let yearId: number
beforeAll(async () => {
  services = await startTestServices({ FILES_QUOTA_MB: '45' })
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
  yearId = built.id
})

const png = pngOf(20, 10)
const add = (
  file: { name: string; bytes: Buffer | string } = { name: 'card.png', bytes: png },
  fields: Record<string, string> = {},
  client: TestClient = world.registrar,
) => client.upload(`/api/students/${studentId}/file`, fields, file)
const list = async (query = '') =>
  (await world.registrar.get(`/api/students/${studentId}/files${query}`)).body.data
const at = (id: number): string => `/api/files/${id}`
const undo = (headers: Record<string, unknown>, client = world.registrar) =>
  client.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
const bytesAt = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await services.app.inject({
    url,
    cookies: Object.fromEntries(world.registrar.cookies),
    headers,
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const stored = (): string[] => {
  const folder = join(services.folder, 'documents')
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}
const history = async () =>
  (
    await services.owner
      .selectFrom('history')
      .select(['kind', 'changes', 'student_period_id'])
      .where('student_id', '=', studentId)
      .where('subject_type', '=', 'student_file')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

describe('a document', () => {
  it('is stored encrypted with its details and returned unchanged', async () => {
    const before = new Set(stored())
    const answer = await add(
      { name: 'C:\\fakepath\\Zoë’s card.png', bytes: png },
      {
        kind: 'insurance_card_front',
        student_period_id: String(yearId),
      },
    )
    expect(answer.status).toBe(201)
    const { id } = answer.body.data
    expect(answer.body.data).toEqual({
      id,
      student_id: studentId,
      student_period_id: yearId,
      name: 'Zoë’s card.png',
      kind: 'insurance_card_front',
      media_type: 'image/png',
      size: png.length,
      created_at: '2026-11-20T15:00:00.000Z',
      created_by: { id: world.registrarId, name: expect.any(String) },
      url: at(id),
      inline: true,
      version: 1,
      removed_at: null,
      versions: [],
    })
    expect(await list()).toEqual([answer.body.data])
    expect((await bytesAt(at(id))).bytes.equals(png)).toBe(true)
    expect(stored().filter((path) => !before.has(path))).toHaveLength(1)
    expect(await history()).toEqual(['file_added'])
  })

  it('can be uploaded with the student’s ID in the form', async () => {
    const file = { name: 'letter.pdf', bytes: sampleFiles['pdf']! }
    const answer = await world.registrar.upload('/api/students/file', { student_id: String(studentId) }, file)
    expect([answer.status, answer.body.data.kind]).toEqual([201, 'other'])
    const unknown = await world.registrar.upload('/api/students/file', { student_id: '999999' }, file)
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['student_id']])
  })

  it('belongs to a year, and replaces a document, of the same student only', async () => {
    const other = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
    })
    const year = await add(undefined, { student_period_id: String(other.id) })
    expect([year.status, Object.keys(year.body.errors)]).toEqual([422, ['student_period_id']])
    const { id } = (await add()).body.data
    const foreign = await world.registrar.upload(
      `/api/students/${other.student_id}/file`,
      { replaces_id: String(id) },
      { name: 'card.png', bytes: png },
    )
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ['replaces_id']])
  })
})

describe('an accepted file', () => {
  it.each(Object.keys(sampleFiles))('can be .%s', async (extension) => {
    const bytes = sampleFiles[extension]!
    const answer = await add({ name: `Some file.${extension.toUpperCase()}`, bytes })
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    const inline = ['pdf', 'png', 'jpg', 'webp', 'heic', 'tif'].includes(extension)
    expect(answer.body.data.inline).toBe(inline)
    const shown = await bytesAt(at(answer.body.data.id))
    expect(shown.headers['content-disposition']).toMatch(inline ? /^inline; / : /^attachment; /)
    const saved = await bytesAt(`${at(answer.body.data.id)}?download=1`)
    expect(saved.headers['content-disposition']).toMatch(/^attachment; /)
    expect(saved.headers['content-security-policy']).toBe('sandbox')
    expect(saved.bytes.equals(bytes)).toBe(true)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  it.each([
    ['a page', 'card.html', '<!doctype html><script>alert(1)</script>'],
    ['a web page named as text', 'card.txt', '<html><body><script>alert(1)</script></body></html>'],
    ['a drawing', 'card.svg', svg],
    ['a drawing named as text', 'card.txt', `<?xml version="1.0"?>${svg}`],
    ['a drawing named as a picture', 'card.png', svg],
    ['a program', 'card.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)])],
    ['a zip', 'card.docx', zipOf({ 'a.txt': 'x' })],
    [
      'a Word file with macros',
      'card.docx',
      zipOf({
        '[Content_Types].xml':
          '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        'word/document.xml': 'x',
      }),
    ],
    [
      'a film',
      'card.heic',
      Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypisom\0\0\0\0mif1heic', 'latin1')]),
    ],
    ['binary data named as text', 'card.txt', Buffer.from([1, 2, 0, 4])],
    ['nothing', 'card.txt', ''],
    ['a picture with too many pixels', 'card.png', pngOf(60_000, 60_000)],
  ])('can’t be %s', async (_, name, bytes) => {
    const before = stored().length
    const answer = await add({ name, bytes })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['file']])
    expect(await list()).toEqual([])
    expect(stored()).toHaveLength(before)
  })

  it('has at most 20 MB, and a school has a total limit', async () => {
    const whole = Buffer.alloc(20 * 1024 * 1024, 'x')
    expect((await add({ name: 'a.txt', bytes: Buffer.concat([whole, Buffer.from('x')]) })).status).toBe(413)
    expect((await add({ name: 'a.txt', bytes: whole })).status).toBe(201)
    expect((await add({ name: 'b.txt', bytes: whole })).status).toBe(201)
    const third = await add({ name: 'c.txt', bytes: whole })
    expect(third.body.errors).toEqual({
      file: ['The school has used all 45 MB of its document storage. Remove some documents to add more.'],
    })
    expect(await list()).toHaveLength(2)
  })
})

describe('reading a document', () => {
  const bytes = randomBytes(200_000)
  const content = pdfOf('Coverage continues.', bytes)
  const addPdf = async (): Promise<number> =>
    (await add({ name: 'Ré(sumé)’s 1.pdf', bytes: content })).body.data.id

  it('is safe for any content', async () => {
    const { headers } = await bytesAt(at(await addPdf()))
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-site',
      'accept-ranges': 'bytes',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(headers['content-disposition']).toBe(
      `inline; filename="R-sum-s-1.pdf"; filename*=UTF-8''R%C3%A9%28sum%C3%A9%29%E2%80%99s%201.pdf`,
    )
    const { headers: ofPicture } = await bytesAt(at((await add()).body.data.id))
    expect(ofPicture['content-security-policy']).toMatch(/^sandbox;/)
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-65999', 100, 65_999],
    ['bytes=190000-', 190_000, content.length - 1],
    ['bytes=-5', content.length - 5, content.length - 1],
    ['bytes=0-99999999', 0, content.length - 1],
  ])('returns the range %s', async (range, start, end) => {
    const answer = await bytesAt(at(await addPdf()), { range })
    expect([answer.status, answer.headers['content-range']]).toEqual([
      206,
      `bytes ${start}-${end}/${content.length}`,
    ])
    expect(answer.bytes.equals(content.subarray(start, end + 1))).toBe(true)
  })

  it('refuses ranges that don’t exist, and ignores meaningless ones', async () => {
    const url = at(await addPdf())
    for (const range of [`bytes=${content.length}-`, 'bytes=-0']) {
      const answer = await bytesAt(url, { range })
      expect([answer.status, answer.headers['content-range']]).toEqual([416, `bytes */${content.length}`])
    }
    for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=a-b', 'bytes=-'])
      expect((await bytesAt(url, { range })).status).toBe(200)
    const { etag = '' } = (await bytesAt(url)).headers
    expect((await bytesAt(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await bytesAt(url, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200)
  })

  it('is logged before the response, or refused', async () => {
    const id = await addPdf()
    await bytesAt(at(id))
    const rows = await services.owner
      .selectFrom('access_log')
      .selectAll()
      .where('subject_type', '=', 'student_file')
      .where('subject_id', '=', id)
      .execute()
    expect(rows).toMatchObject([
      { action: 'download', actor_id: world.registrarId, student_id: studentId, school_id: world.schoolId },
    ])
    await sql`alter table access_log add constraint broken check (subject_type <> 'student_file') not valid`.execute(
      services.owner,
    )
    expect((await bytesAt(at(id))).status).toBe(500)
    await sql`alter table access_log drop constraint broken`.execute(services.owner)
  })
})

describe('changing a document', () => {
  it('renames it and sets its kind, once for everyone who read it before; the extension stays', async () => {
    const { id } = (await add()).body.data
    const saved = await world.registrar.put(at(id), {
      name: 'Front of card',
      kind: 'insurance_card_front',
      version: 1,
    })
    expect(saved.body.data).toMatchObject({
      name: 'Front of card.png',
      kind: 'insurance_card_front',
      version: 2,
    })
    const late = await world.admin.put(at(id), { kind: 'other', version: 1 })
    expect([late.status, late.body.data.name]).toEqual([409, 'Front of card.png'])
    await undo(saved.headers)
    expect((await list())[0]).toMatchObject({ name: 'card.png', kind: 'other' })
    expect(await history()).toEqual(['file_added', 'file_changed', 'file_changed'])
  })

  it('by replacing keeps the previous one available', async () => {
    const first = (await add(undefined, { kind: 'insurance_card_back', student_period_id: String(yearId) }))
      .body.data
    services.clock.advance(60)
    const bytes = pngOf(9, 9)
    const second = await add({ name: 'newer.png', bytes }, { replaces_id: String(first.id) })
    expect(second.body.data).toMatchObject({
      name: 'newer.png',
      kind: 'insurance_card_back',
      student_period_id: yearId,
      versions: [{ id: first.id, name: 'card.png' }],
    })
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([second.body.data.id])
    expect((await bytesAt(at(first.id))).bytes.equals(png)).toBe(true)
    const again = await add(undefined, { replaces_id: String(first.id) })
    expect([again.status, again.body.code]).toEqual([409, 'stale'])
    expect(await history()).toEqual(['file_added', 'file_replaced'])
    await undo(second.headers)
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([first.id])
  })

  it('by replacing, undoing and replacing again leaves one current document', async () => {
    const first = (await add()).body.data
    const second = await add({ name: 'newer.png', bytes: pngOf(9, 9) }, { replaces_id: String(first.id) })
    const standing = async () =>
      (await list()).map(({ id, versions }: { id: number; versions: { id: number }[] }) => [
        id,
        ...versions.map((former) => former.id),
      ])
    const undone = await undo(second.headers)
    expect(await standing()).toEqual([[first.id]])
    const again = await undo(undone.headers)
    expect(again.body.data).toMatchObject({ reverted: 1, left: [] })
    expect(await standing()).toEqual([[second.body.data.id, first.id]])
    const once = await undo(again.headers)
    expect(await standing()).toEqual([[first.id]])
    expect(await history()).toEqual([
      'file_added',
      'file_replaced',
      'file_removed',
      'file_replaced',
      'file_removed',
    ])
    const third = (await add(undefined, { replaces_id: String(first.id) })).body.data
    expect((await undo(once.headers)).body.data).toMatchObject({
      reverted: 0,
      left: [{ reason: 'The earlier version changed after that.' }],
    })
    expect(await standing()).toEqual([[third.id, first.id]])
  })

  it('by removing also removes the documents it replaced, and restores both', async () => {
    const first = (await add()).body.data
    const second = (await add(undefined, { replaces_id: String(first.id) })).body.data
    expect((await world.registrar.delete(at(second.id))).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await list('?removed=true')).map(({ id }: { id: number }) => id)).toEqual([second.id])
    for (const id of [first.id, second.id]) expect((await bytesAt(at(id))).status).toBe(404)
    expect((await world.registrar.delete(at(second.id))).status).toBe(404)
    const restored = await world.registrar.post(`${at(second.id)}/restore`)
    expect(restored.body.data).toMatchObject({ removed_at: null, versions: [{ id: first.id }] })
    expect((await bytesAt(at(first.id))).status).toBe(200)
    const same = await world.registrar.post(`${at(second.id)}/restore`)
    expect([same.status, same.headers['x-change-id']]).toEqual([200, undefined])
  })

  it('can be undone, and the undo too', async () => {
    const added = await add()
    const removed = await world.registrar.delete(at(added.body.data.id))
    const back = await undo(removed.headers)
    expect(back.body.data).toMatchObject({ reverted: 1, left: [] })
    expect(await list()).toHaveLength(1)
    expect((await undo(back.headers)).body.data.reverted).toBe(1)
    expect(await list()).toEqual([])
    expect((await undo(added.headers)).body.data).toMatchObject({ reverted: 0, left_total: 1 })
  })
})

describe('nothing is left of', () => {
  /** Sends the start of an upload over its own socket and disconnects. */
  const hangUp = async (port: number, bytes: number): Promise<void> => {
    const cookie = [...world.registrar.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const token = decodeURIComponent(world.registrar.cookies.get('XSRF-TOKEN') ?? '')
    const accepted = once(services.app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    // the server's end of the socket
    const [received] = (await accepted) as [Socket]
    socket.write(
      [
        `POST /api/students/${studentId}/file HTTP/1.1`,
        'Host: 127.0.0.1',
        `Cookie: ${cookie}`,
        `X-XSRF-TOKEN: ${token}`,
        'Content-Type: multipart/form-data; boundary=cut',
        'Content-Length: 10000000',
        '',
        '--cut\r\nContent-Disposition: form-data; name="file"; filename="card.png"\r\n\r\n',
      ].join('\r\n'),
    )
    await new Promise((done) => {
      socket.write(Buffer.concat([png, Buffer.alloc(bytes)]), done)
    })
    while (received.bytesRead < socket.bytesWritten) await new Promise((next) => setTimeout(next, 5))
    const closed = new Promise((done) => received.once('close', done))
    socket.destroy()
    await closed
  }

  it('an interrupted upload', async () => {
    await services.app.listen({ port: 0, host: '127.0.0.1' })
    const address = services.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const before = stored().length
    for (const bytes of [0, 70_000, 3_000_000]) await hangUp(port, bytes)
    expect(await list()).toEqual([])
    expect(stored()).toHaveLength(before)
    expect(await history()).toEqual([])
  })

  it('an upload whose row couldn’t be saved', async () => {
    const before = stored().length
    await sql`alter table student_files add constraint broken check (name <> 'broken.png') not valid`.execute(
      services.owner,
    )
    expect((await add({ name: 'broken.png', bytes: png })).status).toBe(500)
    await sql`alter table student_files drop constraint broken`.execute(services.owner)
    expect(stored()).toHaveLength(before)
  })

  it('a file without a row after an hour', async () => {
    await add()
    const name = await services.services.files.put('documents', Readable.from([png]), png.length)
    const path = stored().find((one) => one.endsWith(name.split('/')[1] ?? ''))!
    const count = stored().length
    const minutesAgo = (minutes: number): Date => new Date(services.clock.now().getTime() - minutes * 60_000)
    for (const one of stored()) utimesSync(one, minutesAgo(50), minutesAgo(50))
    await deleteExpired(services.services)
    expect(stored()).toHaveLength(count)
    for (const one of stored()) utimesSync(one, minutesAgo(70), minutesAgo(70))
    await deleteExpired(services.services)
    expect(stored()).not.toContain(path)
    expect(await list()).toHaveLength(1)
    expect((await bytesAt((await list())[0].url)).bytes.equals(png)).toBe(true)
  })
})
