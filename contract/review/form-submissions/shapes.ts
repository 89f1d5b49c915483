import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { fileKinds } from '#contract/platform/record/file-kinds.ts'
import { companyOfStudents } from '#contract/records/insurance-companies/shapes.ts'
import { attestedKeys } from '#contract/setup/period-documents/attested.ts'
import { qualifyingEvents } from '#contract/setup/period-documents/insurance-configuration.ts'
import { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { formTypes, progresses } from './choices.ts'

/** What the student is told. It’s the same whether or not they’re on the roster. */
export const formReceipt = z.object({
  /** Null until the form is complete. */
  confirmation_number: z.nullable(z.string()),
  progress: z.enum(progresses),
  /** The token to continue the form, or to fix what’s asked for later. */
  resume_token: z.string(),
  /** When the token ends. Each save of an unfinished form extends it. */
  expires_at: z.string(),
})
export type FormReceipt = z.output<typeof formReceipt>

/** What is known about a form before it’s sent. Nothing of it depends on the roster. */
export const formCheck = z.object({
  /** What is missing or wrong by field, as sending the form would refuse it: `dependents.0.dob`. */
  errors: z.record(z.string(), z.string()),
  /** The waiver rules that the answers don’t meet and that block an approval, in the student’s words. */
  refusals: z.array(
    z.object({ coverage_type: z.enum(coverages), rule: z.enum(ruleKeys), message: z.string() }),
  ),
  /** The fee for a late waiver; null on time or after a life event. */
  late_fee: z.nullable(z.string()),
  /** What an enrollment form costs with the dependents on it, from the start that it would have today. */
  premiums: z.array(
    z.object({
      coverage_type: z.enum(coverages),
      tier: z.enum(tiers),
      starts_on: z.string(),
      premium: z.nullable(z.string()),
    }),
  ),
})
export type FormCheck = z.output<typeof formCheck>

/** A student’s unfinished form. */
const unfinishedForm = z.object({
  progress: z.literal('in_progress'),
  expires_at: z.string(),
  /** The form as a PUT takes it. SSNs are masked; a mask that’s sent back keeps the saved SSN. */
  form: z.record(z.string(), z.unknown()),
  /** The chosen insurance companies by field. */
  companies: z.record(z.string(), companyOfStudents),
  /** The files that the form names, in its order. */
  files: z.array(
    z.object({ file_token: z.string(), name: z.string(), kind: z.enum(fileKinds), size: z.int() }),
  ),
})

/** Why a coverage type couldn’t be processed. */
const askedCoverage = z.object({
  coverage_type: z.enum(coverages),
  /** Codes of `reasonsFor.utp`. */
  reason_codes: z.array(z.string()),
  /** What staff wrote to the student. */
  note: z.nullable(z.string()),
  /** The day by which the student is to respond. */
  respond_by: z.nullable(z.string()),
})
export type AskedCoverage = z.output<typeof askedCoverage>

/** A student’s complete form, without its content. */
const completeForm = z.object({
  progress: z.literal('complete'),
  expires_at: z.string(),
  confirmation_number: z.string(),
  form_type: z.enum(formTypes),
  coverage_types: z.array(z.enum(coverages)),
  /** The coverage types that couldn’t be processed until the student fixes the form. */
  asked: z.array(askedCoverage),
  /** The last day on which the student can appeal a declined waiver; null if there’s nothing to appeal. */
  appeal_until: z.nullable(z.string()),
})

/** A student’s form, found by its token. */
export const resumedForm = z.discriminatedUnion('progress', [unfinishedForm, completeForm])
export type ResumedForm = z.output<typeof resumedForm>

const answer = z.union([z.string(), z.number(), z.boolean()])

/** The value of a form’s field. */
export type Answer = z.output<typeof answer>

/** The signature that the student drew, as a PNG in Base64; null if they only typed their name. */
export const keptSignature = z.nullable(z.string())

/** The form as signed. SSNs are masked. */
export const signedForm = z.object({
  form_type: z.enum(formTypes),
  coverage_types: z.array(z.enum(coverages)),
  /** The fields in the order of the form. */
  answers: z.array(z.object({ name: z.string(), value: answer })),
  dependents: z.array(
    z.object({
      type: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      gender: z.nullable(z.string()),
      dob: z.nullable(z.string()),
      ssn: z.nullable(z.string()),
    }),
  ),
  /** Each with its text and the requirement it answered when it was signed. Older snapshots have no requirement. */
  attestations: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      confirms: z._default(z.nullable(z.enum(attestedKeys)), null),
    }),
  ),
  signature: z.string(),
  language: z.enum(languages),
  qualifying_event: z.nullable(z.enum(qualifyingEvents)),
  event_on: z.nullable(z.string()),
})
export type SignedForm = z.output<typeof signedForm>

/** The text fields sent with a file of a form. */
export const formFileUpload = {
  /** Defaults to 'other'. */
  kind: z.optional(z.enum(fileKinds)),
}

/** The token that a form names an uploaded file by. It works once, within 24 hours. */
export const formFileToken = z.object({ file_token: z.string() })

/** The day by which staff plan to decide an appeal. */
export const appealReceipt = z.object({ due_on: z.string() })
export type AppealReceipt = z.output<typeof appealReceipt>
