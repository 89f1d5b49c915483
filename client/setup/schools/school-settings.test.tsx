import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultColors } from '#contract/setup/schools/colors.ts'
import { contrastOf, contrastWarnings, leastContrast } from '#contract/setup/schools/contrast.ts'
import type { Reply } from '#client/testing/fake-server.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aSchool } from '#client/testing/records.ts'
import { aPeriodSite } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'
import { contrastText } from './color-text.ts'
import { proposedColors } from './proposed-colors.ts'
import { localTime } from './use-local-time.ts'

type Routes = Parameters<typeof openApp>[2]

const school = 'GET /api/schools/7'
const files = 'GET /api/schools/7/files'
const emails = 'GET /api/schools/7/email-settings'
const emailSettings = { sender_name: null, reply_to: null, delay_minutes: 5, kinds_off: [], version: 1 }
const site = 'GET /api/schools/7/site-settings'
const siteSettings = { host: 'insurance.harborview.edu', embedded_on: [], version: 3 }
const checks = 'GET /api/schools/7/eligibility-settings'
const checkSettings = {
  provider: null,
  address: null,
  user_name: null,
  organization: null,
  npi: null,
  sender_id: null,
  receiver_id: null,
  inquiry_cost_cents: 20,
  cost_limit_cents: null,
  inquiries_per_minute: 60,
  simulator_latency_ms: 0,
  simulator_is_out: false,
  has_secret: false,
  spent_cents: 1240,
  can_simulate: false,
  version: 0,
}
const ground: Routes = {
  [checks]: { body: { data: checkSettings } },
  [site]: { body: { data: siteSettings } },
  [emails]: { body: { data: emailSettings } },
  'GET /api/schools-for-users': { body: { data: [] } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  'GET /api/drafts': { body: { data: null } },
  'PUT /api/drafts': { status: 204 },
  'DELETE /api/drafts': { status: 204 },
  [files]: { body: { data: [] } },
  [school]: { body: { data: aSchool } },
}
const open = (path: string, routes: Routes = {}) =>
  openApp(`/schools/7/settings${path}`, admin, { ...ground, ...routes })

const screens = [
  ['', school, 'Loading school', 'The school', 'Only Shipmate Admins can change school settings.'],
  ['/colors', school, 'Loading school', 'The school', 'Only Shipmate Admins can change school settings.'],
  ['/emails', emails, 'Loading school', 'The school', 'Only Shipmate Admins can change school settings.'],
  ['/student-site', site, 'Loading school', 'The school', 'Only Shipmate Admins can change school settings.'],
  [
    '/eligibility',
    checks,
    'Loading school',
    'The school',
    'Only Shipmate Admins can change school settings.',
  ],
  ['/files', files, 'Loading files', 'The files', 'Only Shipmate Admins can manage school files.'],
] as const

test.each(screens)('settings%s: loading, refused and broken', async (path, call, loading, what, who) => {
  const first = await open(path, { [call]: pending })
  expect(await screen.findByText(loading)).toBeTruthy()
  expect(first.at()).toBe(`/schools/7/settings${path}`)
  document.body.innerHTML = ''
  await open(path, { [call]: refused })
  expect(await screen.findByText(who)).toBeTruthy()
  document.body.innerHTML = ''
  await open(path, { [call]: broken })
  expect(await screen.findByText(`${what} couldn’t be loaded`)).toBeTruthy()
})

test('without files a message says what appears here', async () => {
  await open('/files')
  expect(await screen.findByText('No files yet')).toBeTruthy()
})

test('the details are saved as the server reads them; an outdated save is merged with someone else’s changes', async () => {
  const theirs = { ...aSchool, city: 'Seaside', version: 2 }
  let times = 0
  const { received } = await open('', {
    'PUT /api/schools/7/about': () =>
      (times += 1) === 1
        ? { status: 409, body: { code: 'stale', message: 'x', data: theirs } }
        : { body: { data: { ...theirs, name: 'Harborview College', version: 3 } } },
  })
  const name = (await screen.findAllByLabelText(/^Name/))[0]!
  await userEvent.clear(name)
  await userEvent.type(name, 'Harborview College')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('School settings saved')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save choices' })).toBeNull()
  const [first, second] = sentTo(received, 'PUT /api/schools/7/about')
  expect(first).toMatchObject({
    name: 'Harborview College',
    city: 'Astoria',
    phone: '+15035550100',
    version: 1,
  })
  expect(second).toMatchObject({ name: 'Harborview College', city: 'Seaside', version: 2 })
})

test('text typed during a save isn’t saved or lost: it stays in the form and its draft', async () => {
  let answer: (reply: Reply) => void = () => undefined
  const { received } = await open('', {
    'PUT /api/schools/7/about': () => new Promise((resolve) => (answer = resolve)),
  })
  const [name] = await screen.findAllByLabelText<HTMLInputElement>(/^Name/)
  await userEvent.type(name!, ' College')
  await waitFor(() => expect(sentTo(received, 'PUT /api/drafts')).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(screen.getByLabelText('City'), ' Bay')
  await waitFor(() => expect(sentTo(received, 'PUT /api/drafts')).toHaveLength(2))
  answer({ body: { data: { ...aSchool, name: `${aSchool.name} College`, version: 2 } } })
  expect(await screen.findByText('School settings saved')).toBeTruthy()
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await waitFor(() => expect(sentTo(received, 'PUT /api/drafts')).toHaveLength(3))
  expect(sentTo(received, 'DELETE /api/drafts')).toEqual([])
  expect(JSON.stringify(sentTo(received, 'PUT /api/drafts')[2])).toContain('Astoria Bay')
})

test('text typed while a save turns out stale stays after the merge', async () => {
  const theirs = { ...aSchool, city: 'Seaside', version: 2 }
  let answer: (reply: Reply) => void = () => undefined
  const { received } = await open('', {
    'PUT /api/schools/7/about': () => new Promise((resolve) => (answer = resolve)),
  })
  const [name] = await screen.findAllByLabelText<HTMLInputElement>(/^Name/)
  await userEvent.type(name!, ' College')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const website = screen.getByLabelText<HTMLInputElement>('Website')
  await userEvent.clear(website)
  await userEvent.type(website, 'https://new.example')
  answer({ status: 409, body: { code: 'stale', message: 'x', data: theirs } })
  await waitFor(() => expect(sentTo(received, 'PUT /api/schools/7/about')).toHaveLength(2))
  answer({ body: { data: { ...theirs, name: `${aSchool.name} College`, version: 3 } } })
  expect(await screen.findByText('School settings saved')).toBeTruthy()
  expect(website.value).toBe('https://new.example')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
})

test('the sender and the delay are saved together, and errors appear at their fields', async () => {
  let times = 0
  const { received } = await open('/emails', {
    'PUT /api/schools/7/email-settings': () =>
      (times += 1) === 1
        ? { status: 422, body: { message: 'x', errors: { reply_to: ['The reply to field is invalid.'] } } }
        : { body: { data: { ...emailSettings, sender_name: 'Insurance Office', version: 2 } } },
  })
  await userEvent.type(await screen.findByLabelText('Sender name'), 'Insurance Office')
  const delay = screen.getByLabelText(/^Minutes before sending/)
  await userEvent.clear(delay)
  await userEvent.type(delay, '90')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText(/Enter 60 or less\./)).not.toHaveLength(0)
  expect(sentTo(received, 'PUT /api/schools/7/email-settings')).toEqual([])
  await userEvent.clear(delay)
  await userEvent.type(delay, '0')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/schools/7/email-settings')).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Email settings saved')).toBeTruthy()
  expect(sentTo(received, 'PUT /api/schools/7/email-settings')[1]).toEqual({
    sender_name: 'Insurance Office',
    reply_to: null,
    delay_minutes: 0,
    kinds_off: emailSettings.kinds_off,
    version: 1,
  })
})

