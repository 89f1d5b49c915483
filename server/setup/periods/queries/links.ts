import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { LinkCheck } from '#contract/setup/periods/link-checks.ts'
import { customPages } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { AllDocuments } from '#server/setup/period-documents/index.ts'
import { linksIn, type PlacedLink } from '../rules/links-in.ts'

/** A link to another site, with the document that contains it. */
export interface DocumentLink extends PlacedLink {
  readonly document: string
}

/** Returns the links to other sites in a period’s documents and custom pages. */
export const linksOf = (
  documents: AllDocuments['documents'],
  pages: readonly { readonly body: string }[],
): DocumentLink[] => [
  ...Object.entries(documents).flatMap(([document, content]) =>
    linksIn(content).map((link) => ({ document, ...link })),
  ),
  ...pages.flatMap(({ body }) => linksIn(body).map(({ url }) => ({ document: customPages, path: '', url }))),
]

/** The kind of a link check among jobs, and what is asked for. */
export const linkCheckKind = 'check-links'
export const linkCheckAsk = z.object({ period_id: z.int() })

/** A link that didn’t work in the latest check, and why. */
const deadLink = z.object({ url: z.string(), problem: z.string() })
export type DeadLink = z.output<typeof deadLink>

/** What a link check results in. */
const found = z.object({ dead: z.array(deadLink) })

/** Returns the latest check of a period that the caller can access. */
const latestCheckOf = ({ db }: Pick<Context, 'db'>, periodId: number) =>
  db
    .selectFrom('jobs')
    .select(['id', 'state', 'done', 'total', 'result', 'updated_at'])
    .where('kind', '=', linkCheckKind)
    .where(sql<number>`(ask->>'period_id')::bigint`, '=', periodId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns whether a check of a period’s links is queued or running. */
export const areLinksChecked = async (context: Context, periodId: number): Promise<boolean> => {
  const latest = await latestCheckOf(context, periodId)
  return latest?.state === 'queued' || latest?.state === 'running'
}

const deadIn = ({ result }: { readonly result: unknown }): readonly DeadLink[] =>
  result === null ? [] : z.parse(found, result).dead

/** Returns the latest check of a period; null if none was started. @throws Problem 404 */
export const readLatestLinkCheck = async (context: Context, periodId: number): Promise<LinkCheck | null> => {
  await getPeriod(context, periodId)
  const row = await latestCheckOf(context, periodId)
  return row
    ? {
        id: row.id,
        // the column's CHECK allows exactly the contract's states
        state: row.state as LinkCheck['state'],
        progress: { done: row.done, total: row.total },
        dead: deadIn(row).length,
        updated_at: row.updated_at,
      }
    : null
}

/** Returns the links that didn’t work in the latest check. */
export const listDeadLinks = async (context: Context, periodId: number): Promise<readonly DeadLink[]> => {
  const row = await latestCheckOf(context, periodId)
  return row ? deadIn(row) : []
}
