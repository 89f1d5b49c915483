import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { outdatedLanguages } from '#contract/mail/email-templates/original.ts'
import type { TemplateContent } from '#contract/mail/email-templates/shapes.ts'
import { schoolKindNames, templateKindNames } from '#contract/setup/schools/email-kinds.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.owner
    .updateTable('email_templates')
    .set({ content: null, version: 1 })
    .where('school_id', 'is', null)
    .execute()
  world = await buildSchoolWorld(services)
})

type Kind = (typeof templateKindNames)[number]
interface Row {
  readonly id: number
  readonly kind: Kind
  readonly html: string
}

const listed = async (path: string): Promise<Row[]> => (await world.admin.get(path)).body.data
const find = async (path: string, kind: Kind): Promise<number> =>
  (await listed(path)).find((row) => row.kind === kind)?.id ?? 0
const ofSchool = (kind: Kind = 'waiver_approved_confirmation') =>
  find(`/api/school-email-templates?school_id=${world.schoolId}`, kind)
const ofAllSchools = (kind: Kind = 'waiver_approved_confirmation') =>
  find('/api/global-email-templates', kind)

const own = {
  subject: 'Waived, {{student.first_name}}',
  html: '<p>Hello {{student.first_name|there}} in {{student_period.campus|our school}}</p>',
  text: null,
  translations: {},
}

const approve = async (values: object = {}) => {
  const { id, student_id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
    medical_status: 'waiver_submitted',
    student: { first_name: 'Ana', university_email: 'ana@campus.example' },
    ...values,
  })
  await world.admin.put(`/api/student-periods/${id}`, { medical_status: 'waived', send_email: true })
  return services.owner
    .selectFrom('emails')
    .select(['subject', 'html', 'body'])
    .where('student_id', '=', student_id)
    .executeTakeFirst()
}

describe('the lists', () => {
  it('have every kind, with the text that Shipmate comes with', async () => {
    const rows = await listed('/api/global-email-templates')
    expect(rows.map(({ kind }) => kind)).toEqual([...templateKindNames])
    expect(rows[2]).toMatchObject({
      name: 'Waiver approved',
      subject: 'Your insurance waiver was approved',
      text: null,
      translations: { es: { subject: 'Su renuncia al seguro fue aprobada' } },
      overridden_by: [],
      updated_at: null,
    })
  })

  it('of a school have the kinds it can change, for a new school too', async () => {
    const created = await world.admin.post('/api/schools/create', { name: `Lakeside ${world.schoolId}` })
    for (const id of [world.schoolId, created.body.data.id]) {
      const rows = await listed(`/api/school-email-templates?school_id=${id}`)
      expect(rows.map(({ kind }) => kind)).toEqual([...schoolKindNames])
      expect(rows[0]).toMatchObject({ is_overridden: false, is_enabled: true, languages: ['en'] })
    }
  })
})

