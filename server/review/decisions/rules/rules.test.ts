import { describe, expect, it, test } from 'vitest'
import type { RuleResult } from '#contract/review/decisions/shapes.ts'
import {
  waiverConfiguration,
  type WaiverValues,
} from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys, type RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import { decideWaiver } from './decide.ts'
import type { EligibilityResult, SentDocument, WaivedLine, WaiverFacts } from './facts.ts'

/** Every rule off. */
const allOff = ruleKeys.reduce<WaiverValues>(
  (options, key) => ({ ...options, [key]: { ...options[key], is_on: false } }),
  waiverConfiguration.empty,
)

const line: WaivedLine = {
  status: 'waiver_submitted',
  prior_tier: null,
  coverage_starts_on: null,
  source_of_coverage: 'parent_employer_group',
  insurance_type: 'ppo',
  subscriber_relation: 'parent',
  member_id: 'W123456789',
  has_exception: false,
  company: {
    name: 'Aetna',
    medicaid_state: null,
    is_health_sharing: false,
    is_short_term: false,
    is_foreign: false,
  },
}

const facts: WaiverFacts = {
  rules: allOff,
  year: { starts_on: '2026-08-01', ends_on: '2027-07-31' },
  student: {
    program: 'Nursing',
    campus: 'Main',
    class_year: 2028,
    rotation_location: null,
    has_visa: null,
    language: 'en',
  },
  line,
  documents: [],
  attestations: {},
  submitted_on: '2026-08-10',
  deadline_on: '2026-09-15',
  today: '2026-08-12',
  eligibility: null,
}

const active: EligibilityResult = {
  ref: '7',
  status: 'active',
  plan_name: 'Open Choice PPO',
  plan_begins_on: null,
  plan_ends_on: null,
  deductible: null,
  out_of_pocket_max: null,
  services: {},
}

type Evidence = WaiverValues[RuleKey]['evidence']

const turnOn = <K extends RuleKey>(
  key: K,
  parameters: Partial<WaiverValues[K]['parameters']> = {},
  more: Partial<Omit<WaiverValues[K], 'parameters'>> = {},
): WaiverValues => ({
  ...allOff,
  [key]: {
    ...allOff[key],
    is_on: true,
    ...more,
    parameters: { ...allOff[key].parameters, ...parameters },
  },
})

const checkedBy = <K extends RuleKey>(
  key: K,
  by: Evidence,
  parameters: Partial<WaiverValues[K]['parameters']> = {},
): WaiverFacts => ({
  ...facts,
  rules: { ...turnOn(key, parameters), [key]: { ...turnOn(key, parameters)[key], evidence: by } },
})

const withLine = (more: Partial<WaivedLine>): { line: WaivedLine } => ({ line: { ...line, ...more } })
const withResult = (more: Partial<EligibilityResult>) => ({ eligibility: { ...active, ...more } })
const doc = (kind: SentDocument['kind'], dated: string | null = null): SentDocument => ({
  kind,
  ref: `file ${kind}`,
  dated_on: dated,
})
const student = (more: Partial<WaiverFacts['student']>) => ({ student: { ...facts.student, ...more } })

type Outcome = `${RuleResult['outcome']} by ${RuleResult['evidence']['type']}` | 'left out'

const outcomeOf = (key: RuleKey, given: WaiverFacts): Outcome => {
  const rule = decideWaiver(given).rules.find((one) => one.key === key)
  return rule ? `${rule.outcome} by ${rule.evidence.type}` : 'left out'
}

/** What each rule makes of one change to a plain waiver, and what the engine then recommends. */
type Case = [string, Partial<WaiverFacts>, Outcome, string?]

const describeRule = (key: RuleKey, base: WaiverFacts, cases: Case[]) =>
  describe(`the rule ${key}`, () => {
    test.each<Case>(cases)('%s', (_, change, outcome, recommended) => {
      const given = { ...base, ...change }
      const found = recommended === undefined ? undefined : decideWaiver(given).recommendation
      expect([outcomeOf(key, given), found]).toEqual([outcome, recommended])
    })
  })

