import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import {
  enrollForm,
  enrollFormIntro,
  waiverForm,
  waiverFormIntro,
} from '#contract/setup/period-documents/forms.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { resourcesAndLinks } from '#contract/setup/period-documents/resources-and-links.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { broken, onePage, openApp, pending, queriesOf, refused, sentTo } from '#client/testing/open-app.tsx'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import { aboutPeriod, aPeriod, aSchool } from '#client/testing/records.ts'
import { aPeriodSite } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

type Answers = Parameters<typeof openApp>[2]

const website = '/schools/7/period/70/website'

const emptyOf = (document: Pick<PeriodDocument, 'empty'>) => ({
  body: { data: { ...document.empty, version: 0 } },
})

const around: Answers = {
  'GET /api/schools/7': { body: { data: aSchool } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  'GET /api/periods/70/about': { body: { data: aboutPeriod } },
  'GET /api/periods/70/documents': { body: { data: [] } },
  'GET /api/periods/70/site': { body: { data: aPeriodSite } },
  'GET /api/periods/70/history': onePage([]),
  'GET /api/drafts': { body: { data: null } },
  'GET /api/periods/70/option-uses': { body: { data: [] } },
  'GET /api/periods/70/custom-pages': { body: { data: [] } },
  'GET /api/periods/70/website-configuration': emptyOf(websiteConfiguration),
  'GET /api/periods/70/enroll-form/intro': emptyOf(enrollFormIntro),
  'GET /api/periods/70/waiver-form/intro': emptyOf(waiverFormIntro),
  'GET /api/periods/70/enroll-form/dropdowns-and-notices': emptyOf(enrollFormDropdowns),
  'GET /api/periods/70/waiver-form/dropdowns-and-notices': emptyOf(waiverFormDropdowns),
  'GET /api/periods/70/enrollment-options': emptyOf(enrollmentOptions),
  'GET /api/periods/70/medical-plan': { status: 404, body: {} },
  'GET /api/periods/70/dental-plan': { status: 404, body: {} },
  'GET /api/periods/70/vision-plan': { status: 404, body: {} },
}

const screens = [
  { path: 'home-page', document: homePage, none: 'No sections yet.' },
  { path: 'plan-info-and-details', document: planDetails, none: 'No sections yet.' },
  { path: 'resources-and-links', document: resourcesAndLinks, none: 'No link groups yet.' },
  { path: 'contact-form', document: contactForm, none: 'No topics yet.' },
  { path: 'enroll-form', document: enrollForm, none: 'No steps yet.' },
  { path: 'waiver-form', document: waiverForm, none: 'No steps yet.' },
  {
    path: 'enroll-form/dropdowns-and-notices',
    document: enrollFormDropdowns,
    none: 'No notices yet.',
  },
  {
    path: 'waiver-form/dropdowns-and-notices',
    document: waiverFormDropdowns,
    none: 'No notices yet.',
  },
] as const

describe.each(screens)('the screen $path', ({ path, document, none }) => {
  const open = (answer: Answers[string]) =>
    openApp(`${website}/${path}`, admin, { ...around, [`GET /api/periods/70/${document.kind}`]: answer })

  test('shows a placeholder while it loads', async () => {
    await open(pending)
    expect(await screen.findByText(`Loading ${document.label}`)).toBeTruthy()
  })

  test('says who has access', async () => {
    await open(refused)
    expect(await screen.findByText('Only Shipmate Admins can set up a policy year.')).toBeTruthy()
  })

  test('can be tried again, and says what’s empty', async () => {
    let fails = true
    await open(() => (fails ? broken : emptyOf(document)))
    expect(await screen.findByText(`${document.label} couldn’t be loaded`)).toBeTruthy()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(none)).toBeTruthy()
  })

  test('doesn’t change content in an unknown format', async () => {
    await open({ body: { data: { ...document.empty, newer: [], version: 1 } } })
    expect(await screen.findByText(`“${document.label}” can’t be edited here`)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})

const head = (id: number, title: string, order: number) => ({
  id,
  key: `page-${id}`,
  title,
  slug: title.toLowerCase(),
  published: true,
  order,
  version: 1,
})

const change = (field: string, before: string | null, after: string) => ({ field, before, after })

describe('custom pages', () => {
  const pages = [head(1, 'Clinic', 1), head(2, 'Appeals', 2)]
  const open = (order: number, more: Answers = {}) =>
    openApp(`${website}/custom-page/${order}`, admin, {
      ...around,
      'GET /api/periods/70/custom-pages': { body: { data: pages } },
      'GET /api/periods/70/custom-pages/1': { body: { data: { ...pages[0], body: '<p>Open daily</p>' } } },
      'GET /api/periods/70/custom-pages/2': { body: { data: { ...pages[1], body: '' } } },
      ...more,
    })

  test('are opened by their position', async () => {
    await open(2)
    expect(await screen.findByDisplayValue('Appeals')).toBeTruthy()
  })

  test('beyond the end, a page isn’t found', async () => {
    await open(3)
    expect(await screen.findByText('Page not found')).toBeTruthy()
  })

  test('if there are none, the first can be added', async () => {
    await open(1, { 'GET /api/periods/70/custom-pages': { body: { data: [] } } })
    expect(await screen.findByText('No custom pages yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add page' })).toBeTruthy()
  })

  test('say who has access, and can be tried again', async () => {
    let fails = true
    await open(1, {
      'GET /api/periods/70/custom-pages': () => (fails ? refused : { body: { data: pages } }),
    })
    expect(await screen.findByText('Only Shipmate Admins can set up a policy year.')).toBeTruthy()
    fails = false
  })

  test('share one history, with each page’s name at that time', async () => {
    const entry = {
      id: 5,
      change_id: 50,
      at: '2026-09-12T14:05:00Z',
      actor: { id: 1, name: 'Sam Lee' },
      cause: 'person',
      subject: { type: 'period', id: 70 },
      student_id: null,
      student_period_id: null,
      kind: 'custom_page_changed',
      reason: null,
      changes: [
        change('custom-pages[Infirmary].title', 'Infirmary', 'Clinic'),
        change('custom-pages[Infirmary].body', '<p>Closed</p>', '<p>Open daily</p>'),
        change('faqs.intro', null, 'Hello'),
      ],
    }
    const { received } = await open(1, { 'GET /api/periods/70/history': onePage([entry]) })
    await userEvent.click(await screen.findByRole('button', { name: 'Custom pages history' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Custom pages history' }))
    expect(await sheet.findByText('Infirmary › Title')).toBeTruthy()
    expect(sheet.getByText('Infirmary › Text')).toBeTruthy()
    expect(sheet.getByText('Open daily')).toBeTruthy()
    expect(sheet.queryByText('Hello')).toBeNull()
    const [asked] = queriesOf(received, 'GET /api/periods/70/history')
    expect(asked?.get('documents')).toBe('custom-pages')
  })

  test('are reordered with the arrow keys, and the URL follows', async () => {
    const moved = [head(2, 'Appeals', 1), head(1, 'Clinic', 2)]
    const { received, at } = await open(2, {
      'PUT /api/periods/70/custom-pages/order': { body: { data: moved } },
    })
    const grip = await screen.findByRole('button', {
      name: 'Move “Appeals”. Use the up and down arrow keys.',
    })
    grip.focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() =>
      expect(sentTo(received, 'PUT /api/periods/70/custom-pages/order')).toEqual([{ ids: [2, 1] }]),
    )
    await waitFor(() => expect(at()).toBe(`${website}/custom-page/1`))
  })

  test('are saved without the keys they can’t set', async () => {
    const { received } = await open(1, {
      'PUT /api/periods/70/custom-pages/1': {
        body: { data: { ...pages[0], title: 'Center', body: '', version: 2 } },
      },
    })
    const title = await screen.findByDisplayValue('Clinic')
    await userEvent.clear(title)
    await userEvent.type(title, 'Center')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sentTo(received, 'PUT /api/periods/70/custom-pages/1')).toHaveLength(1))
    expect(sentTo(received, 'PUT /api/periods/70/custom-pages/1')).toEqual([
      { title: 'Center', slug: 'clinic', published: true, body: '<p>Open daily</p>', version: 1 },
    ])
  })

  const stateOf = (more: Partial<DocumentState>): Answers => {
    const by = { id: 1, name: 'Rosa Diaz' }
    const published = { number: 3, version: 1, at: '2026-09-01T15:00:00Z', by }
    const kind = 'custom-pages/1'
    const state = { kind, label: 'Clinic', version: 2, updated_at: null, updated_by: by, is_published: true }
    const content = { title: 'Clinic', slug: 'infirmary', body: '<p>Open</p>', published: true }
    return {
      'GET /api/periods/70/documents': { body: { data: [{ ...state, published, ...more }] } },
      'GET /api/periods/70/unpublished-changes': {
        body: { data: [change(`${kind}.body`, '<p>Open</p>', '<p>Open daily</p>')] },
      },
      'GET /api/periods/70/publications/content': { body: { data: { number: 3, content } } },
    }
  }

  test('say which version students see, publish, and link the URL that’s published', async () => {
    const { received } = await open(1, {
      ...stateOf({}),
      'POST /api/periods/70/publications': { body: { data: [] } },
    })
    expect(
      await screen.findByText('Students see version 3 of 09/01/2026; 1 change isn’t published.'),
    ).toBeTruthy()
    const link = await screen.findByRole('link', { name: 'View site' })
    await waitFor(() => expect(link.getAttribute('href')).toBe('https://insurance.harborview.edu/infirmary'))
    await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish Clinic' }))
    expect(await dialog.findByText('Open daily')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }))
    await waitFor(() =>
      expect(sentTo(received, 'POST /api/periods/70/publications')).toEqual([
        { documents: [{ kind: 'custom-pages/1', version: 2 }] },
      ]),
    )
  })

  test('that students see are deleted only after a question', async () => {
    const { received } = await open(1, {
      ...stateOf({}),
      'DELETE /api/periods/70/custom-pages/1': { status: 204, body: null },
    })
    const button = await screen.findByRole('button', { name: 'Delete page from the student site…' })
    await userEvent.click(button)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(sentTo(received, 'DELETE /api/periods/70/custom-pages/1')).toHaveLength(0)
    await userEvent.click(button)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete from the site' }))
    await waitFor(() => expect(sentTo(received, 'DELETE /api/periods/70/custom-pages/1')).toHaveLength(1))
  })

  test('that are hidden have nothing to publish', async () => {
    await open(1, stateOf({ is_published: false, published: null }))
    expect(await screen.findByText('Students don’t see this page.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Delete page' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull()
  })
})

test.each(['leave-form', 'leave-form/dropdowns-and-notices'])('there is no %s', async (path) => {
  await openApp(`${website}/${path}`, admin, around)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('the preview shows typed text before it’s saved', async () => {
  await openApp(`${website}/home-page`, admin, {
    ...around,
    'GET /api/periods/70/home-page': emptyOf(homePage),
  })
  await userEvent.type(await screen.findByLabelText('Headline'), 'Welcome aboard')
  expect(await screen.findByRole('heading', { name: 'Welcome aboard' })).toBeTruthy()
})

test('the preview uses the colors of the school, in light and in dark mode', async () => {
  const colors = {
    light: { ...aSchool.colors.light, primary: '#5b2c83' },
    dark: { ...aSchool.colors.dark, primary: '#2a1140' },
  }
  await openApp(`${website}/home-page`, admin, {
    ...around,
    'GET /api/schools/7': { body: { data: { ...aSchool, colors } } },
    'GET /api/periods/70/home-page': emptyOf(homePage),
  })
  const page = await screen.findByRole('region', { name: 'Page preview' })
  const site = () => page.querySelector<HTMLElement>('.site')
  const header = () => site()?.style.getPropertyValue('--site-primary')
  await waitFor(() => expect(header()).toBe('light-dark(#5b2c83, #2a1140)'))
  expect(site()?.dataset['theme']).toBe('light')
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(site()?.dataset['theme']).toBe('dark')
})

test('an option is renamed after a preview', async () => {
  const program = [{ key: 'n', value: 'Nursing', is_retired: false }]
  const dropdowns = { ...enrollFormDropdowns.empty, version: 1 }
  const options = { ...dropdowns.options, program }
  const counts = { matched: 2, changed: 2, skipped: [], skipped_total: 0, moves: [], documents: ['Dates'] }
  const { received } = await openApp(`${website}/enroll-form/dropdowns-and-notices`, admin, {
    ...around,
    'GET /api/periods/70/enroll-form/dropdowns-and-notices': { body: { data: { ...dropdowns, options } } },
    'POST /api/periods/70/rename-option': { body: { data: counts } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename option…' }))
  await userEvent.type(await screen.findByLabelText('Option'), 'Nurs')
  await userEvent.click(await screen.findByRole('option', { name: 'Nursing' }))
  await userEvent.type(screen.getByLabelText('New name'), 'BSN')
  expect(await screen.findByText(/2 records will change/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Option renamed')).toBeTruthy()
  const ask = { field: 'program', from: 'Nursing', to: 'BSN', carries_records: true }
  expect(sentTo(received, 'POST /api/periods/70/rename-option')).toEqual([
    { ...ask, dry_run: true },
    { ...ask, expected: { matched: 2, changed: 2 } },
  ])
})

test('a list pasted into an empty option becomes several options', async () => {
  await openApp(`${website}/enroll-form/dropdowns-and-notices`, admin, {
    ...around,
    'GET /api/periods/70/enroll-form/dropdowns-and-notices': emptyOf(enrollFormDropdowns),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add a program' }))
  await userEvent.click(screen.getByLabelText(/^Value/))
  await userEvent.paste('Nursing\nPharmacy\nMedicine')
  await waitFor(() => expect(screen.getAllByLabelText(/^Value/)).toHaveLength(3))
  expect(screen.getAllByLabelText<HTMLInputElement>(/^Value/).map(({ value }) => value)).toEqual([
    'Nursing',
    'Pharmacy',
    'Medicine',
  ])
})

test('changing an option that records use offers to rename it in the records', async () => {
  const program = [{ key: 'n', value: 'Nursing', is_retired: false }]
  const dropdowns = { ...enrollFormDropdowns.empty, version: 1 }
  const options = { ...dropdowns.options, program }
  const counts = { matched: 2, changed: 2, skipped: [], skipped_total: 0, moves: [], documents: [] }
  const { received } = await openApp(`${website}/enroll-form/dropdowns-and-notices`, admin, {
    ...around,
    'GET /api/periods/70/enroll-form/dropdowns-and-notices': { body: { data: { ...dropdowns, options } } },
    'GET /api/periods/70/option-uses': {
      body: { data: [{ field: 'program', value: 'nursing', quantity: 2 }] },
    },
    'POST /api/periods/70/rename-option': { body: { data: counts } },
  })
  const value = await screen.findByDisplayValue<HTMLInputElement>('Nursing')
  expect(await screen.findByText('2 records')).toBeTruthy()
  await userEvent.type(value, ' (BSN)')
  await userEvent.click(screen.getByRole('button', { name: 'Rename in 2 records…' }))
  expect((await screen.findByLabelText<HTMLInputElement>('New name')).value).toBe('Nursing (BSN)')
  expect(value.value).toBe('Nursing')
  expect(await screen.findByText(/2 records will change/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Option renamed')).toBeTruthy()
  expect(sentTo(received, 'POST /api/periods/70/rename-option').at(-1)).toMatchObject({
    from: 'Nursing',
    to: 'Nursing (BSN)',
    carries_records: true,
  })
})

test('if records change before the rename, the preview updates, and that is applied', async () => {
  const program = [{ key: 'n', value: 'Nursing', is_retired: false }]
  const dropdowns = { ...enrollFormDropdowns.empty, version: 1 }
  const options = { ...dropdowns.options, program }
  const counts = { matched: 2, changed: 2, skipped: [], skipped_total: 0, moves: [] }
  const now = { ...counts, matched: 3, changed: 3 }
  const rename = 'POST /api/periods/70/rename-option'
  const { received } = await openApp(`${website}/enroll-form/dropdowns-and-notices`, admin, {
    ...around,
    'GET /api/periods/70/enroll-form/dropdowns-and-notices': { body: { data: { ...dropdowns, options } } },
    [rename]: ({ body }) =>
      String(body).includes('"matched":2')
        ? { status: 409, body: { code: 'stale', message: 'x', data: now } }
        : { body: { data: { ...counts, documents: ['Dates'] } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename option…' }))
  await userEvent.type(await screen.findByLabelText('Option'), 'Nurs')
  await userEvent.click(await screen.findByRole('option', { name: 'Nursing' }))
  await userEvent.type(screen.getByLabelText('New name'), 'BSN')
  await screen.findByText(/2 records will change/)
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(
    await screen.findByText(/3 records will change.*The option is used in these setup sections: Dates/),
  ).toBeTruthy()
  expect(screen.getByText(/^Some records changed/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Option renamed')).toBeTruthy()
  expect(sentTo(received, rename).at(-1)).toMatchObject({ expected: { matched: 3, changed: 3 } })
})

test.each([
  ['done', null, 'Option renamed in 10,001 records', true],
  ['failed', 'What the preview promised no longer holds.', 'Couldn’t rename the option', false],
] as const)('a renaming that became a job is told until it is %s', async (state, message, title, mayUndo) => {
  const program = [{ key: 'n', value: 'Nursing', is_retired: false }]
  const dropdowns = { ...enrollFormDropdowns.empty, version: 1 }
  const options = { ...dropdowns.options, program }
  const counts = { matched: 10_001, changed: 10_001, skipped: [], skipped_total: 0, moves: [] }
  let looks = 0
  const job = { id: 5, kind: 'rename-option', progress: { done: 0, total: 10_001 } }
  const running = { ...job, state: 'running', message: null, change_id: null, may_undo: false, result: null }
  const over = {
    ...job,
    state,
    message,
    change_id: mayUndo ? 77 : null,
    may_undo: mayUndo,
    result: mayUndo ? counts : null,
  }
  await openApp(`${website}/enroll-form/dropdowns-and-notices`, admin, {
    ...around,
    'GET /api/periods/70/enroll-form/dropdowns-and-notices': { body: { data: { ...dropdowns, options } } },
    'POST /api/periods/70/rename-option': ({ body }) =>
      String(body).includes('dry_run')
        ? { body: { data: { ...counts, documents: ['Dates'] } } }
        : { status: 202, body: { data: { job_id: 5 } } },
    'GET /api/jobs/5': () => ({ body: { data: (looks += 1) === 1 ? running : over } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename option…' }))
  await userEvent.type(await screen.findByLabelText('Option'), 'Nurs')
  await userEvent.click(await screen.findByRole('option', { name: 'Nursing' }))
  await userEvent.type(screen.getByLabelText('New name'), 'BSN')
  await screen.findByText(/10,001 records will change/)
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Making the change')).toBeTruthy()
  expect(screen.queryByText(title)).toBeNull()
  expect(await screen.findByText(title)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Making the change')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(mayUndo)
  expect(screen.queryByText('What the preview promised no longer holds.') !== null).toBe(message !== null)
})

test('if an introduction can’t be read, its button stays, and a message says so', async () => {
  const message = 'This version of Shipmate can’t read “Enrollment form introduction”.'
  await openApp(`${website}/enroll-form`, admin, {
    ...around,
    'GET /api/periods/70/enroll-form': emptyOf(enrollForm),
    'GET /api/periods/70/enroll-form/intro': { status: 500, body: { code: 'unknown_content', message } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit introduction…' }))
  expect(await screen.findByText(`${enrollFormIntro.label} couldn’t be loaded`)).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
})

test('a list of class years accepts only years, with a message', async () => {
  await openApp(`${website}/enroll-form/dropdowns-and-notices`, admin, {
    ...around,
    'GET /api/periods/70/enroll-form/dropdowns-and-notices': emptyOf(enrollFormDropdowns),
  })
  expect(await screen.findByText('No options yet. Students can enter any year.')).toBeTruthy()
  expect(screen.getAllByText('No options yet. Students can enter any text.')).toHaveLength(4)
})

test('values in records can be added to the list', async () => {
  const dropdowns = { ...enrollFormDropdowns.empty, version: 1 }
  const use = { field: 'program', value: 'Nursing', quantity: 3 }
  await openApp(`${website}/enroll-form/dropdowns-and-notices`, admin, {
    ...around,
    'GET /api/periods/70/enroll-form/dropdowns-and-notices': { body: { data: dropdowns } },
    'GET /api/periods/70/option-uses': { body: { data: [use] } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 value from student records' }))
  expect(await screen.findByDisplayValue('Nursing')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /from student records/ })).toBeNull()
})
