import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Reply } from '#client/testing/fake-server.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { contrastWords } from './color-words.ts'
import { timeThere } from './use-time-there.ts'

type Routes = Parameters<typeof openApp>[2]

const school = 'GET /api/schools/7'
const files = 'GET /api/schools/7/files'
const ground: Routes = {
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
  ['', school, 'Loading the school', 'The school', 'Only Shipmate Admins change the settings of a school.'],
  [
    '/colors',
    school,
    'Loading the school',
    'The school',
    'Only Shipmate Admins change the settings of a school.',
  ],
  ['/files', files, 'Loading the files', 'The files', 'Only Shipmate Admins keep the files of a school.'],
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
  expect(await screen.findByText(`${what} could not be loaded`)).toBeTruthy()
})

test('without files it says what stands here', async () => {
  await open('/files')
  expect(await screen.findByText('No files yet')).toBeTruthy()
})

test('the details are saved as the server reads them; a stale save is merged with what someone else changed', async () => {
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

test('what is typed while a save runs is neither saved nor lost: it stays in the form and in its draft', async () => {
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
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await waitFor(() => expect(sentTo(received, 'PUT /api/drafts')).toHaveLength(3))
  expect(sentTo(received, 'DELETE /api/drafts')).toEqual([])
  expect(JSON.stringify(sentTo(received, 'PUT /api/drafts')[2])).toContain('Astoria Bay')
})

test('what is typed while a save is found to be stale stands after the merge', async () => {
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
  expect(screen.getByText('Not saved yet')).toBeTruthy()
})

test('a color that makes text hard to read is warned about, and saved all the same', async () => {
  const { received } = await open('/colors', {
    'PUT /api/schools/7/colors': { body: { data: { ...aSchool, colors_version: 2, warnings: [] } } },
  })
  const [text] = await screen.findAllByLabelText('Text on buttons')
  await userEvent.clear(text!)
  await userEvent.type(text!, '#0F6E56')
  expect(
    screen.getByText('In light, the text on buttons is hard to read: 1.0 : 1, where 4.5 : 1 is the least.'),
  ).toBeTruthy()
  expect(screen.getByText('1.0 : 1, hard to read')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/schools/7/colors')).toHaveLength(1))
  expect(sentTo(received, 'PUT /api/schools/7/colors')[0]).toEqual({
    ...aSchool.colors,
    light: { ...aSchool.colors.light, on_accent: '#0f6e56' },
    version: 1,
  })
})

test('a school whose contacts say more than the form shows is not edited: that would be saved away', async () => {
  const contacts = [{ key: 'a', name: 'Ann Lee', role: null, email: null, phone: null, pager: '17' }]
  await open('', { [school]: { body: { data: { ...aSchool, contacts } } } })
  expect((await screen.findByRole('alert')).textContent).toContain('This school cannot be edited here')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('what is no email address any more is shown, and can be put right', async () => {
  const contacts = [{ key: 'a', name: 'Ann Lee', role: null, email: 'ann at home', phone: null }]
  await open('', { [school]: { body: { data: { ...aSchool, contacts } } } })
  expect(await screen.findByDisplayValue('ann at home')).toBeTruthy()
})

test('colors that are kept in a way that it does not know are not edited', async () => {
  const { dark: _dark, ...half } = aSchool.colors
  await open('/colors', { [school]: { body: { data: { ...aSchool, colors: half } } } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The colors of this school cannot be edited here')
  expect(screen.getByRole('heading', { name: 'Colors', level: 1 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('what is no color is said at its field', async () => {
  await open('/colors')
  const [header] = await screen.findAllByLabelText('Header')
  await userEvent.clear(header!)
  await userEvent.type(header!, 'green')
  expect(screen.getByText('Type six digits after #')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/must be a color like/)).length).toBeGreaterThan(0)
})

test('a school with students stays, and says why', async () => {
  const message = 'Harborview University has students in one policy year. A school with students stays.'
  await open('', { 'DELETE /api/schools/7': { status: 409, body: { code: 'in_use', message } } })
  await userEvent.click(await screen.findByRole('button', { name: /Archive this school/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.type(dialog.getByRole('textbox'), 'Harborview University')
  await userEvent.click(dialog.getByRole('button', { name: 'Archive school' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('words of contrast and of time', () => {
  expect(contrastWords('#767676', '#ffffff')).toBe('4.5 : 1, readable')
  expect(contrastWords('#777777', '#ffffff')).toBe('4.4 : 1, hard to read')
  expect(contrastWords('#77', '#ffffff')).toBeNull()
  expect(timeThere('Pacific/Honolulu', new Date('2026-11-22T01:05:00Z'))).toMatch(/^Saturday.* 3:05\sPM$/)
  expect(timeThere('Mars/Olympus', new Date())).toBeNull()
})
