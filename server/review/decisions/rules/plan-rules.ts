import type { Evidence } from '#contract/review/decisions/shapes.ts'
import { benefitLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import {
  sourceOfCoverageLabels,
  type sourcesOfCoverage,
} from '#contract/platform/record/student-period-choices.ts'
import { dayText, writtenDay } from '#server/platform/lib/day-text.ts'
import {
  byChosenEvidence,
  amountText,
  fail,
  fromForm,
  fromResult,
  pass,
  unknown,
  type Finding,
} from './finding.ts'
import type { EligibilityResult, WaiverFacts } from './facts.ts'

const sourceField = 'waive_source_of_coverage'

/** Decides whether the school accepts the source. By exception, only staff can. */
export const acceptedSources = ({ rules, line }: WaiverFacts): Finding => {
  const source = line.source_of_coverage
  if (source === null)
    return unknown('Tell us where your other coverage comes from.', fromForm(sourceField, null), 'student')
  const name = sourceOfCoverageLabels[source]
  const evidence = fromForm(sourceField, name)
  switch (rules.accepted_sources.parameters[source]) {
    case 'accept':
      return pass(evidence)
    case 'exception':
      return line.has_exception
        ? pass(fromForm('waive_has_exception', `${name}, by exception`))
        : unknown(
            'Your school accepts this source of coverage only by exception. The office is reviewing yours.',
            evidence,
            'staff',
          )
    case 'refuse':
      return line.has_exception
        ? pass(fromForm('waive_has_exception', `${name}, by exception`))
        : fail('The school doesn’t accept this source of coverage.', evidence)
  }
}

/** Coverage that is minimum essential coverage by law (26 U.S.C. 5000A(f)(1)), if it’s active. */
const essentialByLaw: ReadonlySet<(typeof sourcesOfCoverage)[number] | null> = new Set([
  'parent_employer_group',
  'spouse_employer_group',
  'own_employer_group',
  'cobra',
  'medicaid',
  'tricare',
  'veterans_benefits',
] as const)

/** Decides whether the plan is minimum essential coverage. Some sources are by law, once they’re active. */
export const acaCompliant = (facts: WaiverFacts): Finding => {
  const source = facts.line.source_of_coverage
  const isActive = facts.eligibility?.status === 'active'
  if (isActive && source !== null && essentialByLaw.has(source) && facts.attestations.aca_compliant !== false)
    return pass(fromResult(facts, `Active, ${sourceOfCoverageLabels[source]}`))
  return byChosenEvidence(facts, {
    key: 'aca_compliant',
    clause: 'your plan is ACA-compliant minimum essential coverage',
    failure: 'Your plan isn’t ACA-compliant minimum essential coverage.',
  })
}

/**
 * Decides whether the plan is active for the year. Only an inactive result fails; “not found” and failed checks
 * leave it unknown. A plan without known dates counts as active throughout.
 */
export const activeAndContinuous = (facts: WaiverFacts): Finding => {
  const { eligibility, rules } = facts
  if (eligibility?.status === 'inactive')
    return fail('Your insurance company says that your coverage isn’t active.', fromResult(facts))
  if (eligibility?.status === 'active') return activeDuring(facts, eligibility)
  const until = rules.active_and_continuous.parameters.through_period_end
  const from = `your coverage is active on ${writtenDay(facts.year.starts_on)}`
  return byChosenEvidence(facts, {
    key: 'active_and_continuous',
    clause: until ? `${from} and through ${writtenDay(facts.year.ends_on)}` : from,
    failure: 'Your coverage isn’t active for the whole policy year.',
  })
}

const activeDuring = (
  facts: WaiverFacts,
  { plan_begins_on: begins, plan_ends_on: ends, questions = [] }: EligibilityResult,
): Finding => {
  const { year, today, rules } = facts
  const [question] = questions
  const evidence = fromResult(facts, quoteOf(begins, ends, question))
  if (ends !== null && ends < latestOf(year.starts_on, today))
    return fail(`Your coverage ended on ${writtenDay(ends)}.`, evidence)
  if (question) return unknown('The office is checking how long your coverage lasts.', evidence, 'staff')
  if (begins !== null && begins > year.starts_on) return beginsLate(begins, today, evidence)
  const isThrough = ends === null || ends >= year.ends_on
  if (isThrough || !rules.active_and_continuous.parameters.through_period_end) return pass(evidence)
  return fail(
    `Your coverage ends on ${writtenDay(ends)}. Send proof that it continues through ${writtenDay(year.ends_on)}.`,
    evidence,
    'student',
  )
}

const quoteOf = (begins: string | null, ends: string | null, question = ''): string => {
  const days = [begins && `from ${dayText(begins)}`, ends && `to ${dayText(ends)}`].filter(Boolean)
  return [['Active', ...days].join(' '), question].filter(Boolean).join('. ')
}

const latestOf = (one: string, other: string): string => (one > other ? one : other)

/** A plan that already began may be a renewal: a result shows the plan’s current year only. */
const beginsLate = (begins: string, today: string, evidence: Evidence): Finding =>
  begins > today
    ? fail(`Your coverage starts on ${writtenDay(begins)}, after the policy year starts.`, evidence)
    : unknown('The office is checking when your coverage began.', evidence, 'staff')

/** Returns an amount of an active result; null without one. */
const amountIn = ({ eligibility }: WaiverFacts, field: 'deductible' | 'out_of_pocket_max'): string | null =>
  eligibility?.status === 'active' ? eligibility[field] : null

const underLimit =
  (key: 'max_deductible' | 'max_out_of_pocket', field: 'deductible' | 'out_of_pocket_max', name: string) =>
  (facts: WaiverFacts): Finding => {
    const limit = facts.rules[key].parameters.amount
    const amount = amountIn(facts, field)
    const tooHigh = `Your plan’s ${name} is higher than ${amountText(limit)}, the most the school accepts.`
    if (amount === null)
      return byChosenEvidence(facts, {
        key,
        clause: `your plan’s ${name} is ${amountText(limit)} or less`,
        failure: tooHigh,
      })
    const evidence = fromResult(facts, `${amountText(amount)} ${name}`)
    return Number(amount) <= Number(limit) ? pass(evidence) : fail(tooHigh, evidence)
  }

/** Decides whether the deductible is at most the limit. */
export const maxDeductible = underLimit('max_deductible', 'deductible', 'deductible')

/** Decides whether the out-of-pocket maximum is at most the limit. */
export const maxOutOfPocket = underLimit('max_out_of_pocket', 'out_of_pocket_max', 'out-of-pocket maximum')

/** Decides whether the plan pays enough. A result doesn’t say. */
export const minBenefit = (facts: WaiverFacts): Finding => {
  const { unlimited, amount } = facts.rules.min_benefit.parameters
  const least =
    unlimited || amount === null ? 'has no lifetime limit' : `pays at least ${amountText(amount)} a year`
  return byChosenEvidence(facts, {
    key: 'min_benefit',
    clause: `your plan ${least}`,
    failure: 'Your plan’s benefits are lower than the school requires.',
  })
}

/** Decides whether the plan covers every required service. One that isn’t covered fails. */
export const requiredBenefits = (facts: WaiverFacts): Finding => {
  const { required } = facts.rules.benefits.parameters
  const services = facts.eligibility?.status === 'active' ? facts.eligibility.services : {}
  const named = (keys: typeof required): string =>
    keys.map((one) => benefitLabels[one].toLowerCase()).join(', ')
  const lacking = required.filter((one) => services[one] === false)
  if (lacking.length > 0)
    return fail(
      `Your plan doesn’t cover everything the school requires: ${named(lacking)}.`,
      fromResult(facts, `Not covered: ${named(lacking)}`),
    )
  if (required.length === 0) return pass(fromForm('benefits', 'No benefits are required'))
  if (required.every((one) => services[one] === true))
    return pass(fromResult(facts, `Covered: ${named(required)}`))
  return byChosenEvidence(facts, {
    key: 'benefits',
    clause: `your plan covers ${named(required)}`,
    failure: 'Your plan doesn’t cover everything the school requires.',
  })
}
