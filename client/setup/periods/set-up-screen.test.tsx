import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { broken, openApp, pending, refused, reloadsShown, sentTo } from '#client/testing/open-app.tsx'
import { documentState, aPeriodSite } from '#client/testing/set-up-server.ts'
import { aboutPeriod, aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

type Routes = Parameters<typeof openApp>[2]
const none = { body: { data: { other: null, differences: [], unreadable: [] } } }
const open = (checks: Routes[string], comparison: Routes[string] = none, more: Routes = {}) =>
  openApp('/schools/7/period/70/set-up', admin, {
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/periods/70/about': { body: { data: aboutPeriod } },
    'GET /api/periods/70/checks': checks,
    'GET /api/periods/70/comparison': comparison,
    'GET /api/periods/70/documents': { body: { data: [] } },
    'GET /api/periods/70/site': { body: { data: aPeriodSite } },
    'GET /api/periods/70/link-checks/latest': { body: { data: null } },
    ...more,
  })
const premium = {
  kind: 'premium_unchanged',
  document: 'dental-plan',
  label: 'Dental plan',
  path: 'premiums',
  words: 'The dental plan has the same premiums as 2025–26.',
}
const passed = {
  kind: 'date_passed',
  document: 'dates',
  label: 'Dates',
  path: 'waiver_deadline_on',
  words: 'The waiver deadline has passed.',
}

test('while the setup loads, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading setup')).toBeTruthy()
})

test('if nothing is left to do, a message says so, also without a previous year', async () => {
  await open({ body: { data: [] } })
  expect(await screen.findByText('Setup complete')).toBeTruthy()
  expect(screen.getByText('No earlier policy year')).toBeTruthy()
})

test('texts without Spanish are listed, but nothing is left to do', async () => {
  const words = '“FAQs”: 7 of 23 texts have no Spanish.'
  const check = { kind: 'not_translated', document: 'faqs', label: 'FAQs', path: '', words }
  await open({ body: { data: [check] } })
  expect(await screen.findByText('Setup complete')).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Missing or outdated Spanish, 1' })).toBeTruthy()
})

test('a user without access sees who has it', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins can set up a policy year.')).toBeTruthy()
})

