import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Reply } from '#client/testing/fake-server.ts'
import { broken, onePage, openApp, pending, queriesOf, refused } from '#client/testing/open-app.tsx'
import { aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

type Routes = Parameters<typeof openApp>[2]
type Answer = Routes[string]

const openHistory = async (answer: Answer) => {
  const app = await openApp('/schools/7/settings', admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/drafts': { body: { data: null } },
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/history': answer,
  })
  // the button is also there while the school loads
  await screen.findAllByRole('textbox', { name: 'Name' })
  await userEvent.click(await screen.findByRole('button', { name: `${aSchool.name} history` }))
  const sheet = within(await screen.findByRole('dialog', { name: `${aSchool.name} history` }))
  return { ...app, sheet }
}

const entry = (id: number, change: object) => ({
  id,
  change_id: id,
  at: '2026-11-20T15:00:00.000Z',
  actor: { id: 1, name: 'Ada Lind' },
  cause: 'person',
  subject: { type: 'school', id: 7 },
  student_id: null,
  student_period_id: null,
  kind: 'school_changed',
  reason: null,
  changes: [change],
})

test.each([
  [pending, 'Loading history'],
  [refused, 'Only Shipmate Admins have access to the school’s history.'],
  [broken, 'The history couldn’t be loaded'],
  [onePage([]), 'No changes to this school yet.'],
])('loading, refused, broken and empty have their words', async (answer, words) => {
  const { sheet } = await openHistory(answer)
  expect(await sheet.findByText(words)).toBeTruthy()
})

test('each entry shows who, when and what, in the words of the screen; more loads on demand', async () => {
  const first = entry(2, { field: 'about.deadlines_contact.name', before: null, after: 'Bursar' })
  const second = entry(1, { field: 'colors.light.accent', before: '#0f6e56', after: '#123456' })
  const page = (number: number, row: object) => ({
    body: {
      data: [row],
      meta: { total: 2, current_page: number, per_page: 1, last_page: 2, from: number, to: number },
    },
  })
  let asked = 0
  const { sheet, received } = await openHistory(() => {
    asked += 1
    return asked === 1 ? page(1, first) : page(2, second)
  })
  expect(await sheet.findByText('Ada Lind')).toBeTruthy()
  expect(sheet.getByText('changed the school')).toBeTruthy()
  expect(sheet.getByText('Deadline contact › Name')).toBeTruthy()
  expect(sheet.getByText('Bursar')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Show more' }))
  expect(await sheet.findByText('Light: Buttons')).toBeTruthy()
  expect(sheet.getByText('#123456')).toBeTruthy()
  expect(sheet.queryByRole('button', { name: 'Show more' })).toBeNull()
  const pages = queriesOf(received, 'GET /api/schools/7/history').map((query) => query.get('page'))
  expect(pages).toEqual(['1', '2'])
})

test('a history opened while its screen loads stays open, and shows pictures as pictures', async () => {
  const school = Promise.withResolvers<Reply>()
  const logo = entry(1, { field: 'about.logo_url', before: '/media/old.png', after: '/media/new.svg' })
  const text = entry(2, {
    field: 'about.text',
    before: null,
    after: '<p><img src="/media/a.png" alt=""></p>',
  })
  const zone = entry(3, { field: 'about.time_zone', before: null, after: 'America/New_York' })
  await openApp('/schools/7/settings', admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/drafts': { body: { data: null } },
    'GET /api/schools/7': () => school.promise,
    'GET /api/schools/7/history': onePage([logo, text, zone]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'School history' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'School history' }))
  school.resolve({ body: { data: aSchool } })
  expect((await screen.findAllByDisplayValue(aSchool.name)).length).toBeGreaterThan(0)
  const pictures = await sheet.findAllByRole('img', { name: 'Picture' })
  for (const words of ['Picture', 'Eastern']) expect(sheet.getByText(words)).toBeTruthy()
  expect(pictures.map((one) => one.getAttribute('src'))).toEqual(['/media/old.png', '/media/new.svg'])
})
