import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeLiveEvents } from '#client/testing/live-events.ts'
import { openApp } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'

const why = 'Passkeys don’t work at an IP address. Open Shipmate by its name, such as localhost.'

/** Moves the page to another address, as if the browser had opened it there. */
const moveTo = (url: string): void => {
  Reflect.get(globalThis, 'jsdom').reconfigure({ url })
}

beforeEach(() => {
  fakeLiveEvents()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', Object)
  moveTo('http://127.0.0.1:3000/')
})
afterEach(() => {
  moveTo('http://localhost:3000/')
})

test('at an IP address, the sign-in page says why passkeys don’t work once someone asks for one', async () => {
  await openApp('/login', admin, {
    'GET /api/me': { status: 401, body: { code: 'unauthenticated', message: 'Unauthenticated.' } },
  })
  const use = await screen.findByRole('button', { name: 'Sign in with a passkey' })
  expect(screen.queryByText(why)).toBeNull()
  await userEvent.click(use)
  expect(await screen.findByText(why)).toBeTruthy()
})

test('at an IP address, the user’s page says why passkeys don’t work', async () => {
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
  await openApp(`/users/${admin.id}`, admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    [`GET /api/users/${admin.id}`]: { body: { data: user } },
    [`GET /api/users/${admin.id}/sessions`]: { body: { data: [] } },
    'GET /user/passkeys': { body: { data: [] } },
  })
  expect(await screen.findByText(why)).toBeTruthy()
})
