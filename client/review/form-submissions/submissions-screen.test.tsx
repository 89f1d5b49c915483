import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FormSubmissionRow } from '#contract/review/form-submissions/review-shapes.ts'
import { formsChangedEvent } from '#contract/platform/live/shapes.ts'
import { broken, onePage, openApp, pending, queriesOf, refused, sentTo } from '#client/testing/open-app.tsx'
import { admin, schoolAdmin } from '#client/testing/users.ts'
import { aPeriod } from '#client/testing/records.ts'
import { fakeMedia } from '#client/testing/media.ts'

const path = '/schools/7/period/70/student-form-submissions'
const forms = 'GET /api/student-form-submissions'
const counts = 'GET /api/student-form-submissions/queues'
const bulk = 'POST /api/decisions/bulk'
type Answer = Parameters<typeof openApp>[2][string]

/** The streams of live events that the page opened. */
let streams: EventTarget[] = []
beforeEach(() => {
  streams = []
  // a table without layout has no rows: forms are looked at as cards of a phone
  fakeMedia(true)
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super()
        streams.push(this)
      }
      close(): void {
        streams = streams.filter((one) => one !== this)
      }
    },
  )
})

const row: FormSubmissionRow = {
  id: 5,
  form_type: 'waiver',
  student_id: 31,
  student_period_id: 301,
  name: 'Lopez, Ana',
  sid: 'S100',
  coverage_types: ['medical', 'dental'],
  decided_coverages: [],
  progress: 'complete',
  confirmation_number: 'W-4K7M-22QX',
  submitted_at: '2026-11-20T15:00:00.000Z',
  seen_at: null,
  decision: 'open',
  recommendation: 'approve',
  risk: 3,
  eligibility: null,
  deadline_on: '2020-01-02',
  claimed_by: { id: 99, name: 'Rosa Diaz' },
  superseded_by: null,
  open_coverages: ['medical'],
  plan_change_coverages: [],
  version: 1,
}
const seen: FormSubmissionRow = {
  ...row,
  id: 6,
  name: 'Park, Kim',
  seen_at: '2026-11-20T16:00:00.000Z',
  student_id: null,
  student_period_id: null,
  claimed_by: null,
  deadline_on: null,
}
const quantities = {
  to_review: 12,
  overdue: 2,
  due_soon: 0,
  unseen: 4,
  unmatched: 1,
  high_risk: 0,
  ready: 3,
  appeals: 1,
  mine: 0,
  waiting_for_student: 0,
  no_answer: 0,
  second_review: 6,
  disagreements: 1,
}

const around = {
  'GET /api/schools-for-users': { body: { data: [] } },
  'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
  [counts]: { body: { data: quantities } },
}
const open = (answer: Answer, more: Record<string, Answer> = {}, search = '') =>
  openApp(path + search, admin, { ...around, [forms]: answer, ...more })
const queue = (name: RegExp) => screen.findByRole('button', { name })

test('the list opens with what needs review, and marks what is new, unmatched, overdue or claimed', async () => {
  const { received } = await open(onePage([row, seen]))
  const first = await screen.findByRole('link', { name: /Lopez, Ana/ })
  const second = screen.getByRole('link', { name: /Park, Kim/ })
  expect(first.textContent).toContain('New')
  expect(first.textContent).toContain('Overdue 01/02/2020')
  expect(first.textContent).toContain('Rosa Diaz')
  expect(first.textContent).toContain('Medical, Dental')
  expect(second.textContent).not.toContain('New')
  expect(second.textContent).toContain('Unmatched')
  expect(queriesOf(received, forms).at(-1)?.toString()).toBe(
    'period_id=70&queue=to_review&page=1&per_page=50',
  )
  expect((await queue(/To review/)).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText(/^Submitted forms that need a decision\./)).toBeTruthy()
})

test('a queue filters the list and stands in the URL; the keyboard works', async () => {
  const { received, at } = await open(onePage([row]))
  const overdue = await queue(/^2\s*Overdue/)
  overdue.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(at()).toBe(`${path}?queue=overdue`))
  expect((await queue(/Overdue/)).getAttribute('aria-pressed')).toBe('true')
  expect(queriesOf(received, forms).at(-1)?.get('queue')).toBe('overdue')
  await userEvent.click(await queue(/All forms/))
  await waitFor(() => expect(at()).toBe(`${path}?queue=all`))
  expect(queriesOf(received, forms).at(-1)?.has('queue')).toBe(false)
})

test('an address with an unknown queue shows the forms to review', async () => {
  const { received } = await open(onePage([row]), {}, '?queue=renamed')
  expect(await screen.findByText(/^Submitted forms that need a decision\./)).toBeTruthy()
  expect(queriesOf(received, forms).at(-1)?.get('queue')).toBe('to_review')
})

test('a row opens the review with the queue, search and sort of the list', async () => {
  const { at } = await open(onePage([row]), {}, '?queue=ready&q=lop&sort=-risk')
  const review = '/schools/7/period/70/student-form-submission/5?queue=ready&sort=-risk'
  const link = await screen.findByRole('link', { name: /^Lopez, Ana/ })
  expect(link.getAttribute('href')).toBe(review)
  await userEvent.click(link)
  await waitFor(() => expect(at()).toBe(review))
  // the search isn’t in the address
  expect(window.history.state).toMatchObject({ privateSearch: 'q=lop' })
})

test('the sidebar has the number of forms to review, for Shipmate Admins only', async () => {
  await open(onePage([row]))
  const nav = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(await nav.findByRole('link', { name: /^Form submissions\s*12$/ })).toBeTruthy()
})

test('school admins have no list of forms', async () => {
  const { at } = await openApp(path, schoolAdmin, around)
  expect(at()).toContain('/not-permitted')
  expect(screen.queryByRole('link', { name: /Form submissions/ })).toBeNull()
})

