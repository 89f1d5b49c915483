import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { enqueue, task } from '../jobs/index.ts'
import { abandonLinkCheck, checkLinks, createLinkCheck } from './links/check-links.ts'

/** Asks the sites that a policy year links to. */
const checkLinksTask = task({
  name: 'check_links',
  payload: z.object({ link_check_id: z.int() }),
  run: (house, { link_check_id }, attempt) => checkLinks(house, link_check_id, attempt),
  abandon: (house, { link_check_id }) => abandonLinkCheck(house, link_check_id),
})

export const periodTasks = [checkLinksTask]

/** Starts a check of the links of a period. @throws Problem 404; 409 while one runs */
export const startLinkCheck = async (context: Context, periodId: number): Promise<void> => {
  const id = await createLinkCheck(context, periodId)
  await enqueue(context, checkLinksTask, { link_check_id: id })
}
