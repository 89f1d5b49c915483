import * as z from 'zod/mini'
import { work } from '#server/platform/jobs/index.ts'
import { enrollByDefault } from './commands/enroll.ts'
import { tellStudents } from './commands/tell.ts'

const ask = z.object({
  school_id: z.int(),
  period_id: z.int(),
  expected: z.object({ students: z.int(), total: z.string() }),
})

/** A run that a person starts. */
export const enrolling = work({
  kind: 'enroll-by-default',
  ask,
  change: (context, asked, jobId) => enrollByDefault(context, asked, { jobId, cause: 'bulk' }),
})

/** A run that starts on its day. */
export const enrollingNightly = work({
  kind: 'enroll-by-default-nightly',
  ask,
  systemChange: (context, asked, jobId) => enrollByDefault(context, asked, { jobId, cause: 'system' }),
})

/** The emails of a run. */
export const telling = work({
  kind: 'tell-auto-enrolled',
  ask: z.object({ period_id: z.int(), run_id: z.int() }),
  change: tellStudents,
})

export const defaultEnrollmentTasks = [enrolling.task, enrollingNightly.task, telling.task]
