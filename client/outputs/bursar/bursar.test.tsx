import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { BursarBatch, BursarBatchDetails, BursarPreview } from '#contract/outputs/bursar/shapes.ts'
import { broken, openApp, pending, queriesOf, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/period/70/reports/bursar'
const previewCall = 'GET /api/periods/70/bursar-preview'
const listCall = 'GET /api/periods/70/bursar-batches'
const makeCall = 'POST /api/periods/70/bursar-batches'
const settingsCall = 'GET /api/schools/7/bursar-settings'
const batchCall = 'GET /api/bursar-batches/9'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const sums = { lines: 2, charge: '4800.00', reverse: '-38.00', prorate: '0.00', total: '4762.00' }
const preview: BursarPreview = {
  totals: {
    ...sums,
    students: 2,
    counts: { charge: 1, reverse: 1, prorate: 0 },
    items: [
      { ...sums, item: 'premium', coverage_type: 'medical', lines: 1, reverse: '0.00', total: '4800.00' },
      { ...sums, item: 'admin_fee', coverage_type: null, lines: 1, charge: '0.00', total: '-38.00' },
    ],
  },
  next_number: 8,
  without_premium: 3,
  direct_pay: 1,
  lines: [
    {
      line: 1,
      student_id: 3,
      student_period_id: 5,
      sid: 'T1001',
      last_name: 'Lopez',
      first_name: 'Ana',
      coverage_type: 'medical',
      item: 'premium',
      action: 'charge',
      amount: '4800.00',
      effective_on: '2026-08-01',
      reason: 'Enrolled from 08/01/2026',
    },
  ],
  lines_total: 2,
}
const nothing: BursarPreview = {
  ...preview,
  totals: {
    lines: 0,
    students: 0,
    charge: '0.00',
    reverse: '0.00',
    prorate: '0.00',
    total: '0.00',
    counts: { charge: 0, reverse: 0, prorate: 0 },
    items: [],
  },
  without_premium: 0,
  direct_pay: 0,
  lines: [],
  lines_total: 0,
}
const draft: BursarBatch = {
  id: 9,
  period_id: 70,
  number: 7,
  state: 'draft',
  lines: 2,
  students: 2,
  total: '4762.00',
  made: { by: { id: admin.id, name: 'Dana Whitlock' }, at: '2026-11-20T15:00:00.000Z' },
  released: null,
  confirmed: null,
  voided: null,
}
const step = { by: { id: 2, name: 'Priya Raman' }, at: '2026-11-20T16:00:00.000Z' }
const released: BursarBatch = { ...draft, state: 'released', released: step }
const detailsOf = (batch: BursarBatch): BursarBatchDetails => ({
  batch,
  totals: preview.totals,
  lines: preview.lines,
  lines_total: 2,
})

const data = (body: unknown) => ({ body: { data: body } })
const around = {
  'GET /api/schools-for-users': data([]),
  'GET /api/schools/7/periods': data([aPeriod]),
  'GET /api/student-form-submissions/queues': data({ to_review: 0 }),
  [settingsCall]: data({ needs_second_person: false, version: 0 }),
}
const open = (shown: Answer, batches: readonly BursarBatch[] = [], more: Record<string, Answer> = {}) =>
  openApp(path, admin, { ...around, [previewCall]: shown, [listCall]: data(batches), ...more })
const openBatch = (batch: BursarBatch, more: Record<string, Answer> = {}) =>
  openApp(`${path}/9`, admin, { ...around, [batchCall]: data(detailsOf(batch)), ...more })
const rowsOf = (name: string): (string | null)[][] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.lastChild?.textContent ?? null))

test('shows what the next batch charges by item, why, and what isn’t billed', async () => {
  await open(data(preview))
  expect(await screen.findByText('2 lines for 2 students, $4,762.00 total.')).toBeTruthy()
  expect(rowsOf('Totals').map((row) => row.slice(1))).toEqual([
    ['1', '$4,800.00', '–', '–', '$4,800.00'],
    ['1', '–', '-$38.00', '–', '-$38.00'],
    ['2', '$4,800.00', '-$38.00', '–', '$4,762.00'],
  ])
  expect(rowsOf('Lines')[0]?.slice(1)).toEqual([
    'Medical premium',
    'Charge',
    '08/01/2026',
    'Enrolled from 08/01/2026',
    '$4,800.00',
  ])
  expect(screen.getByRole('link', { name: 'Lopez, Ana' }).getAttribute('href')).toBe(
    '/student/3/policy-years/70/insurance-details',
  )
  expect(screen.getByText(/3 enrolled coverage types have no premium/)).toBeTruthy()
  expect(screen.getByText(/1 premium is paid directly/)).toBeTruthy()
  expect(screen.getByText('No batches yet')).toBeTruthy()
})

