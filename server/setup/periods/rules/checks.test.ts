import { describe, expect, it, test } from 'vitest'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Attestation } from '#contract/setup/period-documents/forms.ts'
import { insuranceChecks, statementChecks, type SetupSnapshot } from './checks.ts'
import { shiftDates } from './shift-dates.ts'

const priced = {
  ...medicalPlan.empty,
  name: 'Gold',
  premiums: { ...medicalPlan.empty.premiums, enrolled: '100.00' },
}
const onlyMedical = { ...enrollmentOptions.empty, dental_offered: false, vision_offered: false }
const year = {
  ...dates.empty,
  starts_on: '2026-08-01',
  ends_on: '2027-07-31',
  enrollment_closes_on: '2026-09-15',
  waiver_deadline_on: '2026-09-15',
}
const plans = { medical: priced, dental: medicalPlan.empty, vision: medicalPlan.empty }
const good: SetupSnapshot = {
  dates: year,
  options: onlyMedical,
  plans,
  before: null,
  today: '2026-07-01',
  hasStarted: false,
}
const found = (more: Partial<SetupSnapshot>) =>
  insuranceChecks({ ...good, ...more }).map(({ kind, document, path }) => `${kind} ${document} ${path}`)

const withSpouse = (enrolled: string, enrolled_esp: string) => ({
  ...priced,
  premiums: { ...priced.premiums, enrolled, enrolled_esp },
})

const cohort = {
  key: 'a',
  name: 'Incoming',
  audience: everyone,
  enrollment_closes_on: null,
  waiver_deadline_on: '2026-06-01',
}

describe('the setup checks', () => {
  it('are empty if everything is complete', () => expect(found({})).toEqual([]))

  test.each<[string, Partial<SetupSnapshot>, string[]]>([
    [
      'a deadline that has passed',
      { dates: { ...year, waiver_deadline_on: '2026-06-30' } },
      ['date_passed dates waiver_deadline_on'],
    ],
    [
      'deadlines that no one has set',
      { dates: { ...year, enrollment_closes_on: null, waiver_deadline_on: null } },
      ['deadline_missing dates waiver_deadline_on', 'deadline_missing dates enrollment_closes_on'],
    ],
    [
      'no deadlines in a policy year without coverage',
      {
        dates: { ...year, enrollment_closes_on: null, waiver_deadline_on: null },
        options: { ...onlyMedical, medical_offered: false },
      },
      [],
    ],
    ['a deadline today', { dates: { ...year, waiver_deadline_on: '2026-07-01' } }, []],
    ['a start that has passed', { dates: { ...year, enrollment_opens_on: '2026-06-01' } }, []],
    [
      'a passed deadline in a period that has started',
      { dates: { ...year, waiver_deadline_on: '2026-06-30' }, hasStarted: true },
      [],
    ],
    [
      'a cohort’s deadline',
      { dates: { ...year, cohorts: [cohort] } },
      ['date_passed dates cohorts.0.waiver_deadline_on'],
    ],
    [
      'a date in another year',
      { dates: { ...year, enrollment_closes_on: '2027-08-01', waiver_opens_on: '2025-07-31' } },
      ['date_outside dates enrollment_closes_on', 'date_outside dates waiver_opens_on'],
    ],
    [
      'a term that starts too early',
      {
        dates: {
          ...year,
          coverage_terms: [{ key: 't', name: 'Fall', starts_on: '2026-07-31', ends_on: '2026-12-31' }],
        },
      },
      ['date_outside dates coverage_terms.0.starts_on'],
    ],
    [
      'an offered coverage type without a plan',
      { options: { ...onlyMedical, dental_offered: true } },
      ['plan_unnamed dental-plan name', 'premium_missing dental-plan premiums.enrolled'],
    ],
    [
      'last year’s premiums',
      { before: { name: '2025–26', plans } },
      ['premium_unchanged medical-plan premiums'],
    ],
    [
      'one of 2 premiums as last year',
      {
        plans: { ...plans, medical: withSpouse('100.00', '300.00') },
        before: { name: '2025–26', plans: { ...plans, medical: withSpouse('100.00', '280.00') } },
      },
      ['premium_unchanged medical-plan premiums.enrolled'],
    ],
    [
      'no premium as last year',
      {
        plans: { ...plans, medical: withSpouse('110.00', '300.00') },
        before: { name: '2025–26', plans: { ...plans, medical: withSpouse('100.00', '280.00') } },
      },
      [],
    ],
    [
      'a spouse premium below the student-only premium',
      { plans: { ...plans, medical: withSpouse('188.00', '1.00') } },
      ['premium_unlikely medical-plan premiums.enrolled_esp'],
    ],
    [
      'an unusually high premium',
      { plans: { ...plans, medical: withSpouse('47000.00', '48000.00') } },
      [
        'premium_unlikely medical-plan premiums.enrolled',
        'premium_unlikely medical-plan premiums.enrolled_esp',
      ],
    ],
  ])('report %s', (_what, more, expected) => expect(found(more)).toEqual(expected))
})

