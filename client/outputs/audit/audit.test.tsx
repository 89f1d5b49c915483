import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActivityReview } from '#contract/outputs/audit/review.ts'
import type { ActivityEntry } from '#contract/outputs/audit/shapes.ts'
import { broken, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const data = (body: unknown) => ({ body: { data: body } })
const listCall = 'GET /api/activity'
const reviewCall = 'GET /api/activity-reviews'

const reveal: ActivityEntry = {
  source: 'access',
  id: 8,
  at: '2026-11-20T15:04:00.000Z',
  actor: { id: 5, name: 'Priya Raman' },
  kind: 'reveal',
  outcome: 'allowed',
  school: { id: 7, name: 'Harborview University' },
  student: { id: 900, name: 'Jordan Park' },
  account: null,
  subject: { type: 'student', id: 900 },
  detail: 'The carrier asked on the phone.',
  times: 1,
  change: null,
  address: '10.2.0.9',
  request_id: 'req-8',
  emergency_id: null,
}
const bulk: ActivityEntry = {
  ...reveal,
  source: 'change',
  id: 3,
  kind: 'change',
  student: null,
  subject: null,
  detail: null,
  change: { kind: 'coverage_status_changed', cause: 'bulk', records: 1001 },
}
const denied: ActivityEntry = {
  ...reveal,
  id: 9,
  kind: 'refused',
  outcome: 'refused',
  student: null,
  school: null,
  emergency_id: 4,
}
const reset: ActivityEntry = {
  ...bulk,
  id: 4,
  school: null,
  account: { id: 6, name: 'Marcus Bell' },
  change: { kind: 'two_factor_changed', cause: 'person', records: 1 },
}
const page = (rows: readonly ActivityEntry[], next: string | null = null) =>
  data({ rows, next, student: null })

const around = {
  'GET /api/schools-for-users': data([{ id: 7, name: 'Harborview University' }]),
  'GET /api/activity/people': data([{ id: 5, name: 'Priya Raman' }]),
  'GET /api/activity-findings/open': data({ quantity: 2 }),
}

/** The queries with which the list was asked for. */
const askedFor = (received: Awaited<ReturnType<typeof openApp>>['received']) =>
  received
    .map(({ path }) => new URL(path))
    .filter(({ pathname }) => pathname === '/api/activity')
    .map(({ searchParams }) => Object.fromEntries(searchParams))
const open = (answer: Answer, query = '', more: Record<string, Answer> = {}) =>
  openApp(`/settings/activity${query}`, admin, { ...around, [listCall]: answer, ...more })

describe('the activity log', () => {
  test('says who did what, to whom, and opens the reason, address and request', async () => {
    await open(page([reveal, bulk, denied, reset]))
    const [first, second, third, fourth] = await screen.findAllByRole('button', { name: /Priya Raman/ })
    expect(first?.textContent).toMatch(/Priya Raman revealed the SSNJordan Park · Harborview University$/)
    expect(second?.textContent).toContain('changed the coverage status in a bulk change1,000+ records')
    expect(third?.textContent).toContain('was denied accessDeniedEmergency')
    expect(fourth?.textContent).toContain('changed two-factor authenticationMarcus Bell')
    if (first) await userEvent.click(first)
    const details = within(await screen.findByRole('dialog'))
    expect(details.getByText('“The carrier asked on the phone.”')).toBeTruthy()
    expect(details.getByText('10.2.0.9')).toBeTruthy()
    expect(details.getByText('req-8')).toBeTruthy()
  })

  test('asks for what the address says, and drops what it doesn’t know', async () => {
    const { received } = await open(
      page([]),
      '?person=5&kind=reveal&outcome=perhaps&time=custom&from=2026-11-01',
    )
    expect(await screen.findByText('No matching activity')).toBeTruthy()
    expect(askedFor(received)).toEqual([
      { actor_id: '5', kind: 'reveal', from: '2026-11-01', per_page: '50' },
    ])
  })

  test('continues where the page before ended', async () => {
    const { received } = await open(page([reveal], '1763650000000.8_3'))
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await vi.waitFor(() => expect(askedFor(received)).toHaveLength(2))
    expect(askedFor(received)[1]).toMatchObject({ before: '1763650000000.8_3' })
  })

  test('says that findings of the weekly review wait', async () => {
    await open(page([reveal]))
    expect(await screen.findByText('The weekly review has 2 unreviewed findings.')).toBeTruthy()
  })

  test.each<[string, Answer, string]>([
    ['loading', pending, 'Loading the activity log'],
    ['empty', page([]), 'No activity yet'],
    ['refused', refused, 'Only Shipmate Admins have access to the activity log.'],
    ['broken', broken, 'The activity log couldn’t be loaded'],
  ])('says so if it’s %s', async (_state, answer, words) => {
    await open(answer)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

const review: ActivityReview = {
  id: 1,
  starts_on: '2026-11-09',
  ends_on: '2026-11-15',
  findings: [
    {
      id: 31,
      kind: 'many_records',
      person: { id: 5, name: 'Priya Raman' },
      quantity: 312,
      own_usual: 40,
      others_usual: 55,
      student: null,
      looked_at: null,
      looked_at_by: null,
      note: null,
    },
  ],
}
const openReview = (answer: Answer, more: Record<string, Answer> = {}) =>
  openApp('/settings/activity/review', admin, { ...around, [reviewCall]: answer, ...more })

describe('the weekly review', () => {
  test('links a finding to its rows and saves what someone found out', async () => {
    const look = 'POST /api/activity-findings/31/look'
    const { received } = await openReview(data([review]), { [look]: { status: 204 } })
    expect(
      await screen.findByText(/Viewed 312 students. They usually view 40 a week; others view 55./),
    ).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Show activity' }).getAttribute('href')
    expect(link).toContain('person=5')
    expect(link).toContain('2026-11-15')
    await userEvent.click(screen.getByRole('button', { name: 'Mark as reviewed…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/Note/), 'An audit that we asked for.')
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as reviewed' }))
    await vi.waitFor(() => expect(sentTo(received, look)).toEqual([{ note: 'An audit that we asked for.' }]))
  })

  test.each<[string, Answer, string]>([
    ['loading', pending, 'Loading the weekly review'],
    ['empty', data([]), 'No reviews yet'],
    ['refused', refused, 'Only Shipmate Admins have access to the weekly review.'],
    ['broken', broken, 'The weekly review couldn’t be loaded'],
  ])('says so if it’s %s', async (_state, answer, words) => {
    await openReview(answer)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

test('a session of emergency access has a bar with the time left', async () => {
  const soon = new Date(Date.now() + 41.5 * 60_000).toISOString()
  await openApp(
    '/settings/activity',
    { ...admin, emergency_ends_at: soon },
    { ...around, [listCall]: page([]) },
  )
  expect(await screen.findByText(/42 minutes left\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'End now' })).toBeTruthy()
})
