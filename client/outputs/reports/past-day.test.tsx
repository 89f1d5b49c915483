import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { broken, openApp, pending, refused } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'
import { fakeMedia } from '#client/testing/media.ts'

const path = '/schools/7/period/70/reports/figures/past-day'
const asked = '?coverage=dental&day=2026-11-13&family=waived'
const pastDayCall = 'GET /api/reports/figures/past-day'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeMedia()
  fakeLiveEvents()
})

const row = (id: number, student_name: string, today: object = {}) => ({
  student_id: id,
  student_period_id: 100 + id,
  student_name,
  sid: `S-${id}`,
  status: 'waived',
  status_now: 'waived',
  record_now: 'active',
  ...today,
})
const meta = { total: 54, current_page: 1, per_page: 50, last_page: 2, from: 1, to: 50 }
const told: Answer = {
  body: {
    data: [
      row(1, 'Abara, Ana'),
      row(2, 'Brown, José', { status_now: 'enrolled' }),
      row(3, 'Chen, Zoë', { record_now: 'removed' }),
      row(4, 'Diaz, Rosa', { record_now: 'inactive' }),
    ],
    meta,
  },
}
const open = (answer: Answer = told, query = asked) =>
  openApp(`${path}${query}`, admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/student-form-submissions/unseen-quantity': { body: { data: { quantity: 0 } } },
    [pastDayCall]: answer,
  })

test('lists who had the status on the day, and what they have today', async () => {
  const { received, at } = await open()
  expect(await screen.findByRole('heading', { name: 'Waived on 11/13/2026' })).toBeTruthy()
  // a phone has no last column: there, what changed is below the status
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'StudentStudent IDStatus on 11/13/2026Status today',
    'Abara, AnaS-1S-1WaivedUnchanged',
    'Brown, JoséS-2S-2WaivedToday: EnrolledEnrolled',
    'Chen, ZoëS-3S-3WaivedToday: Removed from the policy yearRemoved from the policy year',
    'Diaz, RosaS-4S-4WaivedToday: Inactive, WaivedInactive, Waived',
  ])
  const name = screen.getByRole<HTMLAnchorElement>('link', { name: 'Chen, Zoë' })
  expect(new URL(name.href).pathname).toBe('/student/3/history')
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(new URL(at(), 'http://localhost').searchParams.get('page')).toBe('2')
  const last = received.findLast(({ path: to }) => to.includes('/past-day'))
  expect(new URL(last?.path ?? '').searchParams.toString()).toBe(
    'period_id=70&coverage=dental&day=2026-11-13&family=waived&page=2&per_page=50',
  )
})

test('without a day or with a status that doesn’t exist, leads back to the figures', async () => {
  await open(told, '?day=2026-11-13&family=unknown')
  expect(await screen.findByText('No day chosen')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show figures' })).toBeTruthy()
})

test('says so if no one had the status', async () => {
  await open({ body: { data: [], meta: { ...meta, total: 0, from: null, to: null } } })
  expect(await screen.findByText('No student had this status at the end of the day.')).toBeTruthy()
})

test('shows that it’s loading', async () => {
  await open(pending)
  expect(await screen.findByText('Loading the students of this day')).toBeTruthy()
})

test('says who has access', async () => {
  await open(refused)
  expect(await screen.findByText('Only Shipmate Admins can see reports.')).toBeTruthy()
})

test('offers to try again if it fails', async () => {
  await open(broken)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
