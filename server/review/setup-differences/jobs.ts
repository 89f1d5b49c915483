import * as z from 'zod/mini'
import { differencesToApply } from '#contract/review/setup-differences/shapes.ts'
import { work } from '#server/platform/jobs/index.ts'
import { applySetup } from './commands.ts'

/** Applies the setup of a policy year to records. */
export const applying = work({
  kind: 'apply-setup',
  ask: z.extend(differencesToApply, { period_id: z.int() }),
  change: applySetup,
})

export const setupDifferenceTasks = [applying.task]
