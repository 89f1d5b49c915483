import * as z from 'zod/mini'
import { task } from '#server/platform/jobs/index.ts'
import { runCheck } from './commands/run-check.ts'

/** Asks a payer. What was asked is saved step by step, so that another run goes on after the last answer. */
export const checkTask = task({
  name: 'check_eligibility',
  isOutbound: true,
  payload: z.object({ report_id: z.int() }),
  run: (services, { report_id }) => runCheck(services, report_id),
  // the sweep of unfinished checks goes on with it
  abandon: async () => undefined,
})

export const verificationTasks = [checkTask]
