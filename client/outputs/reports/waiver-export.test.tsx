import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BatchResults, WaiverExportCounts } from '#contract/outputs/reports/waiver-export.ts'
import { broken, openApp, pending, queriesOf, refused } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/period/70/reports/waiver-export'
const countCall = 'GET /api/reports/waiver-export-for-ability/counts'
const fileCall = 'GET /api/reports/waiver-export-for-ability'
const resultsCall = 'POST /api/reports/waiver-export-for-ability/results'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const counts: WaiverExportCounts = {
  send: 1312,
  cannot_send: 5,
  by_reason: [
    { reason: 'member_id', count: 4 },
    { reason: 'npi', count: 2 },
  ],
}
const results: BatchResults = {
  rows: 6,
  results: 3,
  repeated: 1,
  by_result: [
    { result: 'active', count: 2 },
    { result: 'unknown', count: 1 },
  ],
  changes: [{ coverage_type: 'dental', from: 'waived_needs_reverified', to: 'waived', count: 2 }],
  refused: [
    { row: 4, column: 'Result', message: 'Enter Active or Inactive.' },
    { row: 6, column: 'Patient Account Number', message: 'Row 2 has the same account number.' },
  ],
  refused_total: 2,
}
const file = new File(['Patient Account Number,Result\n1M,Active\n'], 'results.csv', { type: 'text/csv' })

const open = (counted: Answer = { body: { data: counts } }, more: Record<string, Answer> = {}) =>
  openApp(path, admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/student-form-submissions/queues': { body: { data: { to_review: 0 } } },
    [countCall]: counted,
    ...more,
  })
const choose = async () =>
  userEvent.upload(await screen.findByLabelText<HTMLInputElement>(/Drop the result file here/), file)

/** What was sent with the file, in order. */
const sent = (received: Awaited<ReturnType<typeof open>>['received']): Record<string, unknown>[] =>
  received
    .filter(({ method, path: at }) => `${method} ${new URL(at).pathname}` === resultsCall)
    .map(({ body }) => {
      if (!(body instanceof FormData)) throw new Error('No form was sent.')
      return Object.fromEntries([...body].filter(([name]) => name !== 'file'))
    })

test('says how many rows can be sent, how many can’t and why, and downloads both files', async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => 'blob:file')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }))
  const { received } = await open(undefined, { [fileCall]: { body: 'Patient Account Number\r\n' } })
  expect(await screen.findByText(/1,312 coverage types can be sent/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: '5 can’t be sent' })).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Waivers that can’t be sent' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first?.firstElementChild?.textContent).toContain('Member ID is missing')
  expect(first?.lastElementChild?.textContent).toBe('4')
  expect(second?.querySelector('a')?.getAttribute('href')).toBe('/schools/7/settings/eligibility')
  await userEvent.click(screen.getByRole('button', { name: 'Download file' }))
  await userEvent.click(screen.getByRole('button', { name: 'Download rows that can’t be sent' }))
  expect(queriesOf(received, fileCall).map((query) => query.get('part'))).toEqual(['send', 'cannot_send'])
  expect(saved).toHaveBeenCalledTimes(2)
})

test('previews a file of results, and imports it without the rejected rows only by choice', async () => {
  const { received } = await open(undefined, { [resultsCall]: { body: { data: results } } })
  await choose()
  const changes = await screen.findByRole('table', { name: 'Status changes' })
  expect(within(changes).getAllByRole('row')[1]?.textContent).toBe(
    'DentalWaived – Needs ReverificationtoWaived2',
  )
  expect(screen.getByText('1 row was already imported and won’t change anything.')).toBeTruthy()
  const rejected = screen.getByRole('table', { name: 'Rejected rows' })
  expect(within(rejected).getAllByRole('row')[1]?.textContent).toBe('4ResultEnter Active or Inactive.')
  expect(screen.getByText('Fix or skip the rejected rows first.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 3 results' })).toHaveProperty('disabled', true)
  expect(sent(received)).toEqual([{ period_id: '70', dry_run: 'true' }])
  await userEvent.click(screen.getByLabelText('Skip the 2 rejected rows'))
  await userEvent.click(screen.getByRole('button', { name: 'Import 3 results' }))
  expect(await screen.findByText('3 results imported')).toBeTruthy()
  expect(sent(received)[1]).toEqual({ period_id: '70', expected: '3', accept_valid_rows: 'true' })
  expect(screen.getByLabelText(/Drop the result file here/)).toBeTruthy()
})

test('says so if a file has no results, or nothing new', async () => {
  const message = 'The first row has no column “Result”.'
  await open(undefined, {
    [resultsCall]: { status: 422, body: { code: 'invalid', errors: { file: [message] } } },
  })
  await choose()
  expect(await screen.findByText(message)).toBeTruthy()
})

test('has nothing to import from a file that was imported before', async () => {
  const again = { ...results, results: 0, by_result: [], changes: [], refused: [], refused_total: 0 }
  await open(undefined, { [resultsCall]: { body: { data: again } } })
  await choose()
  expect(await screen.findByText('There’s nothing to import from this file.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('says that the results changed after the preview', async () => {
  const message = 'Some results changed after the preview. Preview the file again.'
  let calls = 0
  await open(undefined, {
    [resultsCall]: () => {
      calls += 1
      return calls === 1
        ? { body: { data: { ...results, refused: [], refused_total: 0 } } }
        : { status: 409, body: { code: 'stale', message, data: results } }
    },
  })
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Import 3 results' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('says so if no one waived coverage', async () => {
  await open({ body: { data: { send: 0, cannot_send: 0, by_reason: [] } } })
  expect(await screen.findByText('No waivers to check')).toBeTruthy()
})

test('shows that it’s loading', async () => {
  await open(pending)
  expect(await screen.findByText('Loading the batch eligibility file')).toBeTruthy()
})

test.each([
  ['refused', refused, 'Only Shipmate Admins have access to batch eligibility files.'],
  ['broken', broken, 'The batch eligibility file couldn’t be loaded'],
])('a screen that is %s says so', async (_, answer, text) => {
  await open(answer)
  expect(await screen.findByText(text)).toBeTruthy()
})
