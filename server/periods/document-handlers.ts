import type { DocumentCalls } from '#contract/document.ts'
import type { PeriodDocument } from '#contract/periods/document.ts'
import type { Context } from '../context.ts'
import type { Handler, Handlers } from '../http/mount.ts'
import { replaceDocument, type AlsoChanges } from './commands/replace-document.ts'
import { readDocument } from './documents.ts'

type Documents = Readonly<Record<string, PeriodDocument>>

/** What else follows from a document that is replaced; undefined for most. */
type Also = (
  context: Context,
  periodId: number,
  document: PeriodDocument,
) => AlsoChanges<PeriodDocument['content']['shape']> | undefined

/** The handlers of documents of a period: each is read, and replaced with what else follows from that. */
export const documentHandlers = <const D extends Documents>(
  documents: D,
  alsoOf: Also = () => undefined,
): Handlers<DocumentCalls<D>> =>
  // Object.fromEntries forgets the names; each handler gives what its own document's calls reply.
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
  (document: PeriodDocument, alsoOf: Also): Handler<PeriodDocument['replace']> =>
  (context, { params, body }) =>
    replaceDocument(context, params.id, document, body, alsoOf(context, params.id, document))
