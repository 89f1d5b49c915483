import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'
import { academicStatuses } from '#contract/platform/record/student-period-choices.ts'

const some = z.array(text(120)).check(z.maxLength(200))

/** Class years: 4 digits, 1950–2100. */
export const classYear = z.int().check(z.gte(1950), z.lte(2100))

/**
 * Who an item applies to. An empty list applies to everyone. A student must match every list that isn’t empty.
 * Spellings are compared without case and accents.
 */
export const audience = z.strictObject({
  programs: some,
  campuses: some,
  class_years: z.array(classYear).check(z.maxLength(60)),
  academic_statuses: z.array(z.enum(academicStatuses)),
})
export type Audience = z.output<typeof audience>

export const everyone: Audience = { programs: [], campuses: [], class_years: [], academic_statuses: [] }
