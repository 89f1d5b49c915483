import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiToken } from '#contract/accounts/api-tokens/shapes.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/settings/api-tokens'
const listCall = 'GET /api/schools/7/api-tokens'
const createCall = 'POST /api/schools/7/api-tokens'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const banner: ApiToken = {
  id: 3,
  user_id: 41,
  name: 'Banner',
  access: 'read',
  hint: 'x7Qa',
  created_by: { id: 1, name: 'Dana Whitlock' },
  created_at: '2026-10-01T12:00:00.000Z',
  expires_at: '2100-01-01T12:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
}
const tokens: ApiToken[] = [
  banner,
  { ...banner, id: 2, name: 'Slate', access: 'write', expires_at: '2026-02-01T12:00:00.000Z' },
  { ...banner, id: 1, name: 'Old portal', revoked_at: '2026-03-04T12:00:00.000Z' },
]
const data = (body: unknown) => ({ body: { data: body } })
const open = (answer: Answer, more: Record<string, Answer> = {}) =>
  openApp(path, admin, {
    'GET /api/schools-for-users': data([]),
    'GET /api/schools/7': data({ id: 7, name: 'Harborview University' }),
    [listCall]: answer,
    ...more,
  })
const rowOf = async (name: string) =>
  within((await screen.findByText(name, { selector: 'li *' })).closest('li') ?? document.body)

test('lists tokens with access, end and last use; only those in use can be revoked', async () => {
  await open(data(tokens))
  const usable = await rowOf('Banner')
  expect(usable.getByText('Read')).toBeTruthy()
  expect(usable.getByText('…x7Qa')).toBeTruthy()
  expect(usable.getByRole('link', { name: 'Activity of Banner' }).getAttribute('href')).toBe(
    '/settings/activity?person=41',
  )
  expect(
    usable.getByText(/Expires 01\/01\/2100 · Never used · Created 10\/01\/2026 by Dana Whitlock/),
  ).toBeTruthy()
  expect((await rowOf('Slate')).getByText(/Expired 02\/01\/2026/)).toBeTruthy()
  expect((await rowOf('Old portal')).getByText(/Revoked 03\/04\/2026/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Revoke / })).toHaveLength(1)
})

test('creates a token and shows it this one time', async () => {
  const secret = 'shipmate_secret-that-is-shown-once'
  const { received } = await open(data([]), {
    [createCall]: { status: 201, body: { data: { ...banner, token: secret } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New token' }))
  const form = within(await screen.findByRole('dialog', { name: 'New API token' }))
  await userEvent.type(form.getByLabelText(/System/), 'Banner')
  await userEvent.click(form.getByRole('button', { name: 'Create token' }))
  const shown = within(await screen.findByRole('dialog', { name: 'API token for Banner' }))
  expect(sentTo(received, createCall)).toEqual([{ name: 'Banner', access: 'read', expires_in_days: 90 }])
  expect(shown.getByLabelText('API token')).toHaveProperty('value', secret)
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await vi.waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull())
})

test('revokes a token after saying what stops', async () => {
  const { received } = await open(data([banner]), { 'DELETE /api/schools/7/api-tokens/3': { status: 204 } })
  await userEvent.click((await rowOf('Banner')).getByRole('button', { name: 'Revoke Banner' }))
  const sure = within(await screen.findByRole('alertdialog'))
  expect(sure.getByText(/can’t use Shipmate until/)).toBeTruthy()
  await userEvent.click(sure.getByRole('button', { name: 'Revoke' }))
  await vi.waitFor(() => expect(sentTo(received, 'DELETE /api/schools/7/api-tokens/3')).toHaveLength(1))
})

test.each([
  ['loading', pending, /Loading API tokens/],
  ['refused', refused, /Only Shipmate Admins have access to API tokens/],
  ['broken', broken, /API tokens/],
  ['empty', data([]), /No API tokens/],
])('has a state for %s', async (_state, answer, text) => {
  await open(answer)
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
})
