import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type {
  CarrierFileMember,
  CarrierFileOverview,
  CarrierFileProblem,
  CarrierFileRun,
} from '#contract/outputs/carrier-files/shapes.ts'
import { broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/period/70/reports/carrier-file'
const listCall = 'GET /api/periods/70/carrier-files'
const prepareCall = 'POST /api/periods/70/carrier-files'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const rosa = { id: 1, name: 'Rosa Diaz' }
const ready: CarrierFileRun = {
  id: 9,
  kind: 'changes',
  is_test: false,
  state: 'ready',
  progress: { done: 764, total: 764 },
  message: null,
  carrier_name: 'Northstar',
  compared_with: { id: 8, released_at: '2026-11-16T15:00:00.000Z' },
  subscribers: 2,
  dependents: 1,
  counts: { add: 1, term: 2 },
  changed_students: 1,
  left_out: 1,
  problems: 2,
  includes_ssns: true,
  file_name: null,
  control_number: null,
  created_by: rosa,
  created_at: '2026-11-23T15:00:00.000Z',
  prepared_at: '2026-11-23T15:00:05.000Z',
  released_by: null,
  released_at: null,
  downloads: 0,
}
const released: CarrierFileRun = {
  ...ready,
  id: 8,
  kind: 'full',
  state: 'released',
  compared_with: null,
  counts: { audit: 3 },
  left_out: 0,
  problems: 0,
  file_name: 'x.txt',
  control_number: 4,
  released_by: rosa,
  released_at: '2026-11-16T15:00:00.000Z',
  downloads: 2,
}
const empty: CarrierFileOverview = {
  missing_settings: [],
  covered: 764,
  edited_since: null,
  open: null,
  runs: [],
}
const who = { student_id: 3, student_period_id: 5, name: 'Lopez, Ana', sid: 'T1001' }
const members: CarrierFileMember[] = [
  {
    ...who,
    differences: [
      {
        person: 'Ana Lopez',
        relation: 'self',
        kind: 'ended',
        coverage_type: 'dental',
        tier: 'enrolled',
        on: '2026-10-31',
        details: [],
      },
    ],
  },
]
const none = { dependent: null, coverage_type: null, tier: null }
const problems: CarrierFileProblem[] = [
  { ...who, ...none, code: 'no_zip', place: 'student', field: 'zip' },
  {
    ...who,
    ...none,
    code: 'no_start',
    place: 'coverage',
    field: 'medical_enroll_coverage_start_on',
    coverage_type: 'medical',
    tier: 'enrolled',
  },
]

const around = {
  'GET /api/schools-for-users': { body: { data: [] } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  'GET /api/student-form-submissions/queues': { body: { data: { to_review: 0 } } },
  'GET /api/carrier-files/9/members': onePage(members),
  'GET /api/carrier-files/8/members': onePage(members),
  'GET /api/carrier-files/9/problems': onePage(problems),
}
const open = (list: Answer, more: Record<string, Answer> = {}) =>
  openApp(path, admin, { ...around, [listCall]: list, ...more })
const shows = (overview: CarrierFileOverview): Answer => ({ body: { data: overview } })

test('shows a file in review: what is in it, what the carrier would reject with links, and what differs', async () => {
  await open(shows({ ...empty, open: ready, runs: [released] }))
  expect(await screen.findByText('2 students, 1 dependent · 1 added · 2 ended')).toBeTruthy()
  expect(await screen.findByText('Ended dental on 10/31/2026')).toBeTruthy()
  const table = await screen.findByRole('table', { name: 'Rejections by the carrier' })
  const links = within(table)
    .getAllByRole('link', { name: /^Open (field|coverage)$/ })
    .map((link) => link.getAttribute('href'))
  expect(new Set(links)).toEqual(
    new Set([
      '/student/3/overview#field-zip',
      '/student/3/policy-years/70/insurance-details#field-medical_enroll_coverage_start_on',
    ]),
  )
  expect(screen.getByText('1 student left out')).toBeTruthy()
})

test('releases a file after a confirmation that names the disclosure', async () => {
  const { received } = await open(shows({ ...empty, open: ready }), {
    'POST /api/carrier-files/9/release': { body: { data: { ...ready, state: 'released' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Release…' }))
  expect(await screen.findByText(/disclosure to Northstar for every student/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('File released')).toBeTruthy()
  expect(sentTo(received, 'POST /api/carrier-files/9/release')).toHaveLength(1)
})

test('prepares the first file in full, and later ones with the changes', async () => {
  const { received } = await open(shows(empty), { [prepareCall]: { status: 202, body: { data: { id: 9 } } } })
  expect(await screen.findByText(/764 students have coverage. The carrier hasn’t been sent/)).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Test file/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Prepare file' }))
  await vi.waitFor(() =>
    expect(sentTo(received, prepareCall)).toMatchObject([{ kind: 'full', is_test: true }]),
  )
})

test('lists released files with their counts, who and when, and what differed', async () => {
  await open(shows({ ...empty, edited_since: 15, runs: [released] }))
  // named like everywhere else: by the time it was released
  const since = /Since the last file of November 16, 2026 at .*, 15 students were edited/
  expect(await screen.findByText(since)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Changes since/ }).checked).toBe(true)
  expect(screen.getByText(/^Released .* by Rosa Diaz for Northstar · with SSNs · 2 downloads$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Differences' }))
  expect(await screen.findByText('Ended dental on 10/31/2026')).toBeTruthy()
})

test('asks for the settings first', async () => {
  await open(shows({ ...empty, missing_settings: ['sender_id', 'carrier_id'] }))
  expect(await screen.findByText(/fill in Sender ID and Carrier ID/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Prepare file' })).toBeNull()
})

test('shows the progress while it’s prepared', async () => {
  const running = { ...ready, state: 'preparing', progress: { done: 500, total: 764 } } as const
  await open(shows({ ...empty, open: running }))
  expect(await screen.findByText('500 of 764')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Release…' })).toBeNull()
})

test.each([
  ['loading', pending, 'Loading the carrier files'],
  ['refused', refused, 'Only Shipmate Admins have access to carrier files.'],
  ['broken', broken, 'The carrier files couldn’t be loaded'],
])('a screen that is %s says so', async (_, answer, text) => {
  await open(answer)
  expect(await screen.findByText(text)).toBeTruthy()
})
