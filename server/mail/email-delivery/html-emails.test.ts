import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contrastOf, leastContrast, readableOn } from '#contract/setup/schools/contrast.ts'
import { startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { logoWidth } from './rules/brand.ts'
import { deliverDue } from './connections/deliver.ts'
import { queueEmails, renderEmail, textOfHtml, type NewEmail } from './index.ts'

let services: TestServices
let world: SchoolWorld
let studentId: number
let mail: MailServer
beforeAll(async () => {
  services = await startTestServices()
  mail = await startMailServer()
})
afterAll(async () => {
  await mail.close()
  await services.close()
})
beforeEach(async () => {
  mail.received.splice(0)
  await services.owner.deleteFrom('emails').execute()
  world = await buildSchoolWorld(services)
  const { student_id } = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = student_id
})

const html =
  '<h2>Approved</h2><p class="align-center">Hello Ana &amp; Bo, see <a href="https://plan.example/a?b=1&amp;c=2">the plan</a>.</p>'
const queue = async (more: Partial<NewEmail> = {}) =>
  queueEmails({ db: services.owner, clock: services.services.clock }, [
    {
      kind: 'waiver_approved_confirmation',
      to_address: 'ana@campus.example',
      to_name: 'Ana Lopez',
      subject: 'Your waiver was approved',
      body: await textOfHtml(html),
      html,
      school_id: world.schoolId,
      student_id: studentId,
      ...more,
    },
  ])
const settings = () => ({
  ...services.services.settings,
  smtpUrl: mail.url,
  emailFrom: 'insurance@mail.example',
})
const deliver = () => deliverDue({ ...services.services, settings: settings() })
const list = async () => (await world.registrar.get(`/api/student-emails?student_id=${studentId}`)).body.data
const received = () => {
  const [first] = mail.received
  if (!first) throw new Error('Nothing was received.')
  return first.email
}
const setSchool = (values: Parameters<typeof updateSchool>[0]) => updateSchool(values)
const updateSchool = (values: { name?: string; colors?: string; logo_url?: string | null }) =>
  services.owner.updateTable('schools').set(values).where('id', '=', world.schoolId).execute()

describe('an email with HTML', () => {
  it('is sent in two parts, the HTML as the screen shows it', async () => {
    await queue()
    await deliver()
    const { text, html: sent } = received()
    expect(text?.trim()).toBe('Approved\n\nHello Ana & Bo, see the plan (https://plan.example/a?b=1&c=2).')
    const [{ html: shown }] = await list()
    expect(sent?.trimEnd()).toBe(shown)
    expect(shown).toContain('Hello Ana &amp; Bo')
  })

  it('is shown as it was sent after the school changed its name and colors', async () => {
    await queue()
    await deliver()
    const [{ html: before }] = await list()
    await setSchool({ name: 'Renamed College' })
    expect((await list())[0].html).toBe(before)
    await queue()
    expect((await list())[0].html).toContain('Renamed College')
  })

  it('shares its layout with the others of its school', async () => {
    await queue()
    await queue()
    await deliver()
    await queue()
    await deliver()
    const rows = await services.owner.selectFrom('emails').select(['layout_id']).execute()
    expect(new Set(rows.map(({ layout_id }) => layout_id)).size).toBe(1)
    expect(rows[0]?.layout_id).not.toBeNull()
  })

  it('is shown in the present layout while it’s queued', async () => {
    await queue()
    const rendered = await renderEmail(services.services, world.schoolId, {
      html,
      subject: 'Your waiver was approved',
    })
    expect((await list())[0].html).toBe(rendered)
  })

  it('is sent again with the same HTML', async () => {
    await queue({ language: 'es' })
    await deliver()
    const [{ id, html: first }] = await list()
    expect((await world.registrar.post(`/api/student-emails/${id}/resend`)).body.data.html).toBe(first)
    expect(first).toContain('<html lang="es"')
  })

  it('never has a one-time link, and always has plain text', async () => {
    await expect(queue({ kind: 'invite', body: null })).rejects.toThrow('emails_html_has_text')
    await expect(queue({ body: null })).rejects.toThrow(/emails_html_has_text|emails_body_where_no_link/)
  })

  it('is tried again if its layout can’t be made', async () => {
    await setSchool({ colors: '{"light": {}}' })
    await queue()
    await deliver()
    expect((await services.owner.selectFrom('emails').selectAll().execute())[0]).toMatchObject({
      state: 'queued',
      error: 'Shipmate couldn’t lay out this email.',
      attempts: 1,
    })
    await setSchool({ colors: null as unknown as string })
    await services.owner.updateTable('emails').set({ send_at: '2026-11-20T15:00:00Z' }).execute()
    await deliver()
    expect(mail.received).toHaveLength(1)
  })
})

describe('the layout', () => {
  const render = (content = html, subject = 'Hello') =>
    renderEmail(services.services, world.schoolId, { html: content, subject })

  it('has the styles inside the elements, and a link that opens apart', async () => {
    const rendered = await render()
    expect(rendered).toMatch(/<h2 style="[^"]*font-size:20px/)
    expect(rendered).toMatch(/<p style="[^"]*text-align:center">Hello/)
    expect(rendered).toMatch(
      /<a href="https:\/\/plan\.example\/a\?b=1&amp;c=2" target="_blank" rel="noopener" style="color:#/,
    )
    expect(rendered).toContain('prefers-color-scheme: dark')
    expect(rendered).toContain('max-width:600px')
    expect(rendered).not.toMatch(/\[\[|fonts\.googleapis/)
  })

  it('fills each place once, whatever the texts look like', async () => {
    await setSchool({ name: 'A [[content]] & <b>B</b> "C"' })
    const rendered = await render('<p>[[subject]] [[name]]</p>', '[[content]] <i> "q"')
    expect(rendered.match(/\[\[subject\]\] \[\[name\]\]<\/p>/g)).toHaveLength(1)
    expect(rendered).toContain('<title>&#91;&#91;content]] &lt;i&gt; &quot;q&quot;</title>')
    expect(rendered).toContain('A &#91;&#91;content]] &amp; &lt;b&gt;B&lt;/b&gt; &quot;C&quot;')
  })

  it('shows a PNG logo by the public address, with the name for readers without pictures', async () => {
    await addLogo('image/png')
    expect(await render()).toMatch(
      /<img alt="[^"]+" src="http:\/\/localhost:3000\/media\/[0-9a-f]{32}\.png"[^>]* width="128"/,
    )
  })

  it.each(['image/svg+xml', 'image/webp'])('shows the name instead of a logo of type %s', async (type) => {
    await addLogo(type)
    const rendered = await render()
    expect(rendered).not.toContain('<img')
    expect(rendered).toMatch(/font-weight:700[^>]*>[^<]*\S[^<]*<\/div>/)
  })

  it('says why a student gets it, but not on account emails', async () => {
    expect(await render()).toContain('about your student health insurance')
    const account = await renderEmail(services.services, null, { html, subject: 'x' })
    expect(account).toContain('You received this email because you have a Shipmate account.')
    expect(account).toContain('>Shipmate</div>')
  })
})

const addLogo = async (mediaType: string) => {
  const name = `${String(world.schoolId).padStart(32, '0')}.${mediaType.slice(6, 9)}`
  await services.owner
    .insertInto('school_files')
    .values({
      school_id: world.schoolId,
      kind: 'logo',
      public_name: name,
      stored_name: name,
      name,
      media_type: mediaType,
      size: 10,
      sha256: Buffer.alloc(32),
      width: 400,
      height: 200,
      created_at: '2026-11-20T15:00:00Z',
    })
    .execute()
  await updateSchool({ logo_url: `/media/${name}` })
}

describe('text on a school’s color', () => {
  it('can be read on every color', () => {
    const steps = ['00', '33', '66', '80', '99', 'cc', 'ff']
    const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
    for (const ground of colors)
      for (const text of ['#777777', '#0f5b49', '#ffffff', '#ffcc00'])
        expect(contrastOf(readableOn(ground, text), ground)).toBeGreaterThanOrEqual(leastContrast)
  })

  it('stays as it is where it can be read', () => expect(readableOn('#ffffff', '#0f6e56')).toBe('#0f6e56'))

  it.each([
    [400, 200, 128],
    [100, 50, 100],
    [2000, 100, 220],
    [10, 4000, 1],
    [null, null, null],
  ])('a logo of %s × %s is %s wide', (width, height, shown) => expect(logoWidth(width, height)).toBe(shown))
})

describe('the plain text of a text', () => {
  it('keeps lists, links and line breaks', async () => {
    const rich =
      '<h3>Next</h3><ul><li>One</li><li>Two</li></ul><ol><li>a</li></ol><blockquote><p>Q &lt;b&gt;</p></blockquote><p>x<br>y</p><p><a href="https://a.example">https://a.example</a></p>'
    expect(await textOfHtml(rich)).toBe(
      'Next\n\n- One\n- Two\n\n 1. a\n\n> Q <b>\n\nx\ny\n\nhttps://a.example',
    )
  })

  it('is made in the thread if it’s long', async () => {
    const text = await textOfHtml('<p>Hello <strong>Ana</strong></p>'.repeat(5000))
    expect(text.split('\n\n')).toHaveLength(5000)
  })
})
