import * as z from 'zod/mini'
import { task } from '#server/platform/jobs/index.ts'
import { abandonExport, writeExport } from './commands/write-export.ts'

/** Writes an export’s file in the background; after the last attempt, the export is marked as failed. */
export const writeExportTask = task({
  name: 'write_export',
  payload: z.object({ export_id: z.int() }),
  run: (services, { export_id }, attempt) => writeExport(services, export_id, attempt),
  abandon: (services, { export_id }) => abandonExport(services, export_id),
})

export const exportTasks = [writeExportTask]
