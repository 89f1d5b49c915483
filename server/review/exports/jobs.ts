import { exportAsk } from '#contract/review/exports/shapes.ts'
import { work } from '#server/platform/jobs/index.ts'
import { writeExport } from './commands/write-export.ts'

/** Writes an export’s file in the background. */
export const exporting = work({
  kind: 'export-students',
  ask: exportAsk,
  again: 'Export again.',
  refused: 'You no longer have access to these records.',
  change: writeExport,
})

export const exportTasks = [exporting.task]
