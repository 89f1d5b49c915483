import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FormSubmissionDetail, MatchCandidate } from '#contract/review/form-submissions/review-shapes.ts'
import { aFormUnderReview, aSuggestion } from '#client/testing/forms.ts'
import { onePage, openApp, queriesOf, sentTo } from '#client/testing/open-app.tsx'
import { aStudent, aStudentPeriod } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'
import { setLetterKeys } from '#client/platform/ui/focus/letter-keys.ts'

const candidate: MatchCandidate = {
  student_period_id: 9,
  student_id: 4,
  name: 'Lopez, Ana',
  sid: 'S1000614',
  dob: '2003-04-05',
  email: null,
  same: ['dob', 'last_name'],
  is_alike: true,
  different: [{ field: 'sid', roster: 'S1000614', form: 'S1000641' }],
}
const unmatched: FormSubmissionDetail = {
  ...aFormUnderReview,
  student_id: null,
  student_period_id: null,
  student_period_version: null,
  match_method: null,
  statuses: null,
  sender: {
    first_name: 'Anna',
    last_name: 'Lopez',
    sid: 'S1000641',
    dob: '2003-04-05',
    emails: ['anna@mail.example'],
  },
  candidates: [candidate],
}
const matched: FormSubmissionDetail = {
  ...aFormUnderReview,
  match_method: 'staff',
  match_change_id: '77',
  version: 4,
}
const data = (value: unknown) => ({ body: { data: value } })
const form = '/api/student-form-submissions/7'
const routes = {
  [`GET ${form}`]: data(unmatched),
  'GET /api/student-form-submission-ids': data([7]),
  'GET /api/decisions': data([aSuggestion]),
  'GET /api/decisions/manual-results': data([]),
  'GET /api/eligibility-reports': onePage([]),
  'GET /api/drafts': data(null),
  'PUT /api/drafts': { status: 204 },
  'DELETE /api/drafts': { status: 204 },
  'GET /api/students/search-by-name': data([]),
  [`POST ${form}/seen`]: { status: 204 },
  [`POST ${form}/claim`]: data({
    claimed_by: { id: 1, name: 'Robin Reyes' },
    claimed_until: '2026-11-20T14:10:00.000Z',
  }),
  [`DELETE ${form}/claim`]: { status: 204 },
  [`POST ${form}/match`]: { ...data(matched), headers: { 'X-Change-Id': '77' } },
}
let users = 300
const open = (more: Parameters<typeof openApp>[2] = {}) => {
  users += 1
  const place = '/schools/1/period/2/student-form-submission/7'
  return openApp(place, { ...admin, id: users }, { ...routes, ...more })
}
const of = (more: Partial<FormSubmissionDetail>) => ({ [`GET ${form}`]: data({ ...unmatched, ...more }) })
const matches = [{ student_period_id: 9, version: 3 }]

beforeEach(() => setLetterKeys(true))

