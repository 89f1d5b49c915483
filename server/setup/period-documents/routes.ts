import type { DocumentCalls } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handler, Handlers } from '#server/platform/http/mount.ts'
import { replaceDocument, type SideEffects } from './commands/replace-document.ts'
import { readDocument } from './queries/documents.ts'

type Documents = Readonly<Record<string, PeriodDocument>>

/** The side effects of a document kind; undefined for most. */
type SideEffectsOf = (
  context: Context,
  periodId: number,
  document: PeriodDocument,
) => SideEffects<PeriodDocument['content']['shape']> | undefined

/** Returns the handlers of a period’s documents: read, and replace with side effects. */
export const documentHandlers = <const D extends Documents>(
  documents: D,
  alsoOf: SideEffectsOf = () => undefined,
): Handlers<DocumentCalls<D>> =>
  // Object.fromEntries drops the names; each handler returns its own document's replies
  Object.fromEntries(
    Object.entries(documents).flatMap(([name, document]) => [
      [`get${name}`, readsDocument(document)],
      [`replace${name}`, replacesDocument(document, alsoOf)],
    ]),
  ) as Handlers<DocumentCalls<D>>

const readsDocument =
  (document: PeriodDocument): Handler<PeriodDocument['get']> =>
  (context, { params }) =>
    readDocument(context, params.id, document)

const replacesDocument =
  (document: PeriodDocument, alsoOf: SideEffectsOf): Handler<PeriodDocument['replace']> =>
  (context, { params, body }) =>
    replaceDocument(context, params.id, document, body, alsoOf(context, params.id, document))
