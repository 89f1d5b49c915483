import type { LinkCheck } from '#contract/periods/link-checks.ts'
import type { Context, House } from '../../context.ts'
import { getPeriod, scope, type ScopeContext } from '../../db/scope.ts'
import { mayGoBetter } from '../../http/problems.ts'
import { asAuthor } from '../../jobs/context.ts'
import type { Attempt } from '../../jobs/task.ts'
import { createOutbound } from '../../lib/outbound.ts'
import { problem } from '../../problem.ts'
import { listWholePages } from '../../website/index.ts'
import { allDocuments, readKept, type AllDocuments } from '../documents.ts'
import { linksIn, type PlacedLink } from '../rules/links-in.ts'
import { findProblem } from './check-link.ts'

/** The document name of the custom pages among the checks of a setup. */
export const customPages = 'custom-pages'

/** A link in a document of a period. */
export interface DocumentLink extends PlacedLink {
  readonly document: string
}

/** The links to other sites in the documents and custom pages of a period. */
export const linksOf = (
  documents: AllDocuments['documents'],
  pages: readonly { readonly body: string }[],
): DocumentLink[] => [
  ...Object.entries(documents).flatMap(([document, content]) =>
    linksIn(content).map((link) => ({ document, ...link })),
  ),
  ...pages.flatMap(({ body }) => linksIn(body).map(({ url }) => ({ document: customPages, path: '', url }))),
]

/** The same, as the period is now. @throws Problem 404 */
const listLinks = async (context: Context, periodId: number): Promise<DocumentLink[]> => {
  const { documents } = allDocuments(await readKept(context, periodId), 'admin')
  return linksOf(documents, await listWholePages(context, periodId))
}

const columns = ['id', 'state', 'done', 'total', 'dead', 'updated_at'] as const

/** A link that didn't work when it was checked, and why. */
export interface DeadLink {
  readonly url: string
  readonly problem: string
}

// the job alone writes the column, in this shape
const deadOf = (row: { readonly dead: unknown }): readonly DeadLink[] => row.dead as DeadLink[]

/** The latest check of a period; undefined when none was started. */
const findLatest = (context: ScopeContext, periodId: number) =>
  scope
    .linkChecks(context)
    .select(columns)
    .where('link_checks.period_id', '=', periodId)
    .orderBy('link_checks.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The latest check of a period; null when none was started. @throws Problem 404 */
export const readLatestLinkCheck = async (context: Context, periodId: number): Promise<LinkCheck | null> => {
  await getPeriod(context, periodId)
  const row = await findLatest(context, periodId)
  return row
    ? {
        id: row.id,
        // the column's CHECK holds exactly the contract's states
        state: row.state as LinkCheck['state'],
        progress: { done: row.done, total: row.total },
        dead: deadOf(row).length,
        updated_at: row.updated_at,
      }
    : null
}

/** The links that the latest finished check found not to work. */
export const listDeadLinks = async (context: Context, periodId: number): Promise<readonly DeadLink[]> => {
  const row = await findLatest(context, periodId)
  return row ? deadOf(row) : []
}

/** Records a check for the job that does it. Returns its id. @throws Problem 404; 409 while one runs */
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

/** Links that are asked at the same time. */
const lanes = 4
/** Links of one check at most. */
const maxLinks = 500

/** Checks the links of a period. Run again after an interruption, it starts over and ends once. */
export const checkLinks = async (house: House, id: number, { isLast }: Attempt): Promise<void> => {
  // scope: a job begins with the id of its check alone; all that follows is done for its author and school
  const run = await house.db
    .updateTable('link_checks')
    .set({ state: 'running', done: 0, updated_at: house.clock.now().toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning(['id', 'school_id', 'period_id', 'author_id'])
    .executeTakeFirst()
  if (!run) return
  try {
    const links = await asAuthor(house, run.author_id, `link-check-${id}`, (context) =>
      listLinks(context, run.period_id),
    )
    const urls = [...new Set(links.map(({ url }) => url))].slice(0, maxLinks)
    await end(house, id, { state: 'done', dead: JSON.stringify(await findDead(house, run, urls)) })
  } catch (error) {
    if (mayGoBetter(error) && !isLast) throw error
    house.log.error({ err: error, link_check_id: id }, 'A check of links failed.')
    await abandonLinkCheck(house, id)
  }
}

const findDead = async (house: House, run: Run, urls: readonly string[]): Promise<DeadLink[]> => {
  const outbound = createOutbound(house.settings.outboundPrivateHosts)
  const dead: DeadLink[] = []
  let [next, done] = [0, 0]
  await tell(house, run, { done, total: urls.length })
  const lane = async (): Promise<void> => {
    for (let url = urls[next++]; url !== undefined; url = urls[next++]) {
      const found = await findProblem(outbound, url)
      if (found !== null) dead.push({ url, problem: found })
      done += 1
      await tell(house, run, { done })
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    await outbound.close()
  }
  return dead
}

/** A check with the school that it is made for. */
interface Run {
  readonly id: number
  readonly school_id: number
}

const tell = async (house: House, run: Run, values: { done: number; total?: number }): Promise<void> => {
  await scope
    .update(scope.asSystem(house.db, run.school_id), 'link_checks')
    .set(values)
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .execute()
}

const end = async (
  house: House,
  id: number,
  values: { readonly state: 'done' | 'failed'; readonly dead?: string },
): Promise<void> => {
  // scope: a job whose every attempt was cut off has the id of its check alone
  await house.db
    .updateTable('link_checks')
    .set({ ...values, updated_at: house.clock.now().toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

/** Ends a check that could not be finished. */
export const abandonLinkCheck = (house: House, id: number): Promise<void> =>
  end(house, id, { state: 'failed' })
