import * as z from 'zod/mini'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, lockPeriod, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import {
  contentOf,
  documentChanges,
  findPublication,
  listDocumentStates,
  readDocument,
  selectKind,
} from '#server/setup/period-documents/index.ts'
import { writeSetup } from '#server/setup/website/index.ts'

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
  return { number, content: await getPublished(context, periodId, selectKind(kind), number) }
}

/** Returns what restoring a published version would change in the saved document. @throws Problem 404; 422 on `kind` */
export const restorableChanges = async (
  context: Context,
  periodId: number,
  { kind, number }: Wanted,
): Promise<FieldChange[]> => {
  const document = selectKind(kind)
  await getPeriod(context, periodId)
  const former = await getPublished(context, periodId, document, number)
  const { version: _version, ...saved } = await readDocument(context, periodId, document)
  return documentChanges(kind, saved, former)
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
  const document = selectKind(kind)
  const content = await getPublished(context, periodId, document, number)
  const saved = await readDocument(context, periodId, document)
  if (saved.version !== version) throw problem.stale(await listDocumentStates(context, periodId))
  await writeSetup(context, period, [{ document, content }])
}
