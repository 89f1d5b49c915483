import {
  waiverDocumentLabels,
  type Evidence,
  type WaiverDocumentKind,
} from '#contract/review/decisions/shapes.ts'
import { eligibilityStatusLabels } from '#contract/review/verifications/choices.ts'
import {
  attestedLabels,
  type AttestedKey,
  type attestedRules,
} from '#contract/setup/period-documents/attested.ts'
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

/** A rule that no machine could settle, in words that fit into sentences to the student. */
interface Requirement {
  readonly key: (typeof attestedRules)[number]
  /** A clause: 'your plan covers you near campus'. */
  readonly clause: string
  /** The sentence if the student says that it isn’t so. */
  readonly failure: string
}

/**
 * Decides a rule by what the school checks it by. A student’s own “no” always counts. A document counts once
 * staff have read it, so it leaves the rule unknown.
 */
export const byChosenEvidence = (facts: WaiverFacts, { key, clause, failure }: Requirement): Finding => {
  const answer = facts.attestations[key]
  if (answer === false) return fail(failure, fromAttestation(key, answer))
  switch (facts.rules[key].evidence) {
    case 'attestation':
      return answer === true
        ? pass(fromAttestation(key, answer))
        : unknown(`Confirm that ${clause}.`, fromAttestation(key, answer), 'student')
    case 'document':
      return byDocument(facts, clause)
    case 'eligibility':
      return unknown(`The office is checking that ${clause}.`, fromResult(facts), 'staff')
  }
}

/** The documents that describe a plan, the more detailed first. */
const describing = ['summary', 'coverage_letter'] as const

const byDocument = (facts: WaiverFacts, clause: string): Finding => {
  for (const kind of describing) {
    const sent = sentOf(facts.documents, kind)
    if (sent) return unknown(`The office is checking that ${clause}.`, fromDocument(kind, sent), 'staff')
  }
  return unknown(
    `Send a coverage letter or a summary of benefits that shows that ${clause}.`,
    fromDocument('summary', undefined),
    'student',
  )
}

/** Returns a document of a kind, if the student sent one. */
export const sentOf = (
  documents: readonly SentDocument[],
  kind: SentDocument['kind'],
): SentDocument | undefined => documents.find((one) => one.kind === kind)
