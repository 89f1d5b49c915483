import type { Context, Services } from '#server/platform/context.ts'
import { getPeriod, scope } from '#server/platform/db/scope.ts'
import { isTemporary } from '#server/platform/http/problems.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import { createProgressWriter } from '#server/platform/jobs/progress.ts'
import type { Attempt } from '#server/platform/jobs/task.ts'
import { findLinkProblem } from '#server/platform/lib/link-problem.ts'
import { createOutbound } from '#server/platform/lib/outbound.ts'
import { problem } from '#server/platform/problem.ts'
import { allDocuments, readSaved } from '#server/setup/period-documents/index.ts'
import { listFullPages } from '#server/setup/website/index.ts'
import { linksOf, type DeadLink, type DocumentLink } from '../queries/links.ts'

/** Returns the links of the period as saved now. @throws Problem 404 */
const listLinks = async (context: Context, periodId: number): Promise<DocumentLink[]> => {
  const { documents } = allDocuments(await readSaved(context, periodId), 'admin')
  return linksOf(documents, await listFullPages(context, periodId))
}

/** Creates a check for the job that runs it. Returns its ID. @throws Problem 404; 409 while one is running */
export const createLinkCheck = async (context: Context, periodId: number): Promise<number> => {
  const { school_id } = await getPeriod(context, periodId)
  const at = context.clock.now().toISOString()
  const created = await context.db
    .insertInto('link_checks')
    .values({ school_id, period_id: periodId, author_id: context.caller.id, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw problem.busy('The links are already being checked.')
  return created.id
}

/** Links checked at the same time. */
const maxParallel = 4
/** The most links in one check. */
const maxLinks = 500

/** Checks the links of a period. If it runs again after an interruption, it starts over and ends once. */
export const checkLinks = async (services: Services, id: number, { isLast }: Attempt): Promise<void> => {
  // scope: a job starts with only the ID of its check; everything after uses its author and school
  const run = await services.db
    .updateTable('link_checks')
    .set({ state: 'running', done: 0, updated_at: services.clock.now().toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning(['id', 'school_id', 'period_id', 'author_id'])
    .executeTakeFirst()
  if (!run) return
  try {
    const links = await asAuthor(services, run.author_id, `link-check-${id}`, (context) =>
      listLinks(context, run.period_id),
    )
    const urls = [...new Set(links.map(({ url }) => url))].slice(0, maxLinks)
    const dead = JSON.stringify(await findDead(services, run, urls))
    await end(services, id, { state: 'done', dead, done: urls.length, total: urls.length })
  } catch (error) {
    if (isTemporary(error) && !isLast) throw error
    services.log.error({ err: error, link_check_id: id }, 'A check of links failed.')
    await abandonLinkCheck(services, id)
  }
}

const findDead = async (services: Services, run: Run, urls: readonly string[]): Promise<DeadLink[]> => {
  const outbound = createOutbound(services.settings.outboundPrivateHosts)
  const dead: DeadLink[] = []
  let [next, done] = [0, 0]
  const progress = createProgress(services, run, urls.length)
  progress.tell(done)
  const lane = async (): Promise<void> => {
    for (let url = urls[next++]; url !== undefined; url = urls[next++]) {
      const found = await findLinkProblem(outbound, url)
      if (found !== null) dead.push({ url, problem: found })
      done += 1
      progress.tell(done)
    }
  }
  try {
    await Promise.all(Array.from({ length: maxParallel }, lane))
  } finally {
    await progress.settled()
    await outbound.close()
  }
  return dead
}

/** A check with its school. */
interface Run {
  readonly id: number
  readonly school_id: number
}

const createProgress = (services: Services, run: Run, total: number) =>
  createProgressWriter(services.log, { link_check_id: run.id }, (done: number) =>
    scope
      .update(scope.asSystem(services.db, run.school_id), 'link_checks')
      .set({ done, total })
      .where('id', '=', run.id)
      .where('state', '=', 'running')
      .execute(),
  )

const end = async (
  services: Services,
  id: number,
  values:
    | { readonly state: 'done'; readonly dead: string; readonly done: number; readonly total: number }
    | { readonly state: 'failed' },
): Promise<void> => {
  // scope: a job whose attempts were all interrupted has only the ID of the check
  await services.db
    .updateTable('link_checks')
    .set({ ...values, updated_at: services.clock.now().toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

/** Ends a check that couldn’t be finished. */
export const abandonLinkCheck = (services: Services, id: number): Promise<void> =>
  end(services, id, { state: 'failed' })
