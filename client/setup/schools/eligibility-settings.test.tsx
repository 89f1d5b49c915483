import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod, aSchool } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const settings = {
  provider: 'json',
  address: 'https://clearinghouse.example/v3',
  user_name: null,
  organization: 'Harborview University',
  npi: '1234567893',
  sender_id: null,
  receiver_id: null,
  inquiry_cost_cents: 20,
  cost_limit_cents: 50_000,
  inquiries_per_minute: 60,
  simulator_latency_ms: 0,
  simulator_is_out: false,
  has_secret: true,
  spent_cents: 1240,
  can_simulate: false,
  version: 3,
}
const put = 'PUT /api/schools/7/eligibility-settings'

const open = (saved: object = {}, routes: Parameters<typeof openApp>[2] = {}) =>
  openApp('/schools/7/settings/eligibility', admin, {
    'GET /api/schools/7/eligibility-settings': { body: { data: { ...settings, ...saved } } },
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/drafts': { body: { data: null } },
    'PUT /api/drafts': { status: 204 },
    'DELETE /api/drafts': { status: 204 },
    'GET /api/schools/7': { body: { data: aSchool } },
    [put]: { body: { data: { ...settings, version: 4 } } },
    ...routes,
  })

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a clearinghouse keeps its saved key unless a new one is typed, and amounts are dollars', async () => {
  const { received } = await open()
  const limit = await screen.findByLabelText(/^Monthly cost limit/)
  expect(screen.getByText('Checks this month cost $12.40 so far.')).toBeTruthy()
  await userEvent.clear(limit)
  await userEvent.type(limit, '1,250.5')
  await save()
  expect(await screen.findByText('Eligibility checks saved')).toBeTruthy()
  const { has_secret: _has, spent_cents: _spent, can_simulate: _can, ...rest } = settings
  expect(sentTo(received, put)[0]).toEqual({ ...rest, cost_limit_cents: 125_050 })
})

test('a new key is sent, and never saved in a draft', async () => {
  const { received } = await open()
  await userEvent.type(await screen.findByLabelText(/^API key/), 'new-key-7')
  await userEvent.type(screen.getByLabelText(/^Organization/), ' Health')
  await waitFor(() => expect(sentTo(received, 'PUT /api/drafts').length).toBeGreaterThan(0))
  expect(JSON.stringify(sentTo(received, 'PUT /api/drafts'))).not.toContain('new-key-7')
  await save()
  await screen.findByText('Eligibility checks saved')
  expect(sentTo(received, put)[0]).toMatchObject({
    secret: 'new-key-7',
    organization: 'Harborview University Health',
  })
})

test('an NPI whose last digit doesn’t fit is reported at its field', async () => {
  const { received } = await open()
  const npi = await screen.findByLabelText(/^NPI/)
  await userEvent.clear(npi)
  await userEvent.type(npi, '1234567890')
  await save()
  expect((await screen.findAllByText(/Check the digits/)).length).toBeGreaterThan(0)
  expect(sentTo(received, put)).toEqual([])
})

test('the choice of who checks shows what it needs, and errors of the server appear at their fields', async () => {
  const { received } = await open(
    { provider: null, address: null, has_secret: false, version: 0 },
    {
      [put]: {
        status: 422,
        body: { message: 'x', errors: { address: ['Enter the clearinghouse’s address.'] } },
      },
    },
  )
  expect(await screen.findByText('Until you choose one, checks can’t be sent.')).toBeTruthy()
  expect(screen.queryByLabelText(/^Address/)).toBeNull()
  await userEvent.click(screen.getByRole('combobox', { name: /^Clearinghouse/ }))
  const options = within(await screen.findByRole('listbox'))
  expect(options.queryByText(/Simulator/)).toBeNull()
  await userEvent.click(options.getByText('X12 over HTTPS'))
  expect(await screen.findByLabelText(/^Username/)).toBeTruthy()
  await save()
  expect((await screen.findAllByText(/Enter the clearinghouse’s address\./)).length).toBeGreaterThan(0)
  expect(sentTo(received, put)[0]).toMatchObject({ provider: 'x12', version: 0 })
})

test('a demo school can use the simulator, with an outage', async () => {
  const { received } = await open({ provider: 'simulator', can_simulate: true })
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Simulate an outage/ }))
  await save()
  await screen.findByText('Eligibility checks saved')
  expect(sentTo(received, put)[0]).toMatchObject({ provider: 'simulator', simulator_is_out: true })
})
