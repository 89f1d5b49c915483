import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '../coverage/choices.ts'
import { day, id } from '../fields.ts'
import { fieldChange } from '../history/shapes.ts'
import { validationText } from '../problem.ts'
import type { RecordField } from '../record-field.ts'
import { academicStatuses, recordStatuses } from './choices.ts'
import { studentPeriodFields } from './fields.ts'
import { selection } from './narrowing.ts'
import { overrideReason, statusTargets } from './shapes.ts'

/** What every bulk call takes. */
export const bulk = {
  ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(10_000))),
  selection: z.optional(selection),
  dry_run: z.optional(z.boolean()),
  /** What the preview promised: 409 with the new counts when it no longer holds. */
  expected: z.optional(
    z.strictObject({ matched: z.int(), changed: z.int(), overridden: z.optional(z.int()) }),
  ),
}

export const eitherIdsOrSelection = z.refine<{ ids?: unknown; selection?: unknown }>(
  (body) => (body.ids === undefined) !== (body.selection === undefined),
  { message: 'Give either ids or a selection.', path: ['ids'] },
)

interface Overriding {
  readonly dry_run?: boolean | undefined
  readonly override?: boolean | undefined
  readonly override_reason?: string | null | undefined
}

const hasReason = ({ override_reason }: Overriding): boolean => (override_reason ?? '').trim() !== ''

/** Whether a bulk change overrides: as `override` says, and where it says nothing, if a reason is given. */
export const mayOverride = (body: Overriding): boolean => body.override ?? hasReason(body)

/** Overrides beyond the preview need a reason. */
const overridesForAReason = z.superRefine<Overriding>((body, { addIssue }) => {
  if (!hasReason(body) && body.override === true && body.dry_run !== true)
    addIssue({ code: 'custom', path: ['override_reason'], message: 'Enter a reason for the overrides.' })
})

export const coverageStatusesChange = z
  .strictObject({
    ...bulk,
    ...statusTargets,
    /** Whether records that can’t change normally are overridden or skipped. Without it a reason overrides them. */
    override: z.optional(z.boolean()),
    override_reason: overrideReason,
    send_email: z.optional(z.boolean()),
  })
  .check(eitherIdsOrSelection, overridesForAReason)
export type CoverageStatusesChange = z.output<typeof coverageStatusesChange>

export const studentStatusChange = z
  .strictObject({
    ...bulk,
    academic_status: z.optional(z.enum(academicStatuses)),
    status: z.optional(z.enum(recordStatuses)),
    effective_on: z.optional(day),
  })
  .check(eitherIdsOrSelection)

/** Why a row is left as it is: the status may not move so, or a pair of dates would be out of order. */
export const skipReasons = ['not_allowed', 'out_of_order'] as const

/** What a bulk call did, or in a dry run would do; `skipped` holds the first 1,000. */
export const bulkResult = z.object({
  matched: z.int(),
  changed: z.int(),
  skipped: z.array(
    z.object({ id: z.int(), name: z.string(), reason: z.enum(skipReasons), detail: z.string() }),
  ),
  skipped_total: z.int(),
  /**
   * Of a change of coverage statuses: how many skipped rows an override would change, and the rows that it overrides; the
   * first 1,000 by name.
   */
  overrides: z.optional(
    z.object({
      possible: z.int(),
      total: z.int(),
      rows: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
  /** How many rows move from what to what, by line. */
  moves: z.array(
    z.object({
      coverage: z.enum(coverages),
      from: z.enum(coverageStatuses),
      to: z.enum(coverageStatuses),
      event: z.nullable(z.string()),
      quantity: z.int(),
    }),
  ),
  /** Of a preview: the first five rows that would change, with what becomes of their fields. */
  sample: z.optional(
    z.array(z.object({ id: z.int(), name: z.string(), sid: z.string(), changes: z.array(fieldChange) })),
  ),
})
export type BulkResult = z.output<typeof bulkResult>

/** What a bulk call answers: what was done; or the job that does it, when it is long. */
export const bulkAnswer = z.union([bulkResult, z.object({ job_id: z.int() })])

const fields: Readonly<Record<string, RecordField>> = studentPeriodFields

/** What `update-other-field` may set: every field that people write, but those that move by calls of their own. */
export const otherFields: readonly string[] = Object.entries(fields)
  .filter(([, field]) => !field.readOnly && !field.ownCall)
  .map(([name]) => name)

/** The value of a field, parsed by the field's own schema; null empties it. */
const parsedValue = <B extends { readonly field: string; readonly value: string | number | boolean | null }>(
  body: B,
  payload: z.core.ParsePayload<unknown>,
): B => {
  const schema = fields[body.field]?.schema ?? z.never()
  const parsed = z.safeParse(z.nullable(schema), body.value, { error: validationText })
  // no field takes anything but text, numbers and booleans
  if (parsed.success) return { ...body, value: parsed.data as B['value'] }
  for (const { message } of parsed.error.issues)
    payload.issues.push({ code: 'custom', path: ['value'], message, input: body.value })
  return body
}

/** One field of many student-periods, set to one value; null empties it. */
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
  expected: 'Preview the deletion first, and say what it promised.',
  confirm_count: 'Type the number of records that are to be deleted.',
} as const

/**
 * Student-periods to delete. A selection may hold more than anybody has seen: it takes `expected`, as the preview
 * promised, and `confirm_count`, the number that somebody typed, equal to `expected.matched`. Ids are named one by one;
 * with them both may be left out, and are held to when they are given.
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
