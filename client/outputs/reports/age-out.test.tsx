import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AgeOutCounts, AgingOutRow } from '#contract/outputs/reports/age-out.ts'
import { broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/period/70/reports/age-out'
const listCall = 'GET /api/reports/age-out'
const countCall = 'GET /api/reports/age-out/counts'
const changeCall = 'POST /api/reports/age-out/change-statuses'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const ana: AgingOutRow = {
  student_id: 3,
  student_period_id: 5,
  coverage_type: 'medical',
  student_name: 'Lopez, Ana',
  sid: 'T1001',
  dob: '2000-11-02',
  age: 26,
  turns_on: '2026-11-02',
  age_out_age: 26,
  presumed_end_on: '2026-11-30',
  end_reason: 'end_of_birth_month',
  days_left: 10,
  status: 'waived',
  company: 'Harbor Health',
  member_number: 'HH1001',
  relation: 'parent',
  source: 'parent_employer_group',
  verified_on: '2026-09-01',
  plan_ends_on: null,
  campus: 'Main',
  program: 'Pharmacy',
  university_email: 'ana@university.example',
  personal_email: null,
  phone: '+16145550142',
  last_contact_at: null,
  notice: { days_before: 30, at: '2026-11-02T15:00:00.000Z' },
}
const ben: AgingOutRow = {
  ...ana,
  student_id: 4,
  student_period_id: 6,
  student_name: 'Ochoa, Ben',
  sid: 'T1002',
  presumed_end_on: '2026-10-31',
  end_reason: 'eligibility_report',
  plan_ends_on: '2026-10-31',
  days_left: -20,
  notice: null,
}
const kim: AgingOutRow = {
  ...ben,
  student_period_id: 8,
  status: 'waived_aged_out',
  student_name: 'Park, Kim',
}

const counts: AgeOutCounts = {
  by_horizon: { all: 3, ended: 2, '30': 1, '60': 1, '90': 1, to_change: 1 },
  students: 3,
  is_nightly: false,
  last_night: null,
}
const nothing = { ...counts, by_horizon: { all: 0, ended: 0, '30': 0, '60': 0, '90': 0, to_change: 0 } }

const around = {
  'GET /api/schools-for-users': { body: { data: [] } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  'GET /api/student-form-submissions/queues': { body: { data: { to_review: 0 } } },
}
const open = (
  rows: Answer = onePage([ana, ben, kim]),
  counted: Answer = { body: { data: counts } },
  more: Record<string, Answer> = {},
  query = '',
) => openApp(`${path}${query}`, admin, { ...around, [listCall]: rows, [countCall]: counted, ...more })

const asked = (received: readonly { method: string; path: string }[]): URLSearchParams[] =>
  received
    .filter(({ method, path: at }) => method === 'GET' && new URL(at).pathname === '/api/reports/age-out')
    .map(({ path: at }) => new URL(at).searchParams)

test('shows who ages out, when and why, with a link to the student and the days left in words', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Students who age out' })
  const [, first, second, third] = within(table).getAllByRole('row')
  if (!first || !second || !third) throw new Error('The table lacks rows.')
  const cells = [...first.children].map((cell) => cell.textContent)
  expect(cells.slice(0, 6)).toEqual([
    'Lopez, AnaT1001 · Medical',
    '11/30/2026End of the birth month',
    '10 days left',
    'Waived',
    '11/02/2026Born 11/02/2000, age 26',
    'Harbor HealthHH1001',
  ])
  expect(within(first).getByText('30 days, 11/02/2026')).toBeTruthy()
  expect(within(first).getByRole('link', { name: 'Lopez, Ana' }).getAttribute('href')).toBe(
    '/student/3/policy-years/70/insurance-details',
  )
  expect(within(second).getByText('Ended 20 days ago')).toBeTruthy()
  expect(within(second).getByText('Plan ends 10/31/2026')).toBeTruthy()
  expect(within(third).getByText('Aged-Out')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show 26th birthdays' }).getAttribute('href')).toBe(
    '/schools/7/period/70?view=aging_out',
  )
})

test('is divided by when coverage ends, and sorted by its headers', async () => {
  const { received, at } = await open()
  await userEvent.click(await screen.findByRole('radio', { name: '30 days (1)' }))
  await userEvent.click(screen.getByRole('button', { name: 'Student' }))
  expect(at()).toBe(`${path}?horizon=%2230%22&sort=student_name`)
  expect(asked(received).at(-1)?.toString()).toBe(
    'period_id=70&horizon=30&sort=student_name&page=1&per_page=50',
  )
})

test('says how many waivers change next, asks with the exact counts, and changes those', async () => {
  const change = { matched: 1, changed: 1, skipped: [], skipped_total: 0, waivers: 1 }
  const { received } = await open(undefined, undefined, { [changeCall]: { body: { data: change } } })
  expect(await screen.findByText(/1 waiver relies on coverage that has likely ended/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change status now' }))
  expect(await screen.findByText('Change 1 waiver to Waived – Aged Out?')).toBeTruthy()
  expect(sentTo(received, changeCall)).toEqual([{ period_id: 70, dry_run: true }])
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  expect(await screen.findByText('1 student changed')).toBeTruthy()
  expect(sentTo(received, changeCall).at(-1)).toEqual({
    period_id: 70,
    expected: { matched: 1, changed: 1 },
  })
})

test('says why the waivers couldn’t be changed', async () => {
  const stale = { status: 409, body: { code: 'stale', message: 'Check the new counts.', data: null } }
  await open(undefined, undefined, { [changeCall]: stale })
  await userEvent.click(await screen.findByRole('button', { name: 'Change status now' }))
  expect(await screen.findByText('Couldn’t change the waivers')).toBeTruthy()
  expect(screen.getByText('Check the new counts.')).toBeTruthy()
})

test('says what the nightly change did', async () => {
  const nightly = {
    ...nothing,
    is_nightly: true,
    last_night: { run_on: '2026-11-20', changed: 4 },
  }
  await open(undefined, { body: { data: nightly } })
  expect(await screen.findByText(/4 students changed on 11\/20\/2026/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change status now' })).toBeNull()
})

test('downloads the report that is shown, with all its pages', async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => 'blob:report')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }))
  const { received } = await open(
    ({ path: at }) =>
      new URL(at).searchParams.has('format')
        ? { body: 'Student\r\n', headers: { 'Content-Disposition': 'attachment; filename="age-out.csv"' } }
        : onePage([ana]),
    undefined,
    {},
    '?horizon=30',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }))
  expect(asked(received).at(-1)?.toString()).toBe('period_id=70&horizon=30&format=csv')
  expect(saved).toHaveBeenCalledOnce()
})

test('says so if no one ages out, or no one in this time', async () => {
  await open(onePage([]), { body: { data: nothing } })
  expect(await screen.findByText('No one ages out')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: '60 days (0)' }))
  expect(await screen.findByText('No coverage ends within 60 days')).toBeTruthy()
})

test('shows that it’s loading', async () => {
  await open(pending)
  expect(await screen.findByText('Loading the age-out report')).toBeTruthy()
})

test.each([
  ['refused', refused, 'Only Shipmate Admins can see reports.'],
  ['broken', broken, 'The age-out report couldn’t be loaded'],
])('a screen that is %s says so', async (_, answer, text) => {
  await open(answer)
  expect(await screen.findByText(text)).toBeTruthy()
})
