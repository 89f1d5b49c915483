import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { InvitedUser, User } from '#contract/accounts/users/shapes.ts'
import {
  absent,
  broken,
  onePage,
  openApp,
  pending,
  queriesOf,
  refused,
  sentTo,
} from '#client/testing/open-app.tsx'
import { admin, schoolAdmin } from '#client/testing/users.ts'

type Answer = Parameters<typeof openApp>[2][string]

const aUser: User = {
  id: 5,
  first_name: 'Noor',
  last_name: 'Haddad',
  email: 'noor@staff.example',
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
const invited: InvitedUser = {
  ...aUser,
  state: 'invited',
  last_seen_at: null,
  is_emailed: false,
  invite_url: 'http://localhost:3000/login/welcome?token=abc&email=noor%40staff.example',
}

const schools = [
  { id: 7, name: 'Harborview University' },
  { id: 9, name: 'Northgate College' },
]
const around = {
  'GET /api/schools-for-users': { body: { data: schools } },
  'GET /api/drafts': absent,
  'PUT /api/drafts': { status: 204 },
  'DELETE /api/drafts': { status: 204 },
}
const list = (answer: Answer, more: Record<string, Answer> = {}, search = '') =>
  openApp(`/settings/users${search}`, admin, { ...around, 'GET /api/users': answer, ...more })

test('while the users load, placeholder rows are shown', async () => {
  await list(pending)
  expect((await screen.findByRole('grid', { name: 'Users' })).getAttribute('aria-busy')).toBe('true')
})

test('a search without matches offers to show all users', async () => {
  const { received } = await list(onePage([]), {}, '?q=zzz')
  expect(await screen.findByText('No matching users')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all users' }))
  await waitFor(() => expect(queriesOf(received, 'GET /api/users').at(-1)?.get('search')).toBeNull())
})

test('a user without access sees who has it', async () => {
  await list(refused)
  expect(await screen.findByText('Only Shipmate Admins can manage users.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let answer = broken
  await list(() => answer)
  expect(await screen.findByText('The users couldn’t be loaded')).toBeTruthy()
  answer = onePage([aUser])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('grid')).toBeTruthy()
})

test('school admins can’t open the list', async () => {
  const { at } = await openApp('/settings/users', schoolAdmin, around)
  expect(at()).toBe('/not-permitted')
})

test('someone is invited with their school, and their link is shown once', async () => {
  const { received } = await list(onePage([aUser]), {
    'POST /api/users/create': { status: 201, body: { data: invited } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite someone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite someone' })
  expect(within(dialog).getByRole('radio', { name: /School Admin/ })).toHaveProperty('checked', true)
  await userEvent.type(within(dialog).getByRole('textbox', { name: /First name/ }), 'Noor')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Last name/ }), 'Haddad')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Email/ }), 'noor@staff.example')
  await userEvent.type(within(dialog).getByRole('combobox', { name: /Schools/ }), 'Harb')
  await userEvent.click(await screen.findByRole('option', { name: 'Harborview University' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Noor Haddad is invited')).toBeTruthy()
  expect(screen.getByText(/^No email was sent, because no mail server is set up\./)).toBeTruthy()
  expect(screen.getByLabelText('One-time link')).toHaveProperty('value', invited.invite_url)
  expect(sentTo(received, 'POST /api/users/create')).toEqual([
    {
      first_name: 'Noor',
      last_name: 'Haddad',
      email: 'noor@staff.example',
      permission: 'school_admin',
      school_ids: [7],
    },
  ])
})

test('a Shipmate Admin is invited without schools, and an address that’s taken is named', async () => {
  const { received } = await list(onePage([aUser]), {
    'POST /api/users/create': {
      status: 422,
      body: {
        code: 'invalid',
        message: 'The email has already been taken.',
        errors: { email: ['The email has already been taken.'] },
        request_id: 'r',
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite someone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite someone' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: /First name/ }), 'Noor')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Last name/ }), 'Haddad')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Email/ }), 'noor@staff.example')
  await userEvent.click(within(dialog).getByRole('radio', { name: /Shipmate Admin/ }))
  expect(within(dialog).queryByRole('combobox', { name: /Schools/ })).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  await waitFor(() =>
    expect(within(dialog).getByRole('textbox', { name: /Email/ }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(sentTo(received, 'POST /api/users/create')).toEqual([
    {
      first_name: 'Noor',
      last_name: 'Haddad',
      email: 'noor@staff.example',
      permission: 'shipmate_admin',
    },
  ])
})
