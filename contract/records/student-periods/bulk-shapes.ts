import * as z from 'zod/mini'
import { coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { day } from '#contract/platform/fields.ts'
import { validationText } from '#contract/platform/problem.ts'
import { bulk, eitherIdsOrSelection } from '#contract/platform/record/bulk.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { academicStatuses, recordStatuses } from '#contract/platform/record/student-period-choices.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { coverageStartsOn, overrideReason, statusTargets } from './shapes.ts'

interface Overriding {
  readonly dry_run?: boolean | undefined
  readonly override?: boolean | undefined
  readonly override_reason?: string | null | undefined
}

const hasReason = ({ override_reason }: Overriding): boolean => (override_reason ?? '').trim() !== ''

/** Returns whether a bulk change overrides: `override` if it’s set, otherwise whether a reason is given. */
export const mayOverride = (body: Overriding): boolean => body.override ?? hasReason(body)

/** Reports an issue if overrides have no reason, except in a preview. */
const overridesNeedReason = z.superRefine<Overriding>((body, { addIssue }) => {
  if (!hasReason(body) && body.override === true && body.dry_run !== true)
    addIssue({ code: 'custom', path: ['override_reason'], message: 'Enter a reason for the overrides.' })
})

export const coverageStatusesChange = z
  .strictObject({
    ...bulk,
    ...statusTargets,
    /**
     * Whether records that can’t change normally are overridden or skipped. If it isn’t set, a reason means
     * override.
     */
    override: z.optional(z.boolean()),
    override_reason: overrideReason,
    coverage_starts_on: coverageStartsOn,
    send_email: z.optional(z.boolean()),
  })
  .check(eitherIdsOrSelection, overridesNeedReason)
export type CoverageStatusesChange = z.output<typeof coverageStatusesChange>

/** The rows of a bulk call. */
export const requestedRows = z
  .strictObject({ ids: bulk.ids, selection: bulk.selection })
  .check(eitherIdsOrSelection)

/** How many of a selection’s records a status change of the caller leads to a status; without those that it leads to none. */
export const reachableStatuses = z.object({
  matched: z.int(),
  medical: z.partialRecord(z.enum(coverageStatuses), z.int()),
  dental: z.partialRecord(z.enum(coverageStatuses), z.int()),
  vision: z.partialRecord(z.enum(coverageStatuses), z.int()),
})
export type ReachableStatuses = z.output<typeof reachableStatuses>

export const studentStatusChange = z
  .strictObject({
    ...bulk,
    academic_status: z.optional(z.enum(academicStatuses)),
    status: z.optional(z.enum(recordStatuses)),
    effective_on: z.optional(day),
  })
  .check(eitherIdsOrSelection)

/** Student-periods whose premiums become the plan’s. */
export const planPremiumsChange = z.strictObject(bulk).check(eitherIdsOrSelection)
export type PlanPremiumsChange = z.output<typeof planPremiumsChange>

const fields: Readonly<Record<string, RecordField>> = studentPeriodFields

/** The fields `update-other-field` can set: every writable field except those with their own calls. */
export const otherFields: readonly string[] = Object.entries(fields)
  .filter(([, field]) => !field.readOnly && !field.ownCall)
  .map(([name]) => name)

/** Returns a body with the value of its field parsed with the field’s schema; null empties it. */
const parsedValue = <B extends { readonly field: string; readonly value: string | number | boolean | null }>(
  body: B,
  payload: z.core.ParsePayload<unknown>,
): B => {
  const schema = fields[body.field]?.schema ?? z.never()
  const parsed = z.safeParse(z.nullable(schema), body.value, { error: validationText })
  // no field has values other than text, numbers and booleans
  if (parsed.success) return { ...body, value: parsed.data as B['value'] }
  for (const { message } of parsed.error.issues)
    payload.issues.push({ code: 'custom', path: ['value'], message, input: body.value })
  return body
}

/** One field of many student-periods set to one value; null empties it. */
export const otherFieldChange = z.pipe(
  z
    .strictObject({
      ...bulk,
      field: z.enum(otherFields),
      value: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
    })
    .check(eitherIdsOrSelection),
  z.transform(parsedValue),
)
export type OtherFieldChange = z.output<typeof otherFieldChange>

type Removal = z.output<z.ZodMiniObject<typeof bulk>> & {
  readonly confirm_count?: number | undefined
}

const missingConfirmation = (body: Removal): 'expected' | 'confirm_count' | undefined => {
  if (body.dry_run === true) return undefined
  if (body.selection && !body.expected) return 'expected'
  const count = body.expected?.matched ?? new Set(body.ids).size
  const isConfirmed = body.confirm_count === undefined ? !body.selection : body.confirm_count === count
  return isConfirmed ? undefined : 'confirm_count'
}

const confirmationTexts = {
  expected: 'Preview the removal first.',
  confirm_count: 'Enter the number of records to remove.',
} as const

/**
 * Student-periods to remove. A selection needs `expected`, the counts from the preview, and `confirm_count`,
 * the number the user typed, which must equal `expected.matched`. With `ids`, both are optional but checked if
 * present.
 */
export const studentPeriodRemoval = z
  .strictObject({ ...bulk, confirm_count: z.optional(z.int()) })
  .check(eitherIdsOrSelection, (payload) => {
    const missing = missingConfirmation(payload.value)
    if (missing)
      payload.issues.push({
        code: 'custom',
        path: [missing],
        message: confirmationTexts[missing],
        input: payload.value,
      })
  })
export type StudentPeriodRemoval = z.output<typeof studentPeriodRemoval>
