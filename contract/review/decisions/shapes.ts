import * as z from 'zod/mini'
import { coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { day, money, text } from '#contract/platform/fields.ts'
import { attestedKeys } from '#contract/setup/period-documents/attested.ts'
import { classYear } from '#contract/setup/period-documents/audience.ts'
import {
  languages,
  requiredDocumentLabels,
  requiredDocuments,
  severities,
} from '#contract/setup/period-documents/waiver-choices.ts'
import { ruleKeys, type RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import { usState } from '#contract/platform/place-fields.ts'
import { insuranceTypes, sourcesOfCoverage } from '#contract/platform/record/student-period-choices.ts'
import { eligibilityStatuses } from '#contract/review/verifications/choices.ts'

/** What the engine recommends for one coverage of a waiver. */
export const recommendations = ['approve', 'utp', 'decline', 'needs_review'] as const
export type Recommendation = (typeof recommendations)[number]
export const recommendationLabels: Record<Recommendation, string> = {
  approve: 'Approve',
  utp: 'Unable to process',
  decline: 'Decline',
  needs_review: 'Needs staff review',
}

/** How much of a recommendation comes from an eligibility check: all, some or none. */
const confidences = ['high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]
export const confidenceLabels: Record<Confidence, string> = { high: 'High', medium: 'Medium', low: 'Low' }

/** Rules about what a student adds after the answers: documents, statements and the day of sending. */
export const settledLater: ReadonlySet<RuleKey> = new Set([
  'cobra_proof',
  'documents_required',
  'attestations',
  'deadline_by_cohort',
])

/** The outcome of one rule. Unknown isn’t a failure: nothing known decides the rule yet. */
const ruleOutcomes = ['pass', 'fail', 'unknown'] as const
export type RuleOutcome = (typeof ruleOutcomes)[number]
export const ruleOutcomeLabels: Record<RuleOutcome, string> = {
  pass: 'Met',
  fail: 'Not met',
  unknown: 'Not known yet',
}

/** Where the outcome of a rule comes from. */
const evidenceTypes = ['eligibility', 'document', 'form', 'attestation'] as const
type EvidenceType = (typeof evidenceTypes)[number]
export const evidenceTypeLabels: Record<EvidenceType, string> = {
  eligibility: 'Eligibility check',
  document: 'Document',
  form: 'Waiver form',
  attestation: 'Attestation',
}

/** Documents of a waiver: those a school can require, proof of a COBRA payment, and others. */
export const waiverDocumentKinds = [...requiredDocuments, 'payment_proof', 'other'] as const
export type WaiverDocumentKind = (typeof waiverDocumentKinds)[number]
export const waiverDocumentLabels: Record<WaiverDocumentKind, string> = {
  ...requiredDocumentLabels,
  payment_proof: 'Proof of this month’s COBRA payment',
  other: 'Other document',
}

/** Marks of an insurance company that can exclude its plans. */
export const companyFlags = ['is_health_sharing', 'is_short_term', 'is_foreign'] as const
export type CompanyFlag = (typeof companyFlags)[number]
export const companyFlagLabels: Record<CompanyFlag, string> = {
  is_health_sharing: 'Health-sharing ministry',
  is_short_term: 'Short-term plans',
  is_foreign: 'Issued outside the U.S.',
}

/** What the outcome of a rule is based on. `ref` names the document, attestation, field or result. */
const evidence = z.object({
  type: z.enum(evidenceTypes),
  ref: z.nullable(z.string()),
  /** What it says, in words; null if it’s missing. */
  quote: z.nullable(z.string()),
})
export type Evidence = z.output<typeof evidence>

/** One rule as it came out. */
const ruleResult = z.object({
  key: z.enum(ruleKeys),
  severity: z.enum(severities),
  outcome: z.enum(ruleOutcomes),
  /** What the student reads if the rule isn’t met or not known yet; null if it’s met. */
  message: z.nullable(z.string()),
  evidence,
})
export type RuleResult = z.output<typeof ruleResult>

/** The engine’s result for one coverage of a waiver. */
export const waiverDecision = z.object({
  recommendation: z.enum(recommendations),
  confidence: z.enum(confidences),
  /** The rules that are on and apply, in the order of the catalogue. */
  rules: z.array(ruleResult),
  /** Rules of severity `block` that aren’t met or not known yet. */
  blocking: z.array(z.enum(ruleKeys)),
  /** The status to change to; null to leave it as it is. */
  suggested_status: z.nullable(z.enum(coverageStatuses)),
  /** What the student reads, in lines. */
  student_message: z.string(),
  engine_version: z.string(),
  /** 3 × failed blocking rules + unknown rules + 5 if coverage starts within 7 days. */
  risk: z.int(),
})
export type WaiverDecision = z.output<typeof waiverDecision>

/** A made-up waiver, to try the saved waiver options of a policy year. */
export const waiverTrial = z.strictObject({
  source_of_coverage: z.nullable(z.enum(sourcesOfCoverage)),
  insurance_type: z.nullable(z.enum(insuranceTypes)),
  company_flags: z.array(z.enum(companyFlags)),
  /** The state of the Medicaid program, if it’s one. */
  medicaid_state: z.nullable(usState),
  program: z.nullable(text(150)),
  campus: z.nullable(text(150)),
  graduation_year: z.nullable(classYear),
  rotation_location: z.nullable(text(150)),
  documents: z.array(z.enum(waiverDocumentKinds)),
  /** The date on the coverage letter; today if it’s empty. */
  coverage_letter_on: z.nullable(day),
  /** What the student agreed to. */
  attested: z.array(z.enum(attestedKeys)),
  /** Null if no eligibility check was run; then the 4 values below are ignored. */
  eligibility_status: z.nullable(z.enum(eligibilityStatuses)),
  plan_begins_on: z.nullable(day),
  plan_ends_on: z.nullable(day),
  deductible: z.nullable(money),
  out_of_pocket_max: z.nullable(money),
  language: z.enum(languages),
  /** The day on which it’s submitted and decided; today if it’s empty. */
  submitted_on: z.nullish(day),
})
export type WaiverTrial = z.output<typeof waiverTrial>
