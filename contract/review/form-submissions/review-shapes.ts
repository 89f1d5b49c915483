import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { decisionOutcome } from '#contract/review/decisions/outcome-shapes.ts'
import { secondReview } from '#contract/review/decisions/second-review.ts'
import { recommendations } from '#contract/review/decisions/shapes.ts'
import { eligibilityStatuses } from '#contract/review/verifications/choices.ts'
import { fileKinds } from '#contract/platform/record/file-kinds.ts'
import { historyKinds } from '#contract/platform/history/shapes.ts'
import { id, idText, person, text } from '#contract/platform/fields.ts'
import { tableQuery } from '#contract/platform/table-query.ts'
import { decisionStates, formTypes, matchMethods, progresses, queueNames, type QueueName } from './choices.ts'
import { senderEmail } from './sender-email.ts'
import { keptSignature, signedForm } from './shapes.ts'

/** The columns of the submission list. `student_name` is `Lopez, Ana`. */
export const formSubmissionColumns = {
  id: { label: 'Number', kind: 'number' },
  student_name: { label: 'Student', kind: 'text' },
  sid: { label: 'Student ID', kind: 'text' },
  form_type: { label: 'Form', kind: 'choice', choices: formTypes },
  coverage_types: { label: 'Coverage', kind: 'text' },
  progress: { label: 'Progress', kind: 'choice', choices: progresses },
  submitted_at: { label: 'Submitted', kind: 'instant' },
  seen_at: { label: 'First opened', kind: 'instant' },
  decision: { label: 'Decision', kind: 'choice', choices: decisionStates },
  recommendation: { label: 'Recommendation', kind: 'choice', choices: recommendations },
  risk: { label: 'Risk', kind: 'number' },
  eligibility: { label: 'Eligibility', kind: 'choice', choices: eligibilityStatuses },
  deadline_on: { label: 'Due', kind: 'date' },
  days_to_decision: { label: 'Business days to decision', kind: 'number' },
  confirmation_number: { label: 'Confirmation number', kind: 'text' },
  student_id: { label: 'Student record', kind: 'number' },
  claimed_by: { label: 'Assigned to', kind: 'text' },
  /** Since the reader’s last change before today. */
  received_since_visit: { label: 'Received since you were here', kind: 'boolean' },
  decided_since_visit: { label: 'Decided by others since you were here', kind: 'boolean' },
} as const
export type FormSubmissionColumn = keyof typeof formSubmissionColumns

/** The query of the submission list. Without a sort: highest risk first, then the nearest deadline. */
export const formSubmissionQuery = z.strictObject({
  ...tableQuery(formSubmissionColumns),
  period_id: idText,
  queue: z.optional(z.enum(queueNames)),
})
export type FormSubmissionQuery = z.output<typeof formSubmissionQuery>

const rowFields = {
  id: z.int(),
  form_type: z.enum(formTypes),
  /** Null until the form is matched with a student on the roster. */
  student_id: z.nullable(z.int()),
  student_period_id: z.nullable(z.int()),
  /** `Lopez, Ana`; of an unmatched form as sent. Null if a form in progress has none. */
  name: z.nullable(z.string()),
  sid: z.nullable(z.string()),
  coverage_types: z.array(z.enum(coverages)),
  /** Those of `coverage_types` that are decided. */
  decided_coverages: z.array(z.enum(coverages)),
  progress: z.enum(progresses),
  confirmation_number: z.nullable(z.string()),
  submitted_at: z.string(),
  /** When an admin opened it first. */
  seen_at: z.nullable(z.string()),
  decision: z.enum(decisionStates),
  /** The strictest recommendation of its coverage types; null if it isn’t judged yet. */
  recommendation: z.nullable(z.enum(recommendations)),
  risk: z.int(),
  /** The latest eligibility result; null if there’s none. */
  eligibility: z.nullable(z.enum(eligibilityStatuses)),
  /** The day by which staff plan to decide, or by which the student is to respond. */
  deadline_on: z.nullable(z.string()),
  /** Who is reviewing it; null when the claim has run out. */
  claimed_by: z.nullable(person),
  /** The ID of the later form that replaced it. */
  superseded_by: z.nullable(z.int()),
  /** Those of `coverage_types` that someone can still act on. The others are decided or were settled in another way. */
  open_coverages: z.array(z.enum(coverages)),
  /** Those of `coverage_types` that change the plan of an enrolled student. */
  plan_change_coverages: z.array(z.enum(coverages)),
  version: z.int(),
}

