import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { deliverDue } from '#server/mail/email-delivery/index.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { createClient } from '#server/testing/client.ts'
import { englishWordsIn } from '#server/testing/english-words.ts'
import { publishForm, smallForm } from '#server/testing/form-requests.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let mail: MailServer
let world: SchoolWorld
let studentPeriodId: number
beforeAll(async () => {
  services = await startTestServices()
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
  world = await buildSchoolWorld(services)
  await services.owner
    .updateTable('schools')
    .set({ name: `Universidad ${world.schoolId}`, phone: '6145550100' })
    .where('id', '=', world.schoolId)
    .execute()
  const row = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    student: {
      first_name: 'Maya',
      last_name: 'Thompson',
      dob: '2003-04-05',
      university_email: 'maya@university.example',
    },
  })
  studentPeriodId = row.id
  const settings = `/api/schools/${world.schoolId}/email-settings`
  const present = (await world.admin.get(settings)).body.data
  await world.admin.put(settings, { ...present, delay_minutes: 0 })
  await publishForm(world)
})

const send = async (language = 'es'): Promise<{ id: number; token: string }> => {
  const path = `/api/public/periods/${world.periodId}/form-submissions`
  const event_on = services.clock.now().toISOString().slice(0, 10)
  const coverage_types = ['medical', 'dental', 'vision']
  const form = { ...smallForm, coverage_types, event_on, language }
  const answer = await createClient(services.app).post(path, form)
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  const { id } = await services.owner
    .selectFrom('form_submissions')
    .select('id')
    .where('student_period_id', '=', studentPeriodId)
    .executeTakeFirstOrThrow()
  return { id, token: answer.body.data.resume_token }
}

const decide = async (form_submission_id: number, lines: readonly object[]): Promise<void> => {
  const { status, body } = await world.admin.post('/api/decisions/together', { form_submission_id, lines })
  expect([status, body.errors]).toEqual([201, undefined])
}

const deliver = async () => {
  const settings = { ...services.services.settings, smtpUrl: mail.url, emailFrom: 'shipmate@mail.example' }
  await deliverDue({ ...services.services, settings })
  return mail.received.map(({ email: { subject = '', text = '', html = '' } }) => ({ subject, text, html }))
}

/** Returns what people read of HTML. */
const readable = (html: string): string =>
  html.replaceAll(/<(style|title)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, ' ').replaceAll(/<[^>]+>/g, ' ')

const lines = [
  { coverage_type: 'medical', outcome: 'utp', reason_codes: ['card_front_missing', 'member_id_format'] },
  { coverage_type: 'dental', outcome: 'decline', reason_codes: ['max_deductible', 'visa'] },
  { coverage_type: 'vision', outcome: 'approve', reason_codes: [] },
]

