import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverDue } from '#server/mail/email-delivery/index.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { createClient, type TestAnswer } from '#server/testing/client.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildSiteStudent, siteOf, type SiteStudent } from '#server/testing/student-site.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let written = ''
let services: TestServices
let world: SchoolWorld
let site: ReturnType<typeof siteOf>
let student: SiteStudent
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => (written += line) })
  services = await startTestServices({}, log)
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  site = siteOf(services, world)
  student = await buildSiteStudent(services, world)
})

const codesTo = (email: string) =>
  services.owner
    .selectFrom('emails')
    .selectAll()
    .where('to_address', '=', email)
    .where('kind', '=', 'status_code')
    .orderBy('id')
    .execute()

/** What someone outside sees of an answer. */
const seen = ({ status, body, text, headers }: TestAnswer) => [
  status,
  body,
  text.length,
  Object.keys(headers).sort(),
]

/** Asks for a code when the database refuses the email and repeats all of it in its error. */
const failLoudly = async (): Promise<void> => {
  services.clock.advance(60)
  await sql`create function break_loudly() returns trigger language plpgsql
    as $$ begin raise exception 'no email here' using detail = new::text, hint = new::text; end $$`.execute(
    services.owner,
  )
  await sql`create trigger broken before insert on emails for each row execute function break_loudly()`.execute(
    services.owner,
  )
  expect((await site.ask(student)).status).toBe(500)
  await sql`drop function break_loudly() cascade`.execute(services.owner)
}

describe('a code', () => {
  it('is emailed to the address on the roster, under the school’s name', async () => {
    const answer = await site.ask(student)
    expect([answer.status, answer.body]).toEqual([202, { data: { valid_minutes: 10 } }])
    expect(await codesTo(student.email)).toMatchObject([
      { student_period_id: student.id, to_name: 'Maya Thompson', state: 'queued', language: 'en' },
    ])
    expect(await site.digitsFor(student.email)).toMatch(/^\d{6}$/)
  })

  it('stands in clear in no table, no list of staff, no history and no log', async () => {
    await site.ask(student)
    const digits = await site.digitsFor(student.email)
    expect((await site.answer(student, '000000')).status).toBe(422)
    expect((await site.answer(student)).status).toBe(201)
    await failLoudly()
    const spellings = [digits, `${digits.slice(0, 3)} ${digits.slice(3)}`]
    const { rows } = await sql<{ text: string }>`
      select row_to_json(email)::text as text from emails email where student_period_id = ${student.id}
      union all select row_to_json(entry)::text from history entry where student_period_id = ${student.id}
      union all select row_to_json(access)::text from access_log access where school_id = ${world.schoolId}
      union all select row_to_json(code)::text from status_codes code where school_id = ${world.schoolId}`.execute(
      services.owner,
    )
    const listed = await world.admin.get(`/api/student-emails?student_id=${student.student_id}`)
    expect(listed.body.data).toMatchObject([{ kind: 'status_code', text: null, html: null }])
    expect(rows.length).toBeGreaterThan(1)
    expect(written).toContain('queueEmails')
    expect(written).not.toContain('Enter this code')
    for (const text of [...rows.map((row) => row.text), JSON.stringify(listed.body), written])
      expect(spellings.filter((one) => text.includes(one))).toEqual([])
  })

  it('that the school’s text has in its subject isn’t shown there', async () => {
    const { data } = (await world.admin.get(`/api/school-email-templates?school_id=${world.schoolId}`)).body
    const template = data.find(({ kind }: { kind: string }) => kind === 'status_code')
    const own = { subject: 'Code {{code.digits}}.', html: '<p>{{code.digits}}</p>', text: null }
    const path = `/api/school-email-templates/${template.id}`
    const saved = await world.admin.put(path, { ...own, translations: {}, version: template.version })
    expect(saved.status).toBe(200)
    await site.ask(student)
    expect((await codesTo(student.email)).map(({ subject }) => subject)).toEqual(['Code .'])
    expect(await site.digitsFor(student.email)).toMatch(/^\d{6}$/)
  })

  it('is always sent: no school can turn the email off, and staff can’t send one or send it again', async () => {
    const { data } = (await world.admin.get(`/api/school-email-templates?school_id=${world.schoolId}`)).body
    const { id, subject, html, text, translations } = data.find(
      ({ kind }: { kind: string }) => kind === 'status_code',
    )
    const off = await world.admin.put(`/api/school-email-templates/${id}`, {
      subject,
      html,
      text,
      translations,
      is_enabled: false,
    })
    expect([off.status, Object.keys(off.body.errors)]).toEqual([422, ['is_enabled']])
    const settings = `/api/schools/${world.schoolId}/email-settings`
    const present = (await world.admin.get(settings)).body.data
    const refused = await world.admin.put(settings, { ...present, kinds_off: ['status_code'] })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['kinds_off.0']])
    await site.ask(student)
    const [email] = await codesTo(student.email)
    await services.owner.updateTable('emails').set({ state: 'failed' }).where('id', '=', email!.id).execute()
    expect((await world.admin.post(`/api/student-emails/${email?.id}/resend`)).status).toBe(409)
    const sendable = await world.admin.get(`/api/student-emails/templates?school_id=${world.schoolId}`)
    expect(JSON.stringify(sendable.body)).not.toContain(
      data.find(({ kind }: { kind: string }) => kind === 'status_code').name,
    )
  })

  it('replaces the one before, which isn’t sent any more', async () => {
    await site.ask(student)
    const first = await site.digitsFor(student.email)
    services.clock.advance(60)
    await site.ask(student)
    expect(await codesTo(student.email)).toMatchObject([
      { state: 'canceled', body_cipher: null },
      { state: 'queued', body_cipher: expect.any(Buffer) },
    ])
    const second = await site.digitsFor(student.email)
    // once in a million, both have the same digits
    expect((await site.answer(student, first)).status).toBe(second === first ? 201 : 422)
    expect((await site.answer(student, second)).status).toBe(second === first ? 422 : 201)
  })
})

