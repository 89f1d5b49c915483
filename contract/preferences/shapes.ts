import * as z from 'zod/mini'
import { texts } from '../problem.ts'
import { studentListColumns } from '../student-periods/columns.ts'
import { presentName } from '../student-periods/older-names.ts'
import { storedLayout, tableLayout } from '../table-layout.ts'

/**
 * What can be remembered of a person: `student-list` how they like the student list anywhere, `student-list:12` in the
 * period 12. Nothing stored means as usual (`defaultStudentListColumns` of their role).
 */
export const preferenceParams = z.strictObject({
  key: z.string().check(z.regex(/^student-list(:[1-9]\d{0,14})?$/, texts.selected)),
})

/** Replaced whole; older names of fields become the present ones. */
export const preferenceChange = z.strictObject({ value: tableLayout(studentListColumns, presentName) })

/** A preference; `value` and `updated_at` are null where nothing is remembered. */
export const preference = z.object({
  key: z.string(),
  value: z.nullable(storedLayout),
  updated_at: z.nullable(z.string()),
})
export type Preference = z.output<typeof preference>
