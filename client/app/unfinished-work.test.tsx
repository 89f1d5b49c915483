import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Job } from '#contract/platform/jobs/shapes.ts'
import type { Reply } from '#client/testing/fake-server.ts'
import { absent, onePage, openApp, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'

const counts = { matched: 12_000, changed: 12_000, skipped: [], skipped_total: 0, moves: [] }
const waiting: Job = {
  id: 5,
  kind: 'update-coverage-statuses',
  state: 'queued',
  progress: { done: 0, total: 12_000 },
  message: null,
  change_id: null,
  may_undo: false,
  result: null,
}
const running: Job = { ...waiting, state: 'running', progress: { done: 4000, total: 12_000 } }
const done: Job = { ...waiting, state: 'done', change_id: 77, may_undo: true, result: counts }

const unreachable = (): never => {
  throw new TypeError('network')
}
const of = (job: Job) => (): Reply => ({ body: { data: job } })

/** Opens the app while a job is running; each progress check returns the next of `looks`. */
const open = async (looks: readonly (() => Reply)[], listed: Job = waiting) => {
  let count = 0
  const app = await openApp('/settings/insurance-companies', admin, {
    'GET /api/insurance-companies': onePage([]),
    'GET /api/jobs': { body: { data: [listed] } },
    'GET /api/jobs/5': () => (looks[Math.min((count += 1), looks.length) - 1] ?? unreachable)(),
    'POST /api/jobs/5/told': { status: 204 },
    'POST /api/changes/77/undo': {
      body: { data: { reverted: 12_000, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 } },
    },
  })
  return { ...app, looked: () => count }
}

test('an unfinished job is tracked after a reload, with its progress, until it ends and offers Undo', async () => {
  const { received } = await open([of(running), of(done)])
  expect(await screen.findByText('Changing coverage statuses')).toBeTruthy()
  const bar = await screen.findByRole('progressbar', { name: 'Progress' })
  expect(bar.getAttribute('value')).toBe('33')
  expect(screen.getByText('4,000 of 12,000')).toBeTruthy()
  expect(bar.closest('[aria-live]')?.getAttribute('aria-live')).toBe('off')
  expect(await screen.findByText('Coverage status changed for 12,000 records')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  const looks = received.filter(({ path }) => path.endsWith('/api/jobs/5'))
  expect(looks.map(({ headers }) => headers.get('X-Background'))).toEqual(['1', '1'])
  expect(sentTo(received, 'POST /api/jobs/5/told')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone for 12,000 students')).toBeTruthy()
  expect(sentTo(received, 'POST /api/changes/77/undo')).toHaveLength(1)
})

test('a progress check that fails on the network is repeated without a message', async () => {
  const { looked } = await open([of(running), unreachable, of(done)])
  expect(await screen.findByText('4,000 of 12,000')).toBeTruthy()
  await waitFor(() => expect(looked()).toBe(2))
  expect(screen.getByText('Changing coverage statuses')).toBeTruthy()
  expect(screen.queryByText(/cannot be reached/)).toBeNull()
  expect(await screen.findByText('Coverage status changed for 12,000 records')).toBeTruthy()
  expect(looked()).toBe(3)
})

test.each<[string, Job, readonly string[]]>([
  [
    'failed',
    { ...waiting, state: 'failed', message: 'Some records changed after the preview.' },
    ['Couldn’t change coverage statuses', 'Some records changed after the preview.'],
  ],
  [
    'was an undo that left some',
    {
      ...waiting,
      kind: 'undo-change',
      state: 'done',
      change_id: 78,
      result: {
        reverted: 11_999,
        left: [{ id: 1, subject_type: 'student', name: 'Haddad, Leila', reason: 'It changed after that.' }],
        left_total: 1,
        emails_canceled: 0,
        emails_sent: 0,
      },
    },
    ['Undone for 11,999 students. 1 didn’t change.', 'Haddad, Leila: It changed after that.'],
  ],
  [
    'was an undo that came too late',
    { ...waiting, kind: 'undo-change', state: 'failed', message: 'This was already undone.' },
    ['Couldn’t undo', 'This was already undone.'],
  ],
])('a job that %s says so, and offers no undo', async (_, ended, words) => {
  await open([of(ended)], { ...waiting, kind: ended.kind })
  for (const word of words) expect(await screen.findByText(word)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/being (changed|undone)/)).toBeNull())
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a job whose progress can’t be checked is reported once', async () => {
  const { looked } = await open([of(running), () => absent])
  expect(await screen.findByText('Couldn’t check the progress')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Changing coverage statuses')).toBeNull())
  expect(looked()).toBe(2)
})

const left = (job: Partial<Job>): Job => ({ ...done, ...job })

test('a change that finished while its author was away is reported once, with Undo', async () => {
  const { received, looked } = await open([], done)
  expect(await screen.findByText('Coverage status changed for 12,000 records')).toBeTruthy()
  expect(screen.getByText('This finished while you were away.')).toBeTruthy()
  expect(screen.queryByText('Changing coverage statuses')).toBeNull()
  const told = received.filter(({ path }) => path.endsWith('/api/jobs/5/told'))
  expect(told.map(({ method, headers }) => [method, headers.get('X-Background')])).toEqual([['POST', '1']])
  expect(looked()).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone for 12,000 students')).toBeTruthy()
})

const undoing: Partial<Job> = { kind: 'undo-change', change_id: 78, may_undo: true }
test.each<[string, Job, readonly string[]]>([
  ['was undone since', left({ may_undo: false }), ['Coverage status changed for 12,000 records']],
  [
    'failed',
    left({
      kind: 'delete',
      state: 'failed',
      message: 'They have changed.',
      change_id: null,
      may_undo: false,
    }),
    ['Couldn’t remove students', 'They have changed.'],
  ],
  [
    'was an undo',
    left({
      ...undoing,
      result: { reverted: 12_000, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 },
    }),
    ['Undone for 12,000 students'],
  ],
  [
    'was an undo that failed',
    left({ ...undoing, state: 'failed', message: 'This was already undone.', result: null }),
    ['Couldn’t undo', 'This was already undone.'],
  ],
])('work that ended while its author was away and %s is told without an undo', async (_, ended, words) => {
  const { received } = await open([], ended)
  for (const word of words) expect(await screen.findByText(word)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await waitFor(() => expect(sentTo(received, 'POST /api/jobs/5/told')).toHaveLength(1))
})
