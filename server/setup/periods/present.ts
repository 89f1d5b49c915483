import type { PeriodAbout, PeriodState } from '#contract/setup/periods/shapes.ts'
import type { getPeriod } from '#server/platform/db/scope.ts'

type PeriodRow = Awaited<ReturnType<typeof getPeriod>>

/** Returns the `about` document of a period. */
export const presentAbout = (row: PeriodRow): PeriodAbout => ({
  name: row.name,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  // the column's CHECK allows exactly the contract's states
  state: row.state as PeriodState,
  waiver_deadline_on: row.waiver_deadline_on,
  medical_offered: row.medical_offered,
  dental_offered: row.dental_offered,
  vision_offered: row.vision_offered,
  medical_is_voluntary: row.medical_is_voluntary,
  version: row.version,
})
