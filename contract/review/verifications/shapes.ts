import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { id, person } from '#contract/platform/fields.ts'
import { checkCauses, eligibilityStatuses, retrievalStatuses, variations } from './choices.ts'

/** A payer by its name and the ID that clearinghouses know it by. */
export const payer = z.object({ name: z.string(), id: z.string() })
export type Payer = z.output<typeof payer>

/** The plan that the payer named. Days are `YYYY-MM-DD`. */
export const verifiedPlan = z.object({
  name: z.nullable(z.string()),
  group_number: z.nullable(z.string()),
  /** EB04 in words, such as Medicaid. */
  type: z.nullable(z.string()),
  begins_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  premium_paid_to: z.nullable(z.string()),
})
export type VerifiedPlan = z.output<typeof verifiedPlan>

/** Days of coverage, both inclusive; null where the payer names no begin or end. */
const span = z.object({ begins_on: z.nullable(z.string()), ends_on: z.nullable(z.string()) })

/** A plan as the payer reported it. Nothing in it comes from another plan or person. */
const reportedPlan = z.extend(verifiedPlan, {
  is_active: z.boolean(),
  /** Whether the result is about this plan. */
  is_used: z.boolean(),
  spans: z.array(span),
  /** The parts of the answer that its status and its days come from. */
  segments: z.array(z.string()),
})
export type ReportedPlan = z.output<typeof reportedPlan>

/** What a result is based on. */
export const resultBasis = z.object({
  /** The plans of the student in the answer, in its order. */
  plans: z.array(reportedPlan),
  /** The days around the day asked for on which active plans cover the student without a gap; null if none does. */
  covered: z.nullable(span),
  /** What the answer leaves open, as sentences. While there are some, nothing happens automatically. */
  questions: z.array(z.string()),
})
export type ResultBasis = z.output<typeof resultBasis>
export const noBasis: ResultBasis = { plans: [], covered: null, questions: [] }

/** Amounts in network, in dollars as decimal strings: of the individual, of the family, and what is left of the former. */
export const verifiedAmounts = z.object({
  individual: z.nullable(z.string()),
  family: z.nullable(z.string()),
  remaining: z.nullable(z.string()),
})
export type VerifiedAmounts = z.output<typeof verifiedAmounts>

/** One attempt of a check: an inquiry to a payer, and how it was answered. */
const verificationRequest = z.object({
  id,
  number: z.int(),
  variation: z.enum(variations),
  payer,
  status: z.nullable(z.enum(eligibilityStatuses)),
  /** The payer’s rejection code (X12 AAA03), or one of our own. */
  reason_code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  cost_cents: z.int(),
  latency_ms: z.nullable(z.int()),
  sent_at: z.string(),
})
export type VerificationRequest = z.output<typeof verificationRequest>

/** The result of a check of one coverage type of a student. */
export const eligibilityReport = z.object({
  id,
  student_id: id,
  student_period_id: id,
  coverage_type: z.enum(coverages),
  cause: z.enum(checkCauses),
  /** Null while the answer is awaited. */
  status: z.nullable(z.enum(eligibilityStatuses)),
  retrieval_status: z.enum(retrievalStatuses),
  reason_code: z.nullable(z.string()),
  /** What the answer means, for staff. */
  message: z.nullable(z.string()),
  next_step: z.nullable(z.string()),
  payer: z.nullable(payer),
  plan: z.nullable(verifiedPlan),
  deductible: z.nullable(verifiedAmounts),
  out_of_pocket_max: z.nullable(verifiedAmounts),
  other_payers: z.array(payer),
  basis: resultBasis,
  /** Whether staff can accept what the answer leaves open. No later check may replace it. */
  may_accept: z.boolean(),
  /** What the answer means once staff accept its first name; null if no first name differs. */
  if_accepted: z.nullable(z.string()),
  /** Who accepted the answer, when, and what it had left open. */
  accepted: z.nullable(z.object({ by: person, at: z.string(), questions: z.array(z.string()) })),
  attempts: z.array(verificationRequest),
  /** Whether the simulator made the answer up. */
  is_simulated: z.boolean(),
  cost_cents: z.int(),
  requested_by: z.nullable(person),
  created_at: z.string(),
  retrieved_at: z.nullable(z.string()),
})
export type EligibilityReport = z.output<typeof eligibilityReport>

/** Asks for a check of one coverage type. */
export const newEligibilityReport = z.strictObject({
  student_period_id: id,
  coverage_type: z.enum(coverages),
})
export type NewEligibilityReport = z.output<typeof newEligibilityReport>

export const pendingEligibilityReport = z.object({ id, retrieval_status: z.literal('pending') })

/** The texts that an attempt sent and received, as X12 or JSON. */
export const rawRequest = z.object({
  number: z.int(),
  sent: z.nullable(z.string()),
  received: z.nullable(z.string()),
})
export type RawRequest = z.output<typeof rawRequest>

/** Fields of a record that a check can fill, after the coverage type: `medical_waive_group_number` for medical. */
export const takenFields = ['waive_group_number', 'waive_insurance_type', 'waive_verified_on'] as const
export type TakenField = (typeof takenFields)[number]
