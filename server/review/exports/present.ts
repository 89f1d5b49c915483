import type { ExportFormat, ExportRun } from '#contract/review/exports/shapes.ts'
import type { JobState } from '#contract/platform/jobs/shapes.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { ExportRecord } from './queries.ts'

/** Returns an export as in its reply. */
export const presentExport = (run: ExportRecord): ExportRun => ({
  ...pick(run, [
    'id',
    'period_id',
    'includes_ssn',
    'file_name',
    'size',
    'message',
    'created_at',
    'expires_at',
  ]),
  // the columns' CHECKs allow exactly the contract's formats and states
  format: run.format as ExportFormat,
  state: run.state as JobState,
  progress: { done: run.done, total: run.total },
  rows: run.rows,
})
