import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient, type TestClient } from '#server/testing/client.ts'
import { publishForm } from '#server/testing/form-requests.ts'
import { oldWordOf, pngOf, sampleFiles, zipOf } from '#server/testing/sample-files.ts'
import { samplePdfs } from '#server/testing/sample-pdfs.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let guest: TestClient
let studentId: number
let photos: Record<'jpg' | 'png' | 'webp' | 'gif' | 'tif' | 'pages', Buffer>
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  guest = createClient(services.app)
  const { schoolId: school_id, periodId: period_id } = world
  studentId = (
    await buildStudentPeriod(services.owner, { school_id, period_id, medical_status: 'waiver_submitted' })
  ).student_id
  await publishForm(world)
  // a picture with as much detail as a photo
  const data = Buffer.from(Array.from({ length: 60 * 80 * 3 }, (_, index) => (index * 7919) % 251))
  const photo = (pageHeight = 80) => sharp(data, { raw: { width: 60, height: 80, channels: 3, pageHeight } })
  photos = {
    jpg: await photo().jpeg().toBuffer(),
    png: await photo().png().toBuffer(),
    webp: await photo().webp({ lossless: true }).toBuffer(),
    gif: await photo().gif().toBuffer(),
    tif: await photo().tiff({ compression: 'lzw' }).toBuffer(),
    pages: await photo(40).tiff({ compression: 'lzw' }).toBuffer(),
  }
})
afterAll(() => services.close())

const addAsStaff = (bytes: Buffer, name = 'card', kind = 'insurance_card_front') =>
  world.registrar.upload(`/api/students/${studentId}/file`, { kind }, { name, bytes })
const addToForm = (bytes: Buffer, name = 'card') =>
  guest.upload(`/api/public/periods/${world.periodId}/files`, {}, { name, bytes })

const part = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
const zeroed = (bytes: Buffer) => Buffer.concat([part(bytes, 0.5), Buffer.alloc(bytes.length)])
const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}
/** A PNG that lost a part of its picture, but not its end. */
const withoutMiddle = (bytes: Buffer) => Buffer.concat([part(bytes, 0.5), bytes.subarray(-12)])
const word = sampleFiles['docx']!

describe('a document that no one can read is refused, from staff and from students:', () => {
  it.each<[what: string, bytes: () => Buffer, why: RegExp]>([
    ['a PDF with an opening password', () => samplePdfs.locked, /PDF file needs a password to open/],
    ['one that is encrypted in today’s way', () => samplePdfs.lockedWithAes, /needs a password/],
    ['half a PDF', () => part(sampleFiles['pdf']!, 0.5), /can’t be opened/],
    ['a PDF without its end', () => part(sampleFiles['pdf']!, 0.97), /can’t be opened/],
    ['a PDF for the web without its end', () => part(samplePdfs.forWeb, 0.7), /can’t be opened/],
    ['a PDF whose rest is zeros', () => zeroed(sampleFiles['pdf']!), /can’t be opened/],
    ['a PDF without a page', () => Buffer.from('%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF'), /can’t be/],
    [
      'a PDF with a page that was added in part',
      () => {
        const added = `7 0 obj<</Type/Page>>\nendobj\nxref\n0 1\n000`
        return Buffer.concat([sampleFiles['pdf']!, Buffer.from(added)])
      },
      /can’t be opened/,
    ],
    ['half a JPEG', () => part(photos.jpg, 0.5), /JPEG file can’t be opened/],
    ['a JPEG without its last line', () => part(photos.jpg, 0.95), /can’t be opened/],
    ['a JPEG whose rest is zeros', () => zeroed(photos.jpg), /can’t be opened/],
    ['a PNG without its end mark', () => photos.png.subarray(0, -12), /can’t be opened/],
    ['a JPEG without its end mark', () => photos.jpg.subarray(0, -2), /can’t be opened/],
    ['half a PNG', () => part(photos.png, 0.5), /PNG file can’t be opened/],
    ['a PNG that lost its middle', () => withoutMiddle(photos.png), /can’t be opened/],
    ['a PNG with a damaged byte', () => flipped(photos.png, photos.png.length >> 1), /can’t be opened/],
    ['half a WebP', () => part(photos.webp, 0.5), /WebP file can’t be opened/],
    ['a WebP whose rest is zeros', () => zeroed(photos.webp), /can’t be opened/],
    ['half a GIF', () => part(photos.gif, 0.5), /GIF file can’t be opened/],
    ['half a TIFF', () => part(photos.tif, 0.5), /TIFF file can’t be opened/],
    [
      'a TIFF without a picture',
      () => Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(64)]),
      /can’t be/,
    ],
    ['half a HEIC', () => part(sampleFiles['heic']!, 0.9), /HEIC file can’t be opened/],
    ['a HEIC without a picture', () => part(sampleFiles['heic']!, 0.2), /can’t be opened/],
    ['a HEIC whose rest is zeros', () => zeroed(sampleFiles['heic']!), /can’t be opened/],
    ['half a Word file', () => part(word, 0.6), /can’t be opened|Upload one of/],
    [
      'a Word file with a damaged text',
      () => flipped(word, word.indexOf('<w:document') + 2),
      /can’t be opened/,
    ],
    ['a Word file with a password', () => oldWordOf(false, 'EncryptedPackage'), /needs a password/],
    ['an old Word file with a password', () => oldWordOf(true), /Word file needs a password/],
    ['half an old Word file', () => part(oldWordOf(), 0.6), /can’t be opened/],
    ['an old Excel file', () => oldWordOf(false, 'Workbook'), /can’t be opened/],
  ])('%s', async (_what, bytes, why) => {
    for (const answer of [await addAsStaff(bytes()), await addToForm(bytes())])
      expect([answer.status, answer.body.errors?.file?.[0]]).toEqual([422, expect.stringMatching(why)])
  })

  it('a text of blanks', async () => {
    const { status, body } = await addAsStaff(Buffer.from('\uFEFF \r\n\t\n'), 'letter.txt')
    expect([status, body.errors.file]).toEqual([422, ['The file is empty.']])
  })

  it('a file for the student website', async () => {
    const fields = { school_id: String(world.schoolId) }
    const { status, body } = await world.admin.upload('/api/schools/file', fields, {
      name: 'plan.pdf',
      bytes: samplePdfs.locked,
    })
    expect([status, body.errors.file]).toEqual([422, [expect.stringMatching(/needs a password/)]])
  })

  it('and it isn’t a card that the waiver has', async () => {
    const missing = async () => (await world.registrar.get(`/api/students/${studentId}/overview`)).body.data
    const before = await missing()
    await addAsStaff(samplePdfs.locked)
    expect(await missing()).toEqual(before)
    await addAsStaff(samplePdfs.ownerLocked)
    expect(await missing()).not.toEqual(before)
  })
})

