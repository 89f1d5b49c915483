import * as z from 'zod/mini'
import { coverages } from '../coverage/choices.ts'
import { id, idText } from '../fields.ts'
import { fieldChange } from '../history/shapes.ts'
import { dependentTypes } from './choices.ts'

/** What a new student-period may take over from an earlier one of the same student. */
export const copyFields = {
  copy_from_student_period_id: z.optional(id),
  /** Academic and waive fields unless said otherwise; no status, no enroll field. */
  fields_to_carry: z.optional(z.array(z.string()).check(z.maxLength(200))),
}

/** Into which period a copy is looked at; `fields_to_carry` apart by commas. */
export const copyPreviewQuery = z.strictObject({
  period_id: idText,
  fields_to_carry: z.optional(z.string().check(z.maxLength(8000))),
})

const copiedDependent = z.object({
  type: z.enum(dependentTypes),
  first_name: z.string(),
  last_name: z.string(),
  /** Only lines whose enrollment is renewed. */
  covers: z.array(z.enum(coverages)),
})
export type CopiedDependent = z.output<typeof copiedDependent>

/** What a copy would write. */
export const copyPreview = z.object({
  from: z.object({ id: z.int(), period_name: z.string() }),
  /** Every field that it would hold, the three statuses too; companies by their names. */
  changes: z.array(fieldChange),
  dependents: z.array(copiedDependent),
})
export type CopyPreview = z.output<typeof copyPreview>