const sources = {
  ...waiverConfiguration.empty.accepted_sources.parameters,
  medicaid: 'refuse',
  cobra: 'exception',
} as const

describeRule('accepted_sources', { ...facts, rules: turnOn('accepted_sources', sources) }, [
  ['an accepted source', {}, 'pass by form', 'approve'],
  ['a source that isn’t accepted', withLine({ source_of_coverage: 'medicaid' }), 'fail by form', 'decline'],
  ['a source by exception', withLine({ source_of_coverage: 'cobra' }), 'unknown by form', 'needs_review'],
  [
    'an exception that staff gave',
    withLine({ source_of_coverage: 'cobra', has_exception: true }),
    'pass by form',
    'approve',
  ],
  ['no source', withLine({ source_of_coverage: null }), 'unknown by form', 'utp'],
])

describeRule('aca_compliant', checkedBy('aca_compliant', 'attestation'), [
  ['agreed to', { attestations: { aca_compliant: true } }, 'pass by attestation', 'approve'],
  ['not agreed to', { attestations: { aca_compliant: false } }, 'fail by attestation', 'decline'],
  ['not answered', {}, 'unknown by attestation', 'utp'],
  ['active coverage that is essential by law', withResult({}), 'pass by eligibility', 'approve'],
  [
    'active coverage that may not be',
    { ...withLine({ source_of_coverage: 'individual_plan' }), ...withResult({}) },
    'unknown by attestation',
    'utp',
  ],
])

describeRule('active_and_continuous', checkedBy('active_and_continuous', 'eligibility'), [
  ['active without dates', withResult({}), 'pass by eligibility', 'approve'],
  [
    'active for the year',
    withResult({ plan_begins_on: '2026-08-01', plan_ends_on: '2027-07-31' }),
    'pass by eligibility',
  ],
  ['inactive', withResult({ status: 'inactive' }), 'fail by eligibility', 'decline'],
  ['ended before the year', withResult({ plan_ends_on: '2026-07-31' }), 'fail by eligibility', 'decline'],
  ['ended since', withResult({ plan_ends_on: '2026-08-11' }), 'fail by eligibility', 'decline'],
  [
    'leaves its end open',
    withResult({ questions: ['The result has an end of coverage elsewhere.'] }),
    'unknown by eligibility',
    'needs_review',
  ],
  ['ends within the year', withResult({ plan_ends_on: '2026-12-31' }), 'fail by eligibility', 'utp'],
  ['starts later', withResult({ plan_begins_on: '2026-09-01' }), 'fail by eligibility', 'decline'],
  [
    'started after the year, maybe renewed',
    withResult({ plan_begins_on: '2026-08-05' }),
    'unknown by eligibility',
    'needs_review',
  ],
  ['a member who wasn’t found', withResult({ status: 'unknown' }), 'unknown by eligibility', 'needs_review'],
  [
    'another plan detected',
    withResult({ status: 'other_plan_detected' }),
    'unknown by eligibility',
    'needs_review',
  ],
  ['a failed check', withResult({ status: 'request_failed' }), 'unknown by eligibility', 'needs_review'],
  ['no check', {}, 'unknown by eligibility', 'needs_review'],
  [
    'the student’s own no',
    { attestations: { active_and_continuous: false } },
    'fail by attestation',
    'decline',
  ],
])

describeRule(
  'active_and_continuous',
  checkedBy('active_and_continuous', 'document', { through_period_end: false }),
  [
    ['only the first day counts', withResult({ plan_ends_on: '2026-12-31' }), 'pass by eligibility'],
    ['a document to read', { documents: [doc('coverage_letter')] }, 'unknown by document', 'needs_review'],
    ['no document', {}, 'unknown by document', 'utp'],
  ],
)

