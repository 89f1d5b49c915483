import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { broken, onePage, openApp, pending, refused, queriesOf, sentTo } from '#client/testing/open-app.tsx'
import { aboutPeriod, aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const two = {
  intro: '',
  items: [
    { key: 'a', question: 'Who pays?', answer: '' },
    { key: 'b', question: 'Who is covered?', answer: '' },
  ],
  version: 3,
}
const stateOf = (version: number, published: number | null) => ({
  kind: 'faqs',
  label: 'FAQs',
  version,
  updated_at: null,
  updated_by: null,
  is_published: true,
  published:
    published === null ? null : { number: 1, version: published, at: '2026-09-01T12:00:00Z', by: null },
})
const open = (
  answer: Parameters<typeof openApp>[2][string],
  more: Parameters<typeof openApp>[2] = {},
  hash = '',
) =>
  openApp(`/schools/7/period/70/website/faqs${hash}`, admin, {
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/periods/70/about': { body: { data: aboutPeriod } },
    'GET /api/periods/70/documents': { body: { data: [stateOf(3, 2)] } },
    'GET /api/periods/70/history': onePage([]),
    'GET /api/drafts': { body: { data: null } },
    'GET /api/periods/70/faqs': answer,
    ...more,
  })
const loaded = { body: { data: two } }
const noneLeft = { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 }

test('while it loads, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading FAQs')).toBeTruthy()
})

test('a user without access sees who has it', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins can set up a policy year.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let fails = true
  await open(() => (fails ? broken : loaded))
  expect(await screen.findByText('FAQs couldn’t be loaded')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Who pays?' })).toBeTruthy()
})