describe('a document that people can read is accepted:', () => {
  it.each<[what: string, bytes: () => Buffer]>([
    ['a PDF with only an owner password', () => samplePdfs.ownerLocked],
    ['a PDF for the web', () => samplePdfs.forWeb],
    ['a PDF with a compressed table', () => samplePdfs.compressed],
    [
      'a PDF followed by what a mail program added',
      () => Buffer.concat([sampleFiles['pdf']!, Buffer.alloc(5000, 'x')]),
    ],
    [
      'a PDF that was added to',
      () =>
        Buffer.concat([
          sampleFiles['pdf']!,
          Buffer.from('8 0 obj<<>>\nendobj\n'),
          sampleFiles['pdf']!.subarray(-60),
        ]),
    ],
    ['a photo with a film behind it', () => Buffer.concat([photos.jpg, Buffer.alloc(4000, 'mp4')])],
    ['a photo with room behind it', () => Buffer.concat([photos.jpg, Buffer.alloc(4000)])],
    ['an old Word file', () => oldWordOf()],
    [
      'a Word file whose text has another number',
      () => {
        const types = sampleFiles['docx']!.toString('latin1').match(/<Types.*<\/Types>/)![0]
        return zipOf({
          '[Content_Types].xml': types.replace('document.xml', 'document2.xml'),
          'word/document2.xml': '<w:document/>',
        })
      },
    ],
    ['a TIFF of 2 pages', () => photos.pages],
  ])('%s', async (_what, bytes) => {
    for (const answer of [await addAsStaff(bytes()), await addToForm(bytes())])
      expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  })
})

const fetchFile = async (url: string) => {
  const cookies = Object.fromEntries(world.registrar.cookies)
  const { statusCode, headers, rawPayload } = await services.app.inject({ url, cookies })
  return { status: statusCode, headers, bytes: rawPayload }
}
const savedAs = async (url: string): Promise<string> => {
  const { headers } = await fetchFile(`${url}?download=1`)
  return decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition']))?.[1] ?? '')
}

