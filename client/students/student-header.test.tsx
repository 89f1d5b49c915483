import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { onePage, openApp, sentTo } from '#client/testing/open-app.tsx'
import { aStudent, aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const overviewAt = 'GET /api/students/900/overview'
const put = 'PUT /api/student-periods/500'
const moves = [
  { coverage: 'medical', event: 'approve_waiver', label: 'Approve waiver', to: 'waived', changes: [] },
]

const open = (address: string, more: Parameters<typeof openApp>[2] = {}, user = admin) =>
  openApp(address, user, {
    [overviewAt]: { body: { data: aStudentOverview } },
    'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
    'GET /api/student-periods/500/status-moves': { body: { data: moves } },
    'GET /api/student-history-entries': onePage([]),
    'GET /api/student-notes': onePage([]),
    'GET /api/students/900/files': { body: { data: [] } },
    ...more,
  })
const act = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Ana Lopez' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test('a waiver that waits without its card says what is missing, and leads to the documents', async () => {
  const missing_documents = ['insurance_card_front', 'insurance_card_back']
  const { at } = await open('/student/900/notes', {
    [overviewAt]: { body: { data: { ...aStudentOverview, missing_documents } } },
  })
  const alerts = within(await screen.findByRole('list', { name: 'Needs attention' }))
  await userEvent.click(
    alerts.getByRole('link', { name: 'Documents missing: insurance card, front and back' }),
  )
  await waitFor(() => expect(at()).toBe('/student/900/documents'))
})

test('one side of the card is named alone; with both there is no alert', async () => {
  const missing_documents = ['insurance_card_back']
  await open('/student/900/notes', {
    [overviewAt]: { body: { data: { ...aStudentOverview, missing_documents } } },
  })
  expect(await screen.findByRole('link', { name: 'Documents missing: insurance card, back' })).toBeTruthy()
})

test('a student who lacks nothing has no alert', async () => {
  await open('/student/900/notes')
  expect(await screen.findByText('No notes yet')).toBeTruthy()
  expect(screen.queryByText(/Documents missing/)).toBeNull()
})

test('Add note goes into the editor, and the address forgets it', async () => {
  const { at } = await open('/student/900/documents')
  await act('Add note')
  const editor = await screen.findByRole('textbox', { name: 'New note' })
  await waitFor(() => expect(document.activeElement).toBe(editor))
  await waitFor(() => expect(at()).toBe('/student/900/notes'))
})

test('Upload document goes to the field for files', async () => {
  const { at } = await open('/student/900/notes')
  await act('Upload document')
  const field = await screen.findByLabelText('Drop files here, or choose them')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await waitFor(() => expect(at()).toBe('/student/900/documents'))
})

test('a status is moved from any tab', async () => {
  const { received } = await open('/student/900/notes', {
    [put]: { body: { data: { ...aStudentPeriod, medical_status: 'waived', version: 5 } } },
  })
  await act('Change medical')
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Approve waiver/ }))
  expect(await screen.findByText('Medical: Waived')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([{ medical_status: 'waived', version: 4 }])
})

test('an SSN is revealed for product admins, beside the name; others are not offered it', async () => {
  await open('/student/900/notes', {
    'POST /api/students/900/reveal-ssn': { body: { data: { ssn: '912-34-6789' } } },
  })
  await act('Reveal the SSN…')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Carrier asks')
  await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }))
  expect(await screen.findByText('912-34-6789')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('912-34-6789')).toBeNull()
})

test('what is copied is the address that letters go to, and the ID', async () => {
  const student = { ...aStudent, university_email: 'ana@harborview.example' }
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open(
    '/student/900/notes',
    { [overviewAt]: { body: { data: { ...aStudentOverview, student } } } },
    schoolAdmin,
  )
  await user.click(await screen.findByRole('button', { name: 'Actions for Ana Lopez' }))
  expect(screen.queryByRole('menuitem', { name: /SSN/ })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Copy email address' }))
  await act('Copy student ID')
  expect(write.mock.calls).toEqual([['ana@harborview.example'], ['S1001']])
})
