import type { Context, Services } from '#server/platform/context.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import type { RunningWork } from '#server/platform/jobs/index.ts'
import { findLinkProblem } from '#server/platform/lib/link-problem.ts'
import { createOutbound } from '#server/platform/lib/outbound.ts'
import { allDocuments, readSaved } from '#server/setup/period-documents/index.ts'
import { listFullPages } from '#server/setup/website/index.ts'
import { linksOf, type DeadLink, type DocumentLink } from '../queries/links.ts'

/** Returns the links of the period as saved now. @throws Problem 404 */
const listLinks = async (context: Context, periodId: number): Promise<DocumentLink[]> => {
  const { documents } = allDocuments(await readSaved(context, periodId), 'admin')
  return linksOf(documents, await listFullPages(context, periodId))
}

/** Links checked at the same time. */
const maxParallel = 4
const maxLinks = 500

/** Checks the links of a period. Returns those that don’t work. */
export const findDeadLinks = async (
  services: Services,
  { id, author_id, ask, progress }: RunningWork<{ readonly period_id: number }>,
): Promise<{ readonly dead: DeadLink[] }> => {
  const links = await asAuthor(services, author_id, `job-${id}`, (context) =>
    listLinks(context, ask.period_id),
  )
  const urls = [...new Set(links.map(({ url }) => url))].slice(0, maxLinks)
  const outbound = createOutbound(services.settings.outboundPrivateHosts)
  const dead: DeadLink[] = []
  let next = 0
  progress.count(urls.length)
  const lane = async (): Promise<void> => {
    for (let url = urls[next++]; url !== undefined; url = urls[next++]) {
      const found = await findLinkProblem(outbound, url)
      if (found !== null) dead.push({ url, problem: found })
      progress.add(1)
    }
  }
  try {
    await Promise.all(Array.from({ length: maxParallel }, lane))
  } finally {
    await outbound.close()
  }
  return { dead }
}
