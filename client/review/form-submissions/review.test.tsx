import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import type { Evidence, RuleResult } from '#contract/review/decisions/shapes.ts'
import type { RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import { aCheck } from '#client/testing/checks.ts'
import { aDecisionPreview, aFormUnderReview, aSuggestion } from '#client/testing/forms.ts'
import {
  absent,
  broken,
  onePage,
  openApp,
  pending,
  queriesOf,
  refused,
  sentTo,
} from '#client/testing/open-app.tsx'
import { fakeLiveEvents } from '#client/testing/live-events.ts'
import { admin } from '#client/testing/users.ts'
import { setLetterKeys } from '#client/platform/ui/focus/letter-keys.ts'

const form: FormSubmissionDetail = {
  ...aFormUnderReview,
  comparison: [{ name: 'city', submitted: 'Columbus', recorded: 'Dayton', can_merge: true }],
}

const withAnswers = (answers: Readonly<Record<string, string>>): FormSubmissionDetail => ({
  ...form,
  content: form.content && {
    ...form.content,
    answers: Object.entries(answers).map(([name, value]) => ({ name, value })),
  },
})
const rule = (key: RuleKey, evidence: Evidence): RuleResult => ({
  key,
  severity: 'block',
  outcome: 'fail',
  message: null,
  evidence,
})
const next: FormSubmissionDetail = { ...form, id: 8, name: 'Kim, Ben' }

const base = '/schools/1/period/2/student-form-submission'
const data = (value: unknown) => ({ body: { data: value } })
const routes = {
  'GET /api/student-form-submissions/7': data(form),
  'GET /api/student-form-submissions/8': data(next),
  'GET /api/student-form-submission-ids': data([7, 8]),
  'GET /api/decisions': data([aSuggestion]),
  'GET /api/decisions/manual-results': data([]),
  'GET /api/eligibility-reports': onePage([]),
  'GET /api/drafts': data(null),
  'PUT /api/drafts': { status: 204 },
  'DELETE /api/drafts': { status: 204 },
  'POST /api/student-form-submissions/7/seen': { status: 204 },
  'POST /api/student-form-submissions/8/seen': { status: 204 },
  'POST /api/student-form-submissions/7/claim': data({
    claimed_by: { id: 1, name: 'Robin Reyes' },
    claimed_until: '2026-11-20T14:10:00.000Z',
  }),
  'POST /api/student-form-submissions/8/claim': data({
    claimed_by: { id: 1, name: 'Robin Reyes' },
    claimed_until: '2026-11-20T14:10:00.000Z',
  }),
  'DELETE /api/student-form-submissions/7/claim': { status: 204 },
  'POST /api/decisions/preview': data(aDecisionPreview),
  'POST /api/decisions/together': { status: 201, ...data({ outcomes: [], version: 4 }) },
}
let users = 100

/** Opens the review as a user of the test’s own, who has chosen nothing yet. */
const open = (more: Parameters<typeof openApp>[2] = {}, step = '') => {
  users += 1
  return openApp(`${base}/7${step}`, { ...admin, id: users }, { ...routes, ...more })
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => setLetterKeys(true))

describe('a review', () => {
  it('shows what the rules say since the claim, even if an earlier answer is still on its way', async () => {
    const claimed = Promise.withResolvers<void>()
    let asked = 0
    await open({
      'GET /api/student-form-submission-ids': data([7]),
      'POST /api/student-form-submissions/7/claim': () => {
        claimed.resolve()
        return routes['POST /api/student-form-submissions/7/claim']
      },
      'GET /api/decisions': async () => {
        asked += 1
        if (asked > 1) return data([aSuggestion])
        await claimed.promise
        // after the answer to the claim
        await new Promise((later) => setTimeout(later, 200))
        return data([])
      },
    })
    await title('Lopez, Ana')
    expect(await screen.findByText('Recommended')).toBeTruthy()
    expect(screen.getByText(/^Confidence: .* · Waiver options version 1$/)).toBeTruthy()
  })

  it('shows a doubtful answer with its doubt, even if the record has the same', async () => {
    const doubt = 'Doesn’t match the format of Northgate’s member IDs (W and 9 digits).'
    const name = 'medical_waive_member_subscriber_number'
    const comparison = [{ name, submitted: 'W12', recorded: 'W12', can_merge: true, doubt }]
    await open({
      'GET /api/student-form-submissions/7': data({ ...withAnswers({ [name]: 'W12' }), comparison }),
    })
    expect((await screen.findByText(doubt)).closest('tr')?.textContent).toContain('W12')
  })

  it('has the answers next to the record and the payer, and takes all that differ', async () => {
    const prefix = 'medical_waive_'
    const answers = { [`${prefix}group_number`]: 'G4 2142', [`${prefix}member_subscriber_number`]: 'U7' }
    const comparison = [
      { name: `${prefix}group_number`, submitted: 'G4 2142', recorded: null, can_merge: true },
      { name: `${prefix}member_subscriber_number`, submitted: 'U7', recorded: 'W1', can_merge: true },
    ]
    const plan = { ...aCheck.plan, group_number: 'g42142' }
    const { received } = await open({
      'GET /api/student-form-submissions/7': data({ ...withAnswers(answers), comparison }),
      'GET /api/eligibility-reports': onePage([{ ...aCheck, student_period_id: 9, plan }]),
      'POST /api/student-periods/9/merge-from-student-form-submission': data({ id: 9 }),
    })
    const group = (await screen.findByRole('rowheader', { name: 'Group number' })).closest('tr')
    await waitFor(() => expect(group?.textContent).toContain('g42142, as on the form'))
    const member = screen.getByRole('rowheader', { name: /Member ID.*differs from the record/ }).closest('tr')
    expect(member?.textContent).toContain('W1')
    expect(screen.getByText(/1 difference from the record and 1 not in the record yet\./)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Take all answers about medical' }))
    expect(sentTo(received, 'POST /api/student-periods/9/merge-from-student-form-submission')).toEqual([
      { form_submission_id: 7, fields: comparison.map(({ name }) => name).toReversed(), version: 5 },
    ])
  })

  it.each([
    ['u', /^Back of the card is missing/, 'utp', ['card_back_missing', 'member_id_format']],
    ['d', /^Maximum deductible/, 'decline', ['max_deductible', 'accepted_sources']],
  ] as const)(
    'is decided with %s: the reasons found are ticked and have the focus, 1 ticks another',
    async (key, found, outcome, codes) => {
      const rules = [
        rule('documents_required', { type: 'document', ref: 'insurance_card_back', quote: null }),
        rule('max_deductible', { type: 'form', ref: null, quote: '$9,000' }),
      ]
      const { received } = await open({ 'GET /api/decisions': data([{ ...aSuggestion, rules }]) })
      await title('Lopez, Ana')
      await screen.findByRole('button', { name: /^Approve, recommended/ })
      await userEvent.keyboard(key)
      expect(await screen.findByRole('checkbox', { name: found })).toHaveProperty('checked', true)
      await waitFor(() => expect(document.activeElement).toHaveProperty('type', 'checkbox'))
      const first = screen.getAllByRole('checkbox')[0]
      await userEvent.keyboard('1')
      expect(first).toHaveProperty('checked', true)
      await userEvent.keyboard('{Enter}')
      await screen.findByText('Hi Ana')
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(sentTo(received, 'POST /api/decisions/together')).toHaveLength(1))
      expect(sentTo(received, 'POST /api/decisions/together')[0]).toMatchObject({
        lines: [{ outcome, reason_codes: expect.arrayContaining([...codes]) }],
      })
    },
  )

  it.each([
    ['a decline with low confidence', 'decline', 'a', 'Decline with low confidence?', 'Decline', 'Cancel'],
    [
      'an approval against the rules',
      'utp',
      'Approve',
      'Approve against the recommendation?',
      'Approve',
      'Approve',
    ],
  ] as const)('asks once before %s', async (_, recommendation, act, question, answer, focused) => {
    const rules = [rule('max_deductible', { type: 'form', ref: null, quote: '$9,000' })]
    const suggestion = { ...aSuggestion, recommendation, rules, student_message: 'Too high.' }
    const { received } = await open({ 'GET /api/decisions': data([suggestion]) })
    await title('Lopez, Ana')
    await screen.findByText('Recommended')
    if (act === 'a') await userEvent.keyboard('a')
    else await userEvent.click(screen.getByRole('button', { name: act }))
    await screen.findByText('Hi Ana')
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('alertdialog', { name: question })
    expect(sentTo(received, 'POST /api/decisions/together')).toEqual([])
    // a red button doesn’t have the focus
    await waitFor(() => expect(document.activeElement?.textContent).toBe(focused))
    await userEvent.click(within(dialog).getByRole('button', { name: answer }))
    await waitFor(() => expect(sentTo(received, 'POST /api/decisions/together')).toHaveLength(1))
  })

  it('is decided as recommended with A, applied with Enter after its preview, and goes on', async () => {
    const { received, at } = await open()
    await title('Lopez, Ana')
    await screen.findByText('1 of 2')
    await screen.findByText('Approve', { selector: 'span *, span' })
    await userEvent.keyboard('a')
    await screen.findByText('Hi Ana')
    await userEvent.keyboard('{Enter}')
    await title('Kim, Ben')
    expect(at()).toBe(`${base}/8`)
    expect(sentTo(received, 'POST /api/decisions/together')).toEqual([
      {
        form_submission_id: 7,
        lines: [{ coverage_type: 'medical', outcome: 'approve', reason_codes: [], note: null }],
        send_email: true,
        version: 3,
      },
    ])
    expect(sentTo(received, 'POST /api/student-form-submissions/7/seen')).toHaveLength(1)
  })

  it('starts at the top of its evidence after the form before', async () => {
    await open()
    await title('Lopez, Ana')
    await screen.findByText('1 of 2')
    await screen.findByRole('button', { name: /^Approve/ })
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await userEvent.keyboard('j')
    await title('Kim, Ben')
    expect(scrolled.mock.contexts).toContain(screen.getByRole('region', { name: 'Evidence' }))
    scrolled.mockRestore()
  })

  it('goes to its decisions with one Tab if the rules recommend none', async () => {
    await open({ 'GET /api/decisions': data([{ ...aSuggestion, recommendation: 'needs_review' }]) })
    await title('Lopez, Ana')
    await screen.findByRole('button', { name: 'Approve' })
    await userEvent.keyboard('a')
    await screen.findByText('The rules don’t recommend a decision. Choose one.')
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Approve')
  })

  it('scrolls to what a decision sends, which is below the evidence on a narrow screen', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await open()
    await title('Lopez, Ana')
    await screen.findByText('Approve', { selector: 'span *, span' })
    await userEvent.keyboard('a')
    const letter = await screen.findByText('Hi Ana')
    const parts = scrolled.mock.contexts.filter((part) => part instanceof Element && part.contains(letter))
    expect(parts.length).toBeGreaterThan(0)
    scrolled.mockRestore()
  })

  it('does nothing on letters that are turned off, or typed in a text', async () => {
    const { received } = await open()
    await title('Lopez, Ana')
    await screen.findByRole('button', { name: /^Approve, recommended/ })
    await userEvent.keyboard('u')
    await userEvent.type(await screen.findByLabelText(/Note to the student/), 'a jd')
    expect(screen.getByLabelText(/Note to the student/)).toHaveProperty('value', 'a jd')
    setLetterKeys(false)
    await userEvent.click(screen.getByRole('heading', { level: 1 }))
    await userEvent.keyboard('aj')
    expect(sentTo(received, 'POST /api/decisions/preview')).toEqual([])
    await title('Lopez, Ana')
  })

  it('can’t be decided while someone else reviews it, until it’s taken over', async () => {
    const { received } = await open({
      'POST /api/student-form-submissions/7/claim': ({ body }) =>
        String(body).includes('take_over')
          ? routes['POST /api/student-form-submissions/7/claim']
          : { status: 409, body: { code: 'busy', message: 'Sam Okafor is reviewing this form.' } },
    })
    await screen.findByText('Sam Okafor is reviewing this form.')
    expect(screen.queryByRole('button', { name: /^Approve, recommended/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
    await screen.findByRole('button', { name: /^Approve, recommended/ })
    expect(sentTo(received, 'POST /api/student-form-submissions/7/claim').at(-1)).toEqual({ take_over: true })
  })

  const busy = { status: 409, body: { code: 'busy', message: 'Sam Okafor is reviewing this form.' } }
  const claimCall = 'POST /api/student-form-submissions/7/claim'
  const formCall = 'GET /api/student-form-submissions/7'

  it('isn’t called under review anymore once someone else decided it', async () => {
    const send = fakeLiveEvents()
    let isDecided = false
    await open({
      [claimCall]: busy,
      [formCall]: () =>
        data(isDecided ? { ...form, decision: 'decided', decided_coverages: ['medical'], version: 4 } : form),
    })
    await screen.findByText('Sam Okafor is reviewing this form.')
    isDecided = true
    await send('forms_changed', { period_id: 2, ids: [7], by: 5 })
    await waitFor(() => expect(screen.queryByText('Sam Okafor is reviewing this form.')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
  })

  it('can be decided once the colleague who reviewed it goes on', async () => {
    const send = fakeLiveEvents()
    let isFree = false
    await open({ [claimCall]: () => (isFree ? routes[claimCall] : busy) })
    await screen.findByText('Sam Okafor is reviewing this form.')
    isFree = true
    await send('forms_changed', { period_id: 2, ids: [7], by: 5 })
    expect(await screen.findByRole('button', { name: /^Approve, recommended/ })).toBeTruthy()
  })

  it('says who took it over', async () => {
    const send = fakeLiveEvents()
    let isTaken = false
    await open({
      [claimCall]: () => (isTaken ? busy : routes[claimCall]),
      [formCall]: () => data(isTaken ? { ...form, claimed_by: { id: 5, name: 'Sam Okafor' } } : form),
    })
    await screen.findByRole('button', { name: /^Approve, recommended/ })
    isTaken = true
    await send('forms_changed', { period_id: 2, ids: [7], by: 5 })
    await screen.findByText('Sam Okafor is reviewing this form.')
    expect(screen.queryByRole('button', { name: /^Approve, recommended/ })).toBeNull()
  })

  it('keeps what was chosen on another form, and says what is missing', async () => {
    await open()
    await title('Lopez, Ana')
    await screen.findByRole('button', { name: /^Approve, recommended/ })
    await userEvent.keyboard('d')
    await screen.findByText('Choose at least one reason.')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }))
    await screen.findByText('Enter the reason. The student sees it.')
    await userEvent.type(screen.getByLabelText(/Note to the student/), 'It ends in May.')
    await userEvent.click(screen.getByRole('button', { name: 'Next form' }))
    await title('Kim, Ben')
    await userEvent.click(screen.getByRole('button', { name: 'Previous form' }))
    expect(await screen.findByLabelText(/Note to the student/)).toHaveProperty('value', 'It ends in May.')
    expect(screen.getByRole('checkbox', { name: 'Other' })).toHaveProperty('checked', true)
  })

  it('shows the latest check of each coverage type, and reads the rules again when an answer arrives', async () => {
    const check = { ...aCheck, student_period_id: 9 }
    const asked = { ...check, id: 32, status: null, retrieval_status: 'pending' }
    const created_at = new Date().toISOString()
    let rows: unknown[] = []
    const { received } = await open({
      'GET /api/eligibility-reports': () => {
        const now = onePage(rows)
        if (rows.length > 0) rows = [{ ...check, id: 32 }]
        return now
      },
      'POST /api/eligibility-reports': () => {
        rows = [{ ...asked, created_at }]
        return { status: 202, ...data({ id: 32, retrieval_status: 'pending' }) }
      },
    })
    await screen.findByText('Not checked')
    const before = queriesOf(received, 'GET /api/decisions').length
    await userEvent.click(screen.getByRole('button', { name: 'Check now: medical' }))
    expect(sentTo(received, 'POST /api/eligibility-reports')).toEqual([
      { student_period_id: 9, coverage_type: 'medical' },
    ])
    await screen.findByText(/The plan is active, but/, {}, { timeout: 5000 })
    await waitFor(() => expect(queriesOf(received, 'GET /api/decisions').length).toBeGreaterThan(before))
  })

  it('links the evidence of a rule to its eligibility check', async () => {
    const evidence = { type: 'eligibility', ref: '31', quote: 'Inactive' }
    const rule = { key: 'active_and_continuous', severity: 'block', outcome: 'fail', message: null, evidence }
    await open({ 'GET /api/decisions': data([{ ...aSuggestion, rules: [rule] }]) })
    const link = await screen.findByRole('link', { name: 'Details' })
    expect(link.getAttribute('href')).toBe('/student/4/inovalon-verifications#check-31')
  })

  it('shows a refused decision with its reason, and stays', async () => {
    await open({
      'POST /api/decisions/together': {
        status: 409,
        body: { code: 'stale', message: 'Sam Okafor already decided this form: approved.' },
      },
    })
    await title('Lopez, Ana')
    await screen.findByRole('button', { name: /^Approve, recommended/ })
    await userEvent.keyboard('a')
    await screen.findByText('Hi Ana')
    await userEvent.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('already decided this form')
    await title('Lopez, Ana')
  })

  it('takes one answer about the student into the record', async () => {
    const { received } = await open({
      'GET /api/student-form-submissions/7': data({
        ...withAnswers({ city: 'Columbus' }),
        comparison: form.comparison,
      }),
      'POST /api/student-periods/9/merge-from-student-form-submission': data({ id: 9 }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Take address' }))
    await waitFor(() =>
      expect(sentTo(received, 'POST /api/student-periods/9/merge-from-student-form-submission')).toEqual([
        { form_submission_id: 7, fields: ['city'], version: 5 },
      ]),
    )
  })

  it('opens the student’s record next to the form with O', async () => {
    await open({ 'GET /api/student-periods/9': pending })
    await title('Lopez, Ana')
    await userEvent.keyboard('o')
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByRole('link', { name: 'Lopez, Ana' }).getAttribute('href')).toBe('/student/4')
  })

  it('loads the fields of your own check when they’re opened, and keeps what was typed when they’re closed', async () => {
    const { received } = await open()
    const line = await screen.findByText('Result of your own check')
    await screen.findByText('Recommended')
    expect(queriesOf(received, 'GET /api/decisions/manual-results')).toEqual([])
    await userEvent.click(line)
    await userEvent.type(await screen.findByLabelText('Plan'), 'Gold')
    expect(queriesOf(received, 'GET /api/decisions/manual-results')).toHaveLength(1)
    await userEvent.click(line)
    await userEvent.click(line)
    expect(await screen.findByDisplayValue('Gold')).toBeDefined()
  })

  it.each([
    ['loading', pending, 'Loading the form'],
    ['refused', refused, 'Only Shipmate Admins can review forms.'],
    ['not found', absent, /may have been removed/],
    ['broken', broken, 'The form couldn’t be loaded'],
    ['of another policy year', data({ ...form, period_id: 3 }), /not found/i],
  ])('has a state: %s', async (_, reply, text) => {
    await open({ 'GET /api/student-form-submissions/7': reply })
    const found = await screen.findAllByText(text, undefined, { timeout: 5000 })
    expect(found.length).toBeGreaterThan(0)
  })
})