describe('the waiver form', () => {
  const rules = waiverConfiguration.empty
  const off = { ...rules, attestations: { ...rules.attestations, is_on: false } }
  const only = (...required: typeof rules.attestations.parameters.required) => ({
    ...rules,
    attestations: { ...rules.attestations, parameters: { required } },
  })
  const aca = (more: Partial<typeof rules.aca_compliant>) => ({
    ...off,
    aca_compliant: { ...rules.aca_compliant, is_on: true, ...more },
  })
  const says = (...all: Attestation['confirms'][]) => ({
    attestations: all.map((confirms, index) => ({ key: `s${index}`, label: 'I agree.', confirms })),
  })

  test.each([
    ['a required statement', only('truth'), says(null, undefined, 'report_loss'), '“My answers are true”'],
    [
      'each of several',
      only('truth', 'report_loss', 'audit_and_charge'),
      says('report_loss'),
      '“My answers are true” or “If an audit finds I don’t qualify, I can be enrolled and charged”',
    ],
    ['a rule that’s checked by attestation', aca({}), says('truth'), '“Minimum essential coverage”'],
  ])('has an issue without %s', (_what, options, form, missing) => {
    expect(statementChecks(options, form, 'The waiver form')).toEqual([
      {
        kind: 'statement_missing',
        document: 'waiver-form',
        path: 'attestations',
        words: `The waiver form has no statement that answers ${missing}.`,
      },
    ])
  })

  test.each([
    ['every requirement is answered', only('truth'), says('truth')],
    ['no statement is required', only(), says()],
    ['the rule is off', aca({ is_on: false }), says()],
    ['the rule is checked by document', aca({ evidence: 'document' }), says()],
    ['the rule is answered', aca({}), says('aca_compliant')],
  ])('has no issue if %s', (_why, options, form) => {
    expect(statementChecks(options, form, 'The waiver form')).toEqual([])
  })
})

describe('dates moved by years', () => {
  it('move everywhere in a document, and nothing else does', () => {
    const content = {
      a: '2026-09-15',
      list: [{ b: '2026-12-31', c: null, d: '2026' }],
      text: 'on 2026-09-15',
      n: 3,
    }
    expect(shiftDates(content, 1)).toEqual({
      a: '2027-09-15',
      list: [{ b: '2027-12-31', c: null, d: '2026' }],
      text: 'on 2026-09-15',
      n: 3,
    })
  })
  test.each([
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2024-02-29', 76, '2100-02-28'],
    ['2026-08-01', 0, '2026-08-01'],
    ['2026-08-01', -1, '2025-08-01'],
    ['9999-08-01', 1, '9999-08-01'],
    ['0003-02-29', -7998, '0001-02-28'],
  ])('%s and %i years is %s', (day, years, moved) => expect(shiftDates(day, years)).toBe(moved))
})
