import * as z from 'zod/mini'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { enrollForm, waiverForm } from '#contract/setup/period-documents/forms.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { actTime } from '#server/platform/lib/clock.ts'
import {
  listDocumentStates,
  readDocument,
  readPublished,
  selectKind,
  documentChanges,
} from '#server/setup/period-documents/index.ts'
import { questionText } from '../rules/checks.ts'

/**
 * Returns what students would see change if a document is published.
 * @throws Problem 404; 422 on a kind that isn’t published
 */
export const unpublishedChanges = async (
  context: Context,
  periodId: number,
  document: PeriodDocument,
): Promise<FieldChange[]> => {
  if (!document.isPublished) throw problem.selected('kind')
  const { version: _version, ...draft } = await readDocument(context, periodId, document)
  const published = await readPublished(context, periodId, document)
  return documentChanges(document.kind, published?.content ?? document.empty, draft)
}

interface Wanted {
  readonly kind: string
  readonly version: number
}

/**
 * Publishes documents, all or none, each in the given version.
 * @throws Problem 404; 409 with the documents’ current versions if one has changed; 422 on a kind that isn’t
 * published, and on `reason` if a form lacks a question that’s needed and no reason is given
 */
export const publishDocuments = async (
  context: Context,
  periodId: number,
  wanted: readonly Wanted[],
  reason: string | null = null,
): Promise<void> => {
  const period = await lockPeriod(context, periodId)
  const changes: FieldChange[] = []
  for (const [index, { kind, version }] of wanted.entries()) {
    const document = selectKind(kind, `documents.${index}.kind`)
    if (!document.isPublished) throw problem.selected(`documents.${index}.kind`)
    const { version: present, ...content } = await readDocument(context, periodId, document)
    if (present !== version) throw problem.stale(await listDocumentStates(context, periodId))
    if (reason === null) assertAsksEnough(kind, content)
    const published = await readPublished(context, periodId, document)
    changes.push(...documentChanges(kind, published?.content ?? document.empty, content))
    await context.db
      .insertInto('period_publications')
      .values({
        school_id: period.school_id,
        period_id: periodId,
        kind,
        number: (published?.number ?? 0) + 1,
        version,
        content: JSON.stringify(content),
        published_at: actTime(context.clock).toISOString(),
        published_by: context.caller.id,
      })
      .execute()
  }
  await recordHistory(context, { kind: 'period_documents_published', schoolId: period.school_id }, [
    {
      kind: 'period_documents_published',
      subject: { type: 'period', id: periodId },
      school_id: period.school_id,
      reason,
      changes,
    },
  ])
}

const forms = { 'enroll-form': ['enroll', enrollForm], 'waiver-form': ['waive', waiverForm] } as const

/** @throws Problem 422 on `reason` if a form doesn’t ask what’s needed */
const assertAsksEnough = (kind: string, content: object): void => {
  if (kind !== 'enroll-form' && kind !== 'waiver-form') return
  const [asks, document] = forms[kind]
  const words = questionText(asks, z.parse(document.content, content))
  if (words !== null) throw problem.invalid({ reason: words })
}