test('lists only reversals if asked', async () => {
  const { received } = await open(data(preview))
  await userEvent.click(await screen.findByRole('button', { name: /^Reversals/ }))
  expect(queriesOf(received, previewCall).at(-1)?.get('action')).toBe('reverse')
})

test('makes a batch of what is shown and opens it', async () => {
  const { received, at } = await open(data(preview), [], {
    [makeCall]: data(draft),
    [batchCall]: data(detailsOf(draft)),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create batch 8' }))
  expect(await screen.findByRole('heading', { name: 'Batch 7' })).toBeTruthy()
  expect(sentTo(received, makeCall)).toEqual([{ expected: { lines: 2, total: '4762.00' } }])
  expect(at()).toBe(`${path}/9`)
})

test('says if the charges changed since they were shown', async () => {
  await open(data(preview), [], {
    [makeCall]: {
      status: 409,
      body: { code: 'stale', message: 'The charges changed since the preview.', data: null, request_id: 'r' },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create batch 8' }))
  expect(await screen.findByText('The charges changed since the preview.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Update totals' })).toBeTruthy()
})

test('asks to finish a draft before another is made', async () => {
  await open(data(preview), [draft])
  expect(await screen.findByText(/is a draft\. Release or void it/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create batch 8' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
})

test('says so if nothing changed', async () => {
  await open(data(nothing), [released])
  expect(await screen.findByText('Nothing to bill')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download batch 7 as CSV' })).toBeTruthy()
})

test('turns on the second person for the school', async () => {
  const saveCall = 'PUT /api/schools/7/bursar-settings'
  const { received } = await open(data(nothing), [], {
    [saveCall]: data({ needs_second_person: true, version: 1 }),
  })
  const second = await screen.findByRole<HTMLInputElement>('switch', {
    name: /Require a second person to release/,
  })
  await userEvent.click(second)
  expect(second.checked).toBe(true)
  expect(sentTo(received, saveCall)).toEqual([{ needs_second_person: true, version: 0 }])
})

test('a batch of another policy year isn’t found', async () => {
  await openBatch({ ...draft, period_id: 71 })
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Release/ })).toBeNull()
})

test('releases a draft after saying what it does', async () => {
  const call = 'POST /api/bursar-batches/9/release'
  const { received } = await openBatch(draft, { [call]: { status: 204 } })
  await userEvent.click(await screen.findByRole('button', { name: 'Release' }))
  expect(await screen.findByText(/2 lines for 2 students, \$4,762\.00 total\. After that/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Release batch 7' }))
  expect(sentTo(received, call)).toHaveLength(1)
})

test('doesn’t let its maker release it if someone else must', async () => {
  await openBatch(draft, { [settingsCall]: data({ needs_second_person: true, version: 1 }) })
  expect(await screen.findByText('You created this batch, so someone else must release it.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Release' }).disabled).toBe(true)
})

test('voids a batch with a reason', async () => {
  const call = 'POST /api/bursar-batches/9/void'
  const { received } = await openBatch(released, { [call]: { status: 204 } })
  await userEvent.click(await screen.findByRole('button', { name: 'Void' }))
  expect(await screen.findByText(/tell them not to post it/)).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'Wrong term.')
  await userEvent.click(screen.getByRole('button', { name: 'Void batch 7' }))
  expect(sentTo(received, call)).toEqual([{ reason: 'Wrong term.' }])
})

test('shows who took each step, and why a batch was voided', async () => {
  await openBatch({ ...released, state: 'voided', voided: { ...step, reason: 'Wrong term.' } })
  expect(await screen.findByText(/Released .* by Priya Raman · Voided/)).toBeTruthy()
  expect(screen.getByText(/lines don’t count\. Reason: Wrong term\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('shows that it’s loading', async () => {
  await open(pending)
  expect(await screen.findByText('Loading the bursar file')).toBeTruthy()
})

test.each([
  ['refused', refused, 'Only Shipmate Admins have access to bursar files.'],
  ['broken', broken, 'The bursar file couldn’t be loaded'],
])('a screen that is %s says so', async (_, answer, text) => {
  await open(answer)
  expect(await screen.findByText(text)).toBeTruthy()
})