describe('a file is known by its content', () => {
  it.each<[name: string, kind: string, type: string, saved: string]>([
    ['IMG_0002.JPG', 'heic', 'image/heic', 'IMG_0002.heic'],
    ['front.jpg', 'webp', 'image/webp', 'front.webp'],
    ['IMG_0003.HEIC', 'jpg', 'image/jpeg', 'IMG_0003.jpg'],
    ['card', 'jpg', 'image/jpeg', 'card.jpg'],
    ['scan.png', 'tif', 'image/tiff', 'scan.tif'],
    ['photo.jpeg', 'png', 'image/png', 'photo.png'],
    ['photo.jfif', 'jpg', 'image/jpeg', 'photo.jfif'],
    ['letter', 'pdf', 'application/pdf', 'letter.pdf'],
    ['letter.docx', 'pdf', 'application/pdf', 'letter.pdf'],
    ['Dr. Lee 10.2026', 'pdf', 'application/pdf', 'Dr. Lee 10.2026.pdf'],
    ['card.pdf.exe', 'pdf', 'application/pdf', 'card.pdf.exe.pdf'],
    ['.jpg', 'png', 'image/png', 'file.png'],
    [`${'x'.repeat(220)}.png`, 'png', 'image/png', `${'x'.repeat(200)}.png`],
  ])('%s that is %s', async (name, kind, type, saved) => {
    const { status, body } = await addAsStaff(sampleFiles[kind]!, name, 'other')
    expect([status, body.data?.media_type]).toEqual([201, type])
    expect(await savedAs(body.data.url)).toBe(saved)
    expect((await addToForm(sampleFiles[kind]!, name)).status).toBe(201)
  })

  it('but text, which has no signature, by its name too', async () => {
    expect((await addAsStaff(sampleFiles['txt']!, 'letter.TXT', 'other')).status).toBe(201)
    expect((await addAsStaff(sampleFiles['txt']!, 'run.bat', 'other')).status).toBe(422)
  })
})

describe('a name of a file', () => {
  it.each<[what: string, sent: string, shown: string]>([
    ['in Cyrillic', 'Страховая карта.pdf', 'Страховая карта.pdf'],
    ['in Chinese without an ending', '保险卡', '保险卡'],
    ['with decomposed accents', 'Cafe\u0301 carte.pdf', 'Café carte.pdf'],
    [
      'with quotes and semicolons, as browsers send them',
      'my %22card%22; front; X.pdf',
      'my "card"; front; X.pdf',
    ],
    ['with quotes, as programs send them', 'my \\"card\\".pdf', 'my "card".pdf'],
    ['with a line break, as browsers send it', 'card%0D%0AX-A: b.pdf', 'card X-A: b.pdf'],
    ['with a mark that turns the direction', 'card\u202Efdp.exe.pdf', 'cardfdp.exe.pdf'],
    ['with a mark of right-to-left text', '\u200Fכרטיס.pdf', 'כרטיס.pdf'],
    ['with an emoji', 'card 👨‍👩‍👧 50%.pdf', 'card 👨‍👩‍👧 50%.pdf'],
  ])('%s is shown and saved properly', async (_what, sent, shown) => {
    const { status, body } = await addAsStaff(sampleFiles['pdf']!, sent, 'other')
    expect([status, body.data?.name]).toEqual([201, shown])
    expect(await savedAs(body.data.url)).toBe(shown.endsWith('.pdf') ? shown : `${shown}.pdf`)
    expect((await addToForm(sampleFiles['pdf']!, sent)).status).toBe(201)
  })
})

describe('a picture that not every browser shows', () => {
  it.each([
    ['heic', [64, 40]],
    ['tif', [8, 6]],
  ] as const)('is shown as a JPEG and saved as it was sent: %s', async (kind, size) => {
    const { body } = await addAsStaff(sampleFiles[kind]!, `IMG_1.${kind}`, 'other')
    expect(body.data.inline).toBe(true)
    const shown = await fetchFile(body.data.url)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^inline; filename="IMG_1.jpg"/),
    })
    const { format, width, height } = await sharp(shown.bytes).metadata()
    expect([format, width, height]).toEqual(['jpeg', ...size])
    const saved = await fetchFile(`${body.data.url}?download=1`)
    expect(saved.bytes.equals(sampleFiles[kind]!)).toBe(true)
  })

  it('is shown with all its pages', async () => {
    const { body } = await addAsStaff(photos.pages, 'fax.tif', 'other')
    const { width, height } = await sharp((await fetchFile(body.data.url)).bytes).metadata()
    expect([width, height]).toEqual([60, 40 + 16 + 40])
  })

  it('is logged when it’s looked at', async () => {
    const { body } = await addAsStaff(sampleFiles['heic']!, 'IMG_1.heic', 'other')
    await fetchFile(body.data.url)
    const logged = await services.owner
      .selectFrom('access_log')
      .select(['action', 'student_id'])
      .where('subject_type', '=', 'student_file')
      .where('subject_id', '=', body.data.id)
      .execute()
    expect(logged).toEqual([{ action: 'download', student_id: studentId }])
  })

  it('is too large with more pixels than fit in memory', async () => {
    const { status, body } = await addAsStaff(pngOf(60_000, 60_000))
    expect([status, body.errors.file]).toEqual([
      422,
      ['This image is too large. Reduce its size and upload it again.'],
    ])
  })
})
