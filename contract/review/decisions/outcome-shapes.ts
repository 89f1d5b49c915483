import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { day, id, money, person, text } from '#contract/platform/fields.ts'
import { fieldChange } from '#contract/platform/field-change.ts'
import { dependentTypes } from '#contract/platform/record/student-period-choices.ts'
import {
  decisionModes,
  decisionSkips,
  manualStatuses,
  outcomes,
  recordedOutcomes,
  verdicts,
} from './choices.ts'
import { waiverDecision } from './shapes.ts'

/** What staff decided about one coverage type. */
export const decisionOutcome = z.object({
  id: z.int(),
  coverage_type: z.enum(coverages),
  outcome: z.enum(recordedOutcomes),
  reason_codes: z.array(z.string()),
  note: z.nullable(z.string()),
  /** Null if an unmatched form was closed. */
  from_status: z.nullable(z.enum(coverageStatuses)),
  to_status: z.nullable(z.enum(coverageStatuses)),
  /** The day by which the student is to respond. */
  respond_by: z.nullable(z.string()),
  decided_by: z.nullable(person),
  decided_at: z.string(),
  change_id: z.int(),
  email_id: z.nullable(z.int()),
  undone_at: z.nullable(z.string()),
})
export type DecisionOutcome = z.output<typeof decisionOutcome>

/** What is suggested for one coverage type of a form. */
export const suggestedDecision = z.extend(waiverDecision, {
  id: z.int(),
  coverage_type: z.enum(coverages),
  /** The number of the published waiver options that applied. */
  ruleset_version: z.nullable(z.int()),
  /** SHA-256 of the frozen facts, in hexadecimal. */
  inputs_hash: z.string(),
  mode: z.enum(decisionModes),
  created_at: z.string(),
  /** What staff decided; null while the coverage type is open. */
  decided: z.nullable(decisionOutcome),
})
export type SuggestedDecision = z.output<typeof suggestedDecision>

const reasonCodes = z.array(z.string().check(z.maxLength(60))).check(z.maxLength(12))
const note = z.optional(z.nullable(text(2000)))

const line = {
  coverage_type: z.enum(coverages),
  outcome: z.enum(outcomes),
  /** Codes of `reasonsFor`; required unless it’s an approval. */
  reason_codes: z._default(reasonCodes, []),
  /** Required with the reason `other`. The student sees it with the reasons. */
  note,
}

/** Who a dependent on an enrollment form is: one on record, or someone new (null). `index` is the place on the form, from 0. */
const dependentChoice = z.strictObject({
  index: z.int().check(z.nonnegative()),
  same_as: z.nullable(id),
})
export type DependentChoice = z.output<typeof dependentChoice>

/** Needed only for dependents of whom the rules can’t say whether they’re on record (`alike` of the preview). */
const dependents = z.optional(z.array(dependentChoice).check(z.maxLength(20)))

/** A decision about one coverage type. `version` is the form’s. */
export const newDecision = z.strictObject({
  form_submission_id: id,
  ...line,
  dependents,
  send_email: z._default(z.boolean(), true),
  version: z.optional(z.int()),
})

const decisionLines = z.array(z.strictObject(line)).check(
  z.minLength(1),
  z.maxLength(coverages.length),
  z.refine(
    (lines) => new Set(lines.map(({ coverage_type }) => coverage_type)).size === lines.length,
    'List each coverage type once.',
  ),
)

/** Decisions about several coverage types of a form, in one change with one email for each outcome. */
export const newDecisions = z.strictObject({
  form_submission_id: id,
  lines: decisionLines,
  dependents,
  send_email: z._default(z.boolean(), true),
  version: z.optional(z.int()),
})
export type NewDecisions = z.output<typeof newDecisions>

/** A decision that was saved, with the form’s new version. */
export const savedDecision = z.extend(decisionOutcome, { version: z.int() })
export const savedDecisions = z.object({ outcomes: z.array(decisionOutcome), version: z.int() })

const keptValue = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

/** A field that staff changed since the form arrived. It stays as recorded. */
const keptField = z.object({ field: z.string(), recorded: keptValue, submitted: keptValue })
export type KeptField = z.output<typeof keptField>

/** A dependent of the form that an approval covers. */
const approvedDependent = z.object({
  index: z.int(),
  type: z.enum(dependentTypes),
  first_name: z.string(),
  last_name: z.string(),
  dob: z.nullable(z.string()),
  covers: z.array(z.enum(coverages)),
  /** The dependent on record who is the same person; null for a new one. */
  same_as: z.nullable(z.int()),
  /** Whether it’s clear who it is. If not, staff choose one of `alike` or none before they can decide. */
  is_clear: z.boolean(),
  /** Those on record who could be the same person. */
  alike: z.array(
    z.object({
      id: z.int(),
      type: z.enum(dependentTypes),
      first_name: z.string(),
      last_name: z.string(),
      dob: z.nullable(z.string()),
    }),
  ),
})

