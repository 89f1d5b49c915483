import * as z from 'zod/mini'
import { work } from '#server/platform/jobs/index.ts'
import { noteFailed, prepareFile } from './commands/prepare-file.ts'

/** Prepares a carrier file in the background. */
export const preparing = work({
  kind: 'prepare-carrier-file',
  ask: z.object({}),
  again: 'Prepare the file again.',
  refused: 'You no longer have access to these records.',
  change: prepareFile,
  failed: noteFailed,
})

export const carrierFileTasks = [preparing.task]
