import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpired } from '#server/app/housekeeping.ts'
import { createClient } from '#server/testing/client.ts'
import { pngOf, sampleFiles } from '#server/testing/sample-files.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices({ FILES_QUOTA_MB: '2' })
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
})

const png = pngOf(20, 10)
const drawing =
  '<svg viewBox="0 0 40 20" onload="alert(1)"><script>alert(1)</script><rect width="40" height="20"/></svg>'
const add = (
  kind: 'logo' | 'image' | 'file',
  file: { name: string; bytes: Buffer | string } = { name: 'shore.png', bytes: png },
  fields: Record<string, string> = {},
) => world.admin.upload(`/api/schools/${kind}`, { school_id: String(world.schoolId), ...fields }, file)
const files = async (): Promise<{ id: number; name: string }[]> =>
  (await world.admin.get(`/api/schools/${world.schoolId}/files`)).body.data
const logo = async () => (await world.admin.get(`/api/schools/${world.schoolId}`)).body.data.logo_url
const asAnybody = (url: string) => createClient(services.app).get(url)
const remove = (id: number) => world.admin.delete(`/api/schools/${world.schoolId}/files/${id}`)
const undo = (headers: Record<string, unknown>) =>
  world.admin.post(`/api/changes/${String(headers['x-change-id'])}/undo`)
const stored = (): string[] =>
  readdirSync(join(services.folder, 'schools'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('a school file', () => {
  it('is public under a name that can’t be guessed, and is cached indefinitely', async () => {
    const { status, body } = await add('image', undefined, { alt: 'The shore in May' })
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        kind: 'image',
        url: expect.stringMatching(/^\/media\/[0-9a-f]{32}\.png$/),
        name: 'shore.png',
        alt: 'The shore in May',
        media_type: 'image/png',
        size: png.length,
        width: 20,
        height: 10,
        created_at: '2026-11-20T15:00:00.000Z',
      },
    ])
    const shown = await asAnybody(body.data.url)
    expect([shown.status, shown.bytes.equals(png)]).toEqual([200, true])
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    // proxies can cache it: it contains nothing about the requester
    expect(shown.headers['set-cookie']).toBeUndefined()
  })

  it('is stored encrypted', async () => {
    await add('image')
    for (const path of stored()) expect(readFileSync(path).includes('IHDR')).toBe(false)
  })

  it('has the type of its content, whatever its name', async () => {
    for (const [name, sample] of [
      ['png', 'image/png'],
      ['jpg', 'image/jpeg'],
      ['webp', 'image/webp'],
    ] as const) {
      const answer = await add('image', { name: 'picture.txt', bytes: sampleFiles[name]! })
      expect([answer.status, answer.body.data?.media_type]).toEqual([201, sample])
    }
  })

  it.each<[string, 'logo' | 'image' | 'file', Buffer | string]>([
    ['an empty file', 'file', ''],
    ['a page', 'file', '<!doctype html><html><script>alert(1)</script></html>'],
    ['a web page with a drawing', 'image', '<html><svg><path d="M0"/></svg></html>'],
    ['a drawing without shapes', 'logo', '<svg><script>alert(1)</script></svg>'],
    ['a drawing that’s too long', 'logo', `<svg><path d="${'M0 0'.repeat(140_000)}"/></svg>`],
    ['a drawing in UTF-16', 'logo', Buffer.from(`\uFEFF${drawing}`, 'utf16le')],
    ['text', 'file', 'Dear student'],
    ['a program', 'file', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['a GIF', 'image', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
    ['a PDF named as a picture', 'image', sampleFiles['pdf']!],
    ['a PDF as the logo', 'logo', sampleFiles['pdf']!],
    ['too many pixels', 'image', pngOf(20_000, 20_000)],
  ])('is refused if it’s %s', async (_, kind, bytes) => {
    const answer = await add(kind, { name: 'logo.png', bytes })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['file']])
    expect(await files()).toEqual([])
  })

  it('can be a PDF that opens in the browser', async () => {
    const { body } = await add('file', { name: 'brochure.pdf', bytes: sampleFiles['pdf']! })
    expect(body.data).toMatchObject({ media_type: 'application/pdf', width: null, height: null })
    const shown = await asAnybody(body.data.url)
    expect(shown.headers['content-type']).toBe('application/pdf')
    expect(shown.headers['content-disposition']).toMatch(/^inline; filename="brochure.pdf"/)
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  it('is refused beyond the school’s limit, which includes documents', async () => {
    // each a PDF of 0.9 MB
    const large = Buffer.concat([sampleFiles['pdf']!, Buffer.alloc(900_000, 'x')])
    expect((await add('file', { name: 'a.pdf', bytes: large })).status).toBe(201)
    expect((await add('file', { name: 'b.pdf', bytes: large })).status).toBe(201)
    const third = await add('file', { name: 'c.pdf', bytes: large })
    expect([third.status, third.body.errors.file[0]]).toEqual([422, expect.stringContaining('2 MB')])
  })

  it.each([{ school_id: '999999999' }, { school_id: 'x' }, { owner: '1' }])(
    'is refused for %j',
    async (fields) => {
      const answer = await add('image', undefined, fields)
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, Object.keys(fields)])
    },
  )

  it('is removed softly, restored with undo, and listed until then', async () => {
    const { body } = await add('image')
    const removed = await remove(body.data.id)
    expect([removed.status, await files()]).toEqual([204, []])
    expect((await asAnybody(body.data.url)).status).toBe(404)
    expect((await remove(body.data.id)).status).toBe(404)
    expect((await undo(removed.headers)).body.data).toMatchObject({ reverted: 1, left_total: 0 })
    expect((await files()).map(({ id }) => id)).toEqual([body.data.id])
    expect((await asAnybody(body.data.url)).status).toBe(200)
  })

  it('belongs to its school: another one can’t remove it', async () => {
    const other = await buildSchoolWorld(services)
    const { body } = await add('image')
    expect((await world.admin.delete(`/api/schools/${other.schoolId}/files/${body.data.id}`)).status).toBe(
      404,
    )
    expect((await world.registrar.get(`/api/schools/${world.schoolId}/files`)).status).toBe(403)
    expect((await files()).length).toBe(1)
  })

  it.each(['nothing', '..%2Fsecret', `${'0'.repeat(32)}.png`, `${'0'.repeat(32)}.PNG`, '%00'])(
    'isn’t found by %s',
    async (name) => expect((await asAnybody(`/media/${name}`)).status).toBe(404),
  )

  it('isn’t found after its school is archived', async () => {
    const { body } = await add('image')
    await world.admin.delete(`/api/schools/${world.schoolId}`)
    expect((await asAnybody(body.data.url)).status).toBe(404)
  })

  it('without a row is deleted after an hour', async () => {
    const { body } = await add('image')
    const kept = new Set(stored())
    await services.services.files.put('schools', Readable.from([png]), png.length)
    const long = new Date(services.clock.now().getTime() - 7_200_000)
    for (const path of stored()) utimesSync(path, long, long)
    await deleteExpired(services.services)
    expect(new Set(stored())).toEqual(kept)
    expect((await asAnybody(body.data.url)).status).toBe(200)
  })
})