describe('an unmatched form', () => {
  it('says in words what fits a student and what doesn’t', async () => {
    const different = [
      ...candidate.different,
      { field: 'first_name', roster: 'Eva', form: 'Anna' },
    ] satisfies MatchCandidate['different']
    const alike = { ...candidate, student_period_id: 10, name: 'Lopes, Eva', same: [], different }
    await open(of({ candidates: [candidate, alike] }))
    const [first, second] = within(
      await screen.findByRole('list', { name: 'Similar students' }),
    ).getAllByRole('listitem')
    expect(first?.textContent).toContain(
      'Same birth date and last name; student ID differs: S1000614 on the roster, S1000641 on the form',
    )
    expect(second?.textContent).toContain('Similar last name; student ID and first name differ')
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('shows 5 similar students, then all', async () => {
    const candidates = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ ...candidate, student_period_id: id }))
    await open(of({ candidates }))
    const list = await screen.findByRole('list', { name: 'Similar students' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(5)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(7)
  })

  it('is matched after a question, and the match can be undone', async () => {
    const { received } = await open({ 'POST /api/changes/77/undo': data({ reverted: 1, left: [] }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Match with Lopez, Ana' }))
    expect(sentTo(received, `POST ${form}/match`)).toEqual([])
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).not.toContain('can’t be undone')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Match' }))
    await waitFor(() => expect(sentTo(received, `POST ${form}/match`)).toEqual(matches))
    expect(await screen.findByText('Form matched with Lopez, Ana')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  })

  it('leads to an email to its sender, shown before it’s sent', async () => {
    const write = `POST ${form}/emails`
    const sent = { to: 'anna@mail.example', subject: 'Your form W-7K2M-94QX', html: '<p>Your card</p>' }
    const { received } = await open({ [write]: { status: 202, ...data(sent) } })
    await userEvent.click(await screen.findByRole('button', { name: 'Write to the sender' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Write to the sender' }))
    expect(dialog.getByText('Enter a text to see the preview.')).toBeTruthy()
    const send = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Send email' })
    expect(send().disabled).toBe(true)
    const text = await dialog.findByRole('textbox', { name: 'Text' })
    // a press of the pointer ends that keys are held, which jsdom can’t hand over
    fireEvent.pointerDown(text)
    act(() => text.focus())
    await userEvent.keyboard('Your card')
    await dialog.findByTitle('Email to anna@mail.example')
    await waitFor(() => expect(send().disabled).toBe(false))
    await userEvent.click(send())
    expect(await screen.findByText('Email to anna@mail.example queued')).toBeTruthy()
    const asked = { to: sent.to, subject: sent.subject, body: '<p>Your card</p>' }
    expect(sentTo(received, write).at(-2)).toEqual({ ...asked, dry_run: true })
    expect(sentTo(received, write).at(-1)).toEqual(asked)
  })

  it('shows what was written to its sender; one without an address can’t be written to', async () => {
    const email = {
      id: 5,
      to: 'anna@mail.example',
      subject: 'Your waiver form',
      state: 'bounced',
      via: null,
      queued_at: '2026-11-20T14:00:00.000Z',
      by: { id: 1, name: 'Robin Reyes' },
    } as const
    const sender = unmatched.sender && { ...unmatched.sender, emails: [] }
    await open(of({ sender, sender_emails: [email] }))
    expect((await screen.findByText('Your waiver form')).textContent).toMatch(
      /^Your waiver form · Bounced · to anna@mail\.example · Robin Reyes · /,
    )
    expect(screen.queryByRole('button', { name: 'Write to the sender' })).toBeNull()
  })

  it('cancels an email to its sender that waits, and sends one again that failed', async () => {
    const email = {
      to: 'anna@mail.example',
      via: null,
      queued_at: '2026-11-20T14:00:00.000Z',
      by: null,
    } as const
    const { received } = await open({
      ...of({
        sender_emails: [
          { ...email, id: 6, subject: 'Second', state: 'queued' },
          { ...email, id: 5, subject: 'First', state: 'failed' },
        ],
      }),
      'POST /api/student-emails/6/cancel': data({}),
      'POST /api/student-emails/5/resend': data({}),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel email' }))
    expect(await screen.findByText('Email canceled')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    const asked = await screen.findByRole('alertdialog')
    expect(asked.textContent).toContain('Shipmate sends “First” to anna@mail.example right away.')
    await userEvent.click(within(asked).getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Email queued')).toBeTruthy()
    for (const call of ['POST /api/student-emails/6/cancel', 'POST /api/student-emails/5/resend'])
      expect(sentTo(received, call)).toHaveLength(1)
  })

  it('is matched with anyone of the policy year by 4 keys and a name', async () => {
    const { received } = await open({
      ...of({ candidates: [] }),
      [`GET ${form}/match-candidates`]: data([candidate]),
    })
    await screen.findByText('No similar students')
    await userEvent.keyboard('/')
    await userEvent.keyboard('lopez')
    await screen.findByRole('button', { name: 'Match with Lopez, Ana' })
    expect(queriesOf(received, `GET ${form}/match-candidates`).at(-1)?.get('q')).toBe('lopez')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const accept = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Match' })
    await waitFor(() => expect(document.activeElement).toBe(accept))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(sentTo(received, `POST ${form}/match`)).toEqual(matches))
  })

  it('is matched with a new student, added from its answers', async () => {
    const { received } = await open({
      'POST /api/add-student-to-period': {
        status: 201,
        ...data({ ...aStudentPeriod, id: 9, student: aStudent, ignored: [] }),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Add as a new student' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByDisplayValue('S1000641')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: /^Add/ }))
    await waitFor(() => expect(sentTo(received, `POST ${form}/match`)).toEqual(matches))
    expect(sentTo(received, 'POST /api/add-student-to-period')).toMatchObject([
      { sid: 'S1000641', first_name: 'Anna', last_name: 'Lopez', dob: '2003-04-05', period_id: 2 },
    ])
  })

  it('is closed with a reason', async () => {
    const { received } = await open({ [`POST ${form}/close`]: data({ ...unmatched, open_coverages: [] }) })
    await userEvent.click(await screen.findByText('Close without a decision'))
    await userEvent.type(screen.getByLabelText(/Reason/), 'Sent to the wrong school.')
    await userEvent.click(screen.getByRole('button', { name: 'Close form' }))
    await waitFor(() =>
      expect(sentTo(received, `POST ${form}/close`)).toEqual([
        { coverage_types: ['medical'], reason: 'Sent to the wrong school.', version: 3 },
      ]),
    )
  })

  it('offers nothing once it’s closed', async () => {
    await open(of({ open_coverages: [], decided_coverages: ['medical'], decision: 'decided' }))
    expect(await screen.findByText('The form is closed and belongs to no student.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Match with Lopez, Ana' })).toBeNull()
  })
})

describe('a matched form', () => {
  it('is matched with someone else after the match is undone', async () => {
    let isUndone = false
    const { received } = await open({
      [`GET ${form}`]: () => data(isUndone ? unmatched : matched),
      'POST /api/changes/77/undo': () => {
        isUndone = true
        return data({ reverted: 2, left: [], left_total: 0, emails_canceled: 1, emails_sent: 0 })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Change the student' }))
    expect(await screen.findByRole('button', { name: 'Match with Lopez, Ana' })).toBeTruthy()
    expect(sentTo(received, 'POST /api/changes/77/undo')).toHaveLength(1)
  })

  it('can’t be given to someone else once something depends on the match', async () => {
    await open({ [`GET ${form}`]: data({ ...matched, match_change_id: null }) })
    expect(await screen.findByText(/matched by/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change the student' })).toBeNull()
  })
})