test('content in an unknown format can’t be edited, and isn’t treated as empty', async () => {
  const newer = { ...two, items: [{ ...two.items[0], audience: 'graduates' }] }
  const { received } = await open({ body: { data: newer } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('“FAQs” can’t be edited here')
  expect(alert.textContent).toContain('contact Shipmate support and mention “FAQs”')
  expect(screen.getByRole('heading', { name: 'FAQs', level: 1 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(received.filter(({ method }) => method !== 'GET')).toEqual([])
})

test.each([
  ['question', 'Question'],
  ['answer', 'Answer'],
])('an address that leads to the %s of a folded one opens it, with the focus there', async (field, label) => {
  await open(loaded, {}, `#field-items.1.${field}`)
  const fields = await screen.findAllByRole('textbox', { name: new RegExp(`^${label}`) })
  await waitFor(() => expect(document.activeElement).toBe(fields[0]))
  expect(fields).toHaveLength(1)
  expect(screen.getByRole('button', { name: /^Who is covered/ }).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('button', { name: /^Who pays/ }).getAttribute('aria-expanded')).toBe('false')
  expect(document.querySelector('[data-mentioned]')?.contains(fields[0] ?? null)).toBe(true)
})

test('without questions a message says so and offers to add the first', async () => {
  await open({ body: { data: { intro: '', items: [], version: 0 } } })
  expect(await screen.findByText('No questions yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add a question' })).toBeTruthy()
})

test('the arrow keys on its grip move a question, and the document is saved over the loaded version', async () => {
  const saved = { ...two, version: 4 }
  const { received } = await open(loaded, { 'PUT /api/periods/70/faqs': { body: { data: saved } } })
  const grip = await screen.findByRole('button', { name: 'Move question 2. Use the up and down arrow keys.' })
  grip.focus()
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('FAQs saved')).toBeTruthy()
  expect(sentTo(received, 'PUT /api/periods/70/faqs')).toEqual([
    { intro: '', items: [two.items[1], two.items[0]], version: 3 },
  ])
})

test('removing a question can be undone', async () => {
  await open(loaded)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove question 1' }))
  expect(screen.queryByRole('button', { name: 'Who pays?' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Who pays?' })).toBeTruthy()
})

test('questions are collapsed until opened, one or all; a new one is open, also after it’s moved', async () => {
  await open(loaded)
  const line = await screen.findByRole('button', { name: 'Who pays?' })
  expect(line.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByDisplayValue('Who pays?')).toBeNull()
  await userEvent.click(line)
  await userEvent.type(screen.getByDisplayValue('Who pays?'), ' And when?')
  expect(screen.getByRole('button', { name: 'Who pays? And when?' })).toBe(line)
  await userEvent.click(line)
  expect(line.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }))
  expect(screen.getAllByLabelText(/^Question/)).toContain(document.activeElement)
  await userEvent.keyboard('Why?')
  screen.getByRole('button', { name: 'Move question 3. Use the up and down arrow keys.' }).focus()
  await userEvent.keyboard('{ArrowUp}')
  const names = screen.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent)
  expect(names).toEqual(['Why?'])
  await userEvent.click(screen.getByRole('button', { name: 'Collapse all' }))
  expect(screen.queryAllByRole('button', { expanded: true })).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Expand all' }))
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(3)
})

test('an error in a collapsed question opens it and gets the focus', async () => {
  const message = 'The question may not end with a comma.'
  await open(loaded, {
    'PUT /api/periods/70/faqs': {
      status: 422,
      body: { message, errors: { 'items.1.question': [message] } },
    },
  })
  const grip = await screen.findByRole('button', { name: 'Move question 1. Use the up and down arrow keys.' })
  grip.focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const field = await screen.findByDisplayValue('Who pays?')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(message).map((said) => said.closest('[data-field]') !== null)).toContain(true)
  expect(screen.getByRole('button', { name: 'Who is covered?' }).getAttribute('aria-expanded')).toBe('false')
})

test('two editors’ changes are merged; only the answer that both changed is a choice, word by word', async () => {
  const [first, second] = two.items
  const theirs = {
    intro: '<p>Theirs</p>',
    items: [
      { ...first, question: 'Who is charged?' },
      { ...second, answer: '<p>All of them.</p>' },
    ],
    version: 4,
  }
  let times = 0
  const savedByDana = {
    ...stateOf(4, 2),
    updated_at: '2026-11-20T15:00:00Z',
    updated_by: { id: 9, name: 'Dana Whitlock' },
  }
  const { received } = await open(loaded, {
    'GET /api/periods/70/documents': { body: { data: [savedByDana] } },
    'PUT /api/periods/70/faqs': () => {
      times += 1
      return times === 1
        ? { status: 409, body: { code: 'stale', message: 'It has changed.', data: theirs } }
        : { body: { data: { ...theirs, version: 5 } } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Who pays?' }))
  const question = screen.getByDisplayValue('Who pays?')
  await userEvent.clear(question)
  await userEvent.type(question, 'Who is billed?')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else changed “FAQs”' }))
  expect(await dialog.findByText(/Dana Whitlock saved it on/)).toBeTruthy()
  const groups = dialog.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)
  expect(groups).toEqual(['Questions › Who is billed? › Question'])
  const marked = [...document.querySelectorAll('mark')].map((mark) => mark.textContent.trim())
  expect(marked).toEqual(['billed?', 'charged?'])
  expect(dialog.getByLabelText<HTMLInputElement>(/billed/).checked).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }))
  await waitFor(() => expect(sentTo(received, 'PUT /api/periods/70/faqs')).toHaveLength(2))
  expect(sentTo(received, 'PUT /api/periods/70/faqs').at(-1)).toEqual({
    intro: '<p>Theirs</p>',
    items: [
      { ...first, question: 'Who is billed?' },
      { ...second, answer: '<p>All of them.</p>' },
    ],
    version: 4,
  })
})

test('publishing shows the changes, and sends the loaded version', async () => {
  const { received } = await open(loaded, {
    'GET /api/periods/70/unpublished-changes': {
      body: { data: [{ field: 'faqs.items[Who pays?].question', before: 'Who?', after: 'Who pays?' }] },
    },
    'POST /api/periods/70/publications': {
      body: { data: [stateOf(3, 3)] },
      headers: { 'X-Change-Id': '55' },
    },
    'POST /api/changes/55/undo': { body: { data: noneLeft } },
  })
  expect(await screen.findByText('Unpublished changes')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
  expect(await screen.findByText('Questions › Who pays? › Question')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 change' }))
  expect(await screen.findByText('FAQs published')).toBeTruthy()
  expect(sentTo(received, 'POST /api/periods/70/publications')).toEqual([
    { documents: [{ kind: 'faqs', version: 3 }] },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
})

test('an earlier version is compared with what’s saved and restored, with undo', async () => {
  const version = (number: number, is_seen = true) => ({
    number,
    version: number,
    at: '2026-09-01T12:00:00Z',
    by: { id: 1, name: 'Robin Reyes' },
    is_seen,
  })
  const { received } = await open(loaded, {
    'GET /api/periods/70/unpublished-changes': { body: { data: [] } },
    'GET /api/periods/70/publications': { body: { data: [version(3), version(2, false), version(1)] } },
    'GET /api/periods/70/restorable-changes': {
      body: { data: [{ field: 'faqs.items[Who pays?].question', before: 'Who pays?', after: 'Who?' }] },
    },
    'POST /api/periods/70/restored-publications': {
      body: { data: [stateOf(4, 2)] },
      headers: { 'X-Change-Id': '56' },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'FAQs: published versions' }))
  expect(await sheet.findByText('Publishing was undone. Students saw nothing.')).toBeTruthy()
  expect(sheet.getAllByText('Students see this')).toHaveLength(1)
  const [, first] = sheet.getAllByText(/^Compare/)
  if (first) await userEvent.click(first)
  await userEvent.click(await sheet.findByRole('button', { name: 'Restore version 1' }))
  expect(await screen.findByText('Version 1 of FAQs restored')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(sentTo(received, 'POST /api/periods/70/restored-publications')).toEqual([
    { kind: 'faqs', number: 1, version: 3 },
  ])
})

test('an earlier version is next to what’s saved, as students see them, in both languages', async () => {
  const version = { number: 1, version: 1, at: '2026-09-01T12:00:00Z', by: null, is_seen: true }
  const former = {
    ...two,
    items: [{ ...two.items[0], question: 'Who paid?', es: { question: '¿Quién pagó?' } }],
  }
  const { received } = await open(loaded, {
    'GET /api/periods/70/unpublished-changes': { body: { data: [] } },
    'GET /api/periods/70/publications': { body: { data: [version] } },
    'GET /api/periods/70/publications/content': {
      body: { data: { number: 1, content: { intro: former.intro, items: former.items } } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Versions' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Side by side: version 1/ }))
  const sides = within(await screen.findByRole('dialog', { name: 'Compare versions: FAQs' }))
  const [one, other] = [
    await sides.findByRole('region', { name: 'First version' }),
    sides.getByRole('region', { name: 'Second version' }),
  ]
  await waitFor(() => expect(one.querySelector('summary[data-changed]')?.textContent).toBe('Who paid?'))
  expect(other.querySelector('summary[data-changed]')?.textContent).toBe(two.items[0]?.question)
  const [asked] = queriesOf(received, 'GET /api/periods/70/publications/content')
  expect(String(asked)).toBe('kind=faqs&number=1')
  await userEvent.click(sides.getByRole('radio', { name: 'Spanish' }))
  await waitFor(() =>
    expect(sides.getByRole('region', { name: 'First version' }).textContent).toContain('¿Quién pagó?'),
  )
})

test.each([
  [stateOf(3, 3), 'Students see version 1 of 09/01/2026.'],
  [stateOf(3, 2), 'Students see version 1 of 09/01/2026; 2 changes aren’t published.'],
  [stateOf(3, null), 'Students don’t see this yet.'],
])('the page says which version students see', async (state, words) => {
  const change = { field: 'faqs.intro', before: 'a', after: 'b' }
  await open(
    { body: { data: two } },
    {
      'GET /api/periods/70/documents': { body: { data: [state] } },
      'GET /api/periods/70/unpublished-changes': {
        body: { data: [change, { ...change, field: 'faqs.items' }] },
      },
    },
  )
  expect(await screen.findByText(words)).toBeTruthy()
})
