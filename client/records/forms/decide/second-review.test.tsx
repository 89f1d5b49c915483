import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { DecisionOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import type { SecondReview } from '#contract/review/decisions/second-review.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { aFormUnderReview } from '#client/testing/forms.ts'
import { openApp, sentTo } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'

const form: FormSubmissionDetail = {
  ...aFormUnderReview,
  decided_coverages: ['medical'],
  seen_at: '2026-11-20T15:00:00.000Z',
  decision: 'decided',
  deadline_on: null,
  content: null,
  statuses: { dental: 'not_started', vision: 'not_started' },
  second_review: ['medical'],
}
const decision: DecisionOutcome = {
  id: 50,
  coverage_type: 'medical',
  outcome: 'approve',
  reason_codes: [],
  note: null,
  from_status: 'waiver_submitted',
  to_status: 'waived',
  respond_by: null,
  decided_by: { id: 90, name: 'Dana Whitlock' },
  decided_at: '2026-11-20T16:00:00.000Z',
  change_id: 600,
  email_id: null,
  undone_at: null,
}
const second: SecondReview = {
  id: 80,
  coverage_type: 'medical',
  outcome_id: 50,
  outcome: 'decline',
  agrees: false,
  comment: 'The plan ends in May.',
  reviewed_by: { id: 91, name: 'Priya Raman' },
  reviewed_at: '2026-11-21T16:00:00.000Z',
  is_bulk: false,
  kept: null,
}
const answered = (review: SecondReview): FormSubmissionDetail => ({
  ...form,
  statuses: { medical: 'waived', dental: 'not_started', vision: 'not_started' },
  outcomes: [decision],
  second_review: [],
  second_reviews: [review],
})

const data = (value: unknown) => ({ body: { data: value } })
const review = 'POST /api/decisions/second-reviews'
const base = '/schools/1/period/2/student-form-submission'
const claim = data({
  claimed_by: { id: 1, name: 'Robin Reyes' },
  claimed_until: '2026-11-20T14:10:00.000Z',
})
const routes = {
  'GET /api/student-form-submissions/7': data(form),
  'GET /api/student-form-submissions/8': data({ ...form, id: 8, name: 'Kim, Ben' }),
  'GET /api/student-form-submission-ids': data([7, 8]),
  'GET /api/decisions': data([]),
  'GET /api/drafts': data(null),
  'POST /api/student-form-submissions/7/claim': claim,
  'POST /api/student-form-submissions/8/claim': claim,
  'DELETE /api/student-form-submissions/7/claim': { status: 204 },
}
const open = (more: Parameters<typeof openApp>[2] = {}) =>
  openApp(`${base}/7?queue=second_review`, admin, { ...routes, ...more })
const answerWith = async (outcome: string) => {
  await userEvent.click(await screen.findByRole('radio', { name: outcome }))
  await userEvent.click(screen.getByRole('button', { name: 'Save second review' }))
}

describe('a second review', () => {
  it('hides the decision, needs an answer, and goes on when both decided the same', async () => {
    const { received, at } = await open({
      [review]: { status: 201, ...data({ ...second, outcome: 'approve', agrees: true }) },
    })
    await screen.findByText(/The first decision appears after you save\./)
    expect(screen.queryByText(/Approved/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Save second review' })).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByLabelText(/Comment/), ' Same card. ')
    await answerWith('Approve')
    await screen.findByRole('heading', { level: 1, name: 'Kim, Ben' })
    expect(at()).toBe(`${base}/8?queue=second_review`)
    expect(sentTo(received, review)).toEqual([
      {
        form_submission_id: 7,
        coverage_type: 'medical',
        outcome: 'approve',
        comment: 'Same card.',
        version: 3,
      },
    ])
  })

  it('stays and shows both decisions when they differ', async () => {
    let shown = form
    await open({
      'GET /api/student-form-submissions/7': () => data(shown),
      [review]: () => {
        shown = answered(second)
        return { status: 201, ...data(second) }
      },
    })
    await answerWith('Decline')
    const card = within(await screen.findByRole('region', { name: 'Disagreement, Medical' }))
    expect(card.getByRole('button', { name: 'Keep the decision' })).toBeTruthy()
    expect(screen.getByText('Approved').parentElement?.textContent).toContain('by Dana Whitlock')
    expect(screen.getByText('Second review: declined').parentElement?.textContent).toContain('Priya Raman')
    expect(screen.getByText('The plan ends in May.')).toBeTruthy()
  })

  it('shows why it was refused', async () => {
    await open({
      [review]: {
        status: 409,
        body: { code: 'stale', message: 'Priya Raman already reviewed this decision.' },
      },
    })
    await answerWith('Approve')
    expect((await screen.findByRole('alert')).textContent).toBe('Priya Raman already reviewed this decision.')
  })

  it('can’t be answered while someone else is reviewing the form', async () => {
    await open({
      'POST /api/student-form-submissions/7/claim': {
        status: 409,
        body: { code: 'busy', message: 'Sam Okafor is reviewing this form.' },
      },
    })
    await screen.findByText('Sam Okafor is reviewing this form.')
    expect(screen.queryByRole('button', { name: 'Save second review' })).toBeNull()
  })
})

describe('a disagreement', () => {
  const openDisagreement = (of: SecondReview, more: Parameters<typeof openApp>[2] = {}) =>
    open({ 'GET /api/student-form-submissions/7': data(answered(of)), ...more })

  it('is resolved by keeping the decision for a reason', async () => {
    const keep = 'POST /api/decisions/second-reviews/80/keep'
    const { received } = await openDisagreement(second, { [keep]: data(second) })
    const button = await screen.findByRole('button', { name: 'Keep the decision' })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByLabelText(/Reason to keep it/), 'The letter is on file.')
    await userEvent.click(button)
    await waitFor(() => expect(sentTo(received, keep)).toEqual([{ reason: 'The letter is on file.' }]))
  })

  it('is resolved by undoing the decision', async () => {
    const undo = 'POST /api/changes/600/undo'
    const undone = { reverted: 1, left: [], left_total: 0, emails_canceled: 0, emails_sent: 1 }
    const { received } = await openDisagreement(second, { [undo]: data(undone) })
    await userEvent.click(await screen.findByRole('button', { name: 'Undo the decision' }))
    await screen.findByText('Undone')
    expect(sentTo(received, undo)).toHaveLength(1)
  })

  it('about a bulk decision has no undo, because it would undo other forms', async () => {
    await openDisagreement({ ...second, is_bulk: true })
    await screen.findByText(/The decision was made in bulk/)
    expect(screen.queryByRole('button', { name: 'Undo the decision' })).toBeNull()
  })

  it('shows how it was resolved', async () => {
    const kept = {
      reason: 'The letter is on file.',
      by: { id: 92, name: 'Imani Okafor' },
      at: '2026-11-22T16:00:00.000Z',
    }
    await openDisagreement({ ...second, kept })
    expect((await screen.findByText('Decision kept')).parentElement?.textContent).toContain('Imani Okafor')
    expect(screen.getByText('The letter is on file.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Keep the decision' })).toBeNull()
  })
})
