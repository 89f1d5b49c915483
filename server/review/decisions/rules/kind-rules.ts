import { companyFlagLabels, type CompanyFlag, type Evidence } from '#contract/review/decisions/shapes.ts'
import { excludedTypeLabels, type excludedTypes } from '#contract/setup/period-documents/waiver-choices.ts'
import { insuranceTypeLabels } from '#contract/platform/record/student-period-choices.ts'
import {
  byChosenEvidence,
  amountText,
  fail,
  fromAttestation,
  fromForm,
  fromResult,
  pass,
  unknown,
  type Finding,
} from './finding.ts'
import type { WaiverFacts } from './facts.ts'

type ExcludedType = (typeof excludedTypes)[number]

/** Names of plans by which an excluded type is recognized. Corrections are one row. */
const names: Readonly<Partial<Record<ExcludedType, RegExp>>> = {
  short_term: /short[\s-]?term/i,
  travel: /\btravel/i,
  health_sharing: /health[\s-]?(care\s)?shar|medi-?share|ministr(y|ies)/i,
  fixed_indemnity: /(fixed|hospital) indemnity|limited[\s-](benefit|medical)/i,
  reimbursement: /reimbursement|financial assistance/i,
  catastrophic: /catastrophic/i,
  emergency_only: /emergency[\s-](services )?only|emergency medicaid/i,
}

const flagged: readonly (readonly [ExcludedType, CompanyFlag])[] = [
  ['short_term', 'is_short_term'],
  ['health_sharing', 'is_health_sharing'],
  ['foreign_issued', 'is_foreign'],
]

/** Returns the first excluded type that the company or the plan’s name shows. */
const findExcluded = (facts: WaiverFacts): Finding | null => {
  for (const type of facts.rules.excluded_types.parameters.types) {
    const shown = byFlag(facts, type) ?? byName(facts, type)
    if (shown)
      return fail(
        `The school doesn’t accept this type of plan: ${excludedTypeLabels[type].toLowerCase()}.`,
        shown,
      )
  }
  return null
}

const byFlag = ({ line }: WaiverFacts, type: ExcludedType): Evidence | null => {
  const flag = flagged.find(([one, field]) => one === type && line.company[field])?.[1]
  return flag ? fromForm(flag, companyFlagLabels[flag]) : null
}

const byName = (facts: WaiverFacts, type: ExcludedType): Evidence | null => {
  const isCalled = (name: string | null): name is string =>
    name !== null && (names[type]?.test(name) ?? false)
  const planName = facts.eligibility?.plan_name ?? null
  if (isCalled(planName)) return fromResult(facts, planName)
  const { name } = facts.line.company
  return isCalled(name) ? fromForm('waive_insurance_company', name) : null
}

/** Returns an excluded type that the plan may be, which staff must check unless the student attested to it. */
const findSuspected = ({ rules, line }: WaiverFacts): Finding | null => {
  const { types } = rules.excluded_types.parameters
  const type = line.insurance_type
  const suspected: readonly (readonly [ExcludedType, boolean, string])[] = [
    ['va_only', line.source_of_coverage === 'veterans_benefits', 'Veterans benefits'],
    ['out_of_state_hmo', type === 'hmo', insuranceTypeLabels.hmo],
    ['fixed_indemnity', type === 'indemnity', insuranceTypeLabels.indemnity],
  ]
  const found = suspected.find(([one, isIt]) => isIt && types.includes(one))
  return found
    ? unknown(
        'The office is checking your type of plan.',
        fromForm('waive_insurance_type', found[2]),
        'staff',
      )
    : null
}

/** Decides whether the plan is of a type that the school doesn’t accept. */
export const excludedPlanTypes = (facts: WaiverFacts): Finding => {
  const answer = facts.attestations.excluded_types
  const excluded = findExcluded(facts)
  if (excluded) return excluded
  const isAttested = answer === true && facts.rules.excluded_types.evidence === 'attestation'
  const suspected = isAttested || answer === false ? null : findSuspected(facts)
  if (suspected) return suspected
  if (facts.eligibility?.status === 'active' && answer !== false)
    return pass(fromResult(facts, facts.eligibility.plan_name ?? undefined))
  return byChosenEvidence(facts, {
    key: 'excluded_types',
    clause: 'the school accepts your type of plan',
    failure: 'The school doesn’t accept your type of plan.',
  })
}

