import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drawnSignatureLimits } from '#contract/review/form-submissions/choices.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'
import { createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildSiteStudent, siteOf, type SiteStudent } from '#server/testing/student-site.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
let student: SiteStudent
let guest: TestClient
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  student = await buildSiteStudent(services, world)
  guest = createClient(services.app)
  await publishForm(world)
})

/** Returns a picture of a blue line on nothing, with a note that says where it was taken. */
const picture = (width = 100, height = 40, format: 'png' | 'jpeg' = 'png'): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 4)
  for (let x = 0; x < width; x += 1) pixels.writeUInt32BE(0x000080ff, ((x % height) * width + x) * 4)
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .withExif({ IFD0: { ImageDescription: 'At home' } })
    .toFormat(format)
    .toBuffer()
}
const base64 = (bytes: Buffer): string => bytes.toString('base64')

const path = () => `/api/public/periods/${world.periodId}/form-submissions`
const formOf = (drawn_signature: unknown) => ({
  ...smallForm,
  sid: student.sid,
  dob: student.dob,
  drawn_signature,
})
const send = (drawn: unknown): Promise<TestAnswer> => guest.post(path(), formOf(drawn))
const snapshots = () =>
  services.owner
    .selectFrom('form_submission_snapshots')
    .select(['content', 'hash', 'drawn_signature'])
    .where('school_id', '=', world.schoolId)
    .orderBy('number')
    .execute()

const formsOfRecord = async (client: TestClient) =>
  (await client.get(`/api/student-form-submissions-by-student-period/${student.id}`)).body.data
const readSubmission = async (client: TestClient) => {
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('school_id', '=', world.schoolId)
    .executeTakeFirstOrThrow()
  return client.get(`/api/student-form-submissions/${id}`)
}

describe('a signature that a student drew', () => {
  it('is kept with what was signed: on white, without what else was in the file, and in its hash', async () => {
    const sent = await picture()
    expect(sent.toString('latin1')).toContain('At home')
    expect((await send(base64(sent))).status).toBe(201)
    const [snapshot] = await snapshots()
    const kept = snapshot?.drawn_signature ?? Buffer.of()
    const { format, width, height, hasAlpha, exif } = await sharp(kept).metadata()
    expect({ format, width, height, hasAlpha, exif }).toEqual({
      format: 'png',
      width: 100,
      height: 40,
      hasAlpha: false,
      exif: undefined,
    })
    expect(kept.toString('latin1')).not.toContain('At home')
    const { channels } = await sharp(kept).stats()
    expect([channels[0]?.min ?? 255, channels[0]?.max]).toEqual([
      expect.toSatisfy((ink: number) => ink < 128),
      255,
    ])
    const whole = createHash('sha256').update(canonicalText(snapshot?.content)).update(kept).digest()
    expect(snapshot?.hash.equals(whole)).toBe(true)
    // what reports, emails and rules read has nothing of it
    expect(canonicalText(snapshot?.content)).not.toContain('drawn')
  })

  it('is shown to staff of the school and to its student, and to no one else', async () => {
    const { body } = await send(base64(await picture()))
    const [snapshot] = await snapshots()
    const shown = base64(snapshot?.drawn_signature ?? Buffer.of())
    expect((await readSubmission(world.registrar)).body.data.drawn_signature).toBe(shown)
    expect((await formsOfRecord(world.registrar))[0].drawn_signature).toBe(shown)
    await siteOf(services, world).enter(student)
    const status = await student.client.get('/api/public/status')
    expect(status.body.data.forms[0].drawn_signature).toBe(shown)

    const other = await buildSchoolWorld(services)
    expect((await readSubmission(other.registrar)).status).toBe(404)
    expect(await formsOfRecord(other.registrar)).toBeUndefined()
    const opened = await guest.get(`/api/public/form-submissions/${body.data.resume_token}`)
    expect([opened.status, opened.text.includes('drawn')]).toEqual([200, false])
    const list = await world.admin.get(`/api/student-form-submissions?period_id=${world.periodId}`)
    expect([list.status, list.body.data.length, list.text.includes(shown)]).toEqual([200, 1, false])
  })

  it('isn’t written to the history or the activity log', async () => {
    await send(base64(await picture()))
    const [snapshot] = await snapshots()
    await readSubmission(world.registrar)
    await services.services.accesses.flush()
    const tables = ['history', 'changes', 'access_log'] as const
    for (const table of tables) {
      const rows = await services.owner.selectFrom(table).selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain(
        base64(snapshot?.drawn_signature ?? Buffer.of()).slice(0, 60),
      )
    }
  })

  it('stays with the version that it signed when the form is fixed', async () => {
    const { body } = await send(base64(await picture()))
    const { id } = (await readSubmission(world.admin)).body.data
    const utp = { coverage_type: 'medical', outcome: 'utp', reason_codes: ['card_back_missing'] }
    expect((await world.admin.post('/api/decisions', { form_submission_id: id, ...utp })).status).toBe(201)
    const fixed = { ...formOf(null), signature: 'Maya R. Thompson' }
    const at = `/api/public/form-submissions/${body.data.resume_token}`
    expect((await guest.put(at, fixed)).status).toBe(200)
    const [first, second] = await snapshots()
    expect([first?.drawn_signature, second?.drawn_signature]).toEqual([expect.any(Buffer), null])
    expect((await readSubmission(world.registrar)).body.data.drawn_signature).toBeNull()
  })

  it('sent twice is one form', async () => {
    const drawn = base64(await picture())
    const [one, other] = [await send(drawn), await send(drawn)]
    expect(other.body.data.confirmation_number).toBe(one.body.data.confirmation_number)
    expect(await snapshots()).toHaveLength(1)
  })

  it('isn’t kept by an unfinished form, and not asked for when it’s checked', async () => {
    const drawn_signature = base64(await picture())
    const form = { ...formOf(null), progress: 'in_progress', drawn_signature }
    const { status, body } = await guest.post(path(), form)
    expect(status).toBe(201)
    const at = `/api/public/form-submissions/${body.data.resume_token}`
    expect((await guest.get(at)).body.data.form).not.toHaveProperty('drawn_signature', drawn_signature)
    const checked = await guest.post(`/api/public/periods/${world.periodId}/form-checks`, formOf(null))
    expect([checked.status, checked.body.data.errors]).toEqual([200, {}])
    expect((await guest.put(at, formOf(drawn_signature))).status).toBe(200)
    expect((await snapshots())[0]?.drawn_signature).toBeInstanceOf(Buffer)
  })
})

