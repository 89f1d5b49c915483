import { countText } from '#server/platform/lib/count-text.ts'
import { documentName } from '#contract/platform/document.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import {
  enrollFormDropdowns,
  waiverFormDropdowns,
  type Options,
} from '#contract/setup/period-documents/dropdowns.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod } from '#server/platform/db/scope.ts'
import { recordHistory, type Entry } from '#server/platform/history/index.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import {
  readDocument,
  writeDocument,
  writeSharedContent,
  type SideEffects,
} from '#server/setup/period-documents/index.ts'
import { countUses } from '../queries/option-uses.ts'
import { removedOptions } from '../rules/options.ts'

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

type Dropdowns = typeof enrollFormDropdowns | typeof waiverFormDropdowns
type DropdownShape = Dropdowns['content']['shape']

/** Returns the document of the other form, which has the same options. */
const otherFormOf = (document: Dropdowns): Dropdowns =>
  document.kind === enrollFormDropdowns.kind ? waiverFormDropdowns : enrollFormDropdowns

/** Checks that no removed option is in use. @throws Problem 422 on the list, with the number of records */
const assertUnused = async (
  context: Context,
  periodId: number,
  before: Options,
  after: Options,
): Promise<void> => {
  const errors: Record<string, string[]> = {}
  for (const { field, value } of removedOptions(before, after)) {
    const uses = await countUses(context, periodId, field)
    const quantity = uses.find((use) => foldText(use.value) === foldText(value))?.quantity ?? 0
    if (quantity > 0) (errors[`options.${field}`] ??= []).push(inUse(value, quantity))
  }
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
}

const inUse = (value: string, quantity: number): string =>
  `${countText(quantity, 'record uses', 'records use')} “${value}”. Mark it inactive, or rename it and update the records.`

/** Copies changed options to the other form’s document and increments its version. */
export const sharesOptions =
  (context: Context, document: Dropdowns): SideEffects<DropdownShape> =>
  async (period, before, after) => {
    if (JSON.stringify(before.options) !== JSON.stringify(after.options))
      await writeSharedContent(context, period, otherFormOf(document), { options: after.options })
  }

/** Replaces a document without recording it; options go to the other form’s document, whether records use them or not. */
export const writeShared = async (
  context: Context,
  periodId: number,
  document: PeriodDocument,
  body: Body,
): Promise<Entry | null> => {
  const dropdowns = dropdownsOf(document.kind)
  return dropdowns
    ? writeDocument(context, periodId, dropdowns, body, sharesOptions(context, dropdowns))
    : writeDocument(context, periodId, document, body)
}

/**
 * Returns the side effects of changed options: options in use can’t be removed, and the other form gets the
 * same list.
 */
const changesOptions =
  (context: Context, periodId: number, document: Dropdowns): SideEffects<DropdownShape> =>
  async (period, before, after) => {
    await assertUnused(context, periodId, before.options, after.options)
    await sharesOptions(context, document)(period, before, after)
  }

/** Returns the document of a kind if it has options. */
const dropdownsOf = (kind: string): Dropdowns | undefined =>
  [enrollFormDropdowns, waiverFormDropdowns].find((document) => document.kind === kind)