describe('a school’s logo', () => {
  it('is cleaned and in the list of schools', async () => {
    const { body } = await add('logo', { name: 'logo.svg', bytes: drawing })
    const named = { id: world.schoolId, logo_url: body.data.url }
    expect((await world.admin.get('/api/schools-for-users')).body.data).toContainEqual(
      expect.objectContaining(named),
    )
    expect((await world.registrar.get('/api/me')).body.data.schools).toMatchObject([named])
    expect(body.data).toMatchObject({ kind: 'logo', media_type: 'image/svg+xml', width: 40, height: 20 })
    const shown = await asAnybody(body.data.url)
    expect(shown.text).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"></rect></svg>',
    )
    expect(await logo()).toBe(body.data.url)
  })

  it('can be replaced, and undo restores the previous one', async () => {
    const first = await add('logo')
    const second = await add('logo', { name: 'logo.svg', bytes: drawing })
    expect(await logo()).toBe(second.body.data.url)
    expect((await undo(second.headers)).status).toBe(200)
    expect(await logo()).toBe(first.body.data.url)
    expect((await files()).map(({ id }) => id)).toEqual([first.body.data.id])
    // after another change of the logo, the first change can no longer be undone
    const third = await add('logo')
    expect((await undo(first.headers)).body.data).toMatchObject({ left_total: 1 })
    expect(await logo()).toBe(third.body.data.url)
    // a logo whose file was removed isn't restored either
    expect((await undo(third.headers)).body.data.left).toEqual([
      expect.objectContaining({ reason: 'The previous logo was removed.' }),
    ])
  })

  it('can be removed, and undo restores it', async () => {
    const { body } = await add('logo')
    const removed = await remove(body.data.id)
    expect(await logo()).toBeNull()
    await undo(removed.headers)
    expect(await logo()).toBe(body.data.url)
  })
})
