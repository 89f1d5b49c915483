import * as z from 'zod/mini'
import { task } from '../jobs/index.ts'
import { abandonImport, applyImport, planImport } from './commands/run-import.ts'

const payload = z.object({ import_id: z.int() })

/** Reads and matches a roster, and unless it is a dry run writes it. */
export const planImportTask = task({
  name: 'plan_import',
  payload,
  run: (house, { import_id }, attempt) => planImport(house, import_id, attempt),
  abandon: (house, { import_id }) => abandonImport(house, import_id),
})

/** Writes what a dry run has shown. */
export const applyImportTask = task({
  name: 'apply_import',
  payload,
  run: (house, { import_id }, attempt) => applyImport(house, import_id, attempt),
  abandon: (house, { import_id }) => abandonImport(house, import_id),
})

export const importTasks = [planImportTask, applyImportTask]
