import { states, type Place } from '../places.ts'

/** What the finding of a rule does: blocks an approval, asks staff to look, or only tells them. */
export const severities = ['block', 'review', 'info'] as const
export const severityLabels: Record<(typeof severities)[number], string> = {
  block: 'Blocks approval',
  review: 'Staff reviews',
  info: 'Information only',
}

/** What a rule is judged by (domain section 4): an electronic check (271), a document, or the student's word. */
export const evidences = ['eligibility', 'document', 'attestation'] as const
export const evidenceLabels: Record<(typeof evidences)[number], string> = {
  eligibility: 'Electronic check',
  document: 'Document',
  attestation: 'Attestation',
}

/** Languages in which students may be told. */
export const languages = ['en', 'es', 'zh', 'fr', 'ko', 'vi'] as const
export const languageLabels: Record<(typeof languages)[number], string> = {
  en: 'English',
  es: 'Spanish',
  zh: 'Chinese',
  fr: 'French',
  ko: 'Korean',
  vi: 'Vietnamese',
}

/** How a source of coverage counts. */
export const acceptances = ['accept', 'exception', 'refuse'] as const
export const acceptanceLabels: Record<(typeof acceptances)[number], string> = {
  accept: 'Accepted',
  exception: 'By exception',
  refuse: 'Refused',
}

/** Kinds of cover that are no comparable insurance (domain section 4, `excluded_types`). */
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
  reimbursement: 'Reimbursement or financial assistance',
  catastrophic: 'Catastrophic plan',
  foreign_issued: 'Issued abroad',
  out_of_state_hmo: 'Out-of-state HMO',
  emergency_only: 'Emergency only',
  va_only: 'VA only',
}

/** Benefits that a plan must have. */
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
  prescription: 'Prescriptions, brand names too',
  preventive: 'Preventive care and annual exam',
  maternity: 'Maternity',
  inpatient: 'Inpatient care',
  outpatient: 'Outpatient care',
}

/** Papers that a waiver must bring. */
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

/** What a student must sign. */
export const attestations = ['truth', 'report_loss', 'consent_to_verify', 'audit_and_charge'] as const
export const attestationLabels: Record<(typeof attestations)[number], string> = {
  truth: 'What I state is true',
  report_loss: 'I report a loss of coverage',
  consent_to_verify: 'The school may verify with my insurer',
  audit_and_charge: 'An audit may enroll and charge me',
}

/** The places of the armed forces' mail, which are no states. */
const militaryMail: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])

/** Where there is Medicaid: the states, DC and the territories (Social Security Act, section 1101(a)(1)). */
export const medicaidStates: readonly Place[] = states.filter(({ value }) => !militaryMail.has(value))