describe('the emails about a form that was filled in in Spanish', () => {
  it('are in Spanish, with coverage, reasons and days', async () => {
    const { id, token } = await send()
    await decide(id, lines)
    await createClient(services.app).post(`/api/public/form-submissions/${token}/appeal`, {
      comment: 'Mi plan cubre todo el año.',
    })
    const emails = await deliver()
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      'Recibimos su apelación',
      'Recibimos su formulario de renuncia',
      'Su renuncia al seguro fue aprobada',
      'Su renuncia al seguro fue rechazada',
      'Su renuncia al seguro necesita su atención',
    ])
    for (const { subject, text, html } of emails)
      expect([subject, englishWordsIn(`${subject} ${text} ${readable(html)}`)]).toEqual([subject, []])
    const all = emails.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
    expect(all).toContain('a la cobertura médica, dental y de la vista para')
    expect(all).toContain('El deducible de su plan es mayor que el que acepta la universidad.')
    expect(all).toContain('puede apelar hasta el 4 de diciembre de 2026.')
    expect(all).toContain('Envíe una foto del frente de su tarjeta del seguro.')
  })

  it('have the school’s own words about a rule: in Spanish, or else in English', async () => {
    const path = `/api/periods/${world.periodId}/waiver-configuration`
    const present = (await world.admin.get(path)).body.data
    const said = (key: string, message: object) => ({
      [key]: { ...present[key], message: { ...present[key].message, ...message } },
    })
    const { body } = await world.admin.put(path, {
      ...present,
      ...said('max_deductible', { en: 'At most $500.', es: 'Como máximo $500.' }),
      ...said('visa', { en: 'J-1 rules apply.' }),
    })
    const documents = [{ kind: waiverConfiguration.kind, version: body.data.version }]
    await world.admin.post(`/api/periods/${world.periodId}/publications`, { documents })
    const { id } = await send()
    await decide(id, lines.slice(1))
    const declined = (await deliver()).find(({ subject }) => subject.endsWith('rechazada'))
    expect(declined?.text).toContain('Como máximo $500. J-1 rules apply.')
  })

  it('are in English if the school wrote its own text and none in Spanish', async () => {
    const rows = (await world.admin.get(`/api/school-email-templates?school_id=${world.schoolId}`)).body.data
    const row = rows.find(({ kind }: { kind: string }) => kind === 'waiver_declined')
    const own = { subject: 'No', html: '<p>{{decision.coverages}}: {{decision.reasons}}</p>', text: null }
    const put = `/api/school-email-templates/${row.id}`
    expect((await world.admin.put(put, { ...own, translations: {} })).status).toBe(200)
    const { id } = await send()
    await decide(id, lines.slice(1))
    const declined = (await deliver()).find(({ subject }) => subject === 'No')
    expect(declined?.text).toMatch(/^dental: Your plan’s deductible is higher than your school accepts\./)
  })

  it('stay in English for a form in English', async () => {
    const { id } = await send('en')
    await decide(id, lines)
    const subjects = (await deliver()).map(({ subject }) => subject)
    expect(subjects).toContain('Your insurance waiver was declined')
    expect(subjects.filter((subject) => subject.includes('renuncia'))).toEqual([])
  })
})

describe('a template that staff send', () => {
  it('is in the language of each student’s latest form', async () => {
    await send()
    const other = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      medical_status: 'enrolled',
      student: { university_email: 'lu@university.example' },
    })
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'enrolled' })
      .where('id', '=', studentPeriodId)
      .execute()
    const rows = (await world.admin.get(`/api/school-email-templates?school_id=${world.schoolId}`)).body.data
    const template = rows.find(({ kind }: { kind: string }) => kind === 'auto_enrolled')
    const ask = { ids: [studentPeriodId, other.id], template_id: template.id }
    const dry = await world.admin.post('/api/student-emails', { ...ask, dry_run: true })
    const subjects = [
      'Se le inscribió en el seguro médico estudiantil',
      'You were enrolled in student health insurance',
    ]
    expect(dry.body.data.previews.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual(
      subjects,
    )
    expect((await world.admin.post('/api/student-emails', ask)).status).toBe(202)
    const queued = await services.owner
      .selectFrom('emails')
      .select(['subject', 'body', 'language'])
      .where('kind', '=', 'auto_enrolled')
      .where('school_id', '=', world.schoolId)
      .orderBy('language', 'desc')
      .execute()
    expect(queued.map(({ subject, language }) => [language, subject])).toEqual([
      ['es', subjects[0]],
      ['en', subjects[1]],
    ])
    expect(queued[0]?.body).toContain('en la cobertura médica para')
    expect(englishWordsIn(queued[0]?.body ?? '')).toEqual([])
    expect(queued[1]?.body).toContain('in medical coverage for')
  })
})

describe('an email about a student’s record', () => {
  it('is in the language of the student’s latest form', async () => {
    await send()
    await services.owner
      .updateTable('student_periods')
      .set({ medical_status: 'waiver_submitted' })
      .where('id', '=', studentPeriodId)
      .execute()
    const saved = await world.admin.put(`/api/student-periods/${studentPeriodId}`, {
      medical_status: 'waived',
      send_email: true,
    })
    expect(saved.status).toBe(200)
    const { subject, body, language } = await services.owner
      .selectFrom('emails')
      .select(['subject', 'body', 'language'])
      .where('kind', '=', 'waiver_approved_confirmation')
      .where('student_period_id', '=', studentPeriodId)
      .executeTakeFirstOrThrow()
    expect([subject, language]).toEqual(['Su renuncia al seguro fue aprobada', 'es'])
    expect(body).toContain('a la cobertura médica para')
  })
})
