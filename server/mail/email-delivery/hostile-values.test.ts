import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareText, mergeText } from '#server/mail/email-templates/rules/merge.ts'
import { hostileHtml } from '#server/testing/hostile-html.ts'
import { startMailServer, type MailServer, type Received } from '#server/testing/mail-server.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { deliverDue } from './connections/deliver.ts'
import { queueEmails } from './index.ts'

const template = prepareText(
  null,
  {
    subject: 'Hello {{student.first_name}}, about {{student.city}}',
    html: `<h2>Hello {{student.first_name}}</h2><p class="align-center">{{student.first_name}} <strong>{{student.city}}</strong></p>
<ul><li>{{student.first_name}}</li></ul><blockquote><p>{{student.city}}</p></blockquote>
<p><a href="https://plan.example/?name={{student.first_name}}&amp;x=1">Your plan</a> {{school.website}}</p>`,
    text: null,
  },
  'Hello {{student.first_name}}, {{student.city}}: {{school.website}}',
)

const controls = [
  '\u0000',
  '\r\n',
  '\n',
  '\r',
  '\u0007',
  '\u001B[31m',
  '\u0085',
  '\u2028',
  '\u202E',
  '\u2066',
]
const words = [
  '{{student.last_name}}',
  '{{student.first_name}}',
  '{{student.first_name|<b>x</b>}}',
  '{{{{student.city}}}}',
  '[[content]]',
  '[[subject]] [[preview]] [[name]]',
  "$& $1 $` $'",
  '%%CONTENT%%',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '"><script>alert(1)</script>',
  '--></style></title><script>alert(1)</script>',
  '<![endif]--><script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/" onclick="alert(1)',
  'https://evil.example/?a=?b&c=<d>',
  '//evil.example',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&amp;amp;',
  '&',
  '&nbsp;&zwj;&#0;&#x110000;',
  '}</style><style>*{display:none}</style>',
  'expression(alert(1))',
  'url(javascript:alert(1))',
  '=?utf-8?Q?=0D=0ABcc:_x=40y.example?=',
  'Bcc: victim@other.example',
  '\r\n.\r\nMAIL FROM:<evil@evil.example>',
  '\r\n\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>',
  '"Ana" <victim@other.example>',
  'عائشة بنت محمد',
  '陳大文 👩🏽‍🎓 é',
  '\uD800 lone',
  'A'.repeat(100_000),
  '<b>'.repeat(5000),
  'é '.repeat(20_000),
  '\\',
  ' ',
  '0',
  'constructor',
  '__proto__',
]
const values = [
  ...new Set([
    ...hostileHtml,
    ...words,
    ...controls.flatMap((control) => [
      `Ana${control}Bcc: victim@other.example`,
      `<scr${control}ipt>alert(1)</script>`,
    ]),
    ...hostileHtml.slice(0, 40).map((value) => `{{student.city}}${value}`),
    ...hostileHtml.slice(0, 40).map((value) => `https://a.example/${value}`),
  ]),
]

interface Shown {
  /** The elements with the names of their attributes, without line breaks that are part of a value. */
  readonly elements: readonly string[]
  readonly addresses: readonly string[]
  readonly text: string
  readonly ran: boolean
}

interface Page {
  readonly document: {
    querySelectorAll(all: string): Iterable<{
      readonly localName: string
      readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
      getAttribute(name: string): string | null
    }>
    querySelector(ink: '.ink'): { readonly textContent: string }
  }
  alert: () => void
}
// jsdom has no types; this is the part that's used
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (
    html: string,
    options: { runScripts: 'dangerously'; beforeParse: (page: Page) => void },
  ) => { readonly window: Page & { close(): void } }
}