for (const [key, field] of [
  ['max_deductible', 'deductible'],
  ['max_out_of_pocket', 'out_of_pocket_max'],
] as const)
  describeRule(key, { ...facts, rules: turnOn(key, { amount: '2500.00' }, { severity: 'block' }) }, [
    ['the limit', withResult({ [field]: '2500.00' }), 'pass by eligibility', 'approve'],
    ['a cent more', withResult({ [field]: '2500.01' }), 'fail by eligibility', 'decline'],
    ['compared as numbers', withResult({ [field]: '900.00' }), 'pass by eligibility'],
    ['no amount in the result', withResult({}), 'unknown by eligibility', 'needs_review'],
    [
      'an amount of an inactive plan',
      withResult({ status: 'inactive', [field]: '1.00' }),
      'unknown by eligibility',
    ],
    ['the student’s own no', { attestations: { [key]: false } }, 'fail by attestation', 'decline'],
  ])

describeRule(
  'min_benefit',
  checkedBy('min_benefit', 'attestation', { unlimited: false, amount: '1000000.00' }),
  [
    ['agreed to', { attestations: { min_benefit: true } }, 'pass by attestation', 'approve'],
    ['not agreed to', { attestations: { min_benefit: false } }, 'fail by attestation', 'needs_review'],
    ['not answered', {}, 'unknown by attestation', 'approve'],
  ],
)

describeRule(
  'benefits',
  { ...facts, rules: turnOn('benefits', { required: ['maternity', 'mental_health'] }) },
  [
    [
      'all covered',
      withResult({ services: { maternity: true, mental_health: true } }),
      'pass by eligibility',
      'approve',
    ],
    [
      'one not covered',
      withResult({ services: { maternity: false } }),
      'fail by eligibility',
      'needs_review',
    ],
    [
      'one not in the result',
      withResult({ services: { maternity: true } }),
      'unknown by eligibility',
      'approve',
    ],
    ['no result', {}, 'unknown by eligibility'],
  ],
)
describeRule('benefits', checkedBy('benefits', 'attestation', { required: ['maternity'] }), [
  ['agreed to', { attestations: { benefits: true } }, 'pass by attestation'],
  ['nothing required', { rules: turnOn('benefits', { required: [] }) }, 'pass by form'],
])

describeRule('local_network', checkedBy('local_network', 'attestation', { zip: '10001' }), [
  ['agreed to', { attestations: { local_network: true } }, 'pass by attestation'],
  ['not agreed to', { attestations: { local_network: false } }, 'fail by attestation', 'needs_review'],
  ['not answered', {}, 'unknown by attestation'],
])
describeRule('local_network', checkedBy('local_network', 'attestation', { states_by_rotation: true }), [
  ['without a rotation location', { attestations: { local_network: true } }, 'unknown by form'],
  [
    'with one',
    { attestations: { local_network: true }, ...student({ rotation_location: 'Toledo, OH' }) },
    'pass by attestation',
  ],
])

const medicaid = (state: string | null) =>
  withLine({ source_of_coverage: 'medicaid', company: { ...line.company, medicaid_state: state } })
describeRule(
  'medicaid_state',
  { ...facts, rules: turnOn('medicaid_state', { states: ['WV', 'OH'], class_years: [2028] }) },
  [
    ['other coverage', {}, 'left out', 'approve'],
    ['an accepted state', medicaid('WV'), 'pass by form', 'approve'],
    ['an accepted state, active', { ...medicaid('WV'), ...withResult({}) }, 'pass by eligibility'],
    ['another state', medicaid('CA'), 'fail by form', 'decline'],
    [
      'another class year',
      { ...medicaid('WV'), ...student({ class_year: 2027 }) },
      'fail by form',
      'decline',
    ],
    [
      'no class year',
      { ...medicaid('WV'), ...student({ class_year: null }) },
      'unknown by form',
      'needs_review',
    ],
    ['no known state', medicaid(null), 'unknown by eligibility', 'needs_review'],
  ],
)

const cobra = withLine({ source_of_coverage: 'cobra' })
describeRule('cobra_proof', { ...facts, rules: turnOn('cobra_proof') }, [
  ['other coverage', {}, 'left out', 'approve'],
  [
    'proof of this month',
    { ...cobra, documents: [doc('payment_proof', '2026-08-01')] },
    'pass by document',
    'approve',
  ],
  [
    'proof of last month',
    { ...cobra, documents: [doc('payment_proof', '2026-07-31')] },
    'fail by document',
    'utp',
  ],
  ['no proof', cobra, 'fail by document', 'utp'],
  [
    'proof that no one read',
    { ...cobra, documents: [doc('payment_proof')] },
    'unknown by document',
    'needs_review',
  ],
])

