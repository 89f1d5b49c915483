import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Calendar, CalendarEntry } from '#contract/review/calendar/shapes.ts'
import { broken, openApp, pending, refused } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const call = 'GET /api/periods/70/calendar'
type Answer = Parameters<typeof openApp>[2][string]

const open = (answer: Answer) =>
  openApp('/schools/7/period/70/set-up/calendar', admin, {
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    [call]: answer,
  })
const entry = (
  on: string,
  kind: CalendarEntry['kind'],
  more: Partial<CalendarEntry> = {},
): CalendarEntry => ({
  on,
  kind,
  name: null,
  start: null,
  count: null,
  amount: null,
  about_on: null,
  run: null,
  ...more,
})
const run = { state: 'undone', started_by: { id: 1, name: 'Rosa Diaz' } } as const
const year: Calendar = {
  today: '2026-11-20',
  is_open: true,
  entries: [
    entry('2026-08-01', 'term_starts', { name: 'Fall' }),
    entry('2026-10-31', 'enrollment_closes', { name: 'Law' }),
    entry('2026-11-01', 'reverify', { start: 'staff', count: 2 }),
    entry('2026-11-20', 'default_enrollment', {
      name: 'Law',
      start: 'staff',
      count: 1,
      amount: '5203.00',
      about_on: '2026-11-01',
    }),
    entry('2026-11-20', 'default_enrollment_run', { start: 'staff', count: 3, amount: '14034.00', run }),
    entry('2026-11-28', 'deadline_reminder', { start: 'off', about_on: '2026-12-01' }),
    entry('2026-12-01', 'deadline_reminder', { start: 'automatic', count: 12, about_on: '2026-12-15' }),
    entry('2026-12-02', 'default_enrollment', { start: 'automatic', count: 128, amount: '598784.00' }),
    entry('2026-12-05', 'respond_by', { count: 3 }),
    entry('2027-01-01', 'reverify', { start: 'automatic', count: 1 }),
    entry('2027-01-01', 'aging_out', { start: 'automatic', count: 5 }),
    entry('2027-01-10', 'planned_status', { start: 'automatic', count: 4 }),
  ],
}
const rowsOf = (name: string): string[] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('what comes next is first, with its number, who starts it and the screen that does it', async () => {
  await open({ body: { data: year } })
  const next = await screen.findByRole('table', { name: 'Upcoming dates' })
  expect(rowsOf('Upcoming dates').map((text) => text.slice(0, 10))).toEqual([
    '11/20/2026',
    '11/28/2026',
    '12/01/2026',
    '12/02/2026',
    '12/05/2026',
    '01/01/2027',
    '01/01/2027',
    '01/10/2027',
  ])
  for (const text of [
    'Due since 11/01/2026',
    'Deadline 12/01/2026',
    '12 students to email. Deadline 12/15/2026',
    'If nothing changes until then',
    '3 students with a waiver that couldn’t be processed',
    '1 waiver has a reverify date in January 2027',
    '5 coverage types on a parent’s plan end in January 2027',
  ])
    expect(within(next).getByText(text)).toBeTruthy()
  const link = within(next).getByRole('link', { name: 'Auto-enroll 128 students, about $598,784.00' })
  expect(link.getAttribute('href')).toBe('/schools/7/period/70/default-enrollment')
  const aging = within(next).getByRole('link', { name: 'Aging out' })
  expect(aging.getAttribute('href')).toBe('/schools/7/period/70/reports/age-out?month=2027-01')
  const respond = within(next).getByRole('link', { name: 'Last day to respond' })
  expect(decodeURIComponent(respond.getAttribute('href') ?? '')).toContain('respond_by')
  expect(decodeURIComponent(respond.getAttribute('href') ?? '')).toContain('2026-12-05')
  const planned = within(next).getByRole('link', { name: 'Planned academic status change' })
  expect(decodeURIComponent(planned.getAttribute('href') ?? '')).toContain('2027-01-10')
})

test('what is over is folded, the latest first, with who started it', async () => {
  await open({ body: { data: year } })
  await userEvent.click(await screen.findByText('Earlier'))
  const [latest, past, second, third] = rowsOf('Earlier dates')
  expect(past).toBe('11/01/2026Reverification2 waivers past a reverify date in November 2026Policy year')
  expect(latest).toContain('Default enrollment ran3 students, $14,034.00')
  expect(latest).toContain('Rosa Diaz, undone')
  expect([second, third]).toEqual([
    expect.stringContaining('10/31/2026Enrollment window closes'),
    expect.stringContaining('08/01/2026Coverage term starts: FallPolicy year'),
  ])
})

test('a policy year that isn’t open says that nothing starts automatically', async () => {
  await open({ body: { data: { ...year, is_open: false, entries: [] } } })
  expect(await screen.findByText('This policy year isn’t open')).toBeTruthy()
  expect(screen.getByText('No dates ahead')).toBeTruthy()
})

test('while it loads, a placeholder is shown', async () => {
  await open(pending)
  expect(await screen.findByText('Loading the calendar')).toBeTruthy()
})

test('a user without access sees who has it', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins can see the calendar of a policy year.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let fails = true
  await open(() => (fails ? broken : { body: { data: year } }))
  expect(await screen.findByText('The calendar couldn’t be loaded')).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Upcoming dates' })).toBeTruthy()
})
