import { attestationLabels, requiredDocumentLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { dayText, writtenDay } from '#server/platform/lib/day-text.ts'
import {
  sentOf,
  fail,
  fromAttestation,
  fromDocument,
  fromForm,
  pass,
  unknown,
  type Finding,
} from './finding.ts'
import type { SentDocument, WaiverFacts } from './facts.ts'

/** Decides whether the student sent every document, and a coverage letter that isn’t too old. */
export const documentsRequired = ({ rules, documents, submitted_on: submitted }: WaiverFacts): Finding => {
  const required = rules.documents_required.parameters.documents
  const missing = required.filter((kind) => !sentOf(documents, kind))
  if (missing.length > 0)
    return fail(
      `Send us: ${missing.map((kind) => requiredDocumentLabels[kind].toLowerCase()).join('; ')}.`,
      { type: 'document', ref: missing.join(','), quote: null },
      'student',
    )
  if (required.includes('coverage_letter'))
    return letterIsRecent(documents, submitted, rules.coverage_letter_max_age_days)
  const [kind] = required
  return kind === undefined
    ? pass(fromForm('documents', 'No documents are required'))
    : pass(fromDocument(kind, sentOf(documents, kind)))
}

/** Returns a document dated since a day, or else one that no one has read yet, or else any. */
const bestOf = (
  documents: readonly SentDocument[],
  kind: SentDocument['kind'],
  since: string,
): SentDocument | undefined => {
  const sent = documents.filter((one) => one.kind === kind)
  return (
    sent.find(({ dated_on: date }) => date !== null && date >= since) ??
    sent.find(({ dated_on: date }) => date === null) ??
    sent[0]
  )
}

/** The letter’s age counts on the day the student sent it: a slow decision doesn’t make it too old. */
const letterIsRecent = (documents: readonly SentDocument[], submitted: string, days: number): Finding => {
  const since = addDays(submitted, -days)
  const letter = bestOf(documents, 'coverage_letter', since)
  const evidence = fromDocument('coverage_letter', letter)
  const date = letter?.dated_on ?? null
  if (date === null)
    return unknown('The office is checking the date on your coverage letter.', evidence, 'staff')
  return date >= since
    ? pass(evidence)
    : fail(
        `Your coverage letter is from ${writtenDay(date)}. Send one dated within the last ${days} days.`,
        evidence,
        'student',
      )
}

/** Decides whether the student proved the COBRA payment of the month in which the waiver was sent. */
export const cobraProof = ({ documents, submitted_on: submitted }: WaiverFacts): Finding => {
  const since = `${submitted.slice(0, 7)}-01`
  const proof = bestOf(documents, 'payment_proof', since)
  const evidence = fromDocument('payment_proof', proof)
  if (!proof) return fail('Send proof of this month’s COBRA payment.', evidence, 'student')
  if (proof.dated_on === null)
    return unknown('The office is checking your proof of payment.', evidence, 'staff')
  return proof.dated_on >= since
    ? pass(evidence)
    : fail('Your proof of payment is from an earlier month. Send this month’s.', evidence, 'student')
}

/** Decides whether the student agreed to every required statement. */
export const requiredAttestations = ({ rules, attestations }: WaiverFacts): Finding => {
  const { required } = rules.attestations.parameters
  const missing = required.filter((key) => attestations[key] !== true)
  const [first] = missing
  if (first !== undefined)
    return fail(
      `Agree to each statement on the form: ${missing.map((key) => `“${attestationLabels[key]}”`).join(', ')}.`,
      fromAttestation(first, attestations[first]),
      'student',
    )
  return pass({
    type: 'attestation',
    ref: 'attestations',
    quote:
      required.length === 0
        ? 'No statements are required'
        : `${required.length} of ${required.length} agreed`,
  })
}

/** Decides whether the waiver came by the student’s deadline. Without a deadline, it did. */
export const deadlineByCohort = ({
  submitted_on: submitted,
  deadline_on: deadline,
}: WaiverFacts): Finding => {
  const evidence = fromForm(
    'submitted_on',
    `Sent ${dayText(submitted)}, ${deadline === null ? 'no deadline' : `deadline ${dayText(deadline)}`}`,
  )
  return deadline === null || submitted <= deadline
    ? pass(evidence)
    : fail(`The waiver deadline was ${writtenDay(deadline)}.`, evidence)
}
