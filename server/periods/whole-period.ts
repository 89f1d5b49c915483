import { isAdmin } from '#contract/access.ts'
import { documentName } from '#contract/document.ts'
import type { PeriodAbout } from '#contract/periods/shapes.ts'
import type { CustomPage } from '#contract/website/custom-pages.ts'
import type { Context } from '../context.ts'
import { listWholePages } from '../website/index.ts'
import { allDocuments, readKept } from './documents.ts'
import { presentAbout } from './present.ts'
import { readAbout } from './queries.ts'

interface WholePeriod {
  readonly id: number
  readonly school_id: number
  readonly about: PeriodAbout
  readonly custom_pages?: CustomPage[]
  readonly unreadable: string[]
  /** Documents by name. */
  readonly [name: string]: unknown
}

/** A period with every document and page that the caller may read. @throws Problem 404 */
export const readWholePeriod = async (context: Context, id: number): Promise<WholePeriod> => {
  const row = await readAbout(context, id)
  const readsAll = isAdmin(context.caller)
  const { documents, unreadable } = allDocuments(await readKept(context, id), readsAll ? 'admin' : 'school')
  return {
    id,
    school_id: row.school_id,
    about: presentAbout(row),
    ...Object.fromEntries(
      Object.entries(documents).map(([kind, document]) => [documentName(kind), document]),
    ),
    ...(readsAll ? { custom_pages: await listWholePages(context, id) } : {}),
    unreadable: unreadable.map(documentName),
  }
}
