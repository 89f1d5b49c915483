import { isAdmin } from '#contract/platform/access.ts'
import { documentName } from '#contract/platform/document.ts'
import type { PeriodAbout } from '#contract/setup/periods/shapes.ts'
import type { CustomPage } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { allDocuments, readSaved } from '#server/setup/period-documents/index.ts'
import { listFullPages } from '#server/setup/website/index.ts'
import { presentAbout } from '../present.ts'
import { readAbout } from './periods.ts'

interface FullPeriod {
  readonly id: number
  readonly school_id: number
  readonly about: PeriodAbout
  readonly custom_pages?: CustomPage[]
  readonly unreadable: string[]
  /** Documents by name. */
  readonly [name: string]: unknown
}

/** Returns a period with every document and page the caller can read. @throws Problem 404 */
export const readFullPeriod = async (context: Context, id: number): Promise<FullPeriod> => {
  const row = await readAbout(context, id)
  const readsAll = isAdmin(context.caller)
  const { documents, unreadable } = allDocuments(await readSaved(context, id), readsAll ? 'admin' : 'school')
  return {
    id,
    school_id: row.school_id,
    about: presentAbout(row),
    ...Object.fromEntries(
      Object.entries(documents).map(([kind, document]) => [documentName(kind), document]),
    ),
    ...(readsAll ? { custom_pages: await listFullPages(context, id) } : {}),
    unreadable: unreadable.map(documentName),
  }
}