/** What decisions would change. Emails are as they’d be sent. */
export const decisionPreview = z.object({
  lines: z.array(
    z.object({
      coverage_type: z.enum(coverages),
      outcome: z.enum(outcomes),
      from_status: z.enum(coverageStatuses),
      to_status: z.enum(coverageStatuses),
      respond_by: z.nullable(z.string()),
      /** The dates, premiums, fees and details of the other insurance that it writes. */
      changes: z.array(fieldChange),
      /** What it leaves, because staff changed it since the form arrived. */
      kept: z.array(keptField),
    }),
  ),
  /** The dependents that approvals cover, in the order of the form; empty without an approval of an enrollment form. */
  dependents: z.array(approvedDependent),
  emails: z.array(
    z.object({
      to: z.nullable(z.string()),
      subject: z.string(),
      html: z.string(),
      /** Why it won’t be sent; null if it will. */
      not_sent: z.nullable(z.enum(['no_address', 'turned_off', 'not_wanted'])),
      /** Minutes it waits, so that it can be canceled. */
      delay_minutes: z.int(),
    }),
  ),
})
export type DecisionPreview = z.output<typeof decisionPreview>

// Object.keys drops the type of the keys
const skipKeys = Object.keys(decisionSkips) as [keyof typeof decisionSkips, ...(keyof typeof decisionSkips)[]]

/** How many forms get a reason. */
const countedReason = z.object({ code: z.string(), quantity: z.int() })

/** A form that a bulk decision leaves out, and why. */
const skippedForm = z.object({ id: z.int(), reason: z.enum(skipKeys) })

/** One decision for all open coverage types of many forms. */
export const bulkDecision = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(1000)),
  outcome: z.enum(outcomes),
  /** The same reasons for every form. */
  reason_codes: z._default(reasonCodes, []),
  note,
  /** Gives each form the reasons and the note that the rules recommend for it; the 2 values above are then empty. */
  uses_recommended_reasons: z._default(z.boolean(), false),
  send_email: z._default(z.boolean(), true),
  dry_run: z.optional(z.boolean()),
  /**
   * The counts of the preview, its reasons, and the forms it leaves out. If they no longer match, the call returns 409
   * with the new ones.
   */
  expected: z.optional(
    z.strictObject({
      matched: z.int(),
      changed: z.int(),
      emails: z.optional(z.int()),
      reasons: z.optional(z.array(countedReason).check(z.maxLength(1000))),
      skipped: z.optional(z.array(skippedForm).check(z.maxLength(1000))),
    }),
  ),
})
export type BulkDecision = z.output<typeof bulkDecision>

export const bulkDecisionResult = z.object({
  matched: z.int(),
  changed: z.int(),
  emails: z.int(),
  /** How many of the changed forms get each reason, the most frequent first. */
  reasons: z.array(countedReason),
  /** The first email that will be sent; null if there’s none. */
  example: z.nullable(
    z.object({ name: z.string(), to: z.nullable(z.string()), subject: z.string(), html: z.string() }),
  ),
  skipped: z.array(z.extend(skippedForm, { name: z.string() })),
  skipped_total: z.int(),
})

/** Whether a suggestion was right. */
export const decisionFeedback = z.strictObject({
  decision_id: id,
  verdict: z.enum(verdicts),
  correct_outcome: z.optional(z.nullable(z.enum(outcomes))),
  reason_code: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  comment: note,
})

/** What staff found out about the other coverage of one coverage type, by phone or on the insurer’s website. */
export const newManualResult = z.strictObject({
  form_submission_id: id,
  coverage_type: z.enum(coverages),
  status: z.enum(manualStatuses),
  plan_name: z.optional(z.nullable(text(200))),
  plan_begins_on: z.optional(z.nullable(day)),
  /** Null if the plan has no known end. */
  plan_ends_on: z.optional(z.nullable(day)),
  deductible: z.optional(z.nullable(money)),
  out_of_pocket_max: z.optional(z.nullable(money)),
  /** The date on the coverage letter. */
  coverage_letter_on: z.optional(z.nullable(day)),
  note,
})
export type NewManualResult = z.output<typeof newManualResult>

/** The same as it was saved. */
export const manualResult = z.object({
  id: z.int(),
  coverage_type: z.enum(coverages),
  status: z.enum(manualStatuses),
  plan_name: z.nullable(z.string()),
  plan_begins_on: z.nullable(z.string()),
  plan_ends_on: z.nullable(z.string()),
  deductible: z.nullable(z.string()),
  out_of_pocket_max: z.nullable(z.string()),
  coverage_letter_on: z.nullable(z.string()),
  note: z.nullable(z.string()),
  created_by: z.nullable(person),
  created_at: z.string(),
})
export type ManualResult = z.output<typeof manualResult>
