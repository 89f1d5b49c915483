import * as z from 'zod/mini'
import { work } from '#server/platform/jobs/index.ts'
import { runNight } from './commands/age-out-night.ts'

/** Changes the waivers of one night to aged out. A night that failed isn’t repeated. */
export const agingOut = work({ kind: 'age-out-waivers', ask: z.object({}), run: runNight })

export const reportTasks = [agingOut.task]
