import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { waiverDecision, waiverDocumentKinds } from '#contract/review/decisions/shapes.ts'
import { eligibilityStatuses } from '#contract/review/verifications/choices.ts'
import { attestedKeys } from '#contract/setup/period-documents/attested.ts'
import {
  languages,
  severities,
  evidences,
  acceptances,
} from '#contract/setup/period-documents/waiver-choices.ts'
import {
  waiverConfiguration,
  type WaiverValues,
} from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import {
  insuranceTypes,
  sourcesOfCoverage,
  subscriberRelations,
} from '#contract/platform/record/student-period-choices.ts'
import { decideWaiver, engineVersion } from './decide.ts'
import type { EligibilityResult, WaiverFacts } from './facts.ts'

const { empty } = waiverConfiguration

const facts: WaiverFacts = {
  rules: empty,
  year: { starts_on: '2026-08-01', ends_on: '2027-07-31' },
  student: {
    program: null,
    campus: null,
    class_year: null,
    rotation_location: null,
    has_visa: null,
    language: 'en',
  },
  line: {
    status: 'waiver_submitted',
    prior_tier: null,
    coverage_starts_on: null,
    source_of_coverage: 'own_employer_group',
    insurance_type: 'ppo',
    subscriber_relation: 'self',
    member_id: null,
    has_exception: false,
    company: {
      name: null,
      medicaid_state: null,
      is_health_sharing: false,
      is_short_term: false,
      is_foreign: false,
    },
  },
  documents: [
    { kind: 'insurance_card_front', ref: '1', dated_on: null },
    { kind: 'insurance_card_back', ref: '2', dated_on: null },
  ],
  attestations: { truth: true, report_loss: true, consent_to_verify: true, audit_and_charge: true },
  submitted_on: '2026-06-10',
  deadline_on: null,
  today: '2026-06-12',
  eligibility: null,
}
const active: EligibilityResult = {
  ref: null,
  status: 'active',
  plan_name: 'Open Choice',
  plan_begins_on: null,
  plan_ends_on: null,
  deductible: '900.00',
  out_of_pocket_max: null,
  services: {},
}
const good: WaiverFacts = { ...facts, eligibility: active }
const inactive: WaiverFacts = { ...facts, eligibility: { ...active, status: 'inactive' } }
const unsent: WaiverFacts = { ...good, documents: [] }
const during = (given: WaiverFacts, status: WaiverFacts['line']['status']): WaiverFacts => ({
  ...given,
  line: { ...given.line, status, prior_tier: 'enrolled_esp' },
})

describe('a decision', () => {
  test.each<[string, WaiverFacts, string | null]>([
    ['a good waiver', good, 'waived'],
    ['a missing document', unsent, 'waiver_utp'],
    ['inactive coverage', inactive, 'waiver_declined'],
    ['no eligibility check', facts, null],
    ['a good waiver of an enrolled student', during(good, 'enrolled_waiver_submitted'), 'waived'],
    [
      'a missing document of an enrolled student',
      during(unsent, 'enrolled_waiver_submitted'),
      'enrolled_waiver_utp',
    ],
    ['inactive coverage of an enrolled student', during(inactive, 'enrolled_waiver_utp'), 'enrolled_esp'],
  ])('%s suggests a status', (_, given, status) => {
    expect(decideWaiver(given).suggested_status).toBe(status)
  })

  it('lists the rules in the order of the catalogue, and what is in the way', () => {
    const { rules, blocking, engine_version: version } = decideWaiver({ ...inactive, documents: [] })
    const keys = rules.map(({ key }) => key)
    expect(keys).toEqual(['accepted_sources', 'active_and_continuous', 'documents_required', 'attestations'])
    expect(blocking).toEqual(['active_and_continuous', 'documents_required'])
    expect(version).toBe(engineVersion)
  })

  it('tells the student what to send, in lines', () => {
    expect(decideWaiver(unsent).student_message).toBe(
      'We need more information before we can decide on your waiver.\nSend us: insurance card, front; insurance card, back.',
    )
  })

  test.each<[(typeof languages)[number], string]>([
    ['es', 'Envíe la tarjeta.'],
    ['fr', 'Send both sides of the card.'],
  ])('uses the school’s message in the student’s language or in English: %s', (language, text) => {
    const message = {
      ...empty.documents_required.message,
      es: 'Envíe la tarjeta.',
      en: 'Send both sides of the card.',
    }
    const given = {
      ...unsent,
      rules: { ...empty, documents_required: { ...empty.documents_required, message } },
      student: { ...facts.student, language },
    }
    expect(decideWaiver(given).student_message).toContain(`\n${text}`)
  })

  it('isn’t changed by a rule for information', () => {
    const rules = {
      ...empty,
      active_and_continuous: { ...empty.active_and_continuous, severity: 'info' as const },
    }
    expect(decideWaiver({ ...inactive, rules }).recommendation).toBe('approve')
  })

  it('declines for the coverage before it asks for papers', () => {
    expect(decideWaiver({ ...inactive, documents: [] }).recommendation).toBe('decline')
  })

  const withNetwork: WaiverValues = {
    ...empty,
    local_network: { ...empty.local_network, is_on: true },
  }
  const networkAgreed = { attestations: { ...facts.attestations, local_network: true } }
  test.each<[string, WaiverFacts, string]>([
    ['every rule about the plan checked electronically', good, 'high'],
    ['one rule attested', { ...good, rules: withNetwork, ...networkAgreed }, 'medium'],
    ['no result', facts, 'low'],
    ['a result that doesn’t say', { ...facts, eligibility: { ...active, status: 'unknown' } }, 'low'],
  ])('has a confidence: %s', (_, given, confidence) => {
    expect(decideWaiver(given).confidence).toBe(confidence)
  })

  test.each<[string, WaiverFacts, number]>([
    ['nothing', good, 0],
    ['a failed blocking rule', inactive, 3],
    ['an unknown rule', facts, 1],
    ['coverage that starts in 7 days', { ...good, today: '2026-07-25' }, 5],
    ['coverage that starts in 8 days', { ...good, today: '2026-07-24' }, 0],
    ['coverage that started yesterday', { ...good, today: '2026-08-02' }, 0],
    ['all of these', { ...facts, documents: [], today: '2026-08-01' }, 9],
  ])('has a risk: %s', (_, given, risk) => {
    expect(decideWaiver(given).risk).toBe(risk)
  })
})

