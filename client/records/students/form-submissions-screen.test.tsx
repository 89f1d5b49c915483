import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DecisionOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import type { StudentFormSubmission } from '#contract/review/form-submissions/review-shapes.ts'
import { waiverRules } from '#contract/setup/period-documents/waiver-rules.ts'
import { absent, broken, openApp, pending, refused } from '#client/testing/open-app.tsx'
import { aStudentOverview } from '#client/testing/records.ts'
import { admin, schoolAdmin } from '#client/testing/users.ts'

const form: StudentFormSubmission = {
  id: 2,
  form_type: 'waiver',
  coverage_types: ['medical', 'dental'],
  confirmation_number: 'W-7K2M-94QX',
  submitted_at: '2026-08-20T15:00:00.000Z',
  match_method: 'sid_and_birth_date',
  flagged_coverages: ['dental'],
  superseded_by: null,
  drawn_signature: null,
  snapshot_number: 1,
  form_number: 3,
  waiver_rules_number: 1,
  content: {
    form_type: 'waiver',
    coverage_types: ['medical', 'dental'],
    answers: [
      { name: 'first_name', value: 'Maya' },
      { name: 'ssn', value: '***-**-5678' },
      { name: 'medical_waive_insurance_company', value: 'Aetna' },
      { name: 'medical_waive_insurance_company_id', value: 3141 },
      { name: 'medical_waive_source_of_coverage', value: 'medicaid' },
    ],
    dependents: [
      { type: 'child', first_name: 'Kim', last_name: 'Park', gender: null, dob: '2020-01-02', ssn: null },
    ],
    attestations: [{ key: 'true', label: 'What I wrote is true.', confirms: 'truth' }],
    signature: 'Maya R. Thompson',
    language: 'es',
    qualifying_event: 'loss_of_coverage',
    event_on: '2026-08-12',
  },
  files: [
    {
      id: 5,
      name: 'card.png',
      kind: 'insurance_card_front',
      media_type: 'image/png',
      size: 2048,
      created_at: '2026-08-20T15:00:00.000Z',
      url: '/api/form-files/5',
      inline: true,
    },
  ],
  outcomes: [],
  appeal: null,
  version: 1,
}
const outcome: DecisionOutcome = {
  id: 8,
  coverage_type: 'medical',
  outcome: 'utp',
  reason_codes: ['card_back_missing', 'other'],
  note: 'The card is from last year.',
  from_status: 'waiver_submitted',
  to_status: 'waiver_utp',
  respond_by: '2026-09-04',
  decided_by: { id: 3, name: 'Dana Whitlock' },
  decided_at: '2026-08-21T15:00:00.000Z',
  change_id: 40,
  email_id: null,
  undone_at: null,
}
const earlier: StudentFormSubmission = {
  ...form,
  id: 1,
  confirmation_number: 'W-2222-2229',
  flagged_coverages: [],
  superseded_by: { id: 2, confirmation_number: 'W-7K2M-94QX' },
}
const formsAt = 'GET /api/student-form-submissions-by-student-period/500'

const open = (answer: Parameters<typeof openApp>[2][string], user = schoolAdmin) =>
  openApp('/student/900/policy-years/70/form-submissions', user, {
    'GET /api/students/900/overview': { body: { data: aStudentOverview } },
    [formsAt]: answer,
  })

