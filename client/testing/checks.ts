import type { EligibilityReport, VerificationRequest } from '#contract/review/verifications/shapes.ts'

const payer = { name: 'Harbor Health', id: '62308' }

const attempt: VerificationRequest = {
  id: 1,
  number: 1,
  variation: 'as_entered',
  payer,
  status: 'unknown',
  reason_code: '75',
  message: 'The insurance company didn’t find the student.',
  cost_cents: 20,
  latency_ms: 340,
  sent_at: '2026-11-20T15:00:00.000Z',
}

/** An answered check of medical coverage of `aStudentPeriod`, found in the second attempt. */
export const aCheck: EligibilityReport = {
  id: 31,
  student_id: 900,
  student_period_id: 500,
  coverage_type: 'medical',
  cause: 'staff',
  status: 'active',
  retrieval_status: 'retrieved',
  reason_code: 'grace_period',
  message: 'The plan is active, but a premium may be unpaid.',
  next_step: 'Check again in a month.',
  payer,
  plan: {
    name: 'CHOICE PPO',
    group_number: 'G7420',
    type: 'PPO',
    begins_on: '2026-01-01',
    ends_on: null,
    premium_paid_to: null,
  },
  deductible: { individual: '750.00', family: '1500.00', remaining: '375.00' },
  out_of_pocket_max: null,
  basis: { plans: [], covered: null, questions: [] },
  may_accept: false,
  if_accepted: null,
  accepted: null,
  other_payers: [{ name: 'Brightwater Health', id: '88221' }],
  attempts: [
    attempt,
    {
      ...attempt,
      id: 2,
      number: 2,
      variation: 'as_subscriber',
      status: 'active',
      reason_code: null,
      message: 'The plan is active.',
      latency_ms: 2100,
    },
  ],
  is_simulated: true,
  cost_cents: 40,
  requested_by: { id: 1, name: 'Dana Whitlock' },
  created_at: '2026-11-20T15:00:00.000Z',
  retrieved_at: '2026-11-20T15:00:02.000Z',
}
