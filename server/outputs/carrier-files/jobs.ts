import * as z from 'zod/mini'
import { task } from '#server/platform/jobs/index.ts'
import { abandonFile, prepareFile } from './commands/prepare-file.ts'

/** Prepares a carrier file in the background; after the last attempt, it’s marked as failed. */
export const prepareFileTask = task({
  name: 'prepare_carrier_file',
  payload: z.object({ file_id: z.int() }),
  run: (services, { file_id }, attempt) => prepareFile(services, file_id, attempt),
  abandon: (services, { file_id }) => abandonFile(services, file_id),
})

export const carrierFileTasks = [prepareFileTask]
