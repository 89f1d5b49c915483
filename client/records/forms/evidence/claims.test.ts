import { expect, test } from 'vitest'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { claimsAbout, claimsAboutStudent } from './claims.ts'

const form = (answers: Record<string, string | number>, more: Partial<SignedForm> = {}): SignedForm => ({
  form_type: 'waiver',
  coverage_types: ['medical'],
  answers: Object.entries(answers).map(([name, value]) => ({ name, value })),
  dependents: [],
  attestations: [],
  signature: 'Ana Lopez',
  language: 'en',
  qualifying_event: null,
  event_on: null,
  ...more,
})

const missingIn = (content: SignedForm) =>
  claimsAbout(content, 'medical')
    .filter(({ value }) => value === null)
    .map(({ label }) => label)

test('a claim lists the needed parts that are missing, and leaves out the others', () => {
  expect(missingIn(form({ medical_waive_insurance_company: 'Aetna' }))).toEqual([
    'Source of coverage',
    'Plan type',
    'Member ID',
    'Subscriber’s relationship to student',
    'Subscriber',
    'Subscriber date of birth',
  ])
})

test('students who hold the plan themselves don’t name the subscriber', () => {
  const claim = form({ medical_waive_subscriber_relation: 'self' })
  expect(missingIn(claim)).not.toContain('Subscriber')
  expect(missingIn(claim)).not.toContain('Subscriber date of birth')
})

test('a company that the student typed stands in for one from the list', () => {
  const labels = claimsAbout(form({ medical_waive_insurance_name_other: 'Acme Health' }), 'medical').map(
    ({ label }) => label,
  )
  expect(labels).toContain('Insurance company, as typed')
  expect(labels).not.toContain('Insurance company')
})

test('the parts of an address and of a name are one text, and company numbers aren’t shown', () => {
  const claims = claimsAbout(
    form({
      medical_waive_insurance_company_id: 3141,
      medical_waive_insurance_address_1: '1 Main St',
      medical_waive_insurance_city: 'Boston',
      medical_waive_insurance_state: 'MA',
      medical_waive_insurance_zip: '02115',
      medical_waive_subscriber_first_name: 'Rosa',
      medical_waive_subscriber_last_name: 'Lopez',
    }),
    'medical',
  )
  const valueOf = (label: string) => claims.find((claim) => claim.label === label)?.value
  expect(valueOf('Company address')).toBe('1 Main St\nBoston, MA 02115')
  expect(valueOf('Subscriber')).toBe('Rosa Lopez')
  expect(claims.map(({ value }) => value)).not.toContain(3141)
})

test('a coverage type without answers has no claims', () => {
  expect(claimsAbout(form({ medical_waive_insurance_company: 'Aetna' }), 'dental')).toEqual([])
})

test('an enrollment form lists its answers and misses nothing', () => {
  const content = form({ medical_enroll_coverage_start_on: '2026-09-01' }, { form_type: 'enroll' })
  expect(claimsAbout(content, 'medical')).toEqual([
    {
      name: 'medical_enroll_coverage_start_on',
      names: ['medical_enroll_coverage_start_on'],
      label: 'Coverage start date',
      value: '2026-09-01',
      isNeeded: false,
    },
  ])
})

test('what students say about themselves is in groups, without insurance and empty parts', () => {
  const groups = claimsAboutStudent(
    form({
      first_name: 'Ana',
      last_name: 'Lopez',
      dob: '2003-04-05',
      city: 'Boston',
      program: 'Nursing',
      medical_waive_insurance_company: 'Aetna',
    }),
  )
  expect(
    groups.map(({ title, claims }) => [title, claims.map(({ label, value }) => [label, value])]),
  ).toEqual([
    [
      'Student',
      [
        ['Name', 'Ana Lopez'],
        ['Date of birth', '2003-04-05'],
        ['Address', 'Boston'],
      ],
    ],
    ['Enrollment', [['Program', 'Nursing']]],
  ])
})