/** A row of the submission list. */
export const formSubmissionRow = z.object(rowFields)
export type FormSubmissionRow = z.output<typeof formSubmissionRow>

/** Returns whether something else than decisions settled a form, so that nothing on it can be acted on. */
export const isClosed = (
  row: Pick<FormSubmissionRow, 'progress' | 'superseded_by' | 'decision' | 'open_coverages'>,
): boolean =>
  row.progress === 'complete' &&
  row.superseded_by === null &&
  row.decision !== 'decided' &&
  row.open_coverages.length === 0

/** How many forms each queue has. */
export const queueQuantities = z.object(
  // Object.fromEntries drops the type of the names
  Object.fromEntries(queueNames.map((name) => [name, z.int()])) as Record<QueueName, z.ZodMiniInt>,
)
export type QueueQuantities = z.output<typeof queueQuantities>

/** A file that the student sent with the form. */
const formFile = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(fileKinds),
  media_type: z.string(),
  /** Size in bytes. */
  size: z.int(),
  created_at: z.string(),
  url: z.string(),
  /** Whether browsers show it inline. */
  inline: z.boolean(),
})
export type FormFile = z.output<typeof formFile>

/** A student’s appeal of a declined waiver. */
const formAppeal = z.object({
  coverage_types: z.array(z.enum(coverages)),
  comment: z.string(),
  created_at: z.string(),
  /** The day by which staff plan to decide it. */
  due_on: z.string(),
})
export type FormAppeal = z.output<typeof formAppeal>

/** The same for the person who may decide it. */
const reviewedAppeal = z.extend(formAppeal, {
  /** The files that came with it. */
  files: z.array(formFile),
  /** The appealed coverage types that are still to be decided. */
  open_coverages: z.array(z.enum(coverages)),
  /** Those of them that the reader declined, so that someone else must decide them. */
  own_declines: z.array(z.enum(coverages)),
})
export type ReviewedAppeal = z.output<typeof reviewedAppeal>

/** A form of a student with its content, its files and what staff decided. */
export const studentFormSubmission = z.object({
  id: z.int(),
  form_type: z.enum(formTypes),
  coverage_types: z.array(z.enum(coverages)),
  confirmation_number: z.string(),
  submitted_at: z.string(),
  match_method: z.nullable(z.enum(matchMethods)),
  /** The coverage types whose status the form couldn’t change. */
  flagged_coverages: z.array(z.enum(coverages)),
  /** The later form of the same type that replaced it. */
  superseded_by: z.nullable(z.object({ id: z.int(), confirmation_number: z.string() })),
  /** 1, or more if the student fixed the form. */
  snapshot_number: z.int(),
  /** The number of the published form that the student filled in. */
  form_number: z.int(),
  waiver_rules_number: z.nullable(z.int()),
  content: signedForm,
  drawn_signature: keptSignature,
  files: z.array(formFile),
  /** What staff decided, newest first, with what was undone. */
  outcomes: z.array(decisionOutcome),
  appeal: z.nullable(formAppeal),
  version: z.int(),
})
export type StudentFormSubmission = z.output<typeof studentFormSubmission>

const answer = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/** One answer beside what the record has. Names are those of record fields; SSNs are masked. */
const comparedField = z.object({
  name: z.string(),
  submitted: answer,
  recorded: answer,
  /** Whether it can be merged into the record. SSNs and companies that no one knows can’t. */
  can_merge: z.boolean(),
  /** Why staff should look at the answer again, as a sentence: a member ID that its company doesn’t issue. Missing without one. */
  doubt: z.optional(z.string()),
})
export type ComparedField = z.output<typeof comparedField>

/** What a form and a student on the roster are compared by, the most telling first. */
export const matchFields = ['sid', 'dob', 'last_name', 'first_name', 'email'] as const
export type MatchField = (typeof matchFields)[number]

/** A student on the roster who could have sent an unmatched form, and what they have in common. */
export const matchCandidate = z.object({
  student_period_id: z.int(),
  student_id: z.int(),
  name: z.string(),
  sid: z.string(),
  dob: z.string(),
  email: z.nullable(z.string()),
  same: z.array(z.enum(matchFields)),
  /** Whether the last names are similar, or the same. */
  is_alike: z.boolean(),
  /** What the roster and the form both have, with other values. */
  different: z.array(z.object({ field: z.enum(matchFields), roster: z.string(), form: z.string() })),
})
export type MatchCandidate = z.output<typeof matchCandidate>

