import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverDue } from '#server/mail/email-delivery/index.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { issueEmailToken } from '#server/review/form-submissions/index.ts'
import { createClient, type TestClient } from '#server/testing/client.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { publishSettings } from '#server/testing/student-site.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let mail: MailServer
let world: SchoolWorld
let guest: TestClient
let studentId: number
let studentPeriodId: number
let site: string
let written = ''
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => (written += line) })
  services = await startTestServices({}, log)
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await services.close()
})
beforeEach(async () => {
  await services.owner
    .updateTable('emails')
    .set({ state: 'canceled' })
    .where('state', '=', 'queued')
    .execute()
  mail.received.length = 0
  written = ''
  world = await buildSchoolWorld(services)
  guest = createClient(services.app)
  const student = { first_name: 'Maya', last_name: 'Thompson', dob: '2003-04-05' }
  const row = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: { ...student, university_email: 'maya@university.example' },
  })
  studentPeriodId = row.id
  studentId = row.student_id
  const { slug } = (await world.admin.get(`/api/schools/${world.schoolId}`)).body.data
  site = `${services.services.settings.publicUrl}/s/${slug}`
  await world.admin.put(`/api/schools/${world.schoolId}/email-settings`, {
    ...(await world.admin.get(`/api/schools/${world.schoolId}/email-settings`)).body.data,
    delay_minutes: 0,
  })
  await publishForm(world)
})

const openSite = async (): Promise<void> => {
  await publishSettings(world, { is_live: true })
}

/** Sends a waiver form and declines it. Returns the ID of the form, and the token that the student was given. */
const decline = async (): Promise<{ id: number; token: string }> => {
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  const event_on = services.clock.now().toISOString().slice(0, 10)
  const { resume_token: token } = (await guest.post(path, { ...smallForm, event_on })).body.data
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('student_period_id', '=', studentPeriodId)
    .executeTakeFirstOrThrow()
  const decision = { outcome: 'decline', reason_codes: ['other'], note: 'It ends in May.' }
  const answer = await world.admin.post('/api/decisions', {
    form_submission_id: id,
    coverage_type: 'medical',
    ...decision,
  })
  expect(answer.status).toBe(201)
  return { id, token }
}

