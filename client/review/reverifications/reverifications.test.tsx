import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { PeriodReverification, ReverificationPreview } from '#contract/review/reverifications/shapes.ts'
import { broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/period/70/reverifications'
const latestCall = 'GET /api/period-reverifications/latest/70'
const startCall = 'POST /api/period-reverifications/reverify-period'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const due: ReverificationPreview = {
  count: 4,
  students: 3,
  cost_cents: 80,
  left_cents: 500,
  by_reason: { due: 3, inactive: 1 },
  status_changes: 2,
  provider: 'x12',
}
const none: ReverificationPreview = { ...due, count: 0, students: 0, by_reason: {}, status_changes: 0 }
const run: PeriodReverification = {
  id: 9,
  state: 'running',
  message: null,
  total: 4,
  done: 1,
  by_result: { inactive: 1, not_checked: 3 },
  cost_cents: 20,
  coverage_types: ['medical', 'dental', 'vision'],
  sources_of_coverage: null,
  insurance_company: null,
  only_due: false,
  due_by: null,
  with_ended: false,
  is_scheduled: false,
  started_by: { id: 1, name: 'Rosa Diaz' },
  started_at: '2026-11-20T15:00:00.000Z',
  ended_at: null,
  outcomes: [
    {
      student_id: 3,
      student_period_id: 5,
      name: 'Lopez, Ana',
      sid: 'T1001',
      coverage_type: 'medical',
      reason: 'due',
      from_status: 'waived',
      status: 'waiver_inactive',
      result: 'inactive',
      message: 'The plan ended on 09/19/2026.',
    },
  ],
  outcomes_total: 1,
}

const around = {
  'GET /api/schools-for-users': { body: { data: [] } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  'GET /api/student-form-submissions/queues': { body: { data: { to_review: 0 } } },
}
const open = (latest: Answer, preview: Answer = { body: { data: due } }, more: Record<string, Answer> = {}) =>
  openApp(path, admin, { ...around, [latestCall]: latest, [startCall]: preview, ...more })

test('shows who is due and why, and what starting it costs and changes', async () => {
  await open({ body: { data: null } })
  const table = await screen.findByRole('table', { name: 'Waivers by reason' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Reverify date reached', '3'],
    ['Waiver inactive', '1'],
  ])
  expect(screen.getByText(/The checks cost about \$0\.80/)).toBeTruthy()
  expect(screen.getByText(/\$5\.00 of the school’s limit is left this month/)).toBeTruthy()
  expect(screen.getByText(/2 waivers change from Waived to Waived – Needs Reverification/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reverify 3 students' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show the students' }).getAttribute('href')).toBe(
    '/schools/7/period/70?view=reverify_due',
  )
})

test('says that only approved waivers follow the results', async () => {
  await open({ body: { data: null } })
  expect(
    await screen.findByText(/If it’s inactive, the status changes to Waiver – Inactive Coverage/),
  ).toBeTruthy()
  expect(screen.getByText(/Other results don’t change the status/)).toBeTruthy()
  expect(screen.queryByText(/keep their status/)).toBeNull()
})

test('says that waivers that are unable to process keep their status', async () => {
  const preview = { ...due, by_reason: { due: 3, unable_to_process: 1 } }
  await open({ body: { data: null } }, { body: { data: preview } })
  expect(
    await screen.findByText(/^Waivers that are Unable to Process or Aged Out keep their status/),
  ).toBeTruthy()
})

/** The last scope that was previewed or started. */
const asked = (received: Parameters<typeof sentTo>[0]) => sentTo(received, startCall).at(-1)

test('takes all waivers, or those of some coverage types, sources and a company', async () => {
  const company = { id: 4, name: 'Aetna', usage: 12, aliases: [] }
  const { received } = await open({ body: { data: null } }, undefined, {
    'GET /api/insurance-companies': onePage([company]),
  })
  await screen.findByRole('link', { name: 'Show the students' })
  await userEvent.click(screen.getByRole('switch', { name: 'Only waivers that are due' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Coverage types' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Dental' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('combobox', { name: 'Sources of coverage' }))
  await userEvent.click(await screen.findByRole('option', { name: 'COBRA' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Medicaid' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('combobox', { name: 'Insurance company' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Aetna/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reverify 3 students' }))
  const scope = {
    period_id: 70,
    only_due: false,
    with_ended: false,
    coverage_types: ['dental'],
    sources_of_coverage: ['medicaid', 'cobra'],
    insurance_company_id: 4,
  }
  // what starts is what was previewed
  const [preview, start] = sentTo(received, startCall).slice(-2)
  expect([preview, start]).toEqual([
    { ...scope, dry_run: true },
    { ...scope, expected: { count: 4 } },
  ])
  // the list shows only what is due
  expect(screen.queryByRole('link', { name: 'Show the students' })).toBeNull()
})

test('takes what is due by a later date, and waits for a whole date', async () => {
  const { received } = await open({ body: { data: null } })
  const day = await screen.findByRole('textbox', { name: 'Due by' })
  await screen.findByRole('link', { name: 'Show the students' })
  expect(asked(received)).toEqual({ period_id: 70, only_due: true, with_ended: false, dry_run: true })
  await userEvent.clear(day)
  await userEvent.type(day, '12/01/2096')
  await userEvent.tab()
  await screen.findByRole('button', { name: 'Reverify 3 students' })
  expect(asked(received)).toMatchObject({ only_due: true, due_by: '2096-12-01' })
  expect(screen.queryByRole('link', { name: 'Show the students' })).toBeNull()
  await userEvent.clear(day)
  await userEvent.type(day, '45')
  await userEvent.tab()
  expect(screen.getByText('Enter a date as mm/dd/yyyy.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reverify 3 students' })).toBeNull()
})

test('leaves inactive and aged-out waivers out until someone chooses them', async () => {
  const { received } = await open({ body: { data: null } })
  await screen.findByRole('link', { name: 'Show the students' })
  await userEvent.click(screen.getByRole('switch', { name: 'Also check inactive and aged-out waivers' }))
  await screen.findByRole('button', { name: 'Reverify 3 students' })
  expect(asked(received)).toMatchObject({ only_due: true, with_ended: true })
  expect(screen.queryByRole('link', { name: 'Show the students' })).toBeNull()
})

test.each([
  [
    { insurance_company: { id: 4, name: 'Aetna' }, only_due: true, due_by: '2026-12-01' },
    'Medical, Aetna, due by 12/01/2026',
  ],
  [
    { sources_of_coverage: ['cobra', 'tricare'], with_ended: true },
    'Medical, COBRA, TRICARE, due or not due yet, with inactive and aged-out waivers',
  ],
  [
    { coverage_types: ['medical', 'dental', 'vision'], only_due: true, due_by: '2026-11-20' },
    'All coverage types, due by 11/20/2026',
  ],
] satisfies [Partial<PeriodReverification>, string][])(
  'says what the latest one took: %o',
  async (scope, text) => {
    const latest = { ...run, coverage_types: ['medical'], ...scope }
    await open({ body: { data: latest } })
    expect(await screen.findByText(text)).toBeTruthy()
  },
)

test('can’t start while no one carries the checks', async () => {
  await open({ body: { data: null } }, { body: { data: { ...due, provider: null } } })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Reverify 3 students' })
  expect(button.disabled).toBe(true)
  expect(screen.getByText(/This school doesn’t have a clearinghouse yet/)).toBeTruthy()
})

test('shows progress and outcomes while it runs, and pauses it', async () => {
  const { received } = await open({ body: { data: run } }, undefined, {
    'POST /api/period-reverifications/9/pause': { status: 204 },
  })
  expect(await screen.findByRole('progressbar', { name: 'Checking…' })).toBeTruthy()
  expect(screen.getByText('1 of 4')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Lopez, Ana' })
  expect(link.getAttribute('href')).toBe('/student/3/inovalon-verifications')
  expect(screen.getByText('The plan ended on 09/19/2026.')).toBeTruthy()
  // while one runs, no other can be started
  expect(screen.queryByRole('heading', { name: 'Waivers to reverify' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(sentTo(received, 'POST /api/period-reverifications/9/pause')).toHaveLength(1)
})

test('says why it was paused, and asks before it’s stopped', async () => {
  await open({ body: { data: { ...run, state: 'paused', message: 'The cost limit is reached.' } } })
  expect(await screen.findByText('The cost limit is reached.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Stop the reverification with 3 checks left?')).toBeTruthy()
})

test('says so if nothing is due', async () => {
  await open({ body: { data: null } }, { body: { data: none } })
  expect(await screen.findByText('No waivers are due')).toBeTruthy()
})

test('shows that it’s loading', async () => {
  await open(pending)
  expect(await screen.findByText('Loading the reverification')).toBeTruthy()
})

test.each([
  ['refused', refused, 'Only Shipmate Admins can reverify waivers.'],
  ['broken', broken, 'The reverification couldn’t be loaded'],
])('a screen that is %s says so', async (_, answer, text) => {
  await open(answer)
  expect(await screen.findByText(text)).toBeTruthy()
})