/** What an unmatched form says about who sent it. */
const formSender = z.object({
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  sid: z.nullable(z.string()),
  dob: z.nullable(z.string()),
  emails: z.array(z.string()),
})
export type FormSender = z.output<typeof formSender>

/** A coverage type of a form that something else than a decision about the form settled. */
const settledCoverage = z.object({
  coverage_type: z.enum(coverages),
  /** The present status. */
  status: z.enum(coverageStatuses),
  /** Who changed the status last; null for the system or the student. */
  by: z.nullable(person),
  at: z.nullable(z.string()),
  /** How it changed: the kind of the history entry. */
  kind: z.nullable(z.enum(historyKinds)),
  reason: z.nullable(z.string()),
})
export type SettledCoverage = z.output<typeof settledCoverage>

/** A form with everything that staff need to decide it. */
export const formSubmissionDetail = z.object({
  ...rowFields,
  school_id: z.int(),
  period_id: z.int(),
  match_method: z.nullable(z.enum(matchMethods)),
  /** The change that matched the form, while an undo can take it back; null once something was decided. */
  match_change_id: z.nullable(z.string()),
  flagged_coverages: z.array(z.enum(coverages)),
  /** The confirmation number of the form that replaced it. */
  superseded_by_number: z.nullable(z.string()),
  /** The earlier forms that it replaced as a whole, by their confirmation numbers. */
  supersedes: z.array(z.string()),
  /** As signed last; null while the form is in progress. */
  content: z.nullable(signedForm),
  drawn_signature: keptSignature,
  /** 1, or more if the student fixed the form. */
  snapshot_number: z.nullable(z.int()),
  form_number: z.nullable(z.int()),
  waiver_rules_number: z.nullable(z.int()),
  /**
   * What the student changed since the version before, by names of answers (`dependents` for those) and IDs of files; null if
   * they didn’t fix the form.
   */
  fixed: z.nullable(z.object({ answers: z.array(z.string()), files: z.array(z.int()) })),
  files: z.array(formFile),
  /** What settled the coverage types that are neither decided nor open. */
  settled: z.array(settledCoverage),
  /** Null if the student didn’t appeal. */
  appeal: z.nullable(reviewedAppeal),
  /** The present statuses by coverage type, without those of `second_review`; null for an unmatched form. */
  statuses: z.nullable(z.partialRecord(z.enum(coverages), z.enum(coverageStatuses))),
  /** The version of the student-period, for a merge; null for an unmatched form. */
  student_period_version: z.nullable(z.int()),
  /** The answers that the record has a field for, in the order of the form; empty for an unmatched form. */
  comparison: z.array(comparedField),
  /** Null for a matched form. */
  sender: z.nullable(formSender),
  /** What staff wrote to the sender while the form was unmatched, newest first. */
  sender_emails: z.array(senderEmail),
  /** Who may have sent it, the likeliest first; empty for a matched form. At most 10. */
  candidates: z.array(matchCandidate),
  /** What staff decided, newest first, with what was undone. Without the coverage types of `second_review`. */
  outcomes: z.array(decisionOutcome),
  /** The coverage types that the reader is to decide again, without seeing the first decision. */
  second_review: z.array(z.enum(coverages)),
  /** The second reviews of decisions that still apply. */
  second_reviews: z.array(secondReview),
})
export type FormSubmissionDetail = z.output<typeof formSubmissionDetail>

/** A claim on a form. `take_over` takes it from someone else. */
export const formClaim = z.strictObject({ take_over: z.optional(z.boolean()) })
export const claimed = z.object({ claimed_by: person, claimed_until: z.string() })

/** The student who sent an unmatched form. */
export const formMatch = z.strictObject({ student_period_id: id, version: z.int() })

/** The coverage types of a form that staff close without a decision, and why. Statuses don’t change. */
export const formClosing = z.strictObject({
  coverage_types: z.array(z.enum(coverages)).check(z.minLength(1), z.maxLength(coverages.length)),
  reason: text(1000),
  version: z.int(),
})

/** The answers of a form to save in the record, by name; the version is the student-period’s. */
export const formMerge = z.strictObject({
  form_submission_id: id,
  fields: z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(200)),
  version: z.int(),
})
