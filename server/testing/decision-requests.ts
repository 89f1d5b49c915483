import type { WaiverTrial } from '#contract/decisions/shapes.ts'
import { idOf, type TestRequests } from './test-request.ts'

/** A made-up waiver with a source, both sides of the card and the 4 statements; no eligibility check. */
export const plainTrial: WaiverTrial = {
  source_of_coverage: 'parent_employer_group',
  insurance_type: 'ppo',
  company_flags: [],
  medicaid_state: null,
  program: null,
  campus: null,
  graduation_year: null,
  rotation_location: null,
  documents: ['insurance_card_front', 'insurance_card_back'],
  coverage_letter_on: null,
  attested: ['truth', 'report_loss', 'consent_to_verify', 'audit_and_charge'],
  eligibility_status: null,
  plan_begins_on: null,
  plan_ends_on: null,
  deductible: null,
  out_of_pocket_max: null,
  language: 'en',
}

/** Valid requests of the module `decisions`. */
export const decisionRequests: TestRequests['decisions'] = {
  tryWaiver: ({ periodId }) => ({ ...idOf(periodId), body: plainTrial }),
}
