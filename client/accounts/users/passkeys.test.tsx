import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { broken, openApp, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const listCall = 'GET /user/passkeys'
const passkey = {
  id: 4,
  name: 'Front desk',
  created_at: '2026-11-02T15:00:00.000Z',
  last_used_at: null,
}
const user = {
  ...admin,
  pending_email: null,
  schools: [],
  is_disabled: false,
  state: 'active',
  invite_expires_at: null,
  last_seen_at: null,
  version: 1,
}
const around = {
  'GET /api/schools-for-users': { body: { data: [] } },
  [`GET /api/users/${admin.id}`]: { body: { data: user } },
  [`GET /api/users/${admin.id}/sessions`]: { body: { data: [] } },
}

beforeEach(() => {
  fakeLiveEvents()
})

const allow = (): void => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', Object)
}

const open = (passkeys: unknown, more = {}) =>
  openApp(`/users/${admin.id}`, admin, { ...around, [listCall]: { body: { data: passkeys } }, ...more })

test('without passkeys, it says so and offers to add one', async () => {
  allow()
  await open([])
  expect(await screen.findByText('No passkeys yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }))
  expect(await screen.findByRole('dialog', { name: 'Add a passkey' })).toBeTruthy()
})

test('a passkey is listed, and renamed in a dialog', async () => {
  allow()
  const { received } = await open([passkey], {
    'PUT /user/passkeys/4': { body: { data: { ...passkey, name: 'Back office' } } },
  })
  const list = await screen.findByRole('list', { name: 'Passkeys' })
  expect(within(list).getByText(/^Added .+ · Not used yet$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the passkey Front desk' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await userEvent.clear(name)
  await userEvent.type(name, 'Back office')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Passkey renamed')).toBeTruthy()
  expect(sentTo(received, 'PUT /user/passkeys/4')).toEqual([{ name: 'Back office' }])
})

test('where passkeys don’t work, it says why instead of offering one', async () => {
  vi.stubGlobal('isSecureContext', false)
  await open([passkey])
  expect(
    await screen.findByText('Passkeys need a secure connection. Open Shipmate with https://.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(await screen.findByText('Front desk')).toBeTruthy()
})

test('if the passkeys can’t be loaded, it says so', async () => {
  allow()
  await openApp(`/users/${admin.id}`, admin, { ...around, [listCall]: broken })
  expect(await screen.findByText(/passkeys/i, { selector: 'p, h2, h3' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
