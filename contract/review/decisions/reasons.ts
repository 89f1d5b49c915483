import type { Outcome, RecordedOutcome } from './choices.ts'
import type { RuleResult, WaiverDecision } from './shapes.ts'
import { spanishReasons } from './spanish-reasons.ts'
import { waiverRules, ruleKeys, type RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'

/** Why a form couldn’t be processed, or a waiver is declined. */
interface Reason {
  /** What staff choose. */
  readonly label: string
  /** What the student reads. */
  readonly message: string
  /** The one thing the student is to fix; null if there’s nothing to fix. */
  readonly fix: 'file' | 'answer' | null
}

/** The reasons for unable to process, each with one thing to fix. `other` needs a note, which the student reads. */
const utpReasons = {
  member_id_format: {
    label: 'Member ID doesn’t look right',
    message:
      'The member ID doesn’t match your insurance company’s format. Enter it as it’s printed on your card.',
    fix: 'answer',
  },
  subscriber_birth_date: {
    label: 'Subscriber’s birth date is missing or wrong',
    message:
      'We couldn’t find the subscriber with this birth date. Enter the birth date of the person who holds the plan.',
    fix: 'answer',
  },
  subscriber_name: {
    label: 'Subscriber’s name doesn’t match the plan',
    message: 'The subscriber’s name doesn’t match the plan. Enter the name as it’s printed on the card.',
    fix: 'answer',
  },
  card_front_missing: {
    label: 'Front of the card is missing',
    message: 'Send a picture of the front of your insurance card.',
    fix: 'file',
  },
  card_back_missing: {
    label: 'Back of the card is missing',
    message: 'Send a picture of the back of your insurance card.',
    fix: 'file',
  },
  card_unreadable: {
    label: 'Card can’t be read',
    message: 'We can’t read the picture of your insurance card. Send a clear photo that shows all 4 corners.',
    fix: 'file',
  },
  letter_missing: {
    label: 'Coverage letter is missing',
    message: 'Send a letter from your insurance company that shows your name and the dates of your coverage.',
    fix: 'file',
  },
  letter_too_old: {
    label: 'Coverage letter is too old',
    message: 'Your coverage letter is too old. Send a new one from your insurance company.',
    fix: 'file',
  },
  coverage_dates_missing: {
    label: 'Coverage dates are missing',
    message: 'Send a document that shows when your coverage starts and ends.',
    fix: 'file',
  },
  payment_proof_missing: {
    label: 'Proof of payment is missing',
    message: 'Send proof that you paid for COBRA coverage this month.',
    fix: 'file',
  },
  company_unclear: {
    label: 'Insurance company isn’t clear',
    message: 'Tell us the name of your insurance company as it’s printed on your card.',
    fix: 'answer',
  },
  event_proof_missing: {
    label: 'Proof of the life event is missing',
    message: 'Send proof of your qualifying life event, such as a loss-of-coverage letter with the date.',
    fix: 'file',
  },
  other: { label: 'Other', message: '', fix: 'answer' },
} as const satisfies Readonly<Record<string, Reason>>
type UtpReason = keyof typeof utpReasons

/** What a student reads about a requirement that isn’t met, unless the school wrote its own text. */
const ruleMessages: Readonly<Record<RuleKey, string>> = {
  accepted_sources: 'Your school doesn’t accept this source of coverage.',
  aca_compliant: 'Your plan doesn’t provide minimum essential coverage.',
  active_and_continuous: 'Your coverage isn’t active for the full policy year.',
  max_deductible: 'Your plan’s deductible is higher than your school accepts.',
  max_out_of_pocket: 'Your plan’s out-of-pocket maximum is higher than your school accepts.',
  min_benefit: 'Your plan’s maximum benefit is lower than your school requires.',
  benefits: 'Your plan doesn’t cover all the services that your school requires.',
  local_network: 'Your plan has no network providers near campus.',
  medicaid_state: 'Your school doesn’t accept Medicaid from this state.',
  cobra_proof: 'Proof that you paid for COBRA coverage this month is missing.',
  excluded_types: 'Your school doesn’t accept this kind of plan.',
  us_insurer_contact: 'Your insurance company has no claims office and phone number in the United States.',
  visa: 'Your plan doesn’t meet the insurance requirements of your visa.',
  documents_required: 'Documents that your school requires are missing.',
  attestations: 'You didn’t accept all the statements on the form.',
  deadline_by_cohort: 'You sent the form after your deadline.',
}

const ruleReasons = Object.fromEntries(
  ruleKeys.map((key): [RuleKey, Reason] => [
    key,
    { label: waiverRules[key].label, message: ruleMessages[key], fix: null },
  ]),
)

/** The reasons for each outcome, by code. A waiver is declined for the rules it doesn’t meet, or for another reason. */
export const reasonsFor: Readonly<Record<RecordedOutcome, Readonly<Record<string, Reason>>>> = {
  approve: {},
  closed: {},
  utp: utpReasons,
  decline: { ...ruleReasons, other: { label: 'Other', message: '', fix: null } },
}

/** Returns the reasons of a decision as staff read them. A note says what “Other” is. */
export const reasonLabels = ({
  outcome,
  reason_codes,
  note,
}: {
  readonly outcome: RecordedOutcome
  readonly reason_codes: readonly string[]
  readonly note?: string | null | undefined
}): string[] =>
  reason_codes
    .filter((code) => code !== 'other' || (note ?? '') === '')
    .map((code) => reasonsFor[outcome][code]?.label ?? code)

const spanish: Readonly<Record<Exclude<UtpReason, 'other'> | RuleKey, string>> = spanishReasons
const inSpanish = new Map<string, string>(Object.entries(spanish))

/** Returns what the student reads as a reason, in Spanish or English; null for a code without a text. */
export const reasonMessage = (
  outcome: RecordedOutcome,
  code: string,
  language: 'en' | 'es',
): string | null => {
  const reason = reasonsFor[outcome][code]
  if (!reason) return null
  return (language === 'es' ? inSpanish.get(code) : undefined) ?? reason.message
}

/** The reason for each document that is missing. */
const missingDocuments: Readonly<Record<string, UtpReason>> = {
  insurance_card_front: 'card_front_missing',
  insurance_card_back: 'card_back_missing',
  coverage_letter: 'letter_missing',
}

/** Missing documents are named by their kinds; a document that was sent is named by its ID. */
const utpReasonsOf = ({ key, evidence: { ref, quote } }: RuleResult): UtpReason[] => {
  if (key === 'cobra_proof') return ['payment_proof_missing']
  if (key !== 'documents_required') return ['other']
  if (quote !== null) return ['letter_too_old']
  return (ref ?? '').split(',').map((kind) => missingDocuments[kind] ?? 'other')
}

/** Returns whether a blocking rule isn’t met or isn’t known. */
export const isOpenBlock = ({ severity, outcome }: RuleResult): boolean =>
  severity === 'block' && outcome !== 'pass'

/** What staff start from when they choose an outcome that the rules don’t recommend: the reasons that the rules found. */
export const reasonsFound = (
  rules: readonly RuleResult[],
  outcome: Outcome,
): { readonly reason_codes: readonly string[]; readonly note: string | null } => {
  const open = rules.filter(isOpenBlock)
  switch (outcome) {
    case 'approve':
      return { reason_codes: [], note: null }
    case 'decline':
      return {
        reason_codes: open.filter((rule) => rule.outcome === 'fail').map(({ key }) => key),
        note: null,
      }
    case 'utp':
      // a rule without a reason of this kind has nothing that the student can send
      return {
        reason_codes: [...new Set(open.flatMap(utpReasonsOf))].filter((code) => code !== 'other'),
        note: null,
      }
  }
}

/** What staff would decide if they agree with a suggestion; null if it needs their own judgment. */
export const suggestedLine = ({
  recommendation,
  rules,
  student_message: message,
}: Pick<WaiverDecision, 'recommendation' | 'rules' | 'student_message'>): {
  readonly outcome: Outcome
  readonly reason_codes: readonly string[]
  readonly note: string | null
} | null => {
  const open = rules.filter(isOpenBlock)
  switch (recommendation) {
    case 'needs_review':
      return null
    case 'approve':
      return { outcome: 'approve', reason_codes: [], note: null }
    case 'decline':
      return { outcome: 'decline', ...reasonsFound(rules, 'decline') }
    case 'utp': {
      // the message tells the student only what they can settle
      const told = message.split('\n')
      const theirs = open.filter((rule) => rule.message !== null && told.includes(rule.message))
      const others = theirs.filter((rule) => utpReasonsOf(rule).includes('other'))
      return {
        outcome: 'utp',
        reason_codes: [...new Set(theirs.flatMap(utpReasonsOf))],
        note: others.length === 0 ? null : others.flatMap((rule) => rule.message ?? []).join(' '),
      }
    }
  }
}
