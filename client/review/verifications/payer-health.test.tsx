import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { PayerHealth } from '#contract/review/verifications/payer-health.ts'
import { broken, openApp, pending, refused } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'
import { conditionNow } from './payer-condition.ts'

type Answer = Parameters<typeof openApp>[2][string]
const call = 'GET /api/eligibility-reports/payer-health'

beforeEach(() => {
  fakeLiveEvents()
})

const counts = { inquiries: 10, answered: 8, not_found: 1, refused: 0, failed: 1, median_ms: 800 }
const well: PayerHealth = {
  payer: { name: 'AETNA', id: '60054' },
  is_simulated: false,
  ...counts,
  failed: 0,
  answered: 9,
  p95_ms: 2400,
  last_failure: null,
  by_day: [{ day: '2026-11-19', ...counts, failed: 0 }],
}
const down: PayerHealth = {
  ...well,
  payer: { name: 'BCBS TEXAS', id: '84980' },
  is_simulated: true,
  failed: 5,
  last_failure: {
    sent_at: '2026-11-19T15:00:00.000Z',
    message: 'The insurance company didn’t respond in time.',
  },
  by_day: [
    { day: '2026-11-18', ...counts, failed: 0 },
    { day: '2026-11-19', ...counts, inquiries: 5, failed: 5, median_ms: null },
  ],
}

const open = (answer: Answer) =>
  openApp('/settings/payer-health', admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    [call]: answer,
  })

test('shows payers that fail first, with their figures and the last failure', async () => {
  await open({ body: { data: [well, down] } })
  const [first, second] = await screen.findAllByRole('article')
  expect(first?.textContent).toContain('BCBS TEXAS')
  expect(first?.textContent).toContain('Most checks fail')
  expect(first?.textContent).toContain('Simulated')
  expect(first?.textContent).toContain('The insurance company didn’t respond in time.')
  expect(second?.textContent).toContain('Responds')
  expect(second?.textContent).toContain('2.4 s')
})

test('shows the same by day as a table, newest first', async () => {
  await open({ body: { data: [down] } })
  await userEvent.click(await screen.findByText('By day'))
  const rows = within(screen.getByRole('table', { name: 'BCBS TEXAS by day' }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['11/19/2026', '5', '8', '1', '0', '5', '–'],
    ['11/18/2026', '10', '8', '1', '0', '0', '0.8 s'],
  ])
})

test('asks for as many days as chosen', async () => {
  const { received } = await open({ body: { data: [] } })
  await userEvent.click(await screen.findByRole('radio', { name: '30' }))
  expect(await screen.findByText('No eligibility checks in the last 30 days')).toBeTruthy()
  expect(received.some(({ path }) => path.includes('days=30'))).toBe(true)
})

test('a payer’s condition is that of the last day it was asked', () => {
  expect(conditionNow(well)).toBe('answers')
  expect(conditionNow(down)).toBe('fails')
  expect(conditionNow({ by_day: [{ ...counts, day: '2026-11-19', failed: 1 }] })).toBe('some_fail')
  expect(conditionNow({ by_day: [] })).toBe('answers')
})

test.each([
  ['loading', pending, 'Loading insurance company responses'],
  ['refused', refused, 'Only Shipmate Admins can see how insurance companies respond.'],
  ['broken', broken, 'Insurance company responses couldn’t be loaded'],
])('a screen that is %s says so', async (_, answer, text) => {
  await open(answer)
  expect(await screen.findByText(text)).toBeTruthy()
})
