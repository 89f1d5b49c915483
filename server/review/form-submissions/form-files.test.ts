import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpired } from '#server/app/housekeeping.ts'
import { FileStoreUnavailableError } from '#server/platform/lib/files.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient, type TestAnswer, type TestClient } from '#server/testing/client.ts'
import { publishForm, smallForm, uploadFormFile } from '#server/testing/form-requests.ts'
import { pngOf } from '#server/testing/sample-files.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { attachFilesToStudent, listFormFiles } from './index.ts'

let services: TestServices
let world: SchoolWorld
let guest: TestClient
let year: { id: number; student_id: number }
beforeAll(async () => {
  services = await startTestServices({ FILES_QUOTA_MB: '16' })
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  guest = createClient(services.app)
  year = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' },
  })
  await publishForm(world)
})

const card = pngOf(20, 10)
const cardFile = { name: 'card.png', bytes: card }
const upload = (periodId = world.periodId) =>
  uploadFormFile({ guest, periodId }, cardFile, { kind: 'insurance_card_front' })
const send = (file_tokens: readonly string[], more: object = {}): Promise<TestAnswer> =>
  guest.post(`/api/public/periods/${world.periodId}/form-submissions`, { ...smallForm, file_tokens, ...more })
const refusal = async (file_tokens: readonly string[], more: object = {}) => {
  const { status, body } = await send(file_tokens, more)
  return [status, Object.keys(body.errors ?? {})]
}
const formFiles = () =>
  services.owner
    .selectFrom('form_files')
    .selectAll()
    .where('school_id', '=', world.schoolId)
    .orderBy('id')
    .execute()
const documents = async () => (await world.registrar.get(`/api/students/${year.student_id}/files`)).body.data
const bytesAt = async (url: string) => {
  const cookies = Object.fromEntries(world.registrar.cookies)
  const { statusCode, headers, rawPayload } = await services.app.inject({ url, cookies })
  return { status: statusCode, headers, bytes: rawPayload }
}
/** Makes the files so far come from other networks. */
const fromElsewhere = () =>
  sql`update form_files set sent_from = sha256(id::text::bytea)`.execute(services.owner)
/** Runs the cleanup as if all stored content were older than an hour. */
const cleanUp = async (): Promise<void> => {
  const folder = join(services.folder, 'documents')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), 0, 0)
  await deleteExpired(services.services)
}

describe('a file of a form', () => {
  it('becomes a document of the student who sent the form, with one stored content', async () => {
    expect((await send([await upload()])).status).toBe(201)
    const [file, ...others] = await formFiles()
    expect(others).toEqual([])
    const [document] = await documents()
    expect(document).toMatchObject({
      student_period_id: year.id,
      name: 'card.png',
      kind: 'insurance_card_front',
      media_type: 'image/png',
      size: card.length,
      created_by: null,
    })
    expect(file).toMatchObject({ student_file_id: document.id })
    expect((await bytesAt(document.url)).bytes.equals(card)).toBe(true)
    const entries = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'student_period_id', 'change_id'])
      .where('student_id', '=', year.student_id)
      .execute()
    expect(entries.map(({ kind }) => kind)).toContain('file_added')
    expect(new Set(entries.map(({ change_id }) => change_id)).size).toBe(1)
    for (const entry of entries) expect(entry).toMatchObject({ cause: 'student', student_period_id: year.id })
  })

  it('is listed with its form, beside what staff decided', async () => {
    await send([await upload()])
    const path = `/api/student-form-submissions-by-student-period/${year.id}`
    const [open] = (await world.registrar.get(path)).body.data
    expect(open).toMatchObject({
      snapshot_number: 1,
      files: [{ name: 'card.png', kind: 'insurance_card_front', inline: true }],
      outcomes: [],
    })
    await world.admin.post('/api/decisions', {
      form_submission_id: open.id,
      coverage_type: 'medical',
      outcome: 'utp',
      reason_codes: ['card_back_missing'],
    })
    const [decided] = (await world.registrar.get(path)).body.data
    expect(decided.outcomes).toMatchObject([
      {
        coverage_type: 'medical',
        outcome: 'utp',
        reason_codes: ['card_back_missing'],
        decided_by: { id: world.adminId },
        undone_at: null,
      },
    ])
  })

  it('is read by staff of the school, and that is logged', async () => {
    await send([await upload()])
    const submission = await services.owner
      .selectFrom('form_submissions')
      .select('id')
      .where('school_id', '=', world.schoolId)
      .executeTakeFirstOrThrow()
    const system = {
      db: services.owner,
      caller: { permission: 'school_admin' as const, school_ids: [world.schoolId] },
    }
    const [listed] = await listFormFiles(system, submission.id)
    const url = listed?.url ?? ''
    expect(listed).toEqual({
      id: expect.any(Number),
      name: 'card.png',
      kind: 'insurance_card_front',
      media_type: 'image/png',
      size: card.length,
      created_at: '2026-11-20T15:00:00.000Z',
      url: `/api/form-files/${listed?.id}`,
      inline: true,
    })
    const shown = await bytesAt(url)
    expect(shown.bytes.equals(card)).toBe(true)
    expect(shown.headers['content-disposition']).toMatch(/^inline; filename="card.png"/)
    expect((await bytesAt(`${url}?download=1`)).headers['content-disposition']).toMatch(/^attachment/)
    const accesses = await services.owner
      .selectFrom('access_log')
      .select(['action', 'subject_type', 'actor_id', 'student_id', 'detail'])
      .where('school_id', '=', world.schoolId)
      .where('subject_type', '=', 'form_file')
      .execute()
    expect(accesses).toEqual(
      Array.from({ length: 2 }, () => ({
        action: 'download',
        subject_type: 'form_file',
        actor_id: world.registrarId,
        student_id: year.student_id,
        detail: 'insurance_card_front',
      })),
    )
  })

  it('isn’t shown to staff before its form is sent', async () => {
    await upload()
    const [file] = await formFiles()
    expect((await bytesAt(`/api/form-files/${file?.id}`)).status).toBe(404)
  })

  it('stays with a form that isn’t matched, until staff match it', async () => {
    await send([await upload()], { first_name: 'Mara' })
    expect(await documents()).toEqual([])
    const [file] = await formFiles()
    expect((await bytesAt(`/api/form-files/${file?.id}`)).status).toBe(200)
    const student = { school_id: world.schoolId, student_id: year.student_id, student_period_id: year.id }
    for (let times = 0; times < 2; times += 1)
      await services.owner.transaction().execute((db) =>
        attachFilesToStudent(
          {
            db,
            clock: services.clock,
            services: services.services,
            caller: null,
            change: null,
            afterCommit: [],
          },
          file?.submission_id ?? 0,
          student,
          'person',
        ),
      )
    expect(await documents()).toMatchObject([{ name: 'card.png', student_period_id: year.id }])
  })

  it('isn’t stored under its token', async () => {
    const token = await upload()
    expect(token).toMatch(/^[\w-]{43}$/)
    const [file] = await formFiles()
    expect(JSON.stringify({ ...file, token_hash: file?.token_hash.toString('base64url') })).not.toContain(
      token,
    )
  })
})

