import * as z from 'zod/mini'
import { texts } from '#contract/platform/problem.ts'
import { studentListColumns } from '#contract/platform/record/columns.ts'
import { currentName } from '#contract/platform/record/older-names.ts'
import { storedLayout, tableLayout } from '#contract/platform/table-layout.ts'

/**
 * The keys of saved preferences: `student-list` for the student list in any period, `student-list:12` for
 * period 12. If nothing is saved, the role’s default applies (`defaultStudentListColumns`).
 */
export const preferenceParams = z.strictObject({
  key: z.string().check(z.regex(/^student-list(:[1-9]\d{0,14})?$/, texts.selected)),
})

/** A preference to save. It’s replaced whole, and old field names become current ones. */
export const preferenceChange = z.strictObject({ value: tableLayout(studentListColumns, currentName) })

/** A preference; `value` and `updated_at` are null if nothing is saved. */
export const preference = z.object({
  key: z.string(),
  value: z.nullable(storedLayout),
  updated_at: z.nullable(z.string()),
})
export type Preference = z.output<typeof preference>
