import * as z from 'zod/mini'
import { task } from '#server/platform/jobs/index.ts'
import { abandonImport, applyImport, planImport } from './commands/run-import.ts'

const payload = z.object({ import_id: z.int() })

/** Plans a roster file and, unless it’s a dry run, applies it. */
export const planImportTask = task({
  name: 'plan_import',
  payload,
  run: (services, { import_id }, attempt) => planImport(services, import_id, attempt),
  abandon: (services, { import_id }) => abandonImport(services, import_id),
})

/** Applies the plan of a dry run. */
export const applyImportTask = task({
  name: 'apply_import',
  payload,
  run: (services, { import_id }, attempt) => applyImport(services, import_id, attempt),
  abandon: (services, { import_id }) => abandonImport(services, import_id),
})

export const importTasks = [planImportTask, applyImportTask]