const stored = (kind: string) =>
  services.owner
    .selectFrom('emails')
    .selectAll()
    .where('student_id', '=', studentId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const failing = () => Promise.reject(new Error('The connection ended.'))
const deliver = (smtpUrl: string | null = mail.url, isFailing = false): Promise<number> => {
  const settings = { ...services.services.settings, smtpUrl, emailFrom: 'shipmate@mail.example' }
  const sending = { ...services.services, settings }
  return deliverDue(sending, null, isFailing ? failing : (form) => issueEmailToken(sending, form))
}

/** Returns what arrived about a subject. */
const arrived = (subject: string) => {
  const found = mail.received.find(({ email }) => email.subject === subject)?.email
  return { text: found?.text ?? '', html: found?.html ?? '' }
}
const declined = 'Your insurance waiver was declined'
const tokenIn = (text: string): string | undefined => /#form=([\w-]{43})/.exec(text)?.[1]
const tokens = async (): Promise<number> =>
  (
    await services.owner
      .selectFrom('form_tokens')
      .innerJoin('form_submissions as form', 'form.id', 'form_tokens.submission_id')
      .select('form_tokens.id')
      .where('form.student_period_id', '=', studentPeriodId)
      .execute()
  ).length

describe('an email about a form', () => {
  it('links to that form when it’s delivered, and says until when the student can appeal', async () => {
    await openSite()
    await decline()
    expect(await deliver()).toBe(2)
    const { text, html } = arrived(declined)
    expect(text).toContain('you can appeal until December 4, 2026')
    const token = tokenIn(text) ?? ''
    expect(text).toContain(`To appeal: ${site}/status#form=${token}`)
    expect(html).toContain(`<a href="${site}/status#form=${token}"`)
    const opened = await guest.get(`/api/public/form-submissions/${token}`)
    expect([opened.status, opened.body.data.appeal_until]).toEqual([200, '2026-12-04'])
    const confirmed = tokenIn(arrived('We received your waiver form').html)
    expect((await guest.get(`/api/public/form-submissions/${confirmed ?? ''}`)).status).toBe(200)
    expect(confirmed).not.toBe(token)
  })

  it('links to that form at the host of the school’s site', async () => {
    await openSite()
    const host = `insurance-${world.schoolId}.riverside.edu`
    await services.owner
      .updateTable('schools')
      .set({ site_host: host })
      .where('id', '=', world.schoolId)
      .execute()
    await decline()
    await deliver()
    const { text } = arrived(declined)
    expect(text).toMatch(new RegExp(`//${host}/status#form=[\\w-]{43}`))
  })

  it('has no token in what is stored, recorded, logged or shown to staff', async () => {
    await openSite()
    await decline()
    await deliver()
    const token = tokenIn(arrived(declined).text) ?? ''
    expect(token).toHaveLength(43)
    const email = await stored('waiver_declined')
    expect(email.body).toContain(`To appeal: ${site}/status#form\n`)
    expect(email.state).toBe('sent')
    const history = await services.owner
      .selectFrom('history')
      .selectAll()
      .where('student_id', '=', studentId)
      .execute()
    const shown = [
      await world.admin.get(`/api/student-emails?student_id=${studentId}`),
      await world.admin.get('/api/mailbox'),
      await world.registrar.get(`/api/student-emails?student_id=${studentId}`),
    ]
    expect(shown[0]?.body.data).toHaveLength(2)
    const all = JSON.stringify([email, history, shown.map(({ body }) => body), written])
    expect(all).toContain('/status#form')
    expect([all.includes(token), /#form=[\w-]/.test(all)]).toEqual([false, false])
  })

  it('gets a new token each time it’s sent, also again, and none if it isn’t delivered', async () => {
    await openSite()
    await decline()
    expect(await tokens()).toBe(1)
    await deliver(null)
    expect(await tokens()).toBe(1)
    const { id } = await stored('waiver_declined')
    expect((await world.admin.post(`/api/student-emails/${id}/resend`)).status).toBe(201)
    await deliver()
    const token = tokenIn(arrived(declined).text) ?? ''
    expect((await guest.get(`/api/public/form-submissions/${token}`)).status).toBe(200)
    expect(await tokens()).toBe(2)
  })

  it('waits while its link can’t be made', async () => {
    await openSite()
    await decline()
    await deliver(mail.url, true)
    expect(mail.received).toEqual([])
    expect(await stored('waiver_declined')).toMatchObject({ state: 'queued', attempts: 1 })
    services.clock.advance(3600)
    await deliver()
    expect(tokenIn(arrived(declined).text)).toBeDefined()
  })

  it('leads to the status page without a form once the policy year has ended', async () => {
    await openSite()
    await decline()
    await services.owner
      .updateTable('periods')
      .set({ starts_on: '2025-08-01', ends_on: '2026-11-01' })
      .where('id', '=', world.periodId)
      .execute()
    await deliver()
    expect(arrived(declined).text).toContain(`To appeal: ${site}/status#form\n`)
    expect(await tokens()).toBe(1)
  })

  it('names the school’s phone and email until the website is open', async () => {
    await services.owner
      .updateTable('schools')
      .set({ phone: '6145550100', deadlines_contact: JSON.stringify({ email: 'office@lakeside.example' }) })
      .where('id', '=', world.schoolId)
      .execute()
    await decline()
    await deliver()
    const { text, html } = arrived(declined)
    expect(text).toContain('To appeal: contact us by phone or email, as shown below\n')
    expect(text).toContain('or contact us at (614) 555-0100 or office@lakeside.example.')
    expect([text, html].filter((part) => part.includes('{{') || part.includes('/s/'))).toEqual([])
    expect(await tokens()).toBe(1)
  })
})

describe('an email about no form', () => {
  const compose = async (body: string) => {
    const answer = await world.admin.post('/api/student-emails', {
      ids: [studentPeriodId],
      subject: 'Pages',
      body,
    })
    expect(answer.status).toBe(202)
    return (await stored('message')).body
  }

  it('links to the pages of the website, and to a form only while it can be sent', async () => {
    await openSite()
    const text = '<p>{{link.status|none}}, {{link.waive|none}}, {{link.enroll|none}}</p>'
    expect(await compose(text)).toBe(`${site}/status, ${site}/waive, none`)
  })
})

describe('previews and tests', () => {
  const preview = async (student_period_id: number | null): Promise<string> => {
    const { body } = await world.admin.post('/api/email-templates/preview', {
      kind: 'waiver_declined',
      school_id: world.schoolId,
      student_period_id,
      subject: 'Status',
      html: '<p>{{link.status|by phone}}, {{decision.appeal_by|soon}}</p>',
      text: null,
    })
    return body.data.text
  }

  it('show the address of the school’s page, and for a student what they would get', async () => {
    expect(await preview(null)).toBe(`${site}/status, September 15, 2026`)
    expect(await preview(studentPeriodId)).toBe('by phone, September 15, 2026')
    await openSite()
    expect(await preview(studentPeriodId)).toBe(`${site}/status, September 15, 2026`)
  })
})
