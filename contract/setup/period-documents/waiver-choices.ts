import { states, type Place } from '#contract/platform/places.ts'

/** The effect of a rule that isn’t met: blocks approval, needs staff review or information only. */
export const severities = ['block', 'review', 'info'] as const
export const severityLabels: Record<(typeof severities)[number], string> = {
  block: 'Blocks approval',
  review: 'Needs staff review',
  info: 'Information only',
}

/** What a rule is checked by: eligibility check (271), document or attestation. */
export const evidences = ['eligibility', 'document', 'attestation'] as const
export const evidenceLabels: Record<(typeof evidences)[number], string> = {
  eligibility: 'Eligibility check',
  document: 'Document',
  attestation: 'Attestation',
}

/** The languages that the site offers: those in which it has its own words, and every text of the office a place. */
export const siteLanguages = ['en', 'es'] as const

/** Languages of messages to students. Emails and messages can have texts in those that the site doesn’t offer. */
export const languages = ['en', 'es', 'zh', 'fr', 'ko', 'vi'] as const
export const languageLabels: Record<(typeof languages)[number], string> = {
  en: 'English',
  es: 'Spanish',
  zh: 'Chinese',
  fr: 'French',
  ko: 'Korean',
  vi: 'Vietnamese',
}

/** Whether a source of coverage is accepted. */
export const acceptances = ['accept', 'exception', 'refuse'] as const
export const acceptanceLabels: Record<(typeof acceptances)[number], string> = {
  accept: 'Accepted',
  exception: 'By exception',
  refuse: 'Not accepted',
}

/** Plan types that aren’t comparable coverage (`excluded_types`). */
export const excludedTypes = [
  'short_term',
  'travel',
  'health_sharing',
  'fixed_indemnity',
  'reimbursement',
  'catastrophic',
  'foreign_issued',
  'out_of_state_hmo',
  'emergency_only',
  'va_only',
] as const
export const excludedTypeLabels: Record<(typeof excludedTypes)[number], string> = {
  short_term: 'Short-term plan',
  travel: 'Travel insurance',
  health_sharing: 'Health-sharing ministry',
  fixed_indemnity: 'Fixed indemnity or limited benefit',
  reimbursement: 'Reimbursement or financial assistance plan',
  catastrophic: 'Catastrophic plan',
  foreign_issued: 'Issued outside the U.S.',
  out_of_state_hmo: 'Out-of-state HMO',
  emergency_only: 'Emergency-only coverage',
  va_only: 'VA coverage only',
}

/** Benefits a plan must have. */
export const benefits = [
  'mental_health',
  'prescription',
  'preventive',
  'maternity',
  'inpatient',
  'outpatient',
] as const
export const benefitLabels: Record<(typeof benefits)[number], string> = {
  mental_health: 'Mental health',
  prescription: 'Prescription drugs, including brand name',
  preventive: 'Preventive care and annual exam',
  maternity: 'Maternity',
  inpatient: 'Inpatient care',
  outpatient: 'Outpatient care',
}

/** Documents that a school can require with a waiver. */
export const requiredDocuments = [
  'insurance_card_front',
  'insurance_card_back',
  'coverage_letter',
  'summary',
] as const
export const requiredDocumentLabels: Record<(typeof requiredDocuments)[number], string> = {
  insurance_card_front: 'Insurance card, front',
  insurance_card_back: 'Insurance card, back',
  coverage_letter: 'Coverage letter',
  summary: 'Summary of benefits',
}

/** Statements that a school can require students to check in the waiver form. */
export const attestations = ['truth', 'report_loss', 'consent_to_verify', 'audit_and_charge'] as const
export const attestationLabels: Record<(typeof attestations)[number], string> = {
  truth: 'My answers are true',
  report_loss: 'I’ll report a loss of coverage',
  consent_to_verify: 'The school can verify my coverage with my insurance company',
  audit_and_charge: 'If an audit finds I don’t qualify, I can be enrolled and charged',
}

/** The military mail regions, which aren’t states. */
const militaryMail: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])

/** Where Medicaid exists: the states, DC and the territories (Social Security Act, section 1101(a)(1)). */
export const medicaidStates: readonly Place[] = states.filter(({ value }) => !militaryMail.has(value))