test('a form that arrives appears with the new counts', async () => {
  let rows = [row]
  let data = quantities
  await open(() => onePage(rows), {
    [counts]: () => ({ body: { data } }),
  })
  await screen.findByRole('link', { name: /Lopez, Ana/ })
  await waitFor(() => expect(streams).toHaveLength(1))
  rows = [row, { ...row, id: 8, name: 'Zhou, Wei' }]
  data = { ...quantities, to_review: 13, unseen: 5 }
  const change = { period_id: 70, ids: [8], by: null }
  act(() => {
    streams[0]?.dispatchEvent(new MessageEvent(formsChangedEvent, { data: JSON.stringify(change) }))
  })
  expect(await screen.findByRole('link', { name: /Zhou, Wei/ })).toBeTruthy()
  expect(await queue(/^13\s*To review/)).toBeTruthy()
  expect(await screen.findByRole('link', { name: /^Form submissions\s*13$/ })).toBeTruthy()
})

const result = {
  matched: 2,
  changed: 1,
  emails: 1,
  reasons: [],
  example: null,
  skipped: [{ id: 6, name: 'Park, Kim', reason: 'unmatched' }],
  skipped_total: 1,
}

/** Selects both forms, opens the dialog of an action, and waits for its preview. */
const selectBoth = async (action: string, title: string, more: object = {}) => {
  fakeMedia(false)
  const { received } = await open(onePage([row, seen]), {
    [bulk]: { body: { data: { ...result, ...more } }, headers: { 'x-change-id': '77' } },
  })
  const grid = await screen.findByRole('grid')
  await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('false'))
  grid.focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.click(screen.getByRole('button', { name: action }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  expect(await dialog.findByText(/^1 form will be/)).toBeTruthy()
  expect(dialog.getByText('It isn’t matched with a student.')).toBeTruthy()
  return { received, dialog }
}
const expected = {
  matched: 2,
  changed: 1,
  emails: 1,
  reasons: [],
  skipped: [{ id: 6, reason: 'unmatched' }],
}

test('selected forms are approved as previewed, with Undo', async () => {
  const { received, dialog } = await selectBoth('Approve…', 'Approve 2 forms')
  expect(dialog.getByText('1 form will be approved, with 1 email to students.')).toBeTruthy()
  expect(dialog.queryByRole('radio')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Approve 1 form' }))
  expect(await screen.findByText('1 form approved')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  const body = { ids: [5, 6], outcome: 'approve' }
  expect(sentTo(received, bulk)).toEqual([
    { ...body, dry_run: true },
    { ...body, expected },
  ])
})

test('selected forms are marked unable to process for the recommended reasons, with an example email', async () => {
  const { received, dialog } = await selectBoth('Unable to process…', 'Mark 2 forms unable to process', {
    reasons: [{ code: 'card_back_missing', quantity: 1 }],
    example: { name: 'Lopez, Ana', to: 'ana@u.example', subject: 'Your waiver', html: '<p>Send it.</p>' },
  })
  expect(dialog.getByText('Back of the card is missing')).toBeTruthy()
  await userEvent.click(dialog.getByText('Example: email to Lopez, Ana'))
  expect(dialog.getByText('Send it.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Mark 1 form' }))
  expect(await screen.findByText('1 form marked unable to process')).toBeTruthy()
  const body = { ids: [5, 6], outcome: 'utp', uses_recommended_reasons: true }
  expect(sentTo(received, bulk)).toEqual([
    { ...body, dry_run: true },
    { ...body, expected: { ...expected, reasons: [{ code: 'card_back_missing', quantity: 1 }] } },
  ])
})

test('the same reasons for all forms are chosen before anything is counted, and the note is needed for “Other”', async () => {
  const { received, dialog } = await selectBoth('Decline…', 'Decline 2 forms')
  await userEvent.click(dialog.getByLabelText('The same for all forms'))
  expect(dialog.getByText('Choose at least one reason.')).toBeTruthy()
  const button = () => dialog.getByRole('button', { name: /^Decline/ })
  expect(button().hasAttribute('disabled')).toBe(true)
  await userEvent.click(dialog.getByLabelText('Other'))
  expect(dialog.getByText('Enter the reason. The student sees it.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Note to the student/), 'It ends in May.')
  await userEvent.click(dialog.getByLabelText('Email the students'))
  await waitFor(() => expect(button().hasAttribute('disabled')).toBe(false))
  await userEvent.click(button())
  expect(await screen.findByText('1 form declined')).toBeTruthy()
  expect(sentTo(received, bulk).at(-1)).toEqual({
    ids: [5, 6],
    outcome: 'decline',
    reason_codes: ['other'],
    note: 'It ends in May.',
    send_email: false,
    expected,
  })
})

test('while the forms load, placeholder rows are shown', async () => {
  fakeMedia(false)
  await open(pending)
  expect((await screen.findByRole('grid')).getAttribute('aria-busy')).toBe('true')
})

test('an empty queue says so, and offers all forms', async () => {
  await open(onePage([]))
  expect(await screen.findByText('Nothing to review')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all forms' }))
  expect(await screen.findByText('No form submissions yet')).toBeTruthy()
})

test('a search without matches can be cleared', async () => {
  const { at } = await open(onePage([]), {}, '?q=zzz')
  expect(await screen.findByText('No matching forms')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await waitFor(() => expect(at()).toBe(path))
})

test.each([
  ['refused', refused, 'Only Shipmate Admins can review forms.'],
  ['broken', broken, 'The form submissions couldn’t be loaded'],
])('a list that is %s says so', async (_, answer, text) => {
  await open(answer)
  expect(await screen.findByText(text)).toBeTruthy()
})
