import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { enqueue, task } from '#server/platform/jobs/index.ts'
import { abandonLinkCheck, checkLinks, createLinkCheck } from './commands/check-links.ts'

/** Checks a policy year’s links to other sites in the background. */
const checkLinksTask = task({
  name: 'check_links',
  isOutbound: true,
  payload: z.object({ link_check_id: z.int() }),
  run: (services, { link_check_id }, attempt) => checkLinks(services, link_check_id, attempt),
  abandon: (services, { link_check_id }) => abandonLinkCheck(services, link_check_id),
})

export const periodTasks = [checkLinksTask]

/** Starts a check of a period’s links. @throws Problem 404; 409 while one is running */
export const startLinkCheck = async (context: Context, periodId: number): Promise<void> => {
  const id = await createLinkCheck(context, periodId)
  await enqueue(context, checkLinksTask, { link_check_id: id })
}