const colorsSaved = {
  'PUT /api/schools/7/colors': { body: { data: { ...aSchool, colors_version: 2, warnings: [] } } },
}

const typeInto = async (field: HTMLElement | undefined, text: string) => {
  await userEvent.clear(field!)
  await userEvent.type(field!, text)
}

const openTextColors = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Text and banner/ }))

test('text that is hard to read shows a warning and can be saved, text that no one can read can’t', async () => {
  const { received } = await open('/colors', colorsSaved)
  await openTextColors()
  const [text] = screen.getAllByLabelText('Text on buttons')
  await typeInto(text, '#0F6E56')
  expect(
    screen.getByText('Light mode: Text on buttons has a contrast of 1.0 : 1. It can’t be saved below 3 : 1.'),
  ).toBeTruthy()
  expect(screen.getByText('1.0 : 1, can’t be saved')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/Choose a color with at least 3 : 1/)).length).toBeGreaterThan(0)
  expect(sentTo(received, 'PUT /api/schools/7/colors')).toHaveLength(0)

  await typeInto(text, '#c0c0c0')
  expect(screen.getByText('3.4 : 1, low contrast')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/schools/7/colors')).toHaveLength(1))
  expect(sentTo(received, 'PUT /api/schools/7/colors')[0]).toEqual({
    ...aSchool.colors,
    light: { ...aSchool.colors.light, on_accent: '#c0c0c0' },
    version: 1,
  })
})

