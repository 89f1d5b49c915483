import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Agreement } from '#contract/review/decisions/agreement.ts'
import { broken, openApp, pending, queriesOf, refused } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'

const path = '/schools/7/period/70/student-form-submissions/agreement'
const call = 'GET /api/decisions/agreement'
type Answer = Parameters<typeof openApp>[2][string]

beforeEach(() => {
  fakeLiveEvents()
})

const report: Agreement = {
  decided: 12,
  agreed: 6,
  undecided_by_rules: 4,
  by_rule: [{ key: 'accepted_sources', open: 5, approved_anyway: 3 }],
  overrides: [
    {
      recommendation: 'approve',
      outcome: 'utp',
      quantity: 2,
      reasons: [{ code: 'card_unreadable', quantity: 2 }],
    },
  ],
  feedback: {
    agree: 7,
    disagree: 1,
    comments: [
      {
        id: 1,
        verdict: 'disagree',
        comment: 'The letter is fine.',
        correct_outcome: 'approve',
        by: 'Rosa Diaz',
        at: '2026-11-20T15:00:00.000Z',
        submission_id: 5,
        student_name: 'Lopez, Ana',
      },
    ],
  },
  second_reviews: [
    { outcome: 'approve', reviewed: 4, agreed: 3 },
    { outcome: 'decline', reviewed: 1, agreed: 1 },
  ],
  median_hours: 5.5,
  p90_hours: 72,
}
const nothing: Agreement = {
  decided: 0,
  agreed: 0,
  undecided_by_rules: 0,
  by_rule: [],
  overrides: [],
  feedback: { agree: 0, disagree: 0, comments: [] },
  second_reviews: [],
  median_hours: null,
  p90_hours: null,
}

const around = {
  'GET /api/schools-for-users': { body: { data: [] } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  'GET /api/student-form-submissions/queues': { body: { data: { to_review: 0 } } },
}
const open = (answer: Answer) => openApp(path, admin, { ...around, [call]: answer })
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

test('shows decisions, overrides with their reasons, requirements and comments', async () => {
  const { received } = await open({ body: { data: report } })
  expect(await screen.findByRole('heading', { name: 'Agreement with recommendations' })).toBeTruthy()
  await screen.findByRole('table', { name: 'Decisions' })
  expect(rowsOf('Decisions').slice(1)).toEqual([
    ['Decided', '12'],
    ['As recommended', '6 of 8 (75%)'],
    ['No recommendation: staff decided', '4'],
    ['Time to decision, median', '5.5 hours'],
    ['90% decided within', '3 days'],
  ])
  expect(rowsOf('Decisions against the recommendation')[1]).toEqual([
    'Approve',
    'Unable to process',
    'Card can’t be read: 2',
    '2',
  ])
  expect(rowsOf('Second reviews')).toEqual([
    ['First decision', 'Reviewed', 'Agreed', 'Disagreed'],
    ['Approved', '4', '3 (75%)', '1'],
    ['Declined', '1', '1 (100%)', '0'],
  ])
  expect(rowsOf('Requirements')[1]).toEqual(['Accepted sources of coverage', '5', '3'])
  expect(screen.getByText('7 agreed, 1 disagreed.')).toBeTruthy()
  expect(screen.getByText('Disagreed; correct: Approve')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Lopez, Ana' }).getAttribute('href')).toBe(
    '/schools/7/period/70/student-form-submission/5',
  )
  expect(queriesOf(received, call)[0]?.toString()).toBe('period_id=70')
})

test('shows second reviews of decisions that had no recommendation', async () => {
  await open({ body: { data: { ...nothing, second_reviews: report.second_reviews } } })
  expect(await screen.findByRole('table', { name: 'Second reviews' })).toBeTruthy()
})

test('says so while nothing is decided', async () => {
  await open({ body: { data: nothing } })
  expect(await screen.findByText('Nothing decided yet')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('shows that it’s loading', async () => {
  await open(pending)
  expect(await screen.findByText('Loading the comparison')).toBeTruthy()
})

test.each([
  ['refused', refused, 'Only Shipmate Admins can review forms.'],
  ['broken', broken, 'The comparison couldn’t be loaded'],
])('a comparison that is %s says so', async (_, answer, text) => {
  await open(answer)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('is closed to school admins', async () => {
  const { at } = await openApp(path, schoolAdmin, around)
  expect(at()).toContain('/not-permitted')
})
