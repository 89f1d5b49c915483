import type { attestedRules } from '#contract/setup/periods/attested.ts'
import type { SentDocument, WaiverFacts } from './facts.ts'
import { fail, fromAttestation, fromDocument, fromResult, pass, unknown, type Finding } from './finding.ts'

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
