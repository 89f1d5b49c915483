import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { StudentFormSubmission } from '#contract/form-submissions/shapes.ts'
import { absent, broken, openApp, pending, refused } from '#client/testing/open-app.tsx'
import { aStudentOverview } from '#client/testing/records.ts'
import { schoolAdmin } from '#client/testing/users.ts'

const form: StudentFormSubmission = {
  id: 2,
  form_type: 'waiver',
  coverage_types: ['medical', 'dental'],
  confirmation_number: 'W-7K2M-94QX',
  submitted_at: '2026-08-20T15:00:00.000Z',
  match_method: 'sid_and_birth_date',
  flagged_coverages: ['dental'],
  superseded_by: null,
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
    attestations: [{ key: 'true', label: 'What I wrote is true.' }],
    signature: 'Maya R. Thompson',
    language: 'es',
    qualifying_event: 'loss_of_coverage',
    event_on: '2026-08-12',
  },
  version: 1,
}
const earlier: StudentFormSubmission = {
  ...form,
  id: 1,
  confirmation_number: 'W-2222-2229',
  flagged_coverages: [],
  superseded_by: { id: 2, confirmation_number: 'W-7K2M-94QX' },
}
const formsAt = 'GET /api/student-form-submissions-by-student-period/500'

const open = (answer: Parameters<typeof openApp>[2][string]) =>
  openApp('/student/900/policy-years/70/form-submissions', schoolAdmin, {
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
  await userEvent.click(summary)
  expect(details.hasAttribute('open')).toBe(true)
  const valueOf = (label: string) =>
    within(details).getAllByText(label)[0]?.parentElement?.querySelector('dd')?.textContent
  expect(valueOf('First name')).toBe('Maya')
  expect(valueOf('SSN')).toBe('***-**-5678')
  expect(valueOf('Medical insurance company')).toBe('Aetna')
  expect(valueOf('Medical source of coverage')).toBe('Medicaid')
  expect(valueOf('Matched by')).toBe('Student ID and birth date')
  expect(valueOf('Language')).toBe('Spanish')
  expect(valueOf('Qualifying life event')).toBe('Involuntary loss of coverage')
  expect(valueOf('Date of event')).toBe('08/12/2026')
  expect(within(details).getByText('Kim Park')).toBeTruthy()
  expect(within(details).getByText('What I wrote is true.')).toBeTruthy()
  expect(within(details).getByText('Signed by Maya R. Thompson')).toBeTruthy()
  expect(within(details).getByText(/couldn’t change the dental status/)).toBeTruthy()
  expect(details.textContent).not.toContain('3141')
})