const day = fc.constantFrom(
  '2026-01-31',
  '2026-07-31',
  '2026-08-01',
  '2026-12-31',
  '2027-07-31',
  '2027-08-01',
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const money = fc.constantFrom('0.00', '500.00', '2500.00', '2500.01', '99999.00')
const someOf = <T extends string>(values: readonly T[]) => fc.subarray([...values])

const anyRule = fc.record({
  is_on: fc.boolean(),
  severity: fc.constantFrom(...severities),
  evidence: fc.constantFrom(...evidences),
})
const anyRules: fc.Arbitrary<WaiverValues> = fc
  .record({
    each: fc.array(anyRule, { minLength: ruleKeys.length, maxLength: ruleKeys.length }),
    acceptance: fc.constantFrom(...acceptances),
    states: someOf(['WV', 'OH'] as const),
    byRotation: fc.boolean(),
  })
  .map(({ each, acceptance, states, byRotation }) => {
    const rules = ruleKeys.reduce<WaiverValues>(
      (options, key, index) => ({ ...options, [key]: { ...options[key], ...each[index] } }),
      empty,
    )
    return {
      ...rules,
      accepted_sources: {
        ...rules.accepted_sources,
        parameters: { ...rules.accepted_sources.parameters, medicaid: acceptance },
      },
      medicaid_state: { ...rules.medicaid_state, parameters: { states, class_years: [2028] } },
      local_network: {
        ...rules.local_network,
        parameters: { zip: null, miles: 30, states_by_rotation: byRotation },
      },
    }
  })

const anyFacts: fc.Arbitrary<WaiverFacts> = fc.record({
  rules: anyRules,
  year: fc.constant(facts.year),
  student: fc.record({
    program: maybe(fc.string()),
    campus: maybe(fc.string()),
    class_year: maybe(fc.constantFrom(2027, 2028)),
    rotation_location: maybe(fc.string()),
    has_visa: maybe(fc.boolean()),
    language: fc.constantFrom(...languages),
  }),
  line: fc.record({
    status: maybe(
      fc.constantFrom('waiver_submitted', 'enrolled_waiver_submitted', 'waived_needs_reverified'),
    ),
    prior_tier: maybe(fc.constant('enrolled_esp')),
    coverage_starts_on: maybe(day),
    source_of_coverage: maybe(fc.constantFrom(...sourcesOfCoverage)),
    insurance_type: maybe(fc.constantFrom(...insuranceTypes)),
    subscriber_relation: maybe(fc.constantFrom(...subscriberRelations)),
    member_id: maybe(fc.string()),
    has_exception: fc.boolean(),
    company: fc.record({
      name: maybe(fc.oneof(fc.string(), fc.constant('Travel Guard'))),
      medicaid_state: maybe(fc.constantFrom('WV', 'CA')),
      is_health_sharing: fc.boolean(),
      is_short_term: fc.boolean(),
      is_foreign: fc.boolean(),
    }),
  }),
  documents: fc.array(
    fc.record({ kind: fc.constantFrom(...waiverDocumentKinds), ref: fc.string(), dated_on: maybe(day) }),
    { maxLength: 6 },
  ),
  attestations: fc.dictionary(fc.constantFrom(...attestedKeys), fc.boolean()),
  submitted_on: day,
  deadline_on: maybe(day),
  today: day,
  eligibility: maybe(
    fc.record({
      ref: maybe(fc.string()),
      status: fc.constantFrom(...eligibilityStatuses),
      plan_name: maybe(fc.string()),
      plan_begins_on: maybe(day),
      plan_ends_on: maybe(day),
      deductible: maybe(money),
      out_of_pocket_max: maybe(money),
      services: fc.record({ maternity: fc.boolean(), inpatient: fc.boolean() }, { requiredKeys: [] }),
    }),
  ),
})

describe('whatever is sent', () => {
  it('a decision fits its shape, comes out the same again, and never approves with a failed blocking rule', () => {
    let approved = 0
    fc.assert(
      fc.property(anyFacts, (given) => {
        const decision = decideWaiver(given)
        expect(decideWaiver(structuredClone(given))).toEqual(decision)
        expect(waiverDecision.safeParse(decision).success).toBe(true)
        expect(
          decision.rules.every(({ outcome, message }) => (outcome === 'pass') === (message === null)),
        ).toBe(true)
        if (decision.recommendation !== 'approve') return
        approved += 1
        expect(decision.blocking).toEqual([])
        expect(
          decision.rules.filter(({ outcome, severity }) => outcome === 'fail' && severity !== 'info'),
        ).toEqual([])
      }),
      { numRuns: 2000 },
    )
    // or the property would say nothing about approvals
    expect(approved).toBeGreaterThan(20)
  })
})