describe('a school’s own text', () => {
  it('overrides the global text until it’s removed, and keeps its ID', async () => {
    const id = await ofSchool()
    const saved = await world.admin.put(`/api/school-email-templates/${id}`, { ...own, version: 1 })
    expect(saved.body.data).toMatchObject({ ...own, id, is_overridden: true, version: 2 })
    const global = (await listed('/api/global-email-templates')).find(
      ({ kind }) => kind === 'waiver_approved_confirmation',
    )
    expect(global).toMatchObject({ overridden_by: [{ id: world.schoolId, name: expect.any(String) }] })

    const reset = await world.admin.delete(`/api/school-email-templates/${id}`)
    expect(reset.status).toBe(200)
    expect(reset.body.data).toMatchObject({ id, is_overridden: false, html: global?.html, version: 3 })
  })

  it('is used by emails queued from then on, with the student’s values', async () => {
    expect((await approve())?.subject).toBe('Your insurance waiver was approved')
    await world.admin.put(`/api/school-email-templates/${await ofSchool()}`, own)
    expect(await approve({ campus: null })).toEqual({
      subject: 'Waived, Ana',
      html: '<p>Hello Ana in our school</p>',
      body: 'Hello Ana in our school',
    })
    expect(await approve({ campus: 'East & West' })).toEqual({
      subject: 'Waived, Ana',
      html: '<p>Hello Ana in East &amp; West</p>',
      body: 'Hello Ana in East & West',
    })
  })

  it('isn’t used by other schools, who follow the global text', async () => {
    const other = await buildSchoolWorld(services)
    await world.admin.put(`/api/school-email-templates/${await ofSchool()}`, own)
    await world.admin.put(`/api/global-email-templates/${await ofAllSchools()}`, { ...own, subject: 'All' })
    const first = world
    world = other
    expect((await approve())?.subject).toBe('All')
    world = first
    expect((await approve())?.subject).toBe('Waived, Ana')
  })

  it('is turned off and on in the school’s email settings', async () => {
    const id = await ofSchool()
    const off = await world.admin.put(`/api/school-email-templates/${id}`, { ...own, is_enabled: false })
    expect(off.body.data.is_enabled).toBe(false)
    const settings = await world.admin.get(`/api/schools/${world.schoolId}/email-settings`)
    expect(settings.body.data.kinds_off).toEqual(['waiver_approved_confirmation'])
    expect(await approve()).toBeUndefined()
    const on = await world.admin.put(`/api/school-email-templates/${id}`, { ...own, is_enabled: true })
    expect(on.body.data.is_enabled).toBe(true)
    expect(await approve()).toBeDefined()
  })

  it('is cleaned, and fields get their present names', async () => {
    const sent = {
      ...own,
      html: '<p onclick="x()">{{student.campus|here}}<script>x()</script></p>',
      subject: '{{student.program|x}}',
    }
    const { body } = await world.admin.put(`/api/school-email-templates/${await ofSchool()}`, sent)
    expect(body.data).toMatchObject({
      html: '<p>{{student_period.campus|here}}</p>',
      subject: '{{student_period.program|x}}',
    })
  })

  it.each([
    [{ html: '<p>{{student.ssn}}</p>' }, 'html'],
    [{ subject: 'Hi {{nobody}}' }, 'subject'],
    [{ html: '<p> </p>' }, 'html'],
    [{ translations: { es: { subject: 'x', html: '<p>{{a.b}}</p>', text: null } } }, 'translations.es.html'],
    [{ translations: { de: { subject: 'x', html: '<p>x</p>', text: null } } }, 'translations.de'],
  ])('with %j is refused', async (part, field) => {
    const answer = await world.admin.put(`/api/school-email-templates/${await ofSchool()}`, {
      ...own,
      ...part,
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  it('saved over a newer version is refused with that version', async () => {
    const id = await ofSchool()
    await world.admin.put(`/api/school-email-templates/${id}`, own)
    const late = await world.admin.put(`/api/school-email-templates/${id}`, { ...own, version: 1 })
    expect(late.status).toBe(409)
    expect(late.body.data).toMatchObject({ id, version: 2, subject: own.subject })
  })

  it('has a history of what changed', async () => {
    const id = await ofSchool()
    await world.admin.put(`/api/school-email-templates/${id}`, own)
    await world.admin.delete(`/api/school-email-templates/${id}`)
    const { body } = await world.admin.get(`/api/email-templates/${id}/history`)
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'email_template_reset',
      'email_template_changed',
    ])
    expect(body.data[1].changes[0]).toEqual({
      field: 'email.subject',
      before: 'Your insurance waiver was approved',
      after: own.subject,
    })
  })

  it('is restored by undo, with the English that its translation was written for, and undo can be undone', async () => {
    const at = `/api/school-email-templates/${await ofSchool()}`
    const saved = async () => (await world.admin.get(at)).body.data
    const put = async (change: object) =>
      String((await world.admin.put(at, { ...own, ...change })).headers['x-change-id'])
    const undo = async (change: unknown) => world.admin.post(`/api/changes/${String(change)}/undo`)
    const es = { subject: 'Exento', html: '<p>Hola</p>', text: null }
    const before = await saved()
    const first = await put({ translations: { es } })
    const second = await put({ subject: 'Other', translations: { es } })
    const { version: _second, updated_at: _at, ...changed } = await saved()
    expect(outdatedLanguages(changed)).toEqual(['es'])
    const third = await put({ subject: 'Other', translations: { es: { ...es, of: null } } })
    expect(outdatedLanguages(await saved())).toEqual([])
    // only the last change can be undone
    expect((await undo(second)).body.data).toMatchObject({
      reverted: 0,
      left: [{ name: 'Waiver approved', reason: 'It changed after that.' }],
    })
    const undone = await undo(third)
    expect(undone.body.data).toMatchObject({ reverted: 1, left: [] })
    expect(outdatedLanguages(await saved())).toEqual(['es'])
    // undo of the undo
    await undo(undone.headers['x-change-id'])
    expect(outdatedLanguages(await saved())).toEqual([])
    // back to the global text, which the first change replaced
    const reset = await world.admin.delete(at)
    expect((await saved()).is_overridden).toBe(false)
    await undo(reset.headers['x-change-id'])
    expect(await saved()).toMatchObject({ is_overridden: true, subject: 'Other' })
    expect((await undo(first)).body.data.reverted).toBe(0)
    await world.admin.delete(at)
    const again = await put({ translations: { es } })
    await undo(again)
    expect(await saved()).toMatchObject({ is_overridden: false, html: before.html, subject: before.subject })
  })

  it('of all schools is restored by undo too, and a switch with its text', async () => {
    const global = `/api/global-email-templates/${await ofAllSchools()}`
    const { subject } = (await world.admin.get(global)).body.data
    const changed = await world.admin.put(global, own)
    const history = `/api/email-templates/${global.split('/').at(-1)}/history`
    await world.admin.post(`/api/changes/${changed.headers['x-change-id']}/undo`)
    expect((await world.admin.get(global)).body.data.subject).toBe(subject)
    const [entry] = (await world.admin.get(history)).body.data
    expect([entry.kind, entry.changes[0]]).toEqual([
      'email_template_changed',
      { field: 'email.subject', before: own.subject, after: subject },
    ])
    const at = `/api/school-email-templates/${await ofSchool()}`
    const off = await world.admin.put(at, { ...own, is_enabled: false })
    expect([off.status, off.body.data?.is_enabled]).toEqual([200, false])
    const { body } = await world.admin.post(`/api/changes/${off.headers['x-change-id']}/undo`)
    expect(body.data).toMatchObject({ reverted: 2, left: [] })
    expect((await world.admin.get(at)).body.data).toMatchObject({ is_enabled: true, is_overridden: false })
    // the switch alone
    const { subject: text, html } = (await world.admin.get(at)).body.data
    const only = await world.admin.put(at, {
      subject: text,
      html,
      text: null,
      translations: {},
      is_enabled: false,
    })
    expect(only.body.data.is_enabled).toBe(false)
    await world.admin.post(`/api/changes/${only.headers['x-change-id']}/undo`)
    expect((await world.admin.get(at)).body.data.is_enabled).toBe(true)
  })

  it('knows which English its translation was written for, until someone says that it’s still right', async () => {
    const id = await ofSchool()
    const path = `/api/school-email-templates/${id}`
    const es = { subject: 'Exención', html: '<p>Hola</p>', text: null }
    const saveWith = async (subject: string, spanish: object): Promise<TemplateContent> =>
      (await world.admin.put(path, { ...own, subject, translations: { es: spanish } })).body.data
    const first = await saveWith('Waived', es)
    expect(outdatedLanguages(first)).toEqual([])
    // also from someone whose page doesn’t know the hash
    const changed = await saveWith('Waived again', es)
    expect(outdatedLanguages(changed)).toEqual(['es'])
    const written = await saveWith('Waived again', { ...es, subject: 'Exención otra vez' })
    expect(outdatedLanguages(written)).toEqual([])
    const other = await saveWith('Waived', written.translations.es ?? es)
    expect(outdatedLanguages(other)).toEqual(['es'])
    const kept = await saveWith('Waived', { ...other.translations.es, of: null })
    expect(outdatedLanguages(kept)).toEqual([])
    const { body } = await world.admin.get(`/api/email-templates/${id}/history`)
    expect(body.data[0].changes).toEqual([
      { field: 'email.translations.es', before: 'English changed', after: 'Still right' },
    ])
    expect(body.data[1].changes).toEqual([
      { field: 'email.subject', before: 'Waived again', after: 'Waived' },
    ])
  })

  it('can’t be saved as a global one, nor the other way around', async () => {
    const [school, global] = [await ofSchool(), await ofAllSchools()]
    expect((await world.admin.put(`/api/global-email-templates/${school}`, own)).status).toBe(404)
    expect((await world.admin.put(`/api/school-email-templates/${global}`, own)).status).toBe(404)
    expect((await world.admin.delete(`/api/school-email-templates/${global}`)).status).toBe(404)
  })
})

describe('a preview', () => {
  const text = { subject: own.subject, html: own.html, text: null }

  it('shows an invented person, in the whole layout', async () => {
    const { body } = await world.admin.post('/api/email-templates/preview', {
      kind: 'waiver_approved_confirmation',
      school_id: world.schoolId,
      student_period_id: null,
      ...text,
    })
    expect(body.data).toMatchObject({
      subject: 'Waived, Maya',
      text: 'Hello Maya in Main campus',
      empty_fields: [],
    })
    expect(body.data.html).toMatch(/^<!doctype html>/i)
    expect(body.data.html).toContain('Hello Maya in Main campus')
  })

  it('in Spanish has Spanish examples', async () => {
    const { body } = await world.admin.post('/api/email-templates/preview', {
      kind: 'waiver_declined',
      school_id: world.schoolId,
      student_period_id: null,
      language: 'es',
      subject: 'Su renuncia',
      html: '<p>{{decision.coverages}}, {{decision.appeal_by|pronto}}</p>',
      text: null,
    })
    expect(body.data.text).toBe('médica y dental, 15 de septiembre de 2026')
  })

  it('shows a student, and which fields are empty for them', async () => {
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      campus: null,
      student: { first_name: 'Lu' },
    })
    const { body } = await world.admin.post('/api/email-templates/preview', {
      kind: 'waiver_approved_confirmation',
      school_id: world.schoolId,
      student_period_id: id,
      ...text,
      html: '<p>{{student.first_name}} {{student_period.campus}} {{decision.coverages}}</p>',
    })
    expect(body.data).toMatchObject({
      text: 'Lu  medical and dental',
      empty_fields: ['student_period.campus'],
    })
  })
})

