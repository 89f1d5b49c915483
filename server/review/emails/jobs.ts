import { emailToCompose, type EmailToCompose } from '#contract/review/emails/compose.ts'
import type { Context } from '#server/platform/context.ts'
import { work } from '#server/platform/jobs/index.ts'
import { countRequested } from '#server/records/student-periods/index.ts'
import { composeEmail } from './commands/compose.ts'

/** Queues emails in the background if there are too many students for one request. */
const composing = work({
  kind: 'compose-email',
  ask: emailToCompose,
  change: async (context, ask) => {
    const { matched, changed } = await composeEmail(context, ask)
    return { matched, changed, skipped: [], skipped_total: matched - changed, moves: [] }
  },
})

/** Starts queuing emails as a job of its author. Returns the job’s ID. */
export const startComposeJob = async (context: Context, ask: EmailToCompose): Promise<number> =>
  composing.start(context, ask, { total: await countRequested(context, ask) })

export const emailTasks = [composing.task]
