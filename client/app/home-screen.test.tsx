import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { formsChangedEvent } from '#contract/platform/live/shapes.ts'
import { broken, openApp, pending } from '#client/testing/open-app.tsx'
import { aPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const queues = 'GET /api/student-form-submissions/queues'
const views = 'GET /api/views/counts'
const dates = 'GET /api/periods/70/calendar'
const recent = 'GET /api/periods/70/recent-events'
const nothingNew = {
  since: null,
  forms_received: 0,
  forms_decided: 0,
  students_not_emailed: 0,
  students_changed: 0,
  imports: [],
}
const nextDates = {
  today: '2026-11-20',
  is_open: true,
  entries: [
    {
      on: '2027-01-31',
      kind: 'waiver_deadline',
      name: null,
      start: null,
      count: null,
      amount: null,
      about_on: null,
      run: null,
    },
  ],
}
const year = '/schools/7/period/70'
const quantities = {
  to_review: 12,
  overdue: 2,
  due_soon: 0,
  unseen: 4,
  unmatched: 1,
  high_risk: 0,
  ready: 3,
  mine: 0,
  waiting_for_student: 0,
  no_answer: 5,
  second_review: 6,
  disagreements: 1,
}
const counted = (key: string, quantity: number) => ({ key, quantity, empty_because: null })
const inViews = {
  built_in: [
    counted('everyone', 900),
    counted('needs_review', 41),
    counted('to_decide_without_form', 13),
    counted('unable_to_process', 0),
    counted('response_overdue', 4),
    counted('reverify_due', 7),
    counted('aging_out', 0),
    counted('premium_differs', 0),
    counted('not_started_near_deadline', 0),
  ],
  saved: [],
}
const job = {
  id: 65,
  kind: 'compose-email',
  state: 'running',
  progress: { done: 20, total: 50 },
  message: null,
  change_id: null,
  may_undo: false,
  result: null,
}

/** The streams of live events that the page opened. */
let streams: EventTarget[] = []
beforeEach(() => {
  streams = []
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

const open = (user: typeof admin, more: Parameters<typeof openApp>[2] = {}) =>
  openApp(`${year}/home`, user, {
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/jobs/65': { body: { data: job } },
    [queues]: { body: { data: quantities } },
    [views]: { body: { data: inViews } },
    [dates]: { body: { data: nextDates } },
    [recent]: { body: { data: nothingNew } },
    ...more,
  })
const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('each number is a link to exactly its rows', async () => {
  await open(admin)
  const link = async (title: string, name: RegExp): Promise<string | null> =>
    (await part(title)).getByRole('link', { name }).getAttribute('href')
  const tile = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  await screen.findByRole('link', { name: /^2Overdue/ })
  expect(await link('Forms to review', /^forms to review$/)).toBe(
    `${year}/student-form-submissions?queue=to_review`,
  )
  expect(await link('Forms to review', /^3 ready to approve$/)).toBe(
    `${year}/student-form-submissions?queue=ready`,
  )
  expect(await link('Forms to review', /^Start review/)).toBe(`${year}/student-form-submissions/review`)
  expect(tile(/^2Overdue0 more are due soon$/)).toBe(`${year}/student-form-submissions?queue=overdue`)
  expect(tile(/^1Unmatched/)).toBe(`${year}/student-form-submissions?queue=unmatched`)
  expect(tile(/^0Waiting for student5 past/)).toBe(`${year}/student-form-submissions?queue=no_answer`)
  expect(await link('More forms', /^Assigned to me.*0$/)).toBe(`${year}/student-form-submissions?queue=mine`)
  expect(await link('More forms', /^Disagreements.*1$/)).toBe(
    `${year}/student-form-submissions?queue=disagreements`,
  )
  expect(await link('Coming up', /^Waiver deadline$/)).toBe(`${year}/insurance-options#windows`)
  await screen.findByRole('link', { name: /^To decide.*41$/ })
  expect(await link('Students', /^To decide without a form.*13$/)).toBe(`${year}?view=to_decide_without_form`)
  expect(await link('Students', /^Response overdue.*4$/)).toBe(`${year}?view=response_overdue`)
  expect(await link('Students', /^Reverification due.*7$/)).toBe(`${year}?view=reverify_due`)
})

test('school admins see what they can open', async () => {
  const { received } = await open(schoolAdmin)
  expect(await screen.findByRole('link', { name: /^To decide.*41$/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Forms to review' })).toBeNull()
  expect(received.some(({ path }) => path.includes('form-submissions'))).toBe(false)
})

test('the counts follow forms that arrive', async () => {
  let data = quantities
  await open(admin, { [queues]: () => ({ body: { data } }) })
  await waitFor(async () => expect((await part('Forms to review')).getByText('12')).toBeTruthy())
  await waitFor(() => expect(streams).toHaveLength(1))
  data = { ...quantities, to_review: 13 }
  const change = { period_id: 70, ids: [8], by: null }
  act(() => {
    streams[0]?.dispatchEvent(new MessageEvent(formsChangedEvent, { data: JSON.stringify(change) }))
  })
  expect(await screen.findByText('13')).toBeTruthy()
})

test('running background jobs are shown with their progress', async () => {
  await open(admin, { 'GET /api/jobs': { body: { data: [job] } } })
  const running = await part('Running in the background')
  expect(running.getByText('20 of 50')).toBeTruthy()
})

test('parts load and fail on their own', async () => {
  await open(admin, { [queues]: broken, [views]: pending })
  expect(await screen.findByText('The form submissions couldn’t be loaded')).toBeTruthy()
  expect(screen.getByText('Loading students')).toBeTruthy()
})

const news = {
  since: '2026-11-19T22:30:00.000Z',
  forms_received: 4,
  forms_decided: 1,
  students_not_emailed: 2,
  students_changed: 31,
  imports: [{ id: 9, file_name: 'fall.csv', author: 'Sam Okafor' }],
}

const only = (field: string) =>
  `filters=${encodeURIComponent(JSON.stringify({ [field]: { operator: 'and', constraints: [{ match_mode: 'equals', value: true }] } }))}`

test('what happened since the user last worked is listed with links, and only what happened', async () => {
  await open(admin, { [recent]: { body: { data: news } } })
  const links = await (await part('Since you were here')).findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['4 forms received', `${year}/student-form-submissions?queue=all&${only('received_since_visit')}`],
    ['1 form decided by others', `${year}/student-form-submissions?queue=all&${only('decided_since_visit')}`],
    ['31 students changed by others', `${year}?${only('changed_since_visit')}`],
    [
      '2 students with an email that bounced or wasn’t sent',
      `${year}?${only('delivery_failed_since_visit')}`,
    ],
    ['Import of fall.csv by Sam Okafor', `${year}/import/9`],
  ])
})

test('if the user hasn’t worked here for long, nothing is said about what happened', async () => {
  await open(admin)
  await screen.findByRole('region', { name: 'Students' })
  expect(screen.queryByRole('region', { name: 'Since you were here' })).toBeNull()
})

test('a time in which nothing happened is said', async () => {
  await open(admin, { [recent]: { body: { data: { ...nothingNew, since: news.since } } } })
  expect(
    await (await part('Since you were here')).findByText('Nothing changed in this policy year.'),
  ).toBeTruthy()
})

test('a School Admin sees what they can do, and no numbers of forms', async () => {
  await open(schoolAdmin, { [recent]: { body: { data: news } } })
  const work = await part('Your tasks')
  expect(work.getByRole('link', { name: 'Import a roster' }).getAttribute('href')).toBe(`${year}/import`)
  expect((await part('Since you were here')).queryByText(/form/)).toBeNull()
})
