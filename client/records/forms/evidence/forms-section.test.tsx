import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DecisionOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import type {
  FormSubmissionDetail,
  StudentFormSubmission,
} from '#contract/review/form-submissions/review-shapes.ts'
import { aFormUnderReview, aSuggestion } from '#client/testing/forms.ts'
import { broken, onePage, openApp, pending, refused, sentTo } from '#client/testing/open-app.tsx'
import { aStudentOverview, aStudentPeriod } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const form: StudentFormSubmission = {
  id: 2,
  form_type: 'waiver',
  coverage_types: ['medical'],
  confirmation_number: 'W-7K2M-94QX',
  submitted_at: '2026-11-20T15:00:00.000Z',
  match_method: 'sid_and_birth_date',
  flagged_coverages: [],
  superseded_by: null,
  drawn_signature: null,
  snapshot_number: 1,
  form_number: 3,
  waiver_rules_number: 1,
  content: {
    form_type: 'waiver',
    coverage_types: ['medical'],
    answers: [{ name: 'medical_waive_source_of_coverage', value: 'medicaid' }],
    dependents: [],
    attestations: [],
    signature: 'Maya Thompson',
    language: 'en',
    qualifying_event: null,
    event_on: null,
  },
  files: [],
  outcomes: [],
  appeal: null,
  version: 3,
}
const earlier: StudentFormSubmission = {
  ...form,
  id: 1,
  confirmation_number: 'W-2222-2229',
  superseded_by: { id: 2, confirmation_number: form.confirmation_number },
}
const detail: FormSubmissionDetail = {
  ...aFormUnderReview,
  ...form,
  superseded_by: null,
  appeal: null,
  school_id: 7,
  period_id: 70,
  student_id: 900,
  student_period_id: 500,
  name: 'Thompson, Maya',
}
const outcome: DecisionOutcome = {
  id: 8,
  coverage_type: 'medical',
  outcome: 'decline',
  reason_codes: ['aca_compliant'],
  note: null,
  from_status: 'waiver_submitted',
  to_status: 'waiver_declined',
  respond_by: null,
  decided_by: { id: 3, name: 'Dana Whitlock' },
  decided_at: '2026-11-21T15:00:00.000Z',
  change_id: 40,
  email_id: null,
  undone_at: null,
}
const line = {
  coverage_type: 'medical',
  outcome: 'approve',
  from_status: 'waiver_submitted',
  to_status: 'waived',
}
const preview = { lines: [{ ...line, respond_by: null, changes: [], kept: [] }], dependents: [], emails: [] }
const mine = { claimed_by: { id: 1, name: 'Robin Reyes' }, claimed_until: '2026-11-20T14:10:00.000Z' }

const formsAt = 'GET /api/student-form-submissions-by-student-period/500'
const detailAt = 'GET /api/student-form-submissions/2'
const claimAt = 'POST /api/student-form-submissions/2/claim'
const togetherAt = 'POST /api/decisions/together'
const data = (value: unknown) => ({ body: { data: value } })
let users = 500

/** Opens the insurance tab as a user of the test’s own, who has chosen nothing yet. */
const open = async (more: Parameters<typeof openApp>[2] = {}, user = admin) => {
  users += 1
  const opened = await openApp(
    '/student/900/policy-years/70/insurance-details',
    { ...user, id: users },
    {
      'GET /api/students/900/overview': data(aStudentOverview),
      'GET /api/insurance-companies': onePage([]),
      'GET /api/student-periods/500': data(aStudentPeriod),
      'GET /api/student-periods/500/plan-premiums': data([]),
      'GET /api/drafts': data(null),
      'PUT /api/drafts': { status: 204 },
      'DELETE /api/drafts': { status: 204 },
      [formsAt]: data([form, earlier]),
      [detailAt]: data(detail),
      'GET /api/decisions': data([aSuggestion]),
      [claimAt]: data(mine),
      'DELETE /api/student-form-submissions/2/claim': { status: 204 },
      'POST /api/student-form-submissions/2/seen': { status: 204 },
      'POST /api/decisions/preview': data(preview),
      [togetherAt]: {
        status: 201,
        ...data({ outcomes: [], version: 4 }),
        headers: { 'X-Change-Id': '77' },
      },
      ...more,
    },
  )
  const summary = await screen.findByText('Forms and decisions')
  expect(sentTo(opened.received, formsAt)).toEqual([])
  await userEvent.click(summary)
  const section = within(await screen.findByRole('region', { name: 'Forms and decisions' }))
  return { ...opened, section }
}

