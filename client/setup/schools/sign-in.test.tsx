import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { broken, openApp, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const settings = {
  requires_two_factor: false,
  sign_on_is_on: false,
  issuer: 'https://login.campus.example',
  client_id: 'shipmate',
  has_secret: true,
  redirect_uri: 'https://shipmate.example/login/school/1',
  people: 5,
  people_without_factor: 2,
  version: 3,
}
const get = 'GET /api/schools/7/sign-in-settings'
const put = 'PUT /api/schools/7/sign-in-settings'
const tie = {
  id: 4,
  user: { id: 12, name: 'Dana Whitlock', email: 'dana@campus.example' },
  created_at: '2026-11-02T15:00:00.000Z',
}

const open = (routes: Parameters<typeof openApp>[2] = {}) =>
  openApp('/schools/7/settings/sign-in', admin, {
    [get]: { body: { data: settings } },
    'GET /api/schools/7/sign-on-ties': { body: { data: [] } },
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/drafts': { body: { data: null } },
    'PUT /api/drafts': { status: 204 },
    'DELETE /api/drafts': { status: 204 },
    'GET /api/schools/7': { body: { data: aSchool } },
    [put]: { body: { data: { ...settings, requires_two_factor: true, version: 4 } } },
    ...routes,
  })

test('it says whom a requirement concerns before it’s saved, and keeps the saved secret', async () => {
  const { received } = await open()
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Require two-factor/ }))
  expect(
    await screen.findByText(
      '2 of 5 school admins don’t have it yet. They must set it up at their next sign-in.',
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Sign-in saved')).toBeTruthy()
  expect(sentTo(received, put)).toEqual([
    {
      requires_two_factor: true,
      sign_on_is_on: false,
      issuer: 'https://login.campus.example',
      client_id: 'shipmate',
      version: 3,
    },
  ])
})

test('the connection is checked without saving, and says what’s wrong', async () => {
  const message = 'The provider can’t be reached. Check the address.'
  const { received } = await open({
    'POST /api/schools/7/sign-in-settings/check': { body: { data: { is_ok: false, message } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Check connection' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(sentTo(received, put)).toEqual([])
  expect(sentTo(received, 'POST /api/schools/7/sign-in-settings/check')).toEqual([
    { issuer: 'https://login.campus.example' },
  ])
})

test('a connected user is disconnected after a question', async () => {
  const { received } = await open({
    'GET /api/schools/7/sign-on-ties': { body: { data: [tie] } },
    'DELETE /api/schools/7/sign-on-ties/4': { status: 204 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect Dana Whitlock' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByText('Dana Whitlock disconnected')).toBeTruthy()
  expect(sentTo(received, 'DELETE /api/schools/7/sign-on-ties/4')).toHaveLength(1)
})

test('refused and broken answers say so', async () => {
  await open({ [get]: refused })
  expect(await screen.findByText(/Only Shipmate Admins can change school settings/)).toBeTruthy()
})

test('a broken answer offers to try again', async () => {
  await open({ [get]: broken })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