test.each([
  ['loading', pending, 'Loading forms'],
  ['empty', { body: { data: [] } }, 'No form submissions yet'],
  ['refused', refused, /Only this school’s admins and Shipmate Admins/],
  ['broken', broken, 'The forms couldn’t be loaded'],
  ['not found', absent, 'Not found'],
] as const)('forms that are %s say so', async (_, answer, words) => {
  await open(answer)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('each form shows its type, coverage, confirmation number, and whether a later one replaced it', async () => {
  await open({ body: { data: [form, earlier] } })
  const list = within(await screen.findByRole('list', { name: 'Forms' }))
  const [first, second, ...others] = list
    .getAllByText('Waiver form for medical and dental')
    .map((one) => within(one.closest('summary')!))
  expect(others).toEqual([])
  expect(first!.getByText('W-7K2M-94QX')).toBeTruthy()
  expect(first!.getByText('Current')).toBeTruthy()
  expect(first!.getByText('Needs review')).toBeTruthy()
  expect(second!.getByText('W-2222-2229')).toBeTruthy()
  expect(second!.getByText(/Replaced by/).textContent).toBe('Replaced by W-7K2M-94QX')
  expect(second!.queryByText('Needs review')).toBeNull()
})

test('a form opens to the answers as signed, with the labels of the fields and no internal numbers', async () => {
  await open({ body: { data: [form] } })
  const summary = (await screen.findByText('Waiver form for medical and dental')).closest('summary')!
  const details = summary.parentElement!
  expect(details.hasAttribute('open')).toBe(false)
  expect(screen.queryByRole('img', { name: 'Insurance card, front' })).toBeNull()
  await userEvent.click(summary)
  expect(await screen.findByRole('img', { name: 'Insurance card, front' })).toBeTruthy()
  expect(details.hasAttribute('open')).toBe(true)
  const valueOf = (label: string) =>
    within(details).getAllByText(label)[0]?.parentElement?.querySelector('dd')?.textContent
  expect(valueOf('Name')).toBe('Maya')
  expect(valueOf('SSN')).toBe('***-**-5678')
  expect(valueOf('Insurance company')).toBe('Aetna')
  expect(valueOf('Source of coverage')).toBe('Medicaid')
  expect(valueOf('Matched by')).toBe('Student ID and birth date')
  expect(valueOf('Language')).toBe('Spanish')
  expect(valueOf('Qualifying life event')).toBe('Involuntary loss of coverage')
  expect(valueOf('Date of event')).toBe('08/12/2026')
  expect(within(details).getByText('Kim Park')).toBeTruthy()
  expect(within(details).getByText('What I wrote is true.')).toBeTruthy()
  expect(valueOf('Signed by')).toBe('Maya R. Thompson')
  expect(within(details).getByText(/didn’t change the dental status/)).toBeTruthy()
  expect(details.textContent).not.toContain('3141')
})

test('each decision says its reasons, who made it, and whether it was undone', async () => {
  const undone = '2026-08-22T15:00:00.000Z'
  const declined: DecisionOutcome = {
    ...outcome,
    id: 7,
    outcome: 'decline',
    reason_codes: ['aca_compliant'],
    note: null,
    respond_by: null,
    undone_at: undone,
  }
  await open({ body: { data: [{ ...form, outcomes: [outcome, declined] }] } })
  await userEvent.click((await screen.findByText('Waiver form for medical and dental')).closest('summary')!)
  const decisions = within(await screen.findByRole('region', { name: 'Decisions' }))
  const [latest, before] = decisions.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(latest).toContain('MedicalUnable to process')
  expect(latest).toContain('Back of the card is missing')
  expect(latest).not.toContain('Other')
  expect(latest).toContain('The card is from last year.')
  expect(latest).toContain('Respond by 09/04/2026')
  expect(latest).toContain('Dana Whitlock, August 21, 2026')
  expect(latest).not.toContain('Undone')
  expect(before).toContain('MedicalDeclined')
  expect(before).toContain(waiverRules.aca_compliant.label)
  expect(before).toContain('Undone August 22, 2026')
})

test.each([
  ['Shipmate Admins review a form from here', admin, '/schools/7/period/70/student-form-submission/2'],
  ['school admins only read it', schoolAdmin, undefined],
] as const)('%s', async (_, user, address) => {
  await open({ body: { data: [form] } }, user)
  await userEvent.click((await screen.findByText('Waiver form for medical and dental')).closest('summary')!)
  await screen.findByRole('region', { name: 'Student’s answers' })
  expect(screen.queryByRole('link', { name: 'Review' })?.getAttribute('href')).toBe(address)
})