const ofCompany = (more: Partial<WaivedLine['company']>) =>
  withLine({ company: { ...line.company, ...more } })
describeRule('excluded_types', { ...facts, rules: turnOn('excluded_types') }, [
  ['a health-sharing ministry', ofCompany({ is_health_sharing: true }), 'fail by form', 'decline'],
  ['a short-term company', ofCompany({ is_short_term: true }), 'fail by form', 'decline'],
  ['a foreign company', ofCompany({ is_foreign: true }), 'fail by form', 'decline'],
  ['a name that says so', ofCompany({ name: 'World Travel Guard' }), 'fail by form', 'decline'],
  [
    'a plan name that says so',
    withResult({ plan_name: 'Short Term Medical' }),
    'fail by eligibility',
    'decline',
  ],
  ['an active plan', withResult({}), 'pass by eligibility', 'approve'],
  [
    'an HMO',
    { ...withLine({ insurance_type: 'hmo' }), ...withResult({}) },
    'unknown by form',
    'needs_review',
  ],
  [
    'veterans benefits',
    withLine({ source_of_coverage: 'veterans_benefits' }),
    'unknown by form',
    'needs_review',
  ],
  ['the student’s own no', { attestations: { excluded_types: false } }, 'fail by attestation', 'decline'],
  ['nothing known', {}, 'unknown by eligibility', 'needs_review'],
])
describeRule('excluded_types', checkedBy('excluded_types', 'attestation', { types: ['out_of_state_hmo'] }), [
  [
    'an HMO that the student attests to',
    { ...withLine({ insurance_type: 'hmo' }), attestations: { excluded_types: true } },
    'pass by attestation',
  ],
  [
    'a type that isn’t excluded',
    { ...ofCompany({ is_foreign: true }), attestations: { excluded_types: true } },
    'pass by attestation',
  ],
])

describeRule('us_insurer_contact', checkedBy('us_insurer_contact', 'attestation'), [
  ['agreed to', { attestations: { us_insurer_contact: true } }, 'pass by attestation'],
  ['not agreed to', { attestations: { us_insurer_contact: false } }, 'fail by attestation', 'needs_review'],
  ['not answered', {}, 'unknown by attestation'],
  [
    'agreed to, but foreign',
    { ...ofCompany({ is_foreign: true }), attestations: { us_insurer_contact: true } },
    'unknown by form',
  ],
])

describeRule('visa', checkedBy('visa', 'attestation'), [
  ['no visa', student({ has_visa: false }), 'left out'],
  ['agreed to', { attestations: { visa: true } }, 'pass by attestation'],
  ['not agreed to', { attestations: { visa: false } }, 'fail by attestation', 'decline'],
  ['a high deductible', withResult({ deductible: '500.01' }), 'fail by eligibility', 'decline'],
  ['a visa, not answered', student({ has_visa: true }), 'unknown by attestation', 'utp'],
  ['not recorded', {}, 'unknown by attestation', 'needs_review'],
])

const letter = { ...facts, rules: turnOn('documents_required', { documents: ['coverage_letter'] }) }
describeRule('documents_required', letter, [
  [
    'a letter of 60 days',
    { documents: [doc('coverage_letter', '2026-06-11')] },
    'pass by document',
    'approve',
  ],
  ['a letter of 61 days', { documents: [doc('coverage_letter', '2026-06-10')] }, 'fail by document', 'utp'],
  [
    'an old and a new letter',
    { documents: [doc('coverage_letter', '2025-06-10'), doc('coverage_letter', '2026-08-01')] },
    'pass by document',
  ],
  [
    'a letter that no one read',
    { documents: [doc('coverage_letter')] },
    'unknown by document',
    'needs_review',
  ],
  ['no letter', { documents: [doc('other')] }, 'fail by document', 'utp'],
  ['nothing required', { rules: turnOn('documents_required', { documents: [] }) }, 'pass by form', 'approve'],
  [
    'both sides of the card',
    {
      rules: turnOn('documents_required'),
      documents: [doc('insurance_card_front'), doc('insurance_card_back')],
    },
    'pass by document',
    'approve',
  ],
])

