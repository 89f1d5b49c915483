import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Webhook, WebhookDelivery } from '#contract/outputs/webhooks/shapes.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/settings/webhooks'
const listCall = 'GET /api/schools/7/webhooks'
const createCall = 'POST /api/schools/7/webhooks'
const logCall = 'GET /api/schools/7/webhooks/3/deliveries'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const webhook: Webhook = {
  id: 3,
  address: 'https://sis.example.edu/shipmate',
  events: ['coverage_status.changed'],
  is_on: true,
  created_at: '2026-10-01T12:00:00.000Z',
  waiting: 2,
  failed: 1,
  last_delivered_at: null,
  version: 4,
}
const delivery: WebhookDelivery = {
  id: 90,
  type: 'coverage_status.changed',
  state: 'failed',
  attempts: 7,
  items: 12,
  response_status: 503,
  error: 'The system responded with status 503.',
  created_at: '2026-11-19T12:00:00.000Z',
  next_try_at: null,
  delivered_at: null,
}
const data = (body: unknown) => ({ body: { data: body } })
const open = (answer: Answer, more: Record<string, Answer> = {}) =>
  openApp(path, admin, {
    'GET /api/schools-for-users': data([]),
    'GET /api/schools/7': data({ id: 7, name: 'Harborview University' }),
    [listCall]: answer,
    ...more,
  })
const card = async () => within(await screen.findByRole('article', { name: webhook.address }))

test('shows what a webhook is told, and what waits and failed', async () => {
  await open(data([webhook]))
  const shown = await card()
  expect(shown.getByText('A coverage status changes')).toBeTruthy()
  expect(shown.getByText('No messages delivered yet · 2 messages waiting')).toBeTruthy()
  expect(shown.getByText('1 failed message')).toBeTruthy()
})

test('adds a webhook and shows its secret this one time', async () => {
  const secret = 'whsec_shown-once'
  const { received } = await open(data([]), {
    [createCall]: { status: 201, body: { data: { ...webhook, secret } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New webhook' }))
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await userEvent.type(form.getByLabelText(/Address/), webhook.address)
  await userEvent.click(form.getByRole('checkbox', { name: 'A student sends a form' }))
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Webhook added' }))
  expect(sentTo(received, createCall)).toEqual([
    { address: webhook.address, events: ['coverage_status.changed'] },
  ])
  expect(shown.getByLabelText('Secret')).toHaveProperty('value', secret)
})

test('turns a webhook off without changing the rest', async () => {
  const call = 'PUT /api/schools/7/webhooks/3'
  const { received } = await open(data([webhook]), { [call]: data({ ...webhook, is_on: false }) })
  await userEvent.click((await card()).getByRole('switch', { name: 'On' }))
  expect(sentTo(received, call)).toEqual([
    { address: webhook.address, events: ['coverage_status.changed'], is_on: false, version: 4 },
  ])
})

test('says why a message failed, and sends it again', async () => {
  const again = 'POST /api/schools/7/webhooks/3/deliveries/90/resend'
  const { received } = await open(data([webhook]), {
    [logCall]: data([delivery]),
    [again]: { status: 202, body: { data: { ...delivery, state: 'queued' } } },
  })
  await userEvent.click((await card()).getByRole('button', { name: 'Messages' }))
  const log = within(await screen.findByRole('list', { name: 'Messages' }))
  expect(log.getByText('The system responded with status 503. Failed after 7 attempts.')).toBeTruthy()
  await userEvent.click(log.getByRole('button', { name: 'Send again' }))
  expect(sentTo(received, again)).toHaveLength(1)
})

test('a delivered message says when it was written and delivered', async () => {
  const delivered = { ...delivery, state: 'delivered', error: null, delivered_at: '2026-11-19T12:00:09.000Z' }
  await open(data([webhook]), { [logCall]: data([delivered]) })
  await userEvent.click((await card()).getByRole('button', { name: 'Messages' }))
  const log = within(await screen.findByRole('list', { name: 'Messages' }))
  expect(log.getByText(/November 19, 2026 at .* · Delivered November 19, 2026 at /)).toBeTruthy()
})

test('removes a webhook after saying what stops', async () => {
  const call = 'DELETE /api/schools/7/webhooks/3'
  const { received } = await open(data([webhook]), { [call]: { status: 204 } })
  await userEvent.click((await card()).getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const sure = within(await screen.findByRole('alertdialog'))
  expect(sure.getByText(/Pending messages are canceled/)).toBeTruthy()
  await userEvent.click(sure.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(sentTo(received, call)).toHaveLength(1))
})

test.each<[string, Answer, RegExp]>([
  ['loading', pending, /Loading webhooks/],
  ['empty', data([]), /No webhooks/],
  ['refused', refused, /Only Shipmate Admins have access to webhooks/],
  ['broken', broken, /The webhooks couldn’t be loaded/],
])('says so if it’s %s', async (_state, answer, words) => {
  await open(answer)
  expect(await screen.findByText(words)).toBeTruthy()
})