describe('the reply', () => {
  /** Students who get no email, by why. */
  const others = async (): Promise<Record<string, Pick<SiteStudent, 'sid' | 'dob'>>> => {
    const periodId = await buildPeriod(services.owner, { school_id: world.schoolId })
    const gone = await buildSiteStudent(services, world)
    await services.owner
      .updateTable('student_periods')
      .set({ deleted_at: services.clock.now().toISOString() })
      .where('id', '=', gone.id)
      .execute()
    return {
      unknown: { sid: 'NO-ONE', dob: student.dob },
      otherBirthday: { ...student, dob: '2003-04-06' },
      otherYear: await buildSiteStudent(services, { ...world, periodId }),
      otherSchool: await buildSiteStudent(services, await buildSchoolWorld(services)),
      removed: gone,
      withoutAddress: await buildSiteStudent(services, world, {
        student: { university_email: null, personal_email: null },
      }),
    }
  }

  it('has the same status, body, size and headers whether or not an email is sent', async () => {
    const known = seen(await site.ask(student))
    const emails = async () =>
      (await sql<{ many: number }>`select count(*)::int as many from emails`.execute(services.owner)).rows[0]
        ?.many
    const before = await emails()
    for (const [why, one] of Object.entries(await others()))
      expect([why, seen(await site.ask(one))]).toEqual([why, known])
    // refused by the limit per student
    expect(seen(await site.ask(student))).toEqual(known)
    expect(await emails()).toBe(before)
  })

  it('takes even time, whether or not an email is sent', async () => {
    for (const one of [student, student, ...Object.values(await others())]) {
      const [startedAt, before] = [performance.now(), services.pauses.length]
      await site.ask(one)
      const paused = services.pauses.slice(before)
      expect(paused).toHaveLength(1)
      expect(performance.now() - startedAt + paused[0]!).toBeGreaterThan(245)
    }
  })

  it.each([
    [{ sid: 'A', dob: '2003-02-30' }, 'dob'],
    [{ sid: '', dob: '2003-04-05' }, 'sid'],
    [{ sid: 'A', dob: '2003-04-05', email: 'me@mail.example' }, 'email'],
  ])('to %o names %s', async (body, field) => {
    const path = `/api/public/periods/${world.periodId}/status-codes`
    const answer = await createClient(services.app).post(path, body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })

  it('to a draft or unknown policy year is that it isn’t found', async () => {
    const draft = await buildPeriod(services.owner, { school_id: world.schoolId, state: 'draft' })
    for (const periodId of [draft, 999_999])
      expect((await siteOf(services, { periodId }).ask(student)).status).toBe(404)
  })
})

describe('emails with codes', () => {
  it('arrive in the school’s layout, and their text is gone then', async () => {
    const mail = await startMailServer()
    await services.owner.deleteFrom('emails').execute()
    await site.ask(student)
    const digits = await site.digitsFor(student.email)
    const settings = { ...services.services.settings, smtpUrl: mail.url, emailFrom: 'shipmate@mail.example' }
    expect(await deliverDue({ ...services.services, settings })).toBe(1)
    await mail.close()
    const [{ to, email }] = mail.received as [(typeof mail.received)[0]]
    const spaced = `${digits.slice(0, 3)} ${digits.slice(3)}`
    expect(to).toEqual([student.email])
    expect([email.text, email.html].every((text) => text?.includes(spaced))).toBe(true)
    expect(email.subject).not.toContain(spaced)
    expect(await codesTo(student.email)).toMatchObject([{ state: 'sent', body: null, body_cipher: null }])
    expect((await site.answer(student, digits)).status).toBe(201)
  })

  it('go to a student once a minute and 5 times an hour at most, whoever asks and however the ID is typed', async () => {
    const typed = [student.sid, student.sid.toLowerCase(), ` ${student.sid} `]
    for (const sid of typed) await site.ask({ ...student, sid })
    expect(await codesTo(student.email)).toHaveLength(1)
    for (let minute = 1; minute < 8; minute += 1) {
      services.clock.advance(61)
      await site.ask(student)
    }
    expect(await codesTo(student.email)).toHaveLength(5)
    services.clock.advance(3600)
    await site.ask(student)
    expect(await codesTo(student.email)).toHaveLength(6)
  })

  it('are asked for only so often from one network', async () => {
    await site.ask(student)
    const counter = services.owner.updateTable('throttles').where('key', 'like', 'status-codes:%')
    await counter.set({ hits: 300 }).execute()
    const answer = await site.ask({ ...student, sid: 'NO-ONE' })
    expect([answer.status, answer.body.message]).toEqual([
      429,
      'Too many requests were sent from your network. Try again in 10 minutes.',
    ])
    await counter.set({ hits: 0 }).execute()
  })
})
