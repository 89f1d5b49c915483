import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { transitions } from '#contract/platform/coverage/transitions.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import { isOpenBlock } from '#contract/review/decisions/reasons.ts'
import type {
  Confidence,
  Recommendation,
  RuleResult,
  WaiverDecision,
} from '#contract/review/decisions/shapes.ts'
import { ruleKeys, type RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import { daysBetween } from '#server/platform/lib/days.ts'
import type { WaiverFacts } from './facts.ts'
import type { Finding, SettledBy } from './finding.ts'
import {
  excludedPlanTypes,
  isMedicaid,
  localNetwork,
  medicaidState,
  usInsurerContact,
  visa,
} from './kind-rules.ts'
import { cobraProof, deadlineByCohort, documentsRequired, requiredAttestations } from './paper-rules.ts'
import {
  acaCompliant,
  acceptedSources,
  activeAndContinuous,
  maxDeductible,
  maxOutOfPocket,
  minBenefit,
  requiredBenefits,
} from './plan-rules.ts'

/** The version of these rules. Raise it with every change that can change a result. */
export const engineVersion = '4'

const evaluators: { readonly [K in RuleKey]: (facts: WaiverFacts) => Finding } = {
  accepted_sources: acceptedSources,
  aca_compliant: acaCompliant,
  active_and_continuous: activeAndContinuous,
  max_deductible: maxDeductible,
  max_out_of_pocket: maxOutOfPocket,
  min_benefit: minBenefit,
  benefits: requiredBenefits,
  local_network: localNetwork,
  medicaid_state: medicaidState,
  cobra_proof: cobraProof,
  excluded_types: excludedPlanTypes,
  us_insurer_contact: usInsurerContact,
  visa,
  documents_required: documentsRequired,
  attestations: requiredAttestations,
  deadline_by_cohort: deadlineByCohort,
}

/** Rules that apply to some coverage only, besides what the school chose. */
const isRelevant: { readonly [K in RuleKey]?: (facts: WaiverFacts) => boolean } = {
  medicaid_state: isMedicaid,
  cobra_proof: ({ line }) => line.source_of_coverage === 'cobra',
  visa: ({ student }) => student.has_visa !== false,
}

/**
 * Decides one coverage of a waiver by the school’s rules (docs/domain.md, “Waiver rules and decisions”). It only
 * recommends: nothing is declined automatically.
 */
export const decideWaiver = (facts: WaiverFacts): WaiverDecision => {
  const judged = ruleKeys
    .filter((key) => applies(facts, key))
    .map((key) => judge(facts, key, evaluators[key](facts)))
  const recommendation = recommend(judged)
  return {
    recommendation,
    confidence: confidenceOf(judged, facts),
    rules: judged.map(({ key, severity, outcome, message, evidence }) => ({
      key,
      severity,
      outcome,
      message,
      evidence,
    })),
    blocking: judged.filter(isOpenBlock).map(({ key }) => key),
    suggested_status: statusFor(recommendation, facts.line),
    student_message: messageFor(recommendation, judged),
    engine_version: engineVersion,
    risk: riskOf(facts, judged),
  }
}

const openings: Readonly<Record<Recommendation, string>> = {
  approve: 'Your waiver meets the school’s requirements.',
  utp: 'We need more information before we can decide on your waiver.',
  decline: 'Your other coverage doesn’t meet the school’s requirements.',
  needs_review: 'The office is reviewing your waiver. You don’t need to do anything now.',
}

/** The result without published waiver options: nothing can be recommended. */
export const noRules: WaiverDecision = {
  recommendation: 'needs_review',
  confidence: 'low',
  rules: [],
  blocking: [],
  suggested_status: null,
  student_message: openings.needs_review,
  engine_version: engineVersion,
  risk: 0,
}

const isListed = (asked: readonly string[], value: string | null): boolean =>
  asked.length === 0 || (value !== null && asked.some((one) => foldText(one) === foldText(value)))

/** Returns whether a rule is on and applies to the student and their coverage. */
const applies = (facts: WaiverFacts, key: RuleKey): boolean => {
  const { is_on: isOn, applies_to: to } = facts.rules[key]
  const { program, campus, class_year: year } = facts.student
  return (
    isOn &&
    (isRelevant[key]?.(facts) ?? true) &&
    isListed(to.sources, facts.line.source_of_coverage) &&
    isListed(to.programs, program) &&
    isListed(to.campuses, campus) &&
    isListed(to.class_years.map(String), year === null ? null : String(year))
  )
}

interface Judged extends RuleResult {
  readonly settledBy: SettledBy
}

const judge = ({ rules, student }: WaiverFacts, key: RuleKey, finding: Finding): Judged => {
  const { severity, message } = rules[key]
  const rule = { key, severity, outcome: finding.outcome, evidence: finding.evidence }
  if (finding.outcome === 'pass') return { ...rule, message: null, settledBy: 'no one' }
  // the school writes about rules that aren't met
  const ofSchool = finding.outcome === 'fail' ? (message[student.language] ?? message.en) : null
  return { ...rule, message: ofSchool ?? finding.text, settledBy: finding.settledBy }
}

/** A source that only staff accept, whatever the severity of its rule, unless that is `info`. */
const isException = ({ key, severity, outcome, settledBy }: Judged): boolean =>
  key === 'accepted_sources' && severity !== 'info' && outcome === 'unknown' && settledBy === 'staff'

/** Decides from the rules; record 086 gives the reasons for the order. */
const recommend = (judged: readonly Judged[]): Recommendation => {
  const failed = judged.filter(({ outcome }) => outcome === 'fail')
  const blocked = failed.filter(({ severity }) => severity === 'block')
  if (blocked.some(({ settledBy }) => settledBy !== 'student')) return 'decline'
  if (blocked.length > 0) return 'utp'
  if (failed.some(({ severity }) => severity === 'review') || judged.some(isException)) return 'needs_review'
  const open = judged.filter(isOpenBlock)
  if (open.some(({ settledBy }) => settledBy === 'student')) return 'utp'
  return open.length > 0 ? 'needs_review' : 'approve'
}

/** Rules about the student’s papers, which an eligibility check says nothing about. */
const aboutPapers: ReadonlySet<RuleKey> = new Set<RuleKey>([
  'accepted_sources',
  'cobra_proof',
  'documents_required',
  'attestations',
  'deadline_by_cohort',
])

/** A result that staff found out themselves isn’t checked by a machine: it never makes a recommendation certain. */
const confidenceOf = (judged: readonly Judged[], { eligibility }: WaiverFacts): Confidence => {
  const aboutPlan = judged.filter(({ key }) => !aboutPapers.has(key))
  const checked = aboutPlan.filter(
    ({ outcome, evidence }) => outcome !== 'unknown' && evidence.type === 'eligibility',
  )
  if (checked.length === 0) return 'low'
  return checked.length === aboutPlan.length && !eligibility?.is_manual ? 'high' : 'medium'
}

const statusFor = (
  recommendation: Recommendation,
  { status, prior_tier: tier }: WaiverFacts['line'],
): CoverageStatus | null => {
  const isEnrolled = status === 'enrolled_waiver_submitted' || status === 'enrolled_waiver_utp'
  switch (recommendation) {
    case 'approve':
      return 'waived'
    case 'utp':
      return isEnrolled ? 'enrolled_waiver_utp' : 'waiver_utp'
    case 'decline':
      return isEnrolled ? (tier ?? 'enrolled') : 'waiver_declined'
    case 'needs_review':
      return null
  }
}

/** Tells the student what to send, or why the coverage isn’t enough; the rest is for staff. */
const messageFor = (recommendation: Recommendation, judged: readonly Judged[]): string => {
  const open = judged.filter(isOpenBlock)
  const told =
    recommendation === 'utp'
      ? open.filter(({ settledBy }) => settledBy === 'student')
      : recommendation === 'decline'
        ? open.filter(({ outcome }) => outcome === 'fail')
        : []
  return [openings[recommendation], ...told.flatMap(({ message }) => message ?? [])].join('\n')
}

/** 3 × failed blocking rules + unknown rules + 5 if coverage starts within 7 days. */
const riskOf = ({ line, year, today }: WaiverFacts, judged: readonly Judged[]): number => {
  const failed = judged.filter(({ severity, outcome }) => severity === 'block' && outcome === 'fail')
  const unknown = judged.filter(({ outcome }) => outcome === 'unknown')
  const days = daysBetween(today, line.coverage_starts_on ?? year.starts_on)
  return 3 * failed.length + unknown.length + (days >= 0 && days <= 7 ? 5 : 0)
}

/** What a suggestion about an enrollment form is made from. Its answers were checked when it was sent. */
export interface EnrollmentFacts {
  /** Null while the form isn’t matched. */
  readonly status: CoverageStatus | null
  /** Whether the form couldn’t change the status. */
  readonly is_flagged: boolean
  readonly today: string
  readonly starts_on: string
}

/** The version of these rules. Raise it with every change that can change a result. */
const enrollmentEngineVersion = 'enroll-1'

const approvable: ReadonlySet<CoverageStatus> = new Set(
  transitions.filter(({ event }) => event === 'approve_enrollment').flatMap(({ from }) => from),
)

/**
 * Decides one coverage type of an enrollment form: the intake has checked everything that the policy year asks for, so it’s
 * approved wherever its status allows that, and staff look at the rest.
 */
export const decideEnrollment = ({
  status,
  is_flagged,
  today,
  starts_on,
}: EnrollmentFacts): WaiverDecision => {
  const canApprove = status !== null && approvable.has(status) && !is_flagged
  const days = daysBetween(today, starts_on)
  return {
    recommendation: canApprove ? 'approve' : 'needs_review',
    confidence: canApprove ? 'high' : 'low',
    rules: [],
    blocking: [],
    suggested_status: null,
    student_message: canApprove
      ? 'Your enrollment meets the school’s requirements.'
      : 'The office is reviewing your enrollment. You don’t need to do anything now.',
    engine_version: enrollmentEngineVersion,
    risk: days >= 0 && days <= 7 ? 5 : 0,
  }
}
