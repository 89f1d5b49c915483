import * as z from 'zod/mini'
import type { Context, Services } from '#server/platform/context.ts'
import { enqueue, maxAttempts, task } from '#server/platform/jobs/index.ts'
import { pauseWith, runReverification } from './commands/run.ts'

/** Makes some of the checks of a reverification, and queues itself for the rest. */
const reverifyTask = task({
  name: 'reverify_period',
  isOutbound: true,
  payload: z.object({ reverification_id: z.int() }),
  run: async (services, { reverification_id }) => {
    if (await runReverification(services, reverification_id)) await queueRest(services, reverification_id)
  },
  abandon: (services, { reverification_id }) =>
    pauseWith(
      services,
      reverification_id,
      `This was interrupted ${maxAttempts} times. Resume it to continue.`,
    ),
})

/** Queues the checks of a reverification; those that someone asks for go first. */
export const queueReverification = (
  context: Pick<Context, 'db' | 'services' | 'afterCommit'>,
  id: number,
): Promise<void> => enqueue(context, reverifyTask, { reverification_id: id }, { canWait: true })

const queueRest = async (services: Services, id: number): Promise<void> => {
  const afterCommit: (() => void)[] = []
  await queueReverification({ db: services.db, services, afterCommit }, id)
  for (const run of afterCommit) run()
}

export const reverificationTasks = [reverifyTask]