test('the latest form opens with its claims, and is decided as recommended after its preview, with undo', async () => {
  const { received, section } = await open()
  const claims = within(await section.findByRole('region', { name: 'Student’s answers' }))
  expect(claims.getByText('Medicaid')).toBeTruthy()
  expect(section.getAllByRole('region', { name: 'Student’s answers' })).toHaveLength(1)
  const link = section.getByRole('link', { name: 'Review' })
  expect(link.getAttribute('href')).toBe('/schools/7/period/70/student-form-submission/2')
  await waitFor(() => expect(sentTo(received, claimAt)).toEqual([{}]))
  expect(sentTo(received, 'POST /api/student-form-submissions/2/seen')).toHaveLength(1)
  await section.findByText('Recommended')
  await userEvent.click(section.getByRole('button', { name: 'Approve, recommended' }))
  // the button is gone, and the focus is on what replaced it
  expect(document.activeElement?.contains(await section.findByText('changes to'))).toBe(true)
  expect(sentTo(received, togetherAt)).toEqual([])
  await userEvent.click(section.getByRole('button', { name: 'Apply decision' }))
  expect(await screen.findByText('Decision saved for Thompson, Maya')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(sentTo(received, togetherAt)).toEqual([
    {
      form_submission_id: 2,
      lines: [{ coverage_type: 'medical', outcome: 'approve', reason_codes: [], note: null }],
      send_email: true,
      version: 3,
    },
  ])
})

test('single letters and Enter decide nothing outside of the review', async () => {
  const { received, section } = await open()
  await section.findByText('Recommended')
  await userEvent.keyboard('a')
  expect(section.queryByRole('button', { name: 'Apply decision' })).toBeNull()
  await userEvent.click(section.getByRole('button', { name: 'Approve, recommended' }))
  await section.findByText('changes to')
  await userEvent.keyboard('{Enter}')
  expect(sentTo(received, togetherAt)).toEqual([])
})

test('a form that someone else reviews says so, and offers nothing', async () => {
  const { section } = await open({
    [claimAt]: { status: 409, body: { code: 'busy', message: 'Sam Okafor is reviewing this form.' } },
  })
  expect(await section.findByText('Sam Okafor is reviewing this form.')).toBeTruthy()
  expect(section.getByRole('button', { name: 'Take over' })).toBeTruthy()
  for (const act of [/^Approve/, 'Unable to process', 'Decline', 'Preview'])
    expect(section.queryByRole('button', { name: act })).toBeNull()
})

test('a decided form shows the decision once, with the earlier ones apart', async () => {
  const undone = {
    ...outcome,
    id: 7,
    outcome: 'utp' as const,
    reason_codes: [],
    undone_at: outcome.decided_at,
  }
  const decided = {
    ...detail,
    decided_coverages: ['medical' as const],
    decision: 'decided' as const,
    outcomes: [outcome, undone],
  }
  const { received, section } = await open({ [detailAt]: data(decided) })
  const list = within(await section.findByRole('region', { name: 'Earlier decisions' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(list.getByText('Unable to process')).toBeTruthy()
  expect(await section.findByText('Declined')).toBeTruthy()
  expect(section.queryByRole('button', { name: /^Approve/ })).toBeNull()
  expect(sentTo(received, claimAt)).toEqual([])
})

test('school admins read the form and its decisions, and decide nothing', async () => {
  const { received, section } = await open(
    { [formsAt]: data([{ ...form, outcomes: [outcome] }]) },
    schoolAdmin,
  )
  await section.findByRole('region', { name: 'Student’s answers' })
  expect(within(section.getByRole('region', { name: 'Decisions' })).getByText('Declined')).toBeTruthy()
  expect(section.queryByRole('button', { name: /Approve|Decline/ })).toBeNull()
  expect(section.queryByRole('link', { name: 'Review' })).toBeNull()
  for (const call of [detailAt, claimAt]) expect(sentTo(received, call)).toEqual([])
})

test.each([
  ['loading', { [formsAt]: pending }, 'Loading forms'],
  ['empty', { [formsAt]: data([]) }, 'No form submissions for this policy year.'],
  ['refused', { [formsAt]: refused }, /Only this school’s admins and Shipmate Admins/],
  ['broken', { [formsAt]: broken }, 'The forms couldn’t be loaded'],
  ['without its decision yet', { [detailAt]: pending }, 'Loading the decision'],
  ['without its decision', { [detailAt]: broken }, 'The decision couldn’t be loaded'],
] as const)('a section that is %s says so', async (_, answers, words) => {
  const { section } = await open(answers)
  expect(await section.findByText(words, undefined, { timeout: 5000 })).toBeTruthy()
})