/** Opens an email as a mail program that would even run scripts. */
const open = (html: string): Shown => {
  let ran = false
  const { window } = new JSDOM(html, {
    runScripts: 'dangerously',
    beforeParse: (page) => {
      page.alert = () => {
        ran = true
      }
    },
  })
  const all = [...window.document.querySelectorAll('*:not(br)')]
  const shown = {
    elements: all.map(
      ({ localName, attributes }) => `${localName} ${[...attributes].map(({ name }) => name).join(' ')}`,
    ),
    addresses: all.flatMap((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? []),
    text: window.document.querySelector('.ink').textContent,
    ran,
  }
  window.close()
  return shown
}

const mergeValuesOf = (value: string) => ({
  'student.first_name': value,
  'student.city': value,
  'school.website': value,
})

let services: TestServices
let world: SchoolWorld
let mail: MailServer
let studentId: number
const received = new Map<string, Received>()
const stored = new Map<string, { html: string; subject: string; text: string }>()
const benign = 'Ana'

beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  mail = await startMailServer()
  const built = await buildStudentPeriod(services.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
  const emails = [benign, ...values].map((value, at) => {
    const { subject, html, text } = mergeText(template, mergeValuesOf(value))
    return {
      kind: 'waiver_approved_confirmation' as const,
      to_address: `student-${at}@campus.example`,
      to_name: value,
      subject,
      html,
      body: text,
      school_id: world.schoolId,
      student_id: studentId,
    }
  })
  await queueEmails({ db: services.owner, clock: services.services.clock }, emails)
  const settings = { ...services.services.settings, smtpUrl: mail.url, emailFrom: 'insurance@mail.example' }
  while ((await deliverDue({ ...services.services, settings })) > 0);
  for (const one of mail.received) received.set(one.to[0] ?? '', one)
  for (let page = 1; page <= 10; page += 1) {
    const { body } = await world.registrar.get(
      `/api/student-emails?student_id=${studentId}&per_page=50&page=${page}`,
    )
    for (const email of body.data) stored.set(email.to, email)
  }
})
afterAll(async () => {
  await mail.close()
  await services.close()
})

const emailOf = (at: number) => {
  const address = `student-${at}@campus.example`
  const [sent, shown] = [received.get(address), stored.get(address)]
  if (!sent || !shown) throw new Error(`The email with value ${at} wasn’t received.`)
  return { sent, shown }
}

it('there are at least 200 values, and each was sent to its one address', () => {
  expect(values.length).toBeGreaterThanOrEqual(200)
  expect(mail.received).toHaveLength(values.length + 1)
  expect(mail.received.every(({ to }) => to.length === 1)).toBe(true)
})

let usualPage: Shown | undefined
const cases = values.map((value, at) => [at + 1, JSON.stringify(value).slice(0, 60), value] as const)

it.each(cases)('value %i changes nothing but its own text: %s', (at, _, value) => {
  const { sent, shown } = emailOf(at)
  const usual = emailOf(0).sent.email
  const { email } = sent
  expect(email.headers.map(({ key }) => key)).toEqual(usual.headers.map(({ key }) => key))
  expect(email.to?.map(({ address }) => address)).toEqual([sent.to[0]])
  expect([email.cc, email.bcc, email.attachments]).toEqual([undefined, undefined, []])
  expect(email.html?.trimEnd()).toBe(shown.html)
  expect(email.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u)

  const page = open(shown.html)
  usualPage ??= open(emailOf(0).shown.html)
  const expected = usualPage
  expect(page.ran).toBe(false)
  // a web address as the value of a link field becomes a link
  const isLink = /^https?:\/\//.test(value)
  expect(page.elements.filter((element) => !element.startsWith('a '))).toEqual(
    expected.elements.filter((element) => !element.startsWith('a ')),
  )
  expect(page.addresses).toHaveLength(expected.addresses.length + (isLink ? 1 : 0))
  expect(page.addresses.every((address) => address.startsWith('https://'))).toBe(true)
  expect(page.addresses[0]).toMatch(/^https:\/\/plan\.example\/\?name=[^"<>&\s]*&x=1$/)
  // substituted once: what looks like a merge field or a place stays as it's written
  const literals = ['{{student.last_name}}', '{{student.city}}', '[[content]]'].filter((one) =>
    value.includes(one),
  )
  expect(literals.filter((literal) => !page.text.includes(literal))).toEqual([])
  expect(page.text).not.toContain('undefined')
})

it('the value is there as text, in every place', () => {
  const at = values.indexOf('"><script>alert(1)</script>') + 1
  const { sent, shown } = emailOf(at)
  const value = values[at - 1] ?? ''
  // a heading, two in a paragraph, a list, a quote and the website
  expect(open(shown.html).text.split(value)).toHaveLength(6 + 1)
  expect(sent.email.subject).toBe(`Hello ${value}, about ${value}`)
  expect(sent.email.text?.trim()).toBe(`Hello ${value}, ${value}: ${value}`)
})
