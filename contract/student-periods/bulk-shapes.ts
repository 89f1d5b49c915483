import * as z from 'zod/mini'
import { validationText } from '../problem.ts'
import type { RecordField } from '../record-field.ts'
import { studentPeriodFields } from './fields.ts'
import { bulk, bulkResult, eitherIdsOrSelection } from './shapes.ts'

const fields: Readonly<Record<string, RecordField>> = studentPeriodFields

/** What a bulk call answers: what was done; or the job that does it, when it is long. */
export const bulkAnswer = z.union([bulkResult, z.object({ job_id: z.int() })])

/** What `update-other-field` may set: every field that people write, but the statuses, which move by their own calls. */
export const otherFields: readonly string[] = Object.entries(fields)
  .filter(([name, field]) => !field.readOnly && !/^((medical|dental|vision|academic)_)?status$/.test(name))
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
