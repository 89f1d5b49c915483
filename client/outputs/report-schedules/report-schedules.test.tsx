import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MadeReport, ReportSchedule } from '#contract/outputs/report-schedules/shapes.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/period/70/reports/scheduled'
const listCall = 'GET /api/periods/70/report-schedules'
const addCall = 'POST /api/periods/70/report-schedules'
const changeCall = 'PUT /api/report-schedules/4'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const file: MadeReport = {
  id: 31,
  state: 'done',
  created_at: '2026-11-16T12:00:00.000Z',
  file_name: 'Harborview 2026–27 age-out 2026-11-16.xlsx',
  rows: 312,
  expires_at: '2026-12-16T12:00:00.000Z',
  message: null,
  made_by: null,
}
const schedule: ReportSchedule = {
  id: 4,
  period_id: 70,
  report: 'age_out',
  repeats: 'weekly',
  weekdays: ['mon', 'thu'],
  month_day: null,
  hour: 7,
  time_zone: 'America/New_York',
  is_on: true,
  readers: [
    { id: 1, name: 'Dana Whitlock', has_access: true },
    { id: 2, name: 'Priya Raman', has_access: false },
  ],
  next_run_at: '2026-11-23T12:00:00.000Z',
  version: 3,
  made: [
    file,
    { ...file, id: 30, state: 'failed', message: 'Something went wrong. Run it again.' },
    { ...file, id: 29, rows: 1 },
  ],
}

const data = (body: unknown) => ({ body: { data: body } })
const around = {
  'GET /api/schools-for-users': data([]),
  'GET /api/schools/7/periods': data([aPeriod]),
  'GET /api/student-form-submissions/queues': data({ to_review: 0 }),
  'GET /api/periods/70/report-readers': data([
    { id: 1, name: 'Dana Whitlock' },
    { id: 3, name: 'Imani Okafor' },
  ]),
}
const open = (answer: Answer, more: Record<string, Answer> = {}, query = '') =>
  openApp(`${path}${query}`, admin, { ...around, [listCall]: answer, ...more })
const card = async () => within(await screen.findByRole('article', { name: 'Age-out report' }))
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test('shows when a report is made, for whom, and its files', async () => {
  await open(data([schedule]))
  const shown = await card()
  const facts = shown.getAllByRole('definition').map((fact) => plain(fact.textContent))
  expect(facts[0]).toBe('Mondays and Thursdays at 7:00 a.m., New York time')
  expect(facts[1]).toBe('Dana Whitlock, Priya Raman (no access; won’t be emailed)')
  expect(facts[2]).toContain('November 23, 2026')
  expect(facts[3]).toContain('312 rows')
  expect(shown.getByText('2 earlier files')).toBeTruthy()
  expect(shown.getByText(/Run it again/)).toBeTruthy()
})

test('says that the next time is the user’s if the schedule has another time zone', async () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  await open(
    data([
      { ...schedule, time_zone: here },
      { ...schedule, id: 5, time_zone: 'Pacific/Kiritimati' },
    ]),
  )
  const [same, other] = await screen.findAllByText(/^November 2\d, 2026 at /)
  expect(same?.textContent).not.toContain('your time')
  expect(other?.textContent).toMatch(/, your time$/)
})

test('adds a schedule with the user as its first reader, and shows what the server refuses', async () => {
  const { received } = await open(data([]), {
    [addCall]: {
      status: 422,
      body: {
        code: 'invalid',
        message: 'x',
        errors: { reader_ids: ['The selected reader ids is invalid.'] },
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Schedule a report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule a report' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Monday' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule report' }))
  expect(await dialog.findByText('Choose at least one day.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Friday' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule report' }))
  await vi.waitFor(() =>
    expect(sentTo(received, addCall)).toEqual([
      { report: 'age_out', repeats: 'weekly', weekdays: ['fri'], month_day: 1, hour: 7, reader_ids: [1] },
    ]),
  )
  expect(dialog.getByRole('combobox', { name: 'Recipients' }).getAttribute('aria-invalid')).toBe('true')
})

test('turns a schedule off without changing the rest, recipients without access included', async () => {
  const { received } = await open(data([schedule]), { [changeCall]: data({ ...schedule, is_on: false }) })
  await userEvent.click((await card()).getByRole('switch', { name: 'On' }))
  expect(sentTo(received, changeCall)).toEqual([
    {
      report: 'age_out',
      repeats: 'weekly',
      weekdays: ['mon', 'thu'],
      month_day: null,
      hour: 7,
      reader_ids: [1, 2],
      is_on: false,
      version: 3,
    },
  ])
})

test('makes a file now, and says while it’s being made', async () => {
  let made: readonly MadeReport[] = []
  const { received } = await open(() => data([{ ...schedule, made }]), {
    'POST /api/report-schedules/4/run': () => {
      made = [{ ...file, state: 'queued', file_name: null, rows: null }]
      return { status: 202, body: { data: made[0] } }
    },
  })
  const shown = await card()
  expect(shown.getByText('No files yet')).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'Run now' }))
  expect(await shown.findByText('Creating the file…')).toBeTruthy()
  expect(sentTo(received, 'POST /api/report-schedules/4/run')).toHaveLength(1)
  expect(shown.getByRole('button', { name: 'Run now' }).hasAttribute('disabled')).toBe(true)
})

test('deletes a schedule, and can undo it', async () => {
  const { received } = await open(data([schedule]), {
    'DELETE /api/report-schedules/4': { status: 204 },
    'POST /api/report-schedules/4/restore': { status: 204 },
  })
  await userEvent.click((await card()).getByRole('button', { name: 'More actions for Age-out report' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await vi.waitFor(() => expect(sentTo(received, 'POST /api/report-schedules/4/restore')).toHaveLength(1))
})

test('offers the file that an email links to', async () => {
  await open(data([schedule]), {}, '?report=29')
  await card()
  const shown = screen.getAllByRole('status').map(({ textContent }) => plain(textContent))
  expect(shown.some((text) => text?.includes('· 1 row'))).toBe(true)
})

test('says why the report that an email links to failed', async () => {
  await open(data([schedule]), {}, '?report=30')
  const banners = await screen.findAllByText(/^Failed on .+ [ap]\.m\. Something went wrong\. Run it again\.$/)
  expect(banners).toHaveLength(2)
  expect(screen.queryByText(/isn’t available anymore/)).toBeNull()
})

test('says that a file of an old email is gone', async () => {
  await open(data([schedule]), {}, '?report=12')
  expect(await screen.findByText(/isn’t available anymore/)).toBeTruthy()
})

test.each<[string, Answer, string]>([
  ['loading', pending, 'Loading scheduled reports'],
  ['empty', data([]), 'No scheduled reports'],
  ['refused', refused, 'Only Shipmate Admins can see reports.'],
  ['broken', broken, 'The scheduled reports couldn’t be loaded'],
])('says so if it’s %s', async (_state, answer, words) => {
  await open(answer)
  expect(await screen.findByText(words)).toBeTruthy()
})
