import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { id, idText } from '#contract/platform/fields.ts'
import { fieldChange } from '#contract/platform/field-change.ts'
import { dependentTypes } from '#contract/platform/record/student-period-choices.ts'

/** The parts of a student’s earlier student-period that a new one can copy. */
export const copyFields = {
  copy_from_student_period_id: z.optional(id),
  /** Defaults to academic and waive fields; no statuses and no enroll fields. */
  fields_to_carry: z.optional(z.array(z.string()).check(z.maxLength(200))),
}

/** The period for a copy preview; `fields_to_carry` is comma-separated, and a comma alone for none. */
export const copyPreviewQuery = z.strictObject({
  period_id: idText,
  fields_to_carry: z.optional(z.string().check(z.maxLength(8000))),
})

const copiedDependent = z.object({
  type: z.enum(dependentTypes),
  first_name: z.string(),
  last_name: z.string(),
  /** Only coverage types whose enrollment is renewed. */
  covers: z.array(z.enum(coverages)),
})
export type CopiedDependent = z.output<typeof copiedDependent>

/** What a copy would save. */
export const copyPreview = z.object({
  from: z.object({ id: z.int(), period_name: z.string() }),
  /** Every field it would have, including the 3 statuses; companies by name. */
  changes: z.array(fieldChange),
  dependents: z.array(copiedDependent),
})
export type CopyPreview = z.output<typeof copyPreview>