test('a text color that can be read is one press away', async () => {
  await open('/colors')
  await openTextColors()
  const [text] = screen.getAllByLabelText<HTMLInputElement>('Text on buttons')
  await typeInto(text, '#0F6E56')
  await userEvent.click(screen.getByRole('button', { name: /^Use text color #/ }))
  expect(contrastOf(text!.value, defaultColors.light.accent)).toBeGreaterThanOrEqual(leastContrast)
})

test('dark mode and texts follow the two colors of a school, except what was changed by hand', async () => {
  const { received } = await open('/colors', colorsSaved)
  const chosen = { primary: '#8a1538', accent: '#f2c75c' }
  const [, darkHeader] = await screen.findAllByLabelText('Header')
  await typeInto(darkHeader, '#202020')
  const [header] = screen.getAllByLabelText('Header')
  await typeInto(header, chosen.primary)
  const [buttons] = screen.getAllByLabelText('Buttons')
  await typeInto(buttons, chosen.accent)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/schools/7/colors')).toHaveLength(1))
  const proposed = proposedColors(chosen)
  expect(sentTo(received, 'PUT /api/schools/7/colors')[0]).toEqual({
    light: proposed.light,
    dark: { ...proposed.dark, primary: '#202020' },
    version: 1,
  })
})

test('the colors of a school that chose none are the proposed ones', async () => {
  expect(proposedColors(defaultColors.light)).toEqual(defaultColors)
  await open('/colors')
  await screen.findAllByLabelText('Header')
  expect(screen.queryByRole('button', { name: 'Use proposed colors' })).toBeNull()
})

test('every proposal can be read', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, color, (primary, accent) => {
      expect(contrastWarnings(proposedColors({ primary, accent }))).toEqual([])
    }),
  )
})

