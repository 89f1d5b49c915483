import * as z from 'zod/mini'
import { work } from '#server/platform/jobs/index.ts'
import { makeReport, tellOfFailure } from './commands/make-report.ts'

/** Makes the file of a scheduled report in the background. */
export const making = work({
  kind: 'make-report',
  ask: z.object({}),
  again: 'Run it again.',
  systemChange: makeReport,
  failed: tellOfFailure,
})

export const reportScheduleTasks = [making.task]
