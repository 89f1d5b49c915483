import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { birthDay, text } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { formTypes } from '#contract/review/form-submissions/choices.ts'
import { keptSignature, signedForm } from '#contract/review/form-submissions/shapes.ts'
import { billers, formOutcomes, openings, statusKinds } from './choices.ts'

const sid = text(50)

/** Who a student says they are. */
export const newStatusCode = z.strictObject({ sid, dob: birthDay })
export type NewStatusCode = z.output<typeof newStatusCode>

/** The same for every student, known or not. */
export const statusCodeSent = z.object({
  /** Minutes in which the code works. */
  valid_minutes: z.int(),
})

/** 6 digits, with or without a space in the middle. */
const code = z.pipe(
  z.string().check(z.regex(/^\s*\d{3}[ -]?\d{3}\s*$/, 'Enter the 6 digits from the email.')),
  z.transform((typed: string) => typed.replaceAll(/\D/g, '')),
)

/** The token of a form, as its receipt has it. */
export const formToken = z.string().check(z.regex(/^[\w-]{43}$/))

const parts = ['sid', 'dob', 'code'] as const

/** A code with the student ID and birth date it was asked for with, or only a form’s token. */
export const newStatusSession = z
  .strictObject({
    sid: z.optional(sid),
    dob: z.optional(birthDay),
    code: z.optional(code),
    form_token: z.optional(formToken),
  })
  .check(({ value, issues }) => {
    const isByForm = value.form_token !== undefined
    for (const part of parts)
      if ((value[part] !== undefined) === isByForm)
        issues.push({
          code: 'custom',
          path: [part],
          message: isByForm ? texts.unknown : texts.required,
          input: value,
        })
  })
export type NewStatusSession = z.output<typeof newStatusSession>

/** A student’s session. Its cookie can’t be read by scripts. */
export const statusSession = z.object({
  opened_by: z.enum(openings),
  /** When it ends in any case. */
  expires_at: z.string(),
  /** Minutes without activity after which it ends earlier. */
  idle_minutes: z.int(),
})
export type StatusSession = z.output<typeof statusSession>

/** What the student is to fix before a coverage type can be processed, in one of their forms. */
const askedOfStudent = z.object({
  /** The ID of the form. */
  form_id: z.int(),
  /** Codes of `reasonsFor.utp`. */
  reason_codes: z.array(z.string()),
  /** What staff wrote to the student. */
  note: z.nullable(z.string()),
  /** The day by which the student is to respond. */
  respond_by: z.nullable(z.string()),
})

/** What happens if the student does nothing. */
const enrollmentByDefault = z.object({
  /** The first day on which they’re enrolled. */
  on: z.string(),
  /** The premium of the whole span; null if the plan has none. */
  premium: z.nullable(z.string()),
  starts_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
})

/** The status of one coverage type, as its student sees it. */
export const coverageForStudent = z.object({
  coverage_type: z.enum(coverages),
  status: z.enum(coverageStatuses),
  kind: z.enum(statusKinds),
  /** The day at the school since when it has the status; null if it never changed. */
  since: z.nullable(z.string()),
  /** Null if there’s nothing to fix. */
  asked: z.nullable(askedOfStudent),
  /** Null if the student isn’t enrolled by default, or never would be as things are. */
  otherwise: z.nullable(enrollmentByDefault),
  /** Who the plan covers; null unless the student is enrolled. */
  tier: z.nullable(z.enum(tiers)),
  /** The charge for the span; null unless the student is or was enrolled and it’s known. */
  premium: z.nullable(z.string()),
  /** The first and the last day of coverage; null unless the student is or was enrolled. */
  starts_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  /** The day on which a waiver is to be verified again; null without one. */
  reverify_on: z.nullable(z.string()),
  /** Who bills the premium; null unless the student is or was enrolled. */
  billed_by: z.nullable(z.enum(billers)),
  /** The form whose decline can be appealed, and the last day for it. */
  appeal: z.nullable(z.object({ form_id: z.int(), until: z.string() })),
  /** Whether the student can decline the coverage here (`declineOptionalCoverage`). */
  can_decline: z.boolean(),
})
export type CoverageForStudent = z.output<typeof coverageForStudent>

/** What became of one coverage type of a form. */
const formDecision = z.object({
  coverage_type: z.enum(coverages),
  outcome: z.enum(formOutcomes),
  /** Codes of `reasonsFor`; empty unless it needs a fix or was declined. */
  reason_codes: z.array(z.string()),
  /** What staff wrote to the student with the reasons. */
  note: z.nullable(z.string()),
  respond_by: z.nullable(z.string()),
  /** The day at the school; null while it waits. */
  decided_on: z.nullable(z.string()),
})
export type FormDecision = z.output<typeof formDecision>

/** What has become of a form that was just sent. It’s the same for every student until something is decided. */
export const formProgress = z.object({
  /** One for each coverage type, in its order. */
  outcomes: z.array(z.object({ coverage_type: z.enum(coverages), outcome: z.enum(formOutcomes) })),
  /** The day by which the office plans to decide. */
  decide_by: z.string(),
})
export type FormProgress = z.output<typeof formProgress>

/** A form of the policy year, as its student sees it. */
export const formForStudent = z.object({
  id: z.int(),
  confirmation_number: z.string(),
  form_type: z.enum(formTypes),
  submitted_at: z.string(),
  coverage_types: z.array(z.enum(coverages)),
  /** As signed last. SSNs are masked. */
  content: signedForm,
  drawn_signature: keptSignature,
  /** One for each coverage type, in its order. */
  decisions: z.array(formDecision),
  /** Whether staff asked for something, so that the form can be sent again. */
  can_fix: z.boolean(),
  /** The last day on which a declined waiver can be appealed; null if there’s nothing to appeal. */
  appeal_until: z.nullable(z.string()),
})
export type FormForStudent = z.output<typeof formForStudent>

/** What a student sees of a policy year. */
export const studentStatus = z.object({
  session: statusSession,
  school: z.object({ name: z.string(), slug: z.string() }),
  period: z.object({ id: z.int(), name: z.string(), starts_on: z.string(), ends_on: z.string() }),
  /** Null if the session was opened by a form’s token. */
  first_name: z.nullable(z.string()),
  /** The coverage types that are offered to the student; of a form’s token, those decided in that form. */
  coverages: z.array(coverageForStudent),
  /** Newest first; of a form’s token, only that form. */
  forms: z.array(formForStudent),
})
export type StudentStatus = z.output<typeof studentStatus>

/** A token with which a form can be fixed and appealed, and when it ends. */
export const statusFormToken = z.object({ resume_token: z.string(), expires_at: z.string() })

/** An optional coverage that the student doesn’t want. */
export const declinedCoverage = z.strictObject({ coverage_type: z.enum(coverages) })
