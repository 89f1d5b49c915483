import * as z from 'zod/mini'
import { task } from '../jobs/index.ts'
import { abandonExport, writeExport } from './commands/write-export.ts'

/** Writes the file of an export. */
export const writeExportTask = task({
  name: 'write_export',
  payload: z.object({ export_id: z.int() }),
  run: (house, { export_id }, attempt) => writeExport(house, export_id, attempt),
  abandon: (house, { export_id }) => abandonExport(house, export_id),
})

export const exportTasks = [writeExportTask]
