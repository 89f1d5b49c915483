import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { StudentFile } from '#contract/records/documents/shapes.ts'
import { absent, broken, openApp, pending, queriesOf, refused } from '#client/testing/open-app.tsx'
import { aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const file: StudentFile = {
  id: 12,
  student_id: 900,
  student_period_id: null,
  name: 'card.png',
  kind: 'insurance_card_front',
  media_type: 'image/png',
  size: 2048,
  created_at: '2026-11-20T10:00:00.000Z',
  created_by: { id: 4, name: 'Dana Whitlock' },
  url: '/api/files/12',
  inline: true,
  version: 1,
  removed_at: null,
  versions: [],
}
const filesAt = 'GET /api/students/900/files'

const open = (more: Parameters<typeof openApp>[2] = {}, hash = '') =>
  openApp(`/student/900/documents${hash}`, admin, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
    [filesAt]: { body: { data: [file] } },
    ...more,
  })
const list = async () => within(await screen.findByRole('list', { name: 'Documents' }))

test('while the documents load, files can be dropped', async () => {
  await open({ [filesAt]: pending })
  expect(await screen.findByLabelText('Drop files here or choose files')).toBeTruthy()
  expect(document.querySelector('main [aria-busy="true"]')).toBeTruthy()
})

test.each([
  ['a refusal', refused, /Only this school’s admins and Shipmate Admins have access to documents/],
  ['a failure', broken, 'The documents couldn’t be loaded'],
  ['a student who is gone', absent, 'Not found'],
] as const)('%s is said', async (_, answer, words) => {
  await open({ [filesAt]: answer })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('without documents a message says what to upload; without removed ones too', async () => {
  const { received } = await open({ [filesAt]: { body: { data: [] } } })
  expect(await screen.findByText('No documents yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Removed' }))
  expect(await screen.findByText('No removed documents')).toBeTruthy()
  expect(queriesOf(received, filesAt).at(-1)?.get('removed')).toBe('true')
})

test('a document shows its type, size, uploader, and earlier versions', async () => {
  const { versions: _versions, ...former } = { ...file, id: 11 }
  await open({ [filesAt]: { body: { data: [{ ...file, versions: [former] }] } } })
  const documents = await list()
  expect(documents.getByText(/Insurance card, front · 2.0 KB · Dana Whitlock/)).toBeTruthy()
  expect(documents.getByText(/1 earlier version/)).toBeTruthy()
  expect(documents.getByRole('link', { name: 'Download card.png' }).getAttribute('href')).toMatch(
    /\/api\/files\/12\?download=1$/,
  )
})

test('a removed document says when it was removed', async () => {
  const removed = { ...file, removed_at: '2026-11-21T10:00:00.000Z' }
  await open({ [filesAt]: { body: { data: [removed] } } })
  expect((await list()).getByText(/ · Removed$/)).toBeTruthy()
})

test('a document from the student says so', async () => {
  await open({ [filesAt]: { body: { data: [{ ...file, created_by: null }] } } })
  expect((await list()).getByText(/The student/)).toBeTruthy()
})

test('an image is previewed in place', async () => {
  await open()
  await userEvent.click((await list()).getByRole('button', { name: 'Preview card.png' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'card.png' }))
  expect(dialog.getByRole('img', { name: 'card.png' })).toBeTruthy()
})

test('a file that is too large is rejected before it’s sent', async () => {
  const { received } = await open()
  const large = new File(['x'], 'scan.pdf', { type: 'application/pdf' })
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
  fireEvent.change(await screen.findByLabelText('Drop files here or choose files'), {
    target: { files: [large] },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload 1 file' }))
  expect(await screen.findByText('This file is larger than 20 MB. Choose a smaller file.')).toBeTruthy()
  expect(received.some(({ method }) => method === 'POST')).toBe(false)
})

test('the type of each dropped file is asked before anything is sent', async () => {
  await open()
  const files = ['IMG_1.pdf', 'letter.pdf'].map((name) => new File(['x'], name, { type: 'application/pdf' }))
  fireEvent.change(await screen.findByLabelText('Drop files here or choose files'), { target: { files } })
  const asked = within(await screen.findByRole('region', { name: 'Files to upload' }))
  expect(asked.getByLabelText('Document type for IMG_1.pdf').textContent).toContain('Other')
  expect(asked.getByLabelText('Document type for letter.pdf').textContent).toContain('Coverage letter')
  expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull()
  await userEvent.click(asked.getByRole('button', { name: 'Remove IMG_1.pdf' }))
  await userEvent.click(asked.getByRole('button', { name: 'Upload 1 file' }))
  const uploads = within(await screen.findByRole('list', { name: 'Uploads' }))
  expect(uploads.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringContaining('letter.pdf'),
  ])
  expect(screen.queryByRole('region', { name: 'Files to upload' })).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Drop files here or choose files')),
  )
})

test('a mentioned document is marked and focused', async () => {
  await open({}, '#document-12')
  const name = (await list()).getByRole('button', { name: 'card.png' })
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(name.closest('[data-mentioned]')).toBeTruthy()
})