test('a school whose contacts have more than the form shows can’t be edited, because a save would delete that', async () => {
  const contacts = [{ key: 'a', name: 'Ann Lee', role: null, email: null, phone: null, pager: '17' }]
  await open('', { [school]: { body: { data: { ...aSchool, contacts } } } })
  expect((await screen.findByRole('alert')).textContent).toContain('This school can’t be edited here')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('an invalid saved email address is shown, and can be fixed', async () => {
  const contacts = [{ key: 'a', name: 'Ann Lee', role: null, email: 'ann at home', phone: null }]
  await open('', { [school]: { body: { data: { ...aSchool, contacts } } } })
  expect(await screen.findByDisplayValue('ann at home')).toBeTruthy()
})

test('colors in an unknown format can’t be edited', async () => {
  const { dark: _dark, ...half } = aSchool.colors
  await open('/colors', { [school]: { body: { data: { ...aSchool, colors: half } } } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The colors of this school can’t be edited here')
  expect(screen.getByRole('heading', { name: 'Colors', level: 1 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('text that isn’t a color is reported at its field', async () => {
  await open('/colors')
  const [header] = await screen.findAllByLabelText('Header')
  await userEvent.clear(header!)
  await userEvent.type(header!, 'green')
  expect(screen.getByText('Enter 6 characters after #')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/Enter a hex color/)).length).toBeGreaterThan(0)
})

test('the sidebar has the logo of the school', async () => {
  const named = { id: 7, name: 'Harborview University', logo_url: '/media/0123.png' }
  await open('', { 'GET /api/schools-for-users': { body: { data: [named] } } })
  await screen.findByRole('button', { name: 'Save' })
  await waitFor(() => expect(document.querySelector('img[src="/media/0123.png"]')).toBeTruthy())
})

const archiveCheck = 'GET /api/schools/7/archive'

test('a school with students says why it can’t be archived, and offers nothing', async () => {
  const problem =
    'Harborview University has students in 1 policy year. You can’t archive a school with students.'
  await open('', { [archiveCheck]: { body: { data: { problem } } } })
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Archive school/ })).toBeNull()
})

test('a school that gets students meanwhile isn’t archived, and the message says why', async () => {
  const message = 'Harborview University has students in 1 policy year.'
  await open('', {
    [archiveCheck]: { body: { data: { problem: null } } },
    'DELETE /api/schools/7': { status: 409, body: { code: 'in_use', message } },
  })
  await userEvent.click(await screen.findByRole('button', { name: /Archive school/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Archive school' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('texts for contrast and time', () => {
  expect(contrastText('#767676', '#ffffff')).toBe('4.5 : 1, good contrast')
  expect(contrastText('#777777', '#ffffff')).toBe('4.4 : 1, low contrast')
  expect(contrastText('#999999', '#ffffff')).toBe('2.8 : 1, can’t be saved')
  expect(contrastText('#77', '#ffffff')).toBeNull()
  expect(localTime('Pacific/Honolulu', new Date('2026-11-22T01:05:00Z'))).toMatch(/^Saturday.* 3:05\sp\.m\.$/)
  expect(localTime('Mars/Olympus', new Date())).toBeNull()
})

const logoText = 'Emails show the school’s name until you upload a logo as PNG or JPEG.'

test.each([
  [null, logoText],
  ['/media/0123.svg', /^Mail programs don’t show SVG and WebP images/],
  ['/media/0123.webp', /^Mail programs don’t show SVG and WebP images/],
])('the email settings say that the logo %s isn’t in emails', async (logo_url, words) => {
  await open('/emails', { [school]: { body: { data: { ...aSchool, logo_url } } } })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upload a logo' }).getAttribute('href')).toBe('/schools/7/settings')
})

test.each(['/media/0123.png', '/media/0123.jpg'])('nothing is said about the logo %s', async (logo_url) => {
  await open('/emails', { [school]: { body: { data: { ...aSchool, logo_url } } } })
  await screen.findByLabelText('Sender name')
  expect(screen.queryByRole('link', { name: 'Upload a logo' })).toBeNull()
})

test('shared SSNs load on request only, name both students, and say when there are none or why not', async () => {
  const held = 'GET /api/schools/7/held-ssns'
  const person = { id: 12, sid: 'S100212', first_name: 'Dana', last_name: 'Reyes' }
  const other = { id: 15, sid: 'S100215', first_name: 'Ana', last_name: 'Reyes' }
  const replies: Reply[] = [
    { status: 429, body: { code: 'rate_limited', message: 'Too many attempts. Try again in 5 minutes.' } },
    { body: { data: [{ ...person, ssn: '•••-••-4321', held_by: other }] } },
    { body: { data: [] } },
  ]
  const { received } = await open('', { [held]: () => replies.shift()! })
  const show = await screen.findByRole('button', { name: 'Show students with shared SSNs' })
  expect(sentTo(received, held)).toHaveLength(0)
  await userEvent.click(show)
  expect(await screen.findByText('Too many attempts. Try again in 5 minutes.')).toBeTruthy()
  await userEvent.click(show)
  const shared = await screen.findByRole('list', { name: 'Students with shared SSNs' })
  const links = within(shared).getAllByRole<HTMLAnchorElement>('link')
  expect(links.map((link) => [link.textContent, link.pathname])).toEqual([
    ['Reyes, Dana (S100212)', '/student/12'],
    ['Reyes, Ana (S100215)', '/student/15'],
  ])
  expect(screen.queryByText(/Too many attempts/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('No two students share an SSN.')).toBeTruthy()
})

test('Save says so if students see the changed field at once', async () => {
  const site = { body: { data: aPeriodSite } }
  await open('', { 'GET /api/periods/70/site': site })
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^City/), 'x')
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
  await userEvent.type((await screen.findAllByLabelText(/^Name/))[0]!, 'x')
  expect(await screen.findByRole('button', { name: 'Save and show to students' })).toBeTruthy()
})

test('the student site’s host and framing sites are saved, emptied as none, with Undo', async () => {
  const { received } = await open('/student-site', {
    'PUT /api/schools/7/site-settings': {
      body: { data: { host: null, embedded_on: ['https://www.harborview.edu'], version: 4 } },
      headers: { 'X-Change-Id': '9' },
    },
  })
  await userEvent.clear(await screen.findByDisplayValue('insurance.harborview.edu'))
  const sites = screen.getByRole('textbox', { name: 'Websites that can embed the site' })
  await userEvent.type(sites, 'www.harborview.edu{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save and apply to the site' }))
  expect((await screen.findAllByText(/^Enter https:\/\/ and a host name/)).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Remove www.harborview.edu' }))
  await userEvent.type(sites, 'https://www.harborview.edu{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save and apply to the site' }))
  expect(await screen.findByText('Student site settings saved')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy()
  expect(sentTo(received, 'PUT /api/schools/7/site-settings')).toEqual([
    { host: null, embedded_on: ['https://www.harborview.edu'], version: 3 },
  ])
})
