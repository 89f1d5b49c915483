import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, sentTo } from '#client/testing/open-app.tsx'
import { adminWithoutTwoFactor } from '#client/testing/users.ts'
import type { Reply } from '#client/testing/fake-server.ts'

const guest: Reply = { status: 401, body: { code: 'unauthenticated', message: 'Unauthenticated.' } }
const address = '/login/first-admin?token=123&email=admin%40plans.example'

/** Opens the page of the link; the server signs in who sends what `reply` accepts. */
const open = async (reply: (isSignedIn: () => void) => Reply) => {
  let isSignedIn = false
  return openApp(address, adminWithoutTwoFactor, {
    'GET /api/me': () => (isSignedIn ? { body: { data: adminWithoutTwoFactor } } : guest),
    'POST /first-admin': () =>
      reply(() => {
        isSignedIn = true
      }),
  })
}

const fill = async () => {
  await userEvent.type(await screen.findByLabelText('First name'), 'Imre')
  await userEvent.type(screen.getByLabelText('Last name'), 'Kovacs')
  await userEvent.type(screen.getByLabelText('Password'), 'harbor lantern crossing')
}

test('the first admin types name and password once, sees the password, and goes on to two-factor setup', async () => {
  const { received, at } = await open((signIn) => {
    signIn()
    return { status: 204, body: {} }
  })
  await fill()
  expect(screen.getByText('admin@plans.example')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(at()).toBe('/two-factor-setup?redirect=%2Fstart'))
  expect(sentTo(received, 'POST /first-admin')).toEqual([
    {
      token: '123',
      email: 'admin@plans.example',
      first_name: 'Imre',
      last_name: 'Kovacs',
      password: 'harbor lantern crossing',
    },
  ])
})

test('a link that was used says how to get another, and what was typed stays', async () => {
  await open(() => ({
    status: 422,
    body: { code: 'invalid', message: 'No.', errors: { email: ['Restart Shipmate.'] } },
  }))
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('Restart Shipmate.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Imre')
})