describe('a form without a drawn signature', () => {
  it.each([[null], [undefined]])('is signed by the name alone (%s)', async (drawn) => {
    expect((await send(drawn)).status).toBe(201)
    const [snapshot] = await snapshots()
    expect(snapshot?.drawn_signature).toBeNull()
    const whole = createHash('sha256').update(canonicalText(snapshot?.content)).digest()
    expect(snapshot?.hash.equals(whole)).toBe(true)
    expect((await readSubmission(world.registrar)).body.data.drawn_signature).toBeNull()
  })
})

describe('what isn’t a drawn signature is refused, and nothing is saved', () => {
  const { width, height, bytes } = drawnSignatureLimits
  const wrong: [string, () => unknown][] = [
    ['a PNG that is too wide', async () => base64(await picture(width + 1, height))],
    ['a PNG that is too high', async () => base64(await picture(width, height + 1))],
    ['a JPEG', async () => base64(await picture(100, 40, 'jpeg'))],
    ['a JPEG that says it’s a PNG', async () => `iVBORw0KGgo${base64(await picture(100, 40, 'jpeg'))}`],
    ['half of a PNG', async () => base64((await picture()).subarray(0, 90))],
    ['a text', () => 'Maya Thompson'],
    ['an address', () => `data:image/png;base64,${base64(Buffer.from('x'))}`],
    ['a drawing in SVG', () => base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a number', () => 7],
    ['more bytes than allowed', async () => base64(Buffer.concat([await picture(), Buffer.alloc(bytes)]))],
  ]
  it.each(wrong)('%s', async (_what, make) => {
    const { status, body } = await send(await make())
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['drawn_signature']])
    expect(await snapshots()).toEqual([])
  })

  it('but the largest that is allowed isn’t', async () => {
    expect((await send(base64(await picture(width, height)))).status).toBe(201)
  })
})
