import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { User, UserSession } from '#contract/accounts/users/shapes.ts'
import { absent, broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { lines } from '#client/testing/fake-server.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

type Answer = Parameters<typeof openApp>[2][string]

const aUser: User = {
  id: 5,
  first_name: 'Dana',
  last_name: 'Whitlock',
  email: 'dana@shipmate.example',
  pending_email: null,
  permission: 'school_admin',
  schools: [{ id: 7, name: 'Harborview University' }],
  two_factor_enabled: false,
  is_disabled: false,
  state: 'active',
  invite_expires_at: null,
  last_seen_at: '2026-11-20T15:00:00.000Z',
  version: 4,
}
const at = '2026-11-20T15:00:00.000Z'
const sessions: UserSession[] = [
  {
    id: 31,
    device: 'Chrome on Windows',
    place: '10.0.0.1',
    created_at: at,
    last_active_at: at,
    is_current: true,
  },
  { id: 32, device: 'Safari on iOS', place: null, created_at: at, last_active_at: at, is_current: false },
]

const around = {
  'GET /api/schools-for-users': { body: { data: [{ id: 7, name: 'Harborview University' }] } },
  'GET /api/users/5/sessions': { body: { data: sessions } },
  'GET /api/drafts': absent,
  'PUT /api/drafts': { status: 204 },
  'DELETE /api/drafts': { status: 204 },
}
const open = (answer: Answer, more: Record<string, Answer> = {}, reader = admin) =>
  openApp('/users/5', reader, { ...around, 'GET /api/users/5': answer, ...more })
const titles = async () =>
  (await within(screen.getByRole('main')).findAllByRole('heading', { level: 2 })).map(
    ({ textContent }) => textContent,
  )

test('while the user loads, placeholders are shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading user')).toBeTruthy()
})

test('a failure can be tried again, and a user who’s gone leads to the list', async () => {
  let answer = broken
  await open(() => answer)
  expect(await screen.findByText('The user couldn’t be loaded')).toBeTruthy()
  answer = absent
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'All users' })).toBeTruthy()
})

test('users have their own account without what only admins change', async () => {
  await open({ body: { data: aUser } }, {}, schoolAdmin)
  expect(await screen.findByRole('heading', { name: 'Your account' })).toBeTruthy()
  expect(await titles()).toEqual(['Profile', 'Password', 'Two-factor authentication', 'Passkeys', 'Sessions'])
  expect(await screen.findByText('This device')).toBeTruthy()
})

test('new recovery codes are created only after a question, because the saved ones stop working', async () => {
  const { received } = await open(
    { body: { data: aUser } },
    {
      'POST /user/two-factor-recovery-codes': { body: '""' },
      'GET /user/two-factor-recovery-codes': { body: ['a-b'] },
    },
    { ...schoolAdmin, two_factor_enabled: true },
  )
  const renew = await screen.findByRole('button', { name: 'Create new recovery codes' })
  await userEvent.click(renew)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(renew)
  expect(lines(received)).not.toContain('POST /user/two-factor-recovery-codes')
  await userEvent.click(await screen.findByRole('button', { name: 'Create new codes' }))
  expect(await screen.findByText('a-b')).toBeTruthy()
  expect(lines(received)).toContain('POST /user/two-factor-recovery-codes')
})

test('school admins can open no one else', async () => {
  const { at: address } = await openApp('/users/6', schoolAdmin, around)
  expect(address()).toBe('/not-permitted')
})

test('a role that was taken away in the meantime is said', async () => {
  await open(refused, {}, schoolAdmin)
  expect(await screen.findByText('You can open only your own account.')).toBeTruthy()
})

test('admins see the access and the end of another user, but no password', async () => {
  await open({ body: { data: aUser } })
  await screen.findByRole('heading', { name: 'Dana Whitlock' })
  expect(await titles()).toEqual([
    'Profile',
    'Permission and schools',
    'Two-factor authentication',
    'Sessions',
    'Disable or remove',
  ])
})

test('someone who’s invited has an invitation instead of a sign-in', async () => {
  await open({
    body: { data: { ...aUser, state: 'invited', invite_expires_at: '2020-01-01T00:00:00.000Z' } },
  })
  expect(await screen.findByText(/The link has expired\./)).toBeTruthy()
  expect(await titles()).toEqual(['Invitation', 'Profile', 'Permission and schools', 'Disable or remove'])
})

test('one’s own new address asks for the password, and waits for its link', async () => {
  const { received } = await open(
    { body: { data: aUser } },
    { 'PUT /api/users/5': { body: { data: { ...aUser, pending_email: 'new@staff.example', version: 5 } } } },
    schoolAdmin,
  )
  const email = await screen.findByRole('textbox', { name: /Email/ })
  expect(screen.getAllByLabelText(/Current password/)).toHaveLength(1)
  await userEvent.clear(email)
  await userEvent.type(email, 'new@staff.example')
  const [password] = screen.getAllByLabelText(/Current password/)
  if (!password) throw new Error('There’s no field for the password.')
  await userEvent.type(password, ' spaces count ')
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }))
  expect(await screen.findByText('Waiting for confirmation from new@staff.example')).toBeTruthy()
  expect(sentTo(received, 'PUT /api/users/5')).toEqual([
    {
      first_name: 'Dana',
      last_name: 'Whitlock',
      email: 'new@staff.example',
      current_password: ' spaces count ',
      version: 4,
    },
  ])
  // the address that counts is the old one
  expect(screen.getByRole('textbox', { name: /Email/ })).toHaveProperty('value', aUser.email)
})

test('the schools of a new Shipmate Admin are dropped', async () => {
  const { received } = await open(
    { body: { data: aUser } },
    {
      'PUT /api/users/5': {
        body: { data: { ...aUser, permission: 'shipmate_admin', schools: [], version: 5 } },
      },
    },
  )
  await userEvent.click(await screen.findByRole('radio', { name: /Shipmate Admin/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save access' }))
  await waitFor(() =>
    expect(sentTo(received, 'PUT /api/users/5')).toEqual([
      { permission: 'shipmate_admin', school_ids: [], version: 4 },
    ]),
  )
})

test('a session ends, and all others', async () => {
  const { received } = await open(
    { body: { data: aUser } },
    { 'DELETE /api/users/5/sessions/32': { status: 204 }, 'DELETE /api/users/5/sessions': { status: 204 } },
    schoolAdmin,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'End Safari on iOS' }))
  await userEvent.click(screen.getByRole('button', { name: 'End all others' }))
  await waitFor(() =>
    expect(lines(received).filter((line) => line.startsWith('DELETE /api/users'))).toEqual([
      'DELETE /api/users/5/sessions/32',
      'DELETE /api/users/5/sessions',
    ]),
  )
  expect(screen.queryByRole('button', { name: 'End Chrome on Windows' })).toBeNull()
})

test('removing says what happens, and why it can’t be done', async () => {
  await open(
    { body: { data: { ...aUser, permission: 'shipmate_admin' } } },
    {
      'DELETE /api/users/5': {
        status: 409,
        body: { code: 'in_use', message: 'Dana Whitlock is the only Shipmate Admin.', request_id: 'r' },
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Remove…' }))
  expect(await screen.findByText(/their name stays in the history/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Couldn’t remove Dana Whitlock')).toBeTruthy()
  expect(screen.getByText('Dana Whitlock is the only Shipmate Admin.')).toBeTruthy()
})
