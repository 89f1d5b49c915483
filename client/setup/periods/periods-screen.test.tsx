import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const periods = 'GET /api/schools/7/periods'
const list = (...rows: readonly unknown[]) => ({ body: { data: rows } })
const open = (answer: Parameters<typeof openApp>[2][string], more: Parameters<typeof openApp>[2] = {}) =>
  openApp('/schools/7/settings/periods', admin, {
    'GET /api/schools/7': { body: { data: aSchool } },
    [periods]: answer,
    ...more,
  })

test('while the policy years load, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading policy years')).toBeTruthy()
})

test('without policy years it explains what one is and offers to create the first', async () => {
  await open(list())
  expect(await screen.findByText('No policy years yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New policy year' })).toHaveLength(2)
})

test('a user without access sees who has it', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins can set up policy years.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let fails = true
  await open(() => (fails ? broken : list(aPeriod)))
  expect(await screen.findByText('The policy years couldn’t be loaded')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('a policy year shows its dates, state, deadline, coverage and students, and links to them', async () => {
  await open(list(aPeriod, { ...aPeriod, id: 69, name: '2025–26', is_current: false, state: 'closed' }))
  const [, row, older] = within(await screen.findByRole('table')).getAllByRole('row')
  for (const words of [
    'Current',
    '08/01/2026 – 07/31/2027',
    'Open',
    '09/15/2026',
    'Medical, dental',
    '1,482',
  ])
    expect(within(row!).getByText(words)).toBeTruthy()
  expect(within(row!).getByRole('link').getAttribute('href')).toBe('/schools/7/period/70')
  expect(within(older!).queryByText('Current')).toBeNull()
  expect(within(older!).getByText('Closed')).toBeTruthy()
})

test('a new policy year is proposed from the latest, and server errors appear at their fields', async () => {
  let isTaken = true
  const { received } = await open(list(aPeriod), {
    'POST /api/periods': () =>
      isTaken
        ? { status: 422, body: { code: 'invalid', errors: { name: ['The name has already been taken.'] } } }
        : { status: 201, body: { data: { ...aPeriod, id: 71, name: '2027–28' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New policy year' }))
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/)
  expect(name.value).toBe('2027–28')
  await userEvent.click(screen.getByLabelText('Dental'))
  await userEvent.click(screen.getByRole('button', { name: 'Create policy year' }))
  expect(await screen.findByText('This name is already in use.')).toBeTruthy()
  isTaken = false
  await userEvent.click(screen.getByRole('button', { name: 'Create policy year' }))
  expect(await screen.findByText('2027–28 created')).toBeTruthy()
  expect(sentTo(received, 'POST /api/periods').at(-1)).toEqual({
    school_id: 7,
    name: '2027–28',
    starts_on: '2027-08-01',
    ends_on: '2028-07-31',
    waiver_deadline_on: '2027-09-15',
    copy_from_period_id: 70,
    has_starter: false,
    medical_offered: true,
    dental_offered: false,
    vision_offered: false,
  })
})

const {
  id: _,
  school_id: _school,
  students: _students,
  is_current: _current,
  has_setup: _setup,
  ...about
} = aPeriod

test('on a conflict the user sees both values and chooses field by field', async () => {
  const theirs = { ...about, version: 4, state: 'closed' as const, waiver_deadline_on: '2026-09-30' }
  const saved: unknown[] = []
  const { received } = await open(list(aPeriod), {
    'GET /api/periods/70/about': { body: { data: about } },
    'PUT /api/periods/70/about': ({ body }) => {
      saved.push(body)
      return saved.length === 1
        ? { status: 409, body: { code: 'stale', message: 'The record has changed.', data: theirs } }
        : { body: { data: { ...theirs, version: 5 } } }
    },
  })
  const table = within(await screen.findByRole('table'))
  await userEvent.click(table.getByRole('button', { name: 'More actions for 2026–27' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const name = await screen.findByLabelText(/^Name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'AY 2026')
  const deadline = screen.getByLabelText('Waiver deadline')
  await userEvent.clear(deadline)
  await userEvent.type(deadline, '9/20/26')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))

  expect(await screen.findByText('Someone else changed this policy year')).toBeTruthy()
  const choice = within(screen.getByRole('group', { name: 'Waiver deadline' }))
  expect(choice.getByLabelText<HTMLInputElement>(/09\/20\/2026/).checked).toBe(true)
  await userEvent.click(choice.getByLabelText(/09\/30\/2026/))
  await userEvent.click(screen.getByRole('button', { name: 'Save choices' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(sentTo(received, 'PUT /api/periods/70/about').at(-1)).toEqual({ ...theirs, name: 'AY 2026' })
})

const openMenu = async () => {
  await userEvent.click(
    within(await screen.findByRole('table')).getByRole('button', { name: 'More actions for 2026–27' }),
  )
}

test('someone else’s changes to other fields are merged without a question', async () => {
  const theirs = { ...about, version: 4, waiver_deadline_on: '2026-09-30' }
  const saved: unknown[] = []
  await open(list(aPeriod), {
    'GET /api/periods/70/about': { body: { data: about } },
    'PUT /api/periods/70/about': ({ body }) => {
      saved.push(JSON.parse(String(body)))
      return saved.length === 1
        ? { status: 409, body: { code: 'stale', message: 'The record has changed.', data: theirs } }
        : { body: { data: { ...theirs, version: 5 } } }
    },
  })
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const name = await screen.findByLabelText(/^Name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'AY 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toEqual({ ...theirs, name: 'AY 2026' })
  expect(await screen.findByText('2026–27 saved')).toBeTruthy()
})

test('a first policy year starts with standard forms and pages, and links to the rest of its setup', async () => {
  const { at, received } = await open(list(), {
    'POST /api/periods': { status: 201, body: { data: { ...aPeriod, id: 71 } } },
  })
  await userEvent.click((await screen.findAllByRole('button', { name: 'New policy year' }))[0]!)
  await userEvent.click(await screen.findByRole('button', { name: 'Create policy year' }))
  await waitFor(() => expect(at()).toBe('/schools/7/period/71/set-up'))
  expect(sentTo(received, 'POST /api/periods')).toMatchObject([
    { copy_from_period_id: null, has_starter: true },
  ])
})

test('the edit dialog opens again right after it was closed', async () => {
  await open(list(aPeriod), { 'GET /api/periods/70/about': { body: { data: about } } })
  for (const _time of ['first', 'second']) {
    await userEvent.click(
      within(await screen.findByRole('table')).getByRole('button', { name: 'More actions for 2026–27' }),
    )
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    expect(await screen.findByLabelText<HTMLInputElement>(/^Name/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

test('editing an open policy year says what only new records get', async () => {
  await open(list(aPeriod), { 'GET /api/periods/70/about': { body: { data: about } } })
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Dental' }))
  expect(
    screen.getByText('For new records: Dental offered. Records that students have stay as they are.'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Dental' }))
  expect(screen.queryByText(/^For new records/)).toBeNull()
})

const draftYear = { ...aPeriod, state: 'draft' as const }
const issues = [
  {
    kind: 'premium_missing',
    document: 'medical-plan',
    label: 'Medical plan',
    path: 'premiums.enrolled',
    words: 'The medical plan has no premium.',
  },
  {
    kind: 'not_published',
    document: 'faqs',
    label: 'FAQs',
    path: '',
    words: '“FAQs” has unpublished changes.',
  },
]
test.each([
  [
    'the menu',
    async () => {
      await openMenu()
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Open' }))
    },
  ],
  [
    'the edit dialog',
    async () => {
      await openMenu()
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
      await userEvent.click(await screen.findByRole('radio', { name: /^Open/ }))
      await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    },
  ],
])('%s opens no year with open issues without a question', async (_way, ask) => {
  const put = 'PUT /api/periods/70/about'
  const { received } = await open(list(draftYear), {
    'GET /api/periods/70/about': { body: { data: { ...about, state: 'draft' } } },
    'GET /api/periods/70/checks': { body: { data: issues } },
    [put]: { body: { data: about } },
  })
  await ask()
  expect(await screen.findByText('Open 2026–27 with 2 open issues?')).toBeTruthy()
  expect(screen.getByText('The medical plan has no premium.')).toBeTruthy()
  const question = within(screen.getByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sentTo(received, put)).toEqual([])
  const again = screen.queryByRole('button', { name: 'Save changes' })
  await (again ? userEvent.click(again) : ask())
  await userEvent.click(await screen.findByRole('button', { name: 'Open anyway' }))
  await waitFor(() => expect(sentTo(received, put)).toEqual([{ ...about, state: 'open' }]))
})

test('policy years can be reordered, and that can be undone', async () => {
  const older = { ...aPeriod, id: 69, name: '2025–26', is_current: false }
  const order = 'PUT /api/schools/7/periods/order'
  const { received } = await open(list(aPeriod, older), { [order]: list(older, aPeriod) })
  await openMenu()
  expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move down' }))
  await waitFor(() => expect(sentTo(received, order)).toEqual([{ ids: [69, 70] }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sentTo(received, order).at(-1)).toEqual({ ids: [70, 69] }))
})

const change = (id: string, state: string) => ({
  body: { data: { ...about, state } },
  headers: { 'X-Change-Id': id },
})

test.each([
  ['Close…', 'Close 2026–27?', 'Close policy year', 'closed'],
  ['Return to draft…', 'Return 2026–27 to draft?', 'Return to draft', 'draft'],
])(
  '%s asks first, names the students whose forms stop, and is undone by its own change',
  async (...words) => {
    const [item, title, button, state] = words
    const put = 'PUT /api/periods/70/about'
    const undo = 'POST /api/changes/31/undo'
    const { received } = await open(list(aPeriod), {
      'GET /api/periods/70/about': { body: { data: about } },
      [put]: change('31', state),
      [undo]: {
        body: { data: { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } },
      },
    })
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(title)).toBeTruthy()
    expect(question.getByText(/^Forms stop for 1,482 students\./)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' })))
    expect(sentTo(received, put)).toEqual([])
    await userEvent.click(question.getByRole('button', { name: button }))
    await waitFor(() => expect(sentTo(received, put)).toEqual([{ ...about, state }]))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(sentTo(received, put)).toHaveLength(1)
  },
)

test('reopening asks even without open issues', async () => {
  const put = 'PUT /api/periods/70/about'
  const { received } = await open(list({ ...aPeriod, state: 'closed' }), {
    'GET /api/periods/70/about': { body: { data: { ...about, state: 'closed' } } },
    'GET /api/periods/70/checks': { body: { data: [] } },
    [put]: change('31', 'open'),
  })
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reopen…' }))
  expect(await screen.findByText('1,482 students can send forms right away.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(sentTo(received, put)).toHaveLength(1))
  expect(await screen.findByText(`${aPeriod.name} reopened`)).toBeTruthy()
})

test('a draft without students can be deleted and restored; other years can’t be deleted', async () => {
  const draft = { ...aPeriod, id: 71, name: '2027–28', state: 'draft', students: 0, is_current: false }
  const { received } = await open(list(aPeriod, draft), {
    'DELETE /api/periods/71': { status: 204, headers: { 'X-Change-Id': '31' } },
  })
  await openMenu()
  expect(screen.queryByRole('menuitem', { name: 'Delete draft' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  const table = within(await screen.findByRole('table'))
  await userEvent.click(table.getByRole('button', { name: 'More actions for 2027–28' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete draft' }))
  expect(await screen.findByText('2027–28 deleted')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(received.some(({ method }) => method === 'DELETE')).toBe(true)
})