describe('a check of links', () => {
  const check = (urls: readonly string[]) => world.admin.post('/api/email-templates/check-links', { urls })

  it('names those that don’t work, each once, and asks no private addresses', async () => {
    const dead = 'https://plan.invalid/'
    const { body } = await check([dead, dead, 'https://127.0.0.1.nip.invalid/x'])
    expect(body.data).toEqual([
      { url: dead, problem: 'can’t be reached' },
      { url: 'https://127.0.0.1.nip.invalid/x', problem: 'can’t be reached' },
    ])
  })

  it.each([
    [[], 'urls'],
    [['mailto:x@y.example'], 'urls.0'],
    [['http://localhost/x'], 'urls.0'],
    [Array.from({ length: 21 }, (_, at) => `https://plan.invalid/${at}`), 'urls'],
  ])('refuses %j', async (urls, field) => {
    const answer = await check(urls)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })
})

describe('a test', () => {
  const lastEmail = () =>
    services.owner
      .selectFrom('emails')
      .select(['kind', 'subject', 'to_address', 'student_id', 'school_id', 'body', 'language'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  it('of a template goes to the address, not to a student', async () => {
    const answer = await world.admin.post('/api/send-test-student-email', {
      template_id: await ofSchool(),
      to: 'me@school.example',
    })
    expect(answer.status).toBe(202)
    expect(answer.body.data).toEqual({ email_id: expect.any(Number) })
    expect(await lastEmail()).toMatchObject({
      kind: 'test',
      subject: 'Test: Your insurance waiver was approved',
      to_address: 'me@school.example',
      student_id: null,
      school_id: world.schoolId,
      body: expect.stringContaining('Hello Maya,'),
    })
  })

  it('of a template is in the language that’s asked for, or else in English', async () => {
    const id = await ofSchool()
    const es = { subject: 'Exención', html: '<p>Hola {{student.first_name}}</p>', text: null }
    await world.admin.put(`/api/school-email-templates/${id}`, { ...own, translations: { es } })
    const send = (language: string) =>
      world.admin.post('/api/send-test-student-email', { template_id: id, language, to: 'me@school.example' })
    await send('es')
    expect(await lastEmail()).toMatchObject({ subject: 'Test: Exención', body: 'Hola Maya', language: 'es' })
    await send('fr')
    expect(await lastEmail()).toMatchObject({ subject: 'Test: Waived, Maya', language: 'en' })
  })

  it('of a text has the values of a student', async () => {
    const { id } = await buildStudentPeriod(services.owner, {
      school_id: world.schoolId,
      period_id: world.periodId,
      student: { first_name: 'Lu' },
    })
    await world.admin.post('/api/send-test-student-email', {
      subject: 'Hi {{student.first_name}}',
      body: '<p>{{school.name}}</p>',
      student_period_id: id,
      to: 'me@school.example',
    })
    expect(await lastEmail()).toMatchObject({ subject: 'Test: Hi Lu', school_id: world.schoolId })
  })

  it.each([
    [{ subject: 'x' }, 'body'],
    [{ body: '<p>x</p>' }, 'subject'],
    [{ template_id: 999_999 }, 'template_id'],
    [{ subject: 'x', body: '<p>{{link.address}}</p>' }, 'body'],
    [{ subject: 'x', body: '<p>x</p>', student_period_id: 999_999 }, 'student_period_id'],
  ])('with %j is refused', async (part, field) => {
    const answer = await world.admin.post('/api/send-test-student-email', {
      ...part,
      to: 'me@school.example',
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })
})
