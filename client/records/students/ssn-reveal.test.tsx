import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { onePage, openApp, refused, sentTo } from '#client/testing/open-app.tsx'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const child = {
  id: 31,
  type: 'child',
  gender: null,
  first_name: 'Mia',
  last_name: 'Lopez',
  dob: null,
  ssn: '***-**-4321',
  covers: [],
} as const
const ofStudent = 'POST /api/students/900/reveal-ssn'
const ofDependent = 'POST /api/dependents/31/reveal-ssn'

const open = (address = '/student/900', user = admin, more: Parameters<typeof openApp>[2] = {}) =>
  openApp(address, user, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    'GET /api/student-periods/500': { body: { data: { ...aStudentPeriod, dependents: [child] } } },
    'GET /api/student-periods/500/status-moves': { body: { data: [] } },
    'GET /api/student-history-entries': onePage([]),
    [ofStudent]: { body: { data: { ssn: '912-34-6789' } } },
    [ofDependent]: { body: { data: { ssn: '912-34-4321' } } },
    ...more,
  })
const reveal = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Reveal SSN for ${name}` }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Carrier asks')
  await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }))
}

test('a Shipmate Admin reveals it with a reason, until the window loses the focus', async () => {
  const { received } = await open()
  await reveal('Ana Lopez')
  expect(await screen.findByText('912-34-6789')).toBeTruthy()
  expect(sentTo(received, ofStudent)).toEqual([{ reason: 'Carrier asks' }])
  fireEvent.blur(window)
  expect(await screen.findByText('***-**-6789')).toBeTruthy()
  expect(document.documentElement.outerHTML).not.toContain('912-34-6789')
})

test('without a reason nothing is sent to the server', async () => {
  const { received } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Reveal SSN for Ana Lopez' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reveal' }))
  expect(await screen.findByText('Enter reason.')).toBeTruthy()
  expect(sentTo(received, ofStudent)).toEqual([])
})

test('an error appears in the dialog, and the SSN stays masked', async () => {
  await open('/student/900', admin, { [ofStudent]: refused })
  await reveal('Ana Lopez')
  expect(await screen.findByText('You don’t have permission to do this.')).toBeTruthy()
  expect(screen.getByText('***-**-6789')).toBeTruthy()
})

test('a dependent’s is revealed the same way, and hidden with the button', async () => {
  const { received } = await open()
  await reveal('Mia Lopez')
  expect(await screen.findByText('912-34-4321')).toBeTruthy()
  expect(sentTo(received, ofDependent)).toEqual([{ reason: 'Carrier asks' }])
  await userEvent.click(screen.getByRole('button', { name: 'Hide SSN for Mia Lopez' }))
  expect(screen.getByText('***-**-4321')).toBeTruthy()
})

test('while the details are edited it’s next to the input, and in no field and no draft', async () => {
  const { received } = await open('/student/900/overview?edit=true')
  await reveal('Ana Lopez')
  expect(await screen.findByText('912-34-6789')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('SSN').value).toBe('***-**-6789')
  await userEvent.type(screen.getByLabelText('City'), 'Salem')
  await waitFor(() => expect(JSON.stringify(sentTo(received, 'PUT /api/drafts'))).toContain('Salem'))
  expect(received.some(({ body }) => typeof body === 'string' && body.includes('912-34'))).toBe(false)
})

test('a School Admin sees only the masked SSN', async () => {
  await open('/student/900', schoolAdmin)
  expect(await screen.findByText('***-**-6789')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull()
})
