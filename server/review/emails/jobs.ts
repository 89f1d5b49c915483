import * as z from 'zod/mini'
import { emailToCompose, type EmailToCompose } from '#contract/review/emails/compose.ts'
import type { Context } from '#server/platform/context.ts'
import { abandonLongCall, enqueue, saveLongCall, runLongCall, task } from '#server/platform/jobs/index.ts'
import { countRequested } from '#server/records/student-periods/index.ts'
import { composeEmail } from './commands/compose.ts'

/** Queues emails in the background if there are too many students for one request. */
const composeTask = task({
  name: 'compose_email',
  payload: z.object({ job_id: z.int() }),
  run: (services, { job_id }, { isLast }) =>
    runLongCall(services, { jobId: job_id, isLast }, async (context, ask) => {
      const { matched, changed } = await composeEmail(context, z.parse(emailToCompose, ask))
      return { matched, changed, skipped: [], skipped_total: matched - changed, moves: [] }
    }),
  abandon: (services, { job_id }) => abandonLongCall(services, job_id),
})

export const emailTasks = [composeTask]

/** Starts queuing emails as a job of its author. Returns the job’s ID. */
export const startComposeJob = async (context: Context, ask: EmailToCompose): Promise<number> => {
  const id = await saveLongCall(context, {
    kind: 'compose-email',
    ask,
    total: await countRequested(context, ask),
  })
  await enqueue(context, composeTask, { job_id: id })
  return id
}
