import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { queueNames } from '#contract/review/form-submissions/choices.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { aDecisionPreview, aFormUnderReview, aSuggestion } from '#client/testing/forms.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'
import { onePage, openApp } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'

const base = '/schools/1/period/2/student-form-submission'
const data = (value: unknown) => ({ body: { data: value } })
const none = { status: 204 }
const forms: FormSubmissionDetail[] = [
  { ...aFormUnderReview, id: 7, name: 'Lopez, Ana' },
  { ...aFormUnderReview, id: 8, name: 'Kim, Ben' },
  { ...aFormUnderReview, id: 9, name: 'Diaz, Cam' },
]
const claimed = { claimed_by: { id: 1, name: 'Robin Reyes' }, claimed_until: '2026-11-20T14:10:00.000Z' }

/** The forms as the server has them; tests change them as colleagues would. */
let stored = forms
let users = 300
beforeEach(() => {
  stored = forms
})

const setForm = (id: number, values: Partial<FormSubmissionDetail>): void => {
  stored = stored.map((form) => (form.id === id ? { ...form, ...values } : form))
}
const decided: Partial<FormSubmissionDetail> = {
  decision: 'decided',
  decided_coverages: ['medical'],
  open_coverages: [],
}
const toReview = () => stored.filter(({ decision }) => decision === 'open').map(({ id }) => id)
const counts = () => ({
  ...Object.fromEntries(queueNames.map((name) => [name, 0])),
  to_review: toReview().length,
})

const routesOf = ({ id }: FormSubmissionDetail) => ({
  [`GET /api/student-form-submissions/${id}`]: () => data(stored.find((form) => form.id === id)),
  [`POST /api/student-form-submissions/${id}/seen`]: none,
  [`POST /api/student-form-submissions/${id}/claim`]: data(claimed),
  [`DELETE /api/student-form-submissions/${id}/claim`]: none,
})

/** Opens the start of a session as a user of the test’s own. */
const open = (more: Parameters<typeof openApp>[2] = {}) => {
  users += 1
  const me = { ...admin, id: users }
  return openApp(`${base}s/review`, me, {
    ...Object.assign({}, ...forms.map(routesOf)),
    'GET /api/student-form-submission-ids': () => data(toReview()),
    'GET /api/student-form-submissions/queues': () => data(counts()),
    'GET /api/decisions': data([aSuggestion]),
    'GET /api/decisions/manual-results': data([]),
    'GET /api/eligibility-reports': onePage([]),
    'GET /api/drafts': data(null),
    'PUT /api/drafts': none,
    'DELETE /api/drafts': none,
    'POST /api/decisions/preview': data(aDecisionPreview),
    'POST /api/decisions/together': ({ body }) => {
      setForm(Number(JSON.parse(String(body)).form_submission_id), decided)
      return { status: 201, headers: { 'x-change-id': String(users) }, ...data({ outcomes: [], version: 4 }) }
    },
    ...more,
  })
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const isReady = () => screen.findByRole('button', { name: /^Approve, recommended/ })
const approve = async () => {
  await isReady()
  await userEvent.keyboard('a')
  await screen.findByText('Hi Ana')
  await userEvent.keyboard('{Enter}')
}

test('a session goes through what is overdue first, then what is ready, then the rest', async () => {
  const ids: Record<string, number[]> = { overdue: [8], ready: [7, 8], to_review: [7, 8] }
  setForm(9, decided)
  const { at } = await open({
    'GET /api/student-form-submission-ids': ({ path }) =>
      data(ids[new URL(path).searchParams.get('queue') ?? '']),
  })
  await title('Kim, Ben')
  await screen.findByText('1 of 2 · 2 left')
  await approve()
  await title('Lopez, Ana')
  await screen.findByText('2 of 2 · 1 left')
  await userEvent.click(screen.getByRole('button', { name: 'Finish review' }))
  await screen.findByText('1 form decided')
  expect(screen.getByText('Approved: medical')).toBeTruthy()
  expect(at()).toBe(`${base}s/review?ended=true`)
})

test('a session begins with the first form that no one else is reviewing', async () => {
  setForm(7, { claimed_by: { id: 5, name: 'Sam Okafor' } })
  await open()
  await title('Kim, Ben')
  expect(await screen.findByText('2 of 3 · 3 left')).toBeTruthy()
})

test('if colleagues review all forms, a session says so at the first', async () => {
  for (const { id } of forms) setForm(id, { claimed_by: { id: 5, name: 'Sam Okafor' } })
  const busy = { status: 409, body: { code: 'busy', message: 'Sam Okafor is reviewing this form.' } }
  await open({ 'POST /api/student-form-submissions/7/claim': busy })
  await title('Lopez, Ana')
  expect(await screen.findByText('Sam Okafor is reviewing this form.')).toBeTruthy()
})

test('a session passes over a form that a colleague decided meanwhile, and counts what is left', async () => {
  const send = fakeLiveEvents()
  await open()
  await title('Lopez, Ana')
  await screen.findByText('1 of 3 · 3 left')
  setForm(8, decided)
  await send('forms_changed', { period_id: 2, ids: [8], by: 5 })
  await screen.findByText('1 of 3 · 2 left')
  await approve()
  await title('Diaz, Cam')
  expect(await screen.findByText('3 of 3 · 1 left')).toBeTruthy()
})

const undone = { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 0 }
const undoCall = () => `POST /api/changes/${users + 1}/undo`

test('the end of a session says that a decision was undone by a key, which is offered only once', async () => {
  await open({
    [undoCall()]: () => {
      setForm(7, { decision: 'open', decided_coverages: [], open_coverages: ['medical'] })
      return data(undone)
    },
  })
  await title('Lopez, Ana')
  await approve()
  await title('Kim, Ben')
  await screen.findByText('Decision saved for Lopez, Ana')
  await screen.findByText('2 of 3 · 2 left')
  await userEvent.keyboard('z')
  await screen.findByText('Undone')
  await screen.findByText('2 of 3 · 3 left')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Finish review' }))
  await screen.findByText('0 forms decided')
  expect(screen.getByText('Undone. The form needs review again.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo for Lopez, Ana' })).toBeNull()
})

test('the end of a session calls no decision undone that a later change kept', async () => {
  const left = [
    { id: 9, subject_type: 'student_period', name: 'Lopez, Ana', reason: 'It changed after that.' },
  ]
  await open({ [undoCall()]: data({ ...undone, reverted: 0, left, left_total: 1 }) })
  await title('Lopez, Ana')
  await approve()
  await title('Kim, Ben')
  await userEvent.click(screen.getByRole('button', { name: 'Finish review' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo for Lopez, Ana' }))
  await screen.findByText('Couldn’t undo')
  expect(screen.getByText('1 form decided')).toBeTruthy()
  expect(screen.getByText('Approved: medical')).toBeTruthy()
})
