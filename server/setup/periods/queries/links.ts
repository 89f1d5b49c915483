import type { LinkCheck } from '#contract/setup/periods/link-checks.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { AllDocuments } from '#server/setup/period-documents/index.ts'
import { linksIn, type PlacedLink } from '../rules/links-in.ts'

/** The document name of custom pages in setup checks. */
export const customPages = 'custom-pages'

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

const columns = ['id', 'state', 'done', 'total', 'dead', 'updated_at'] as const

/** A link that didn’t work in the latest check, and why. */
export interface DeadLink {
  readonly url: string
  readonly problem: string
}

// only the job writes the column, in this shape
const deadOf = (row: { readonly dead: unknown }): readonly DeadLink[] => row.dead as DeadLink[]

/** Returns the latest check of a period; undefined if none was started. */
const findLatest = (context: ScopeContext, periodId: number) =>
  scope
    .linkChecks(context)
    .select(columns)
    .where('link_checks.period_id', '=', periodId)
    .orderBy('link_checks.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the latest check of a period; null if none was started. @throws Problem 404 */
export const readLatestLinkCheck = async (context: Context, periodId: number): Promise<LinkCheck | null> => {
  await getPeriod(context, periodId)
  const row = await findLatest(context, periodId)
  return row
    ? {
        id: row.id,
        // the column's CHECK allows exactly the contract's states
        state: row.state as LinkCheck['state'],
        progress: { done: row.done, total: row.total },
        dead: deadOf(row).length,
        updated_at: row.updated_at,
      }
    : null
}

/** Returns the links that didn’t work in the latest finished check. */
export const listDeadLinks = async (context: Context, periodId: number): Promise<readonly DeadLink[]> => {
  const row = await findLatest(context, periodId)
  return row ? deadOf(row) : []
}
