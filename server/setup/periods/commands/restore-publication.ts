import * as z from 'zod/mini'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { pageDocument } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, lockPeriod, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { contentOf, documentChanges, findPublication } from '#server/setup/period-documents/index.ts'
import { listSectionStates, readSection, selectSection, writeSetup } from '#server/setup/website/index.ts'

interface Wanted {
  readonly kind: string
  /** The number of the published version. */
  readonly number: number
}

/** Returns the content of a published version. @throws Problem 404; unknown_content */
const getPublished = async (
  context: ScopeContext,
  periodId: number,
  document: PeriodDocument,
  number: number,
): Promise<Readonly<Record<string, unknown>>> => {
  const row = await findPublication(context, periodId, document.kind, number + 1)
  if (row?.number !== number || row.content === null) throw problem.notFound()
  return z.parse(z.record(z.string(), z.unknown()), contentOf(document, row.content, null))
}

/** Returns a published version. @throws Problem 404; 422 on `kind` */
export const readVersion = async (context: ScopeContext, periodId: number, { kind, number }: Wanted) => {
  await getPeriod(context, periodId)
  const { document } = await selectSection(context, periodId, kind)
  return { number, content: await getPublished(context, periodId, document, number) }
}

/** Returns what restoring a published version would change in the saved document. @throws Problem 404; 422 on `kind` */
export const restorableChanges = async (
  context: Context,
  periodId: number,
  { kind, number }: Wanted,
): Promise<FieldChange[]> => {
  await getPeriod(context, periodId)
  const section = await selectSection(context, periodId, kind)
  const former = await getPublished(context, periodId, section.document, number)
  const { content } = await readSection(context, periodId, section)
  return documentChanges(kind, content, former)
}

/**
 * Saves a published version as the document’s content; undo restores what was saved before.
 * @throws Problem 404; 409 if the document changed since it was read; 422 on `kind` and by field
 */
export const restorePublication = async (
  context: Context,
  periodId: number,
  { kind, number, version }: Wanted & { readonly version: number },
): Promise<void> => {
  const period = await lockPeriod(context, periodId)
  const section = await selectSection(context, periodId, kind)
  const { document, page } = section
  const content = await getPublished(context, periodId, document, number)
  const saved = await readSection(context, periodId, section)
  if (saved.version !== version) throw problem.stale(await listSectionStates(context, periodId))
  await writeSetup(context, period, [
    page
      ? { page, content: { es: undefined, ...z.parse(pageDocument(page).content, content) } }
      : { document, content },
  ])
}
