import { periodDocuments } from '#contract/setup/periods/documents.ts'
import { documentName } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/periods/document.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod } from '#server/platform/db/scope.ts'
import { recordHistory, type Entry } from '#server/platform/history/index.ts'
import { readDocument, writeDocument, type SideEffects } from '#server/setup/periods/index.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { changesOptions, dropdownsOf } from './replace-dropdowns.ts'

type Body = Readonly<Record<string, unknown>>

interface Sent {
  readonly name: string
  readonly document: PeriodDocument
  readonly body: Body
}

/**
 * Replaces several documents of a period like `replaceDocument`: all or none, as one change in the history.
 * @throws Problem 404; 409 with the current content of stale documents; 422 by document and field
 */
export const replaceDocuments = async (
  context: Context,
  periodId: number,
  documents: Readonly<Record<string, Body | undefined>>,
): Promise<{ documents: Record<string, { version: number }> }> => {
  const period = await lockPeriod(context, periodId)
  const all: readonly PeriodDocument[] = periodDocuments
  const sent = all.flatMap((document): Sent[] => {
    const name = documentName(document.kind)
    const body = documents[name]
    return body === undefined ? [] : [{ name, document, body }]
  })
  await assertPresent(context, periodId, sent)
  const entries = await writeAll(context, periodId, sent)
  if (entries.length > 0)
    await recordHistory(context, { kind: 'period_document_changed', schoolId: period.school_id }, entries)
  return { documents: await readAll(context, periodId, sent) }
}

/** Compares all versions before saving, because one document can increment another’s version. */
const assertPresent = async (context: Context, periodId: number, sent: readonly Sent[]): Promise<void> => {
  const stale: Record<string, object> = {}
  for (const { name, document, body } of sent) {
    const present = await readDocument(context, periodId, document)
    if (body['version'] !== undefined && body['version'] !== present.version) stale[name] = present
  }
  if (Object.keys(stale).length > 0) throw problem.stale({ documents: stale })
}

/** Collects the errors of all documents; the transaction rolls back those already saved. */
const writeAll = async (
  context: Context,
  periodId: number,
  sent: readonly Sent[],
): Promise<readonly Entry[]> => {
  const entries: Entry[] = []
  const errors: Record<string, string[]> = {}
  for (const { name, document, body } of sent)
    try {
      const { version: _compared, ...content } = body
      const entry = await writeDocument(
        context,
        periodId,
        document,
        content,
        sideEffectsOf(context, periodId, document),
      )
      if (entry) entries.push(entry)
    } catch (error) {
      if (!(error instanceof Problem) || !error.errors) throw error
      for (const [field, messages] of Object.entries(error.errors))
        errors[`documents.${name}.${field}`] = [...messages]
    }
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return entries
}

/** Returns the side effects of a document: only the options of the forms have any. */
export const sideEffectsOf = (
  context: Context,
  periodId: number,
  { kind }: PeriodDocument,
): SideEffects<PeriodDocument['content']['shape']> | undefined => {
  const dropdowns = dropdownsOf(kind)
  // the content belongs to the document kind of the same name
  return (
    dropdowns &&
    (changesOptions(context, periodId, dropdowns) as SideEffects<PeriodDocument['content']['shape']>)
  )
}

const readAll = async (
  context: Context,
  periodId: number,
  sent: readonly Sent[],
): Promise<Record<string, { version: number }>> => {
  const read: Record<string, { version: number }> = {}
  for (const { name, document } of sent) read[name] = await readDocument(context, periodId, document)
  return read
}