test('a failure of either part can be tried again', async () => {
  let fails = true
  await open({ body: { data: [] } }, () => (fails ? broken : none))
  expect(await screen.findByText('The setup couldn’t be loaded')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Setup complete')).toBeTruthy()
})

test('each issue is in its step with a link to its field, what must be fixed first', async () => {
  const minor = { ...passed, kind: 'page_empty', path: 'starts_on', words: 'A section is empty.' }
  await open({ body: { data: [premium, minor, passed] } })
  const days = within(await screen.findByRole('listitem', { current: 'step' }))
  expect(days.getByText('Dates and deadlines')).toBeTruthy()
  expect(days.getByText('2 left')).toBeTruthy()
  const [first, second] = days.getAllByRole('listitem')
  expect(first?.textContent).toContain('Must fix: The waiver deadline has passed.')
  expect(second?.textContent).toContain('A section is empty.')
  expect(days.getByRole('link', { name: 'Next: Dates and deadlines' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Dental plan' }).getAttribute('href')).toBe(
    '/schools/7/period/70/insurance-options/dental-plan#field-premiums',
  )
})

test('a step shows who saved it last; one that no one saved isn’t started', async () => {
  const by = { id: 1, name: 'Dana Whitlock' }
  const saved = {
    ...documentState('dates', 2, null),
    is_published: false,
    updated_at: '2026-08-15T18:00:00Z',
    updated_by: by,
  }
  await open({ body: { data: [] } }, none, {
    'GET /api/periods/70/documents': {
      body: { data: [saved, documentState('waiver-configuration', 0, null)] },
    },
  })
  const steps = within(await screen.findByRole('region', { name: 'Steps' }))
  const [days, , , rules] = steps.getAllByRole('listitem')
  expect(days?.textContent).toContain('Step 1, done')
  expect(days?.textContent).toMatch(/Done · Dana Whitlock, /)
  expect(rules?.textContent).toContain('Not started')
  expect(rules?.getAttribute('aria-current')).toBe('step')
  const publish = steps.getByRole('heading', { name: 'Publish' }).closest('li')
  expect(publish?.textContent).toContain('Not started')
})

const stale = {
  kind: 'last_year',
  document: 'home-page',
  label: 'Home page',
  path: 'headline',
  words: '“Plan 2025–26” is from 2025–26.',
}

test('last year’s texts are replaced after a look at each, and undone', async () => {
  const text = (path: string, before: string, after: string) => ({
    document: 'home-page',
    label: 'Home page',
    path,
    version: 4,
    mentions: [{ before, after }],
  })
  const replace = 'POST /api/periods/70/last-year-texts'
  const { received } = await open({ body: { data: [stale, { ...stale, path: 'intro' }] } }, none, {
    'GET /api/periods/70/last-year-texts': {
      body: {
        data: {
          copied_from: { id: 69, name: '2025–26' },
          texts: [
            text('headline', 'Plan 2025–26', 'Plan 2026–27'),
            text('intro', 'Since 2025', 'Since 2026'),
          ],
        },
      },
    },
    [replace]: { body: { data: { replaced: 1 } }, headers: { 'X-Change-Id': '31' } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Replace in 2 places…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace texts from 2025–26' }))
  expect(dialog.getByText('Plan 2026–27')).toBeTruthy()
  await userEvent.click(dialog.getByRole('checkbox', { name: /Since 2025/ }))
  await reloadsShown(received, 'GET /api/periods/70/last-year-texts')
  await userEvent.click(dialog.getByRole('button', { name: 'Replace in 1 place' }))
  expect(await screen.findByText('1 text replaced')).toBeTruthy()
  expect(sentTo(received, replace)).toEqual([
    { texts: [{ document: 'home-page', path: 'headline', version: 4 }] },
  ])
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('opening names the pages with last year’s texts', async () => {
  await open({ body: { data: [stale, { ...stale, path: 'intro' }, { ...stale, label: 'FAQs' }] } }, none, {
    'GET /api/schools/7/periods': { body: { data: [{ ...aPeriod, state: 'draft' }] } },
    'GET /api/periods/70/about': { body: { data: { name: aPeriod.name, state: 'draft', version: 1 } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Open policy year' }))
  expect(await screen.findByText('3 texts from last year: Home page and FAQs')).toBeTruthy()
})

test('the previous year is compared document by document', async () => {
  const changes = [{ field: 'dates.waiver_deadline_on', before: '2025-09-15', after: '2026-09-15' }]
  const unsaved = [1, 2, 3].map((topic) => ({
    field: `contact-form.topics[${topic}]`,
    before: 'x',
    after: null,
  }))
  const renewal = [
    { field: 'insurance-configuration.enrolled_becomes', before: 'not_started', after: 'renewed' },
    { field: 'insurance-configuration.late_waiver_fee', before: '50.00', after: '75.00' },
  ]
  await open(
    { body: { data: [] } },
    {
      body: {
        data: {
          other: { id: 69, name: '2025–26' },
          differences: [
            { document: 'dates', label: 'Dates', changes },
            { document: 'insurance-configuration', label: 'Insurance rules and fees', changes: renewal },
            { document: 'contact-form', label: 'Contact form', changes: unsaved },
          ],
          unreadable: [{ document: 'faqs', label: 'FAQs' }],
        },
      },
    },
    { 'GET /api/periods/70/documents': { body: { data: [documentState('contact-form', 0, null)] } } },
  )
  expect(await screen.findByText('Compared with 2025–26')).toBeTruthy()
  await userEvent.click(screen.getByText('1 difference'))
  expect(screen.getByText('Waiver deadline')).toBeTruthy()
  expect(screen.getByText('09/15/2025')).toBeTruthy()
  expect(screen.getByText('09/15/2026')).toBeTruthy()
  await userEvent.click(screen.getByText('2 differences'))
  for (const word of ['Students enrolled last year', 'Not Started', 'Renewed', '$50.00', '$75.00'])
    expect(screen.getByText(word)).toBeTruthy()
  expect(await screen.findByText('1 section is empty, so it isn’t compared.')).toBeTruthy()
  expect(screen.queryByText('3 differences')).toBeNull()
  expect(screen.getByText(/^Couldn’t compare these sections .*: FAQs\.$/)).toBeTruthy()
})

test('selected unpublished changes are published at once', async () => {
  const states = [
    documentState('faqs', 4, null),
    documentState('home-page', 2, 1),
    documentState('contact-form', 3, 3),
    documentState('enroll-form', 0, null),
  ]
  const changes = [{ field: 'home-page.headline', before: 'Hello', after: 'Welcome' }]
  const { received } = await open({ body: { data: [] } }, none, {
    'GET /api/periods/70/documents': { body: { data: states } },
    'GET /api/periods/70/unpublished-changes': { body: { data: changes } },
    'POST /api/periods/70/publications': { body: { data: states } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish 2 sections…' }))
  await userEvent.click((await screen.findAllByText(/^Changes/))[1]!)
  expect(await screen.findByText('Welcome')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /^faqs/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Publish 1 of 2' }))
  expect(await screen.findByText('home-page published')).toBeTruthy()
  expect(sentTo(received, 'POST /api/periods/70/publications')).toEqual([
    { documents: [{ kind: 'home-page', version: 2 }] },
  ])
})

test('a form that lacks a question is published after a reason is entered', async () => {
  const words = 'The waiver form doesn’t ask for the member ID.'
  const publish = 'POST /api/periods/70/publications'
  const { received } = await open({ body: { data: [] } }, none, {
    'GET /api/periods/70/documents': { body: { data: [documentState('waiver-form', 2, null)] } },
    'GET /api/periods/70/unpublished-changes': { body: { data: [] } },
    [publish]: ({ body }) =>
      String(body).includes('reason')
        ? { body: { data: [] } }
        : { status: 422, body: { code: 'invalid', errors: { reason: [words] } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 section…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Publish all 1' }))
  expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish all 1' }).disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Reason'), 'The carrier sends a list.')
  await userEvent.click(screen.getByRole('button', { name: 'Publish all 1' }))
  expect(await screen.findByText('waiver-form published')).toBeTruthy()
  expect(sentTo(received, publish).at(-1)).toEqual({
    documents: [{ kind: 'waiver-form', version: 2 }],
    reason: 'The carrier sends a list.',
  })
})

test('empty sections of a draft are filled from a year that has a setup', async () => {
  const others = [
    { ...aPeriod, id: 71, name: 'Year 71', state: 'draft' },
    { ...aPeriod, id: 69, name: 'Year 69', has_setup: false },
    { ...aPeriod, id: 67, name: 'Year 67', state: 'closed', starts_on: '2024-08-01' },
    { ...aPeriod, id: 68, name: 'Year 68', state: 'closed', starts_on: '2025-08-01' },
  ]
  const fill = 'POST /api/periods/70/fill'
  const { received } = await open({ body: { data: [] } }, none, {
    'GET /api/schools/7/periods': { body: { data: [{ ...aPeriod, state: 'draft' }, ...others] } },
    'GET /api/periods/70/documents': { body: { data: [documentState('faqs', 0, null)] } },
    [fill]: { body: { data: { filled: 1 } }, headers: { 'X-Change-Id': '31' } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Fill sections…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill empty sections' }))
  expect(dialog.getByRole('combobox', { name: 'Fill from' }).textContent).toContain('Year 68')
  await userEvent.click(dialog.getByRole('button', { name: 'Fill sections' }))
  expect(await screen.findByText('1 section filled')).toBeTruthy()
  expect(sentTo(received, fill)).toEqual([{ copy_from_period_id: 68 }])
})

test('opening a draft with open issues asks first', async () => {
  const { received } = await open({ body: { data: [passed, premium] } }, none, {
    'GET /api/schools/7/periods': { body: { data: [{ ...aPeriod, state: 'draft' }] } },
    'GET /api/periods/70/about': { body: { data: { name: aPeriod.name, state: 'draft', version: 1 } } },
    'PUT /api/periods/70/about': { body: { data: { name: aPeriod.name, state: 'open', version: 2 } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Open policy year' }))
  expect(await screen.findByText(`Open ${aPeriod.name} with 2 open issues?`)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sentTo(received, 'PUT /api/periods/70/about')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Open policy year' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Open anyway' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/periods/70/about')).toHaveLength(1))
})

test('a draft with nothing to publish can be opened, and that can be undone', async () => {
  const about = { name: aPeriod.name, state: 'draft', version: 1 }
  let state = 'draft'
  const { received } = await open({ body: { data: [] } }, none, {
    'GET /api/schools/7/periods': () => ({ body: { data: [{ ...aPeriod, state }] } }),
    'GET /api/periods/70/about': { body: { data: about } },
    'PUT /api/periods/70/about': () => {
      state = 'open'
      return { body: { data: { ...about, state, version: 2 } }, headers: { 'X-Change-Id': '31' } }
    },
  })
  expect(await screen.findByText('Draft')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open policy year' }))
  expect(await screen.findByText(`${aPeriod.name} opened`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  // the button is gone, and the focus isn't lost
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  expect(sentTo(received, 'PUT /api/periods/70/about')).toEqual([{ ...about, state: 'open' }])
})

test('links are checked in the background, and the open issues reload afterward', async () => {
  const check = {
    id: 3,
    state: 'running',
    progress: { done: 1, total: 4 },
    dead: 0,
    updated_at: '2026-11-20T15:00:00.000Z',
  }
  const dead = { ...passed, kind: 'link_dead', words: 'The link https://missing.example returns error 404.' }
  let latest: object | null = null
  let issues: object[] = []
  await open(() => ({ body: { data: issues } }), none, {
    'GET /api/periods/70/link-checks/latest': () => ({ body: { data: latest } }),
    'POST /api/periods/70/link-checks': () => {
      latest = check
      return { status: 202, body: { data: check } }
    },
  })
  expect(await screen.findByText('Links to other sites haven’t been checked yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Check links' }))
  expect(await screen.findByText('1 of 4')).toBeTruthy()
  latest = { ...check, state: 'done', progress: { done: 4, total: 4 }, dead: 1 }
  issues = [dead]
  expect(await screen.findByText(/4 links to other sites checked .*1 broken link/)).toBeTruthy()
  expect(await screen.findByText(dead.words)).toBeTruthy()
})

const group = { kind: 'tier', apart: 'by_hand' }
test('the number of records that differ appears when it’s known, with the link to the comparison', async () => {
  let answer: (value: { body: object }) => void = () => undefined
  const counted = new Promise<{ body: object }>((resolve) => {
    answer = resolve
  })
  const path = 'GET /api/periods/70/setup-differences'
  await open({ body: { data: [] } }, none, { [path]: () => counted })
  const link = await screen.findByRole('link', { name: 'Compare records with the setup' })
  expect(link.getAttribute('href')).toBe('/schools/7/period/70/set-up/records')
  expect(screen.queryByText(/differ from this setup/)).toBeNull()
  answer({ body: { data: { records: 550, groups: [] } } })
  expect(await screen.findByText('550 records differ from this setup.')).toBeTruthy()
})

test('if the records that differ are left as they are, or none differs, a sentence says so', async () => {
  const path = 'GET /api/periods/70/setup-differences'
  const first = await open({ body: { data: [] } }, none, {
    [path]: { body: { data: { records: 0, groups: [group] } } },
  })
  expect(
    await screen.findByText('Only records that are left as they are differ from this setup.'),
  ).toBeTruthy()
  expect(first).toBeTruthy()
})

test('if every record fits the setup, a sentence says so', async () => {
  const path = 'GET /api/periods/70/setup-differences'
  await open({ body: { data: [] } }, none, { [path]: { body: { data: { records: 0, groups: [] } } } })
  expect(await screen.findByText('Every record fits this setup.')).toBeTruthy()
})
