import {
  waiverDocumentLabels,
  type Evidence,
  type WaiverDocumentKind,
} from '#contract/review/decisions/shapes.ts'
import { eligibilityStatusLabels } from '#contract/review/verifications/choices.ts'
import { attestedLabels, type AttestedKey } from '#contract/setup/periods/attested.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import type { EligibilityResult, SentDocument, WaiverFacts } from './facts.ts'

/**
 * Who can settle a rule that isn’t met or not known: the student by sending something, staff by checking
 * something, or no one.
 */
export type SettledBy = 'student' | 'staff' | 'no one'

/** What a rule’s evaluator finds. `text` is the default sentence for the student. */
export type Finding =
  | { readonly outcome: 'pass'; readonly evidence: Evidence }
  | {
      readonly outcome: 'fail' | 'unknown'
      readonly evidence: Evidence
      readonly text: string
      readonly settledBy: SettledBy
    }

export const pass = (evidence: Evidence): Finding => ({ outcome: 'pass', evidence })

export const fail = (text: string, evidence: Evidence, settledBy: SettledBy = 'no one'): Finding => ({
  outcome: 'fail',
  evidence,
  text,
  settledBy,
})

export const unknown = (text: string, evidence: Evidence, settledBy: 'student' | 'staff'): Finding => ({
  outcome: 'unknown',
  evidence,
  text,
  settledBy,
})

/** Evidence from the waiver form or the record behind it. */
export const fromForm = (field: string, quote: string | null): Evidence => ({
  type: 'form',
  ref: field,
  quote,
})

/** Evidence from the eligibility result, with its status unless there’s something more exact to quote. */
export const fromResult = ({ eligibility }: WaiverFacts, quote?: string): Evidence => ({
  type: 'eligibility',
  ref: eligibility?.ref ?? null,
  quote: quote ?? (eligibility && statusText(eligibility)),
})

const statusText = ({ status, is_manual: isManual }: EligibilityResult): string =>
  isManual ? `${eligibilityStatusLabels[status]}, checked by staff` : eligibilityStatusLabels[status]

/** Evidence from a document, or the lack of one. */
export const fromDocument = (kind: WaiverDocumentKind, sent: SentDocument | undefined): Evidence => ({
  type: 'document',
  ref: sent?.ref ?? kind,
  quote: sent ? `${waiverDocumentLabels[kind]}${sent.dated_on ? `, ${dayText(sent.dated_on)}` : ''}` : null,
})

/** Evidence from what the student said to a statement, or the lack of it. */
export const fromAttestation = (key: AttestedKey, answer: boolean | undefined): Evidence => ({
  type: 'attestation',
  ref: key,
  quote: answer === undefined ? null : `${attestedLabels[key]}: ${answer ? 'agreed' : 'not agreed'}`,
})

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Returns an amount as people read it: '2500.00' → '$2,500.00'. */
export const amountText = (amount: string): string => dollars.format(Number(amount))
