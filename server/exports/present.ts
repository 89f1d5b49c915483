import type { ExportFormat, ExportRun } from '#contract/exports/shapes.ts'
import type { JobState } from '#contract/jobs/shapes.ts'
import { pick } from '../lib/pick.ts'
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
  rows: run.state === 'done' ? run.done : null,
})
