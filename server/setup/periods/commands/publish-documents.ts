import * as z from 'zod/mini'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { enrollForm, waiverForm } from '#contract/setup/period-documents/forms.ts'
import { customPages, pageIdOf } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, lockPeriod, scope } from '#server/platform/db/scope.ts'
import {
  recordHistory,
  startChange,
  type Entry,
  type SkippedRecord,
  type UndoResult,
} from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { actTime } from '#server/platform/lib/clock.ts'
import {
  contentOf,
  findPublication,
  readPublished,
  documentChanges,
} from '#server/setup/period-documents/index.ts'
import {
  findSameAddress,
  findSection,
  listSectionStates,
  readSection,
  selectSection,
} from '#server/setup/website/index.ts'
import { questionText } from '../rules/checks.ts'

/**
 * Returns what students would see change if a section is published.
 * @throws Problem 404; 422 on a kind that isn’t published
 */
export const unpublishedChanges = async (
  context: Context,
  periodId: number,
  kind: string,
): Promise<FieldChange[]> => {
  await getPeriod(context, periodId)
  const section = await selectSection(context, periodId, kind)
  const { document } = section
  if (!document.isPublished) throw problem.selected('kind')
  const { content } = await readSection(context, periodId, section)
  const published = await readPublished(context, periodId, document)
  return documentChanges(document.kind, published?.content ?? document.empty, content)
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
  const changeId = await startChange(context, published(period))
  const changes: FieldChange[] = []
  for (const [index, { kind, version }] of wanted.entries()) {
    const section = await selectSection(context, periodId, kind, `documents.${index}.kind`)
    const { document } = section
    if (!document.isPublished) throw problem.selected(`documents.${index}.kind`)
    const { version: present, content } = await readSection(context, periodId, section)
    if (present !== version) throw problem.stale(await listSectionStates(context, periodId))
    if (reason === null) assertAsksEnough(kind, content)
    const seen = await readPublished(context, periodId, document)
    changes.push(...documentChanges(nameOf(document), seen?.content ?? document.empty, content))
    const latest = await findPublication(context, periodId, kind)
    await insertPublication(context, period, {
      kind,
      number: (latest?.number ?? 0) + 1,
      version,
      content,
      change_id: changeId,
    })
  }
  await assertOneAddressEach(context, periodId)
  await recordHistory(context, published(period), [publishedEntry(period, changes, reason)])
}

/** Returns the name of a section’s changes in the history, where a page has its title: `custom-pages[Clinic]`. */
const nameOf = ({ kind, label }: PeriodDocument): string =>
  pageIdOf(kind) === null ? kind : `${customPages}[${label}]`

/** @throws Problem 422 on `documents` if students would see two pages at one URL, because one’s new URL isn’t published */
const assertOneAddressEach = async (context: Context, periodId: number): Promise<void> => {
  const same = await findSameAddress(context, periodId)
  if (!same) return
  const [one, other] = same
  throw problem.invalid({
    documents: `Students would see “${one.title}” and “${other.title}” at the same URL. Publish both, or change the URL of one.`,
  })
}

type PeriodRow = Awaited<ReturnType<typeof lockPeriod>>

const published = ({ school_id }: PeriodRow) =>
  ({ kind: 'period_documents_published', schoolId: school_id, undoable: true }) as const

const publishedEntry = (
  { id, school_id }: PeriodRow,
  changes: readonly FieldChange[],
  reason: string | null = null,
): Entry => ({
  kind: 'period_documents_published',
  subject: { type: 'period', id },
  school_id,
  reason,
  changes,
})

interface NewPublication {
  readonly kind: string
  readonly number: number
  readonly version: number
  readonly content: object | null
  readonly change_id: number | null
}

const insertPublication = async (
  { db, clock, caller }: Context,
  { id, school_id }: PeriodRow,
  { content, ...row }: NewPublication,
): Promise<void> => {
  await db
    .insertInto('period_publications')
    .values({
      ...row,
      school_id,
      period_id: id,
      content: content && JSON.stringify(content),
      published_at: actTime(clock).toISOString(),
      published_by: caller.id,
    })
    .execute()
}

/**
 * Publishes what students saw before a change published sections, unless a section was published again. What decisions were
 * made by stays: the undo is a version, too.
 */
export const undoPublishing = async (
  context: Context,
  changeId: number,
  periodId: number,
): Promise<UndoResult> => {
  const period = await lockPeriod(context, periodId)
  const [undone, left]: [FieldChange[][], SkippedRecord[]] = [[], []]
  const skip = (name: string, reason: string) =>
    left.push({ id: periodId, subject_type: 'period', name, reason })
  const rows = await listPublishedBy(context, changeId)
  if (rows.length === 0) skip(period.name, 'Publish the sections again.')
  for (const row of rows) {
    const section = await findSection(context, periodId, row.kind)
    const changes = section && (await undoOne(context, period, section.document, row))
    if (changes) undone.push(changes)
    else if (section) skip(section.document.label, 'It was published again after that.')
    else skip('Custom page', 'The page was deleted.')
  }
  await assertOneAddressEach(context, periodId)
  return { entries: undone.length > 0 ? [publishedEntry(period, undone.flat())] : [], left }
}

type PublishedRow = Awaited<ReturnType<typeof listPublishedBy>>[number]

/** Publishes the version before one; returns null if it isn’t the latest. */
const undoOne = async (
  context: Context,
  period: PeriodRow,
  document: PeriodDocument,
  { kind, number, version }: PublishedRow,
): Promise<FieldChange[] | null> => {
  const latest = await findPublication(context, period.id, kind)
  if (latest?.number !== number) return null
  const former = await findPublication(context, period.id, kind, number)
  const content = contentIn(document, former)
  await insertPublication(context, period, {
    kind,
    number: number + 1,
    version: former?.version ?? version,
    content,
    change_id: null,
  })
  const seen = contentIn(document, latest) ?? document.empty
  return documentChanges(nameOf(document), seen, content ?? document.empty)
}

/** Returns what students see by a publication; null if nothing. @throws Problem unknown_content */
const contentIn = (document: PeriodDocument, publication: { readonly content: unknown } | undefined) =>
  publication?.content == null ? null : contentOf(document, publication.content, null)

const listPublishedBy = (context: Context, changeId: number) =>
  scope
    .periodPublications(context)
    .select(['period_publications.kind', 'period_publications.number', 'period_publications.version'])
    .where('period_publications.change_id', '=', changeId)
    .orderBy('period_publications.id')
    .execute()

const forms = { 'enroll-form': ['enroll', enrollForm], 'waiver-form': ['waive', waiverForm] } as const

/** @throws Problem 422 on `reason` if a form doesn’t ask what’s needed */
const assertAsksEnough = (kind: string, content: object): void => {
  if (kind !== 'enroll-form' && kind !== 'waiver-form') return
  const [asks, document] = forms[kind]
  const words = questionText(asks, z.parse(document.content, content))
  if (words !== null) throw problem.invalid({ reason: words })
}
