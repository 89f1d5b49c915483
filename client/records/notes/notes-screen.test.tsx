import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { StudentNote } from '#contract/records/notes/shapes.ts'
import { absent, broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPolicyYear, aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const note: StudentNote = {
  id: 5,
  student_id: 900,
  student_period_id: 500,
  body: '<p>Called about the <strong>card</strong>.</p>',
  pinned: true,
  author: { id: 4, name: 'Dana Whitlock' },
  version: 2,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
}
const notesAt = 'GET /api/student-notes'
const create = 'POST /api/student-notes/create'

const open = (more: Parameters<typeof openApp>[2] = {}, user = admin) =>
  openApp('/student/900/notes', user, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
    'GET /api/students/900/files': { body: { data: [] } },
    [notesAt]: onePage([note]),
    ...more,
  })
const list = async () => within(await screen.findByRole('list', { name: 'Notes' }))

test('while the notes load, one can be written', async () => {
  await open({ [notesAt]: pending })
  expect(await screen.findByRole('textbox', { name: 'New note' })).toBeTruthy()
  expect(screen.queryByText('No notes yet')).toBeNull()
  expect(document.querySelector('main [aria-busy="true"]')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /Only this school’s admins and Shipmate Admins have access to notes/],
  ['a failure', broken, 'The notes couldn’t be loaded'],
  ['a student who is gone', absent, 'Not found'],
] as const)('%s is said, and hinders nobody from writing', async (_, answer, words) => {
  await open({ [notesAt]: answer })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(await screen.findByRole('textbox', { name: 'New note' })).toBeTruthy()
})

test('without notes a message says what to add', async () => {
  await open({ [notesAt]: onePage([]) })
  expect(await screen.findByText('No notes yet')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Notes' })).toBeNull()
})

test('more notes load on demand, a page at a time', async () => {
  const meta = { total: 2, per_page: 1, last_page: 2, from: null, to: null }
  await open({
    [notesAt]: ({ path }) => {
      const page = Number(new URL(path).searchParams.get('page'))
      return {
        body: {
          data: [{ ...note, id: page, body: `<p>Note ${page}</p>` }],
          meta: { ...meta, current_page: page },
        },
      }
    },
  })
  expect((await list()).getByText('Note 1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Note 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('the browser’s history has the open part of the record, and not the student’s name', async () => {
  await open()
  await list()
  await waitFor(() => expect(document.title).toBe('Student: Notes · Shipmate'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Ana')
})

test('a note shows its author, its policy year, and whether it’s pinned', async () => {
  await open()
  const notes = await list()
  expect(notes.getByText('card').tagName).toBe('STRONG')
  for (const words of ['Dana Whitlock', '2026–27', 'Pinned']) expect(notes.getByText(words)).toBeTruthy()
})

test('a school admin can pin someone else’s note, and can’t change it', async () => {
  await open({}, schoolAdmin)
  const notes = await list()
  expect(notes.getByRole('button', { name: 'Unpin note' })).toBeTruthy()
  expect(notes.queryByRole('button', { name: 'Edit note' })).toBeNull()
})

test('a field is mentioned from the toolbar, by keyboard', async () => {
  const { received } = await open({
    [notesAt]: onePage([]),
    [create]: { status: 201, body: { data: note } },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Mention a field or document' }))
  await user.type(await screen.findByRole('combobox', { name: 'Field or document' }), 'Program')
  expect(await screen.findByRole('option', { name: /^Program/ })).toBeTruthy()
  await user.keyboard('{Enter}')
  const editor = screen.getByRole('textbox', { name: 'New note' })
  await waitFor(() => expect(within(editor).getByText('Program').tagName).toBe('A'))
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() =>
    expect(sentTo(received, create)).toEqual([
      {
        student_id: 900,
        body: '<p><a href="/student/900/policy-years/70/info#field-program">Program</a> </p>',
      },
    ]),
  )
})

test('a field of another policy year is mentioned with its year', async () => {
  const earlier = { ...aPolicyYear, id: 499, period_id: 69, period_name: '2025–26' }
  const { received } = await open({
    'GET /api/students/900/overview': {
      body: { data: { ...aStudentOverview, student_periods: [aPolicyYear, earlier] } },
    },
    [notesAt]: onePage([]),
    [create]: { status: 201, body: { data: note } },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Mention a field or document' }))
  await user.type(await screen.findByRole('combobox', { name: 'Field or document' }), 'Program 2025')
  expect(await screen.findByRole('option', { name: /^Program 2025–26/ })).toBeTruthy()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  const address = '/student/900/policy-years/69/info#field-program'
  await waitFor(() =>
    expect(sentTo(received, create)).toEqual([
      { student_id: 900, body: `<p><a href="${address}">Program 2025–26</a> </p>` },
    ]),
  )
})

test('a mention opens its field in the app, marked and focused', async () => {
  const body = '<p><a href="/student/900/policy-years/70/info#field-program">Program</a></p>'
  const { at } = await open({ [notesAt]: onePage([{ ...note, body }]) })
  const link = (await list()).getByRole('link', { name: 'Program' })
  expect(link.getAttribute('target')).toBeNull()
  await userEvent.click(link)
  const field = await screen.findByLabelText('Program')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.closest('[data-mentioned]')).toBeTruthy()
  expect(at()).toBe('/student/900/policy-years/70/info')
})

test('a mention of a collapsed field opens its section', async () => {
  const address = '/student/900/policy-years/70/insurance-details#field-vision_enroll_group_number'
  const body = `<p><a href="${address}">Vision plan group number</a></p>`
  await open({ [notesAt]: onePage([{ ...note, body }]) })
  await userEvent.click((await list()).getByRole('link'))
  const vision = within(await screen.findByRole('region', { name: 'Vision' }))
  await waitFor(() => expect(document.activeElement).toBe(vision.getByLabelText('Plan group number')))
})

test('a link into another student’s record, or elsewhere in the app, is plain text', async () => {
  const body =
    '<p><a href="/student/901/overview#field-city">City</a> <a href="/logout">out</a> <a href="https://example.com/">site</a></p>'
  await open({ [notesAt]: onePage([{ ...note, body }]) })
  const links = (await list()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.com/'])
  expect(links[0]?.getAttribute('target')).toBe('_blank')
})

test('after a note is added the next one starts empty, with the focus', async () => {
  let draft: string | null = null
  let reads = 0
  await open({
    [notesAt]: onePage([]),
    [create]: { status: 201, body: { data: note } },
    'GET /api/drafts': () => {
      reads += 1
      return { body: { data: draft === null ? null : { content: draft } } }
    },
    'PUT /api/drafts': ({ body }) => {
      draft = String(JSON.parse(String(body)).content)
      return { status: 204 }
    },
    'DELETE /api/drafts': () => {
      draft = null
      return { status: 204 }
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Mention a field or document' }))
  await user.type(await screen.findByRole('combobox', { name: 'Field or document' }), 'Program')
  expect(await screen.findByRole('option', { name: /^Program/ })).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(draft).toContain('Program'))
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(await screen.findByText('Note added')).toBeTruthy()
  // loads the draft again
  await waitFor(() => expect(reads).toBe(2))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New note' })))
  await waitFor(() => expect(draft).toBeNull())
  expect(screen.getByRole('textbox', { name: 'New note' }).textContent).toBe('')
  expect(screen.queryByText(/Draft restored/)).toBeNull()
})