describeRule(
  'attestations',
  { ...facts, rules: turnOn('attestations', { required: ['truth', 'report_loss'] }) },
  [
    ['all agreed to', { attestations: { truth: true, report_loss: true } }, 'pass by attestation', 'approve'],
    ['one missing', { attestations: { truth: true } }, 'fail by attestation', 'utp'],
  ],
)

describeRule('deadline_by_cohort', { ...facts, rules: turnOn('deadline_by_cohort') }, [
  ['before the deadline', {}, 'pass by form', 'approve'],
  ['on the deadline', { submitted_on: '2026-09-15' }, 'pass by form'],
  ['after the deadline', { submitted_on: '2026-09-16' }, 'fail by form', 'needs_review'],
  ['no deadline', { deadline_on: null }, 'pass by form'],
])

it('has a table for every rule', () => {
  const everyRule = {
    ...facts,
    rules: waiverConfiguration.empty,
    ...withLine({ source_of_coverage: 'cobra', insurance_type: 'medicaid' }),
  }
  const rules = ruleKeys.reduce<WaiverValues>(
    (options, key) => ({ ...options, [key]: { ...options[key], is_on: true } }),
    everyRule.rules,
  )
  expect(decideWaiver({ ...everyRule, rules }).rules.map(({ key }) => key)).toEqual(ruleKeys)
})

describe('the sentence for the student writes dates out', () => {
  const isActive = turnOn('active_and_continuous')
  test.each<[RuleKey, Partial<WaiverFacts>, string]>([
    [
      'active_and_continuous',
      { rules: isActive, ...withResult({ plan_ends_on: '2026-07-31' }) },
      'Your coverage ended on July 31, 2026.',
    ],
    [
      'active_and_continuous',
      { rules: isActive, ...withResult({ plan_ends_on: '2026-12-31' }) },
      'Your coverage ends on December 31, 2026. Send proof that it continues through July 31, 2027.',
    ],
    [
      'active_and_continuous',
      { rules: isActive, ...withResult({ plan_begins_on: '2026-09-01' }) },
      'Your coverage starts on September 1, 2026, after the policy year starts.',
    ],
    [
      'active_and_continuous',
      checkedBy('active_and_continuous', 'attestation'),
      'Confirm that your coverage is active on August 1, 2026 and through July 31, 2027.',
    ],
    [
      'documents_required',
      {
        rules: turnOn('documents_required', { documents: ['coverage_letter'] }),
        documents: [doc('coverage_letter', '2025-01-05')],
      },
      'Your coverage letter is from January 5, 2025. Send one dated within the last 60 days.',
    ],
    [
      'deadline_by_cohort',
      { rules: turnOn('deadline_by_cohort'), submitted_on: '2026-09-16' },
      'The waiver deadline was September 15, 2026.',
    ],
  ])('%s', (key, change, sentence) => {
    const rule = decideWaiver({ ...facts, ...change }).rules.find((one) => one.key === key)
    expect(rule?.message).toBe(sentence)
  })
})

describe('who a rule applies to', () => {
  const to = { sources: [], programs: [], class_years: [], campuses: [] }
  test.each<[string, Partial<WaiverValues['cobra_proof']['applies_to']>, boolean]>([
    ['everyone', {}, true],
    ['a source', { sources: ['parent_employer_group'] }, true],
    ['another source', { sources: ['cobra'] }, false],
    ['a program in other letters', { programs: ['NURSING'] }, true],
    ['another program', { programs: ['Law'] }, false],
    ['a campus', { campuses: ['Main', 'Harbor'] }, true],
    ['another class year', { class_years: [2027] }, false],
    ['a program, but another campus', { programs: ['Nursing'], campuses: ['Harbor'] }, false],
  ])('%s', (_, more, isApplied) => {
    const rules = turnOn('attestations', {}, { applies_to: { ...to, ...more } })
    expect(outcomeOf('attestations', { ...facts, rules })).toBe(
      isApplied ? 'fail by attestation' : 'left out',
    )
  })
})