export const isMedicaid = ({ line }: WaiverFacts): boolean =>
  line.source_of_coverage === 'medicaid' || line.insurance_type === 'medicaid'

/** Decides whether Medicaid of this state is accepted for the student’s class year. */
export const medicaidState = (facts: WaiverFacts): Finding => {
  const { states, class_years: years } = facts.rules.medicaid_state.parameters
  const { class_year: year } = facts.student
  const state = facts.line.company.medicaid_state
  const refused = 'The school doesn’t accept Medicaid from this state for your class year.'
  if (years.length > 0 && year !== null && !years.includes(year))
    return fail(refused, fromForm('graduation_year', String(year)))
  if (state === null)
    return byChosenEvidence(facts, {
      key: 'medicaid_state',
      clause: 'your Medicaid is from a state that the school accepts',
      failure: refused,
    })
  const evidence =
    facts.eligibility?.status === 'active'
      ? fromResult(facts, `Active, Medicaid ${state}`)
      : fromForm('medicaid_state', `Medicaid ${state}`)
  if (!states.some((one) => one === state)) return fail(refused, evidence)
  if (years.length > 0 && year === null)
    return unknown('The office is checking your class year.', fromForm('graduation_year', null), 'staff')
  return pass(evidence)
}

/** Decides whether the plan has providers near campus or where the student rotates. */
export const localNetwork = (facts: WaiverFacts): Finding => {
  const { zip, miles, states_by_rotation: byRotation } = facts.rules.local_network.parameters
  const { rotation_location: rotation } = facts.student
  const near = zip === null ? null : `within ${miles} miles of ${zip}`
  const away = !byRotation ? null : rotation === null ? 'in the states of your rotations' : `in ${rotation}`
  if (near === null && byRotation && rotation === null && facts.attestations.local_network !== false)
    return unknown('The office is checking where you rotate.', fromForm('rotation_location', null), 'staff')
  return byChosenEvidence(facts, {
    key: 'local_network',
    clause: `your plan has in-network providers ${[near, away].filter((part) => part !== null).join(' or ') || 'near campus'}`,
    failure: 'Your plan has no in-network providers where you study.',
  })
}

/** Decides whether the company handles claims in the U.S. Staff check one that is marked as foreign. */
export const usInsurerContact = (facts: WaiverFacts): Finding => {
  const finding = byChosenEvidence(facts, {
    key: 'us_insurer_contact',
    clause: 'your insurance company has a U.S. claims office and phone number',
    failure: 'Your insurance company needs a U.S. claims office and phone number.',
  })
  if (finding.outcome === 'fail' || !facts.line.company.is_foreign) return finding
  return unknown(
    'The office is checking your insurance company’s U.S. claims office.',
    fromForm('is_foreign', companyFlagLabels.is_foreign),
    'staff',
  )
}

/** Decides whether the plan meets the visa rules (22 CFR 62.14). A higher deductible in a result fails. */
export const visa = (facts: WaiverFacts): Finding => {
  const { min_per_accident: least, max_deductible: limit, ...more } = facts.rules.visa.parameters
  const failure = 'Your plan doesn’t meet the visa rules for health insurance.'
  const deductible = facts.eligibility?.status === 'active' ? facts.eligibility.deductible : null
  if (deductible !== null && Number(deductible) > Number(limit))
    return fail(failure, fromResult(facts, `${amountText(deductible)} deductible`))
  const answer = facts.attestations.visa
  if (facts.student.has_visa === null && answer === undefined)
    return unknown('The office is checking your visa.', fromAttestation('visa', answer), 'staff')
  return byChosenEvidence(facts, {
    key: 'visa',
    clause: [
      `your plan pays at least ${amountText(least)} per accident or illness`,
      `${amountText(more.min_evacuation)} for medical evacuation and ${amountText(more.min_repatriation)} for repatriation`,
      `with a deductible of at most ${amountText(limit)} and coinsurance of at most ${more.max_coinsurance_percent}%`,
    ].join(', '),
    failure,
  })
}
