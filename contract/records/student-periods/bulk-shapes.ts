import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/setup/coverage/choices.ts'
import { day, id } from '#contract/platform/fields.ts'
import { fieldChange } from '#contract/platform/history/field-change.ts'
import { validationText } from '#contract/platform/problem.ts'
import type { RecordField } from '#contract/platform/record-field.ts'
import { academicStatuses, recordStatuses } from './choices.ts'
import { studentPeriodFields } from './fields.ts'
import { selection } from './narrowing.ts'
import { overrideReason, statusTargets } from './shapes.ts'

/** The base of every bulk call. */
export const bulk = {
  ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(10_000))),
  selection: z.optional(selection),
  dry_run: z.optional(z.boolean()),
  /** The counts from the preview. If they no longer match, the call returns 409 with the new counts. */
  expected: z.optional(
    z.strictObject({ matched: z.int(), changed: z.int(), overridden: z.optional(z.int()) }),
  ),
}

export const eitherIdsOrSelection = z.refine<{ ids?: unknown; selection?: unknown }>(
  (body) => (body.ids === undefined) !== (body.selection === undefined),
  { message: 'Choose students or a selection, not both.', path: ['ids'] },
)

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
    send_email: z.optional(z.boolean()),
  })
  .check(eitherIdsOrSelection, overridesNeedReason)
export type CoverageStatusesChange = z.output<typeof coverageStatusesChange>

export const studentStatusChange = z
  .strictObject({
    ...bulk,
    academic_status: z.optional(z.enum(academicStatuses)),
    status: z.optional(z.enum(recordStatuses)),
    effective_on: z.optional(day),
  })
  .check(eitherIdsOrSelection)

/** Why a row is skipped: the status change isn’t allowed, or two dates would be out of order. */
const skipReasons = ['not_allowed', 'out_of_order'] as const

/** The result of a bulk call or its preview; `skipped` has the first 1,000. */
export const bulkResult = z.object({
  matched: z.int(),
  changed: z.int(),
  skipped: z.array(
    z.object({ id: z.int(), name: z.string(), reason: z.enum(skipReasons), detail: z.string() }),
  ),
  skipped_total: z.int(),
  /**
   * The result of a coverage status change: how many skipped rows an override would change, and the first 1,000
   * overridden rows by name.
   */
  overrides: z.optional(
    z.object({
      possible: z.int(),
      total: z.int(),
      rows: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
  /**
   * In a preview that asks for emails: how many would be queued, and how many wouldn’t, because the student has no
   * address or the school has turned this email off.
   */
  emails: z.optional(z.object({ queued: z.int(), no_address: z.int(), turned_off: z.int() })),
  /** The number of rows per status change, by coverage type. */
  moves: z.array(
    z.object({
      coverage: z.enum(coverages),
      from: z.enum(coverageStatuses),
      to: z.enum(coverageStatuses),
      event: z.nullable(z.string()),
      quantity: z.int(),
    }),
  ),
  /** In a preview, the first 5 rows that would change, with their new values. */
  sample: z.optional(
    z.array(z.object({ id: z.int(), name: z.string(), sid: z.string(), changes: z.array(fieldChange) })),
  ),
})
export type BulkResult = z.output<typeof bulkResult>

/** The response of a bulk call: the result, or the job that runs it if it’s long. */
export const bulkAnswer = z.union([bulkResult, z.object({ job_id: z.int() })])

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
