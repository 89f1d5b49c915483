import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { apartReasons, differenceKinds } from './choices.ts'

/** Records that differ from the setup in the same way. */
const differenceGroup = z.object({
  /** Names the group in the list of its students and when it’s applied. */
  key: z.string(),
  kind: z.enum(differenceKinds),
  /** Null for fees. */
  coverage_type: z.nullable(z.enum(coverages)),
  /** The statuses before and after. If the status stays, the second is null, and so is the first but for premiums. */
  from_status: z.nullable(z.enum(coverageStatuses)),
  to_status: z.nullable(z.enum(coverageStatuses)),
  /** Null if it’s applied unless staff leave it out. */
  apart: z.nullable(z.enum(apartReasons)),
  students: z.int(),
  /** What premiums or fees change by, with two decimal places and a sign; null for other kinds. */
  amount: z.nullable(z.string()),
})
export type DifferenceGroup = z.output<typeof differenceGroup>

/** The records of a policy year that differ from its setup. */
export const setupDifferences = z.object({
  /** Records with a difference that isn’t set apart. */
  records: z.int(),
  groups: z.array(differenceGroup),
})
export type SetupDifferences = z.output<typeof setupDifferences>

/** Applies the setup to records. */
export const differencesToApply = z.strictObject({
  groups: z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(500)),
  /** The sum of the groups’ students in the preview. If it’s different now, nothing changes. */
  expected: z.strictObject({ differences: z.int() }),
})
export type DifferencesToApply = z.output<typeof differencesToApply>
