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

test('a pending waiver without its insurance card shows what’s missing, and links to the documents', async () => {
  const missing_documents = ['insurance_card_front', 'insurance_card_back']
  const { at } = await open('/student/900/notes', {
    [overviewAt]: { body: { data: { ...aStudentOverview, missing_documents } } },
  })
  const alerts = within(await screen.findByRole('list', { name: 'Needs attention' }))
  await userEvent.click(
    alerts.getByRole('link', { name: 'Missing documents: insurance card, front and back' }),
  )
  await waitFor(() => expect(at()).toBe('/student/900/documents'))
})

test('one missing side of the card is named; with both there’s no alert', async () => {
  const missing_documents = ['insurance_card_back']
  await open('/student/900/notes', {
    [overviewAt]: { body: { data: { ...aStudentOverview, missing_documents } } },
  })
  expect(await screen.findByRole('link', { name: 'Missing documents: insurance card, back' })).toBeTruthy()
})

test('a student with nothing missing has no alert', async () => {
  await open('/student/900/notes')
  expect(await screen.findByText('No notes yet')).toBeTruthy()
  expect(screen.queryByText(/Missing documents/)).toBeNull()
})

test('Add note focuses the editor, and the URL drops the parameter', async () => {
  const { at } = await open('/student/900/documents')
  await act('Add note')
  const editor = await screen.findByRole('textbox', { name: 'New note' })
  await waitFor(() => expect(document.activeElement).toBe(editor))
  await waitFor(() => expect(at()).toBe('/student/900/notes'))
})

test('Upload document focuses the file input', async () => {
  const { at } = await open('/student/900/notes')
  await act('Upload document')
  const field = await screen.findByLabelText('Drop files here or choose files')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await waitFor(() => expect(at()).toBe('/student/900/documents'))
})

test('a status can be changed on any tab', async () => {
  const { received } = await open('/student/900/notes', {
    [put]: { body: { data: { ...aStudentPeriod, medical_status: 'waived', version: 5 } } },
  })
  await act('Change medical status')
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Approve waiver/ }))
  expect(await screen.findByText('Medical: Waived')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([{ medical_status: 'waived', version: 4 }])
})

test('a Shipmate Admin reveals an SSN next to the name; others can’t', async () => {
  await open('/student/900/notes', {
    'POST /api/students/900/reveal-ssn': { body: { data: { ssn: '912-34-6789' } } },
  })
  await act('Reveal SSN…')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Carrier asks')
  await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }))
  expect(await screen.findByText('912-34-6789')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('912-34-6789')).toBeNull()
})

test('the copied values are the student’s mailing email and ID', async () => {
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

test('tabs say how much they hold, and empty ones come last', async () => {
  const counts = {
    notes: 3,
    documents: 0,
    emails: 12,
    verifications: 0,
    years: [{ student_period_id: 500, dependents: 2, forms: 0 }],
  }
  await open('/student/900/notes', { [overviewAt]: { body: { data: { ...aStudentOverview, counts } } } })
  const tabs = within(await screen.findByRole('navigation', { name: 'Student' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Insurance',
    'Dependents 2',
    'Academics and fees',
    'Notes 3',
    'Emails 12',
    'Policy years',
    'History',
    'Forms',
    'Documents',
    'Verifications',
  ])
})

test('Escape closes the record: the list of its policy year opens', async () => {
  const { at } = await open('/student/900/notes')
  await screen.findByText('No notes yet')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(at()).toBe('/schools/7/period/70'))
})