describe('a form is refused', () => {
  it('if a file is unknown, of another policy year, of another form, or named twice', async () => {
    const other = await buildPeriod(services.owner, { school_id: world.schoolId, name: 'Next' })
    const [own, foreign] = [await upload(), await upload(other)]
    expect(await refusal(['x'.repeat(43)])).toEqual([422, ['file_tokens']])
    expect(await refusal([foreign])).toEqual([422, ['file_tokens']])
    expect(await refusal([own, own])).toEqual([422, ['file_tokens']])
    expect(await refusal([own, foreign])).toEqual([422, ['file_tokens']])
    expect((await send([own])).status).toBe(201)
    expect((await send([own])).status).toBe(201)
    expect(await refusal([own], { signature: 'M. Thompson' })).toEqual([422, ['file_tokens']])
  })

  it('if a file was uploaded more than 24 hours ago', async () => {
    const token = await upload()
    services.clock.advance(24 * 3600)
    expect(await refusal([token])).toEqual([422, ['file_tokens']])
  })

  it('by one of two forms that name a file at once', async () => {
    const token = await upload()
    const answers = await Promise.all([send([token]), send([token], { signature: 'M. Thompson' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

describe('an upload is refused', () => {
  const path = (periodId = world.periodId) => `/api/public/periods/${periodId}/files`

  it.each([
    ['a web page', { name: 'a.pdf', bytes: '<html></html>' }, {}, 'file'],
    ['half a picture', { name: 'card.png', bytes: card.subarray(0, 60) }, {}, 'file'],
    ['an empty file', { name: 'a.txt', bytes: '' }, {}, 'file'],
    ['an unknown kind', cardFile, { kind: 'passport' }, 'kind'],
  ])('for %s', async (_, file, fields, field) => {
    const { status, body } = await guest.upload(path(), fields, file)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('for an unknown policy year', async () => {
    expect((await guest.upload(path(999_999_999), {}, cardFile)).status).toBe(404)
  })

  it('if files of forms of its network fill their room; others and staff can still upload', async () => {
    const megabyte = { name: 'a.txt', bytes: 'x'.repeat(1024 * 1024 - card.length) }
    const token = await uploadFormFile({ guest, periodId: world.periodId }, megabyte)
    expect((await send([token], { first_name: 'Mara' })).status).toBe(201)
    expect((await guest.upload(path(), {}, cardFile)).status).toBe(201)
    const more = { name: 'a.txt', bytes: 'x'.repeat(card.length + 1) }
    const { status, body } = await guest.upload(path(), {}, more)
    expect([status, body.errors]).toEqual([
      422,
      { file: ['Too many files were sent from your network. Try again tomorrow.'] },
    ])
    await fromElsewhere()
    expect((await guest.upload(path(), {}, more)).status).toBe(201)
    const file = { name: 'b.txt', bytes: 'x'.repeat(4 * 1024 * 1024) }
    expect((await world.registrar.upload(`/api/students/${year.student_id}/file`, {}, file)).status).toBe(201)
  })

  it('if files that forms name fill the room of the school', async () => {
    const megabyte = { name: 'a.txt', bytes: 'x'.repeat(1024 * 1024) }
    for (let n = 0; n < 4; n += 1) {
      const token = await uploadFormFile({ guest, periodId: world.periodId }, megabyte)
      expect((await send([token], { first_name: 'Mara', signature: `Mara ${n}` })).status).toBe(201)
      await fromElsewhere()
    }
    expect((await guest.upload(path(), {}, cardFile)).body.errors).toEqual({
      file: ['The school can’t take more files right now. Try again tomorrow.'],
    })
  })

  it('if one address sends too many', async () => {
    await upload()
    const counter = services.owner.updateTable('throttles').where('key', 'like', 'form-files:%')
    await counter.set({ hits: 900 }).execute()
    const { status, body } = await guest.upload(path(), {}, cardFile)
    expect([status, body.code]).toEqual([429, 'too_many'])
    await counter.set({ hits: 0 }).execute()
  })
})

describe('files that no form names', () => {
  const part = { name: 'a.txt', bytes: 'x'.repeat(300 * 1024) }
  const kilobytes = async () => (await formFiles()).reduce((sum, { size }) => sum + size, 0) / 1024
  const notices = async () =>
    (await world.admin.get(`/api/activity?school_id=${world.schoolId}`)).body.data.rows.filter(
      ({ detail }: { detail: string | null }) => detail?.includes('were dropped') === true,
    )

  it('never close the intake: the oldest of the network make room, and staff are told once an hour', async () => {
    const first = await uploadFormFile({ guest, periodId: world.periodId }, part)
    for (let n = 0; n < 7; n += 1) await uploadFormFile({ guest, periodId: world.periodId }, part)
    expect(await kilobytes()).toBe(900)
    expect(await refusal([first])).toEqual([422, ['file_tokens']])
    expect((await send([await upload()])).status).toBe(201)
    expect(await notices()).toHaveLength(1)
  })

  it('of all networks take at most half of the room; what a draft names stays', async () => {
    const token = await uploadFormFile({ guest, periodId: world.periodId }, part)
    await send([token], { progress: 'in_progress' })
    for (let n = 0; n < 10; n += 1) {
      await fromElsewhere()
      await uploadFormFile({ guest, periodId: world.periodId }, part)
    }
    expect(await kilobytes()).toBe(300 + 6 * 300)
    expect((await formFiles())[0]?.submission_id).not.toBeNull()
  })
})

describe('the cleanup', () => {
  it('deletes files that no form names within 30 minutes, with their content', async () => {
    await upload()
    await send([await upload()], { first_name: 'Mara' })
    await cleanUp()
    expect(await formFiles()).toHaveLength(2)
    const [unsent] = await formFiles()
    services.clock.advance(30 * 60)
    await cleanUp()
    const [kept, ...others] = await formFiles()
    expect(others).toEqual([])
    const contentOf = (file: typeof kept) =>
      services.services.files.get(file?.stored_name ?? '', file?.size ?? 0)
    await expect(contentOf(kept)).resolves.toBeDefined()
    await expect(contentOf(unsent)).rejects.toThrow(FileStoreUnavailableError)
  })

  it('keeps shared content until the form’s file and the student’s document are gone', async () => {
    await send([await upload()])
    const [file] = await formFiles()
    const [document] = await documents()
    await services.owner
      .updateTable('form_files')
      .set({ student_file_id: null })
      .where('id', '=', file?.id ?? 0)
      .execute()
    await services.owner
      .deleteFrom('form_files')
      .where('id', '=', file?.id ?? 0)
      .execute()
    await cleanUp()
    expect((await bytesAt(document.url)).bytes.equals(card)).toBe(true)
    await send([await upload()], { signature: 'M. Thompson' })
    const [later] = await formFiles()
    await services.owner
      .updateTable('form_files')
      .set({ student_file_id: null })
      .where('id', '=', later?.id ?? 0)
      .execute()
    await services.owner.deleteFrom('student_files').where('student_id', '=', year.student_id).execute()
    await cleanUp()
    expect((await bytesAt(`/api/form-files/${later?.id}`)).bytes.equals(card)).toBe(true)
  })
})
