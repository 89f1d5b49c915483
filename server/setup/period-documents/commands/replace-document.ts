import * as z from 'zod/mini'
import type { Content } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { isRichText, withOriginals } from '#contract/platform/translation.ts'
import type { RichTextProfile } from '#contract/platform/rich-text.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod, scope, type getPeriod } from '#server/platform/db/scope.ts'
import { recordHistory, type Entry } from '#server/platform/history/index.ts'
import { cleanText } from '#server/platform/lib/cleaning.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import {
  contentOf,
  kindsShowing,
  ownColumnsOf,
  readDocument,
  readSaved,
  type Versioned,
} from '../queries/documents.ts'
import { documentChanges } from '../rules/document-changes.ts'

type Shape = Readonly<Record<string, z.core.$ZodType>>

const documents: readonly PeriodDocument[] = periodDocuments

/** Cleans every rich text of a document. @throws Problem 422 if one is too complex */
const cleaned = async (
  profile: RichTextProfile,
  value: unknown,
  path: readonly string[] = [],
): Promise<unknown> => {
  if (typeof value === 'string')
    return isRichText(path.at(-1) ?? '')
      ? ((await cleanText(path.join('.'), value, { profile })) ?? '')
      : value
  if (typeof value !== 'object' || value === null) return value
  const parts: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value))
    parts.push([key, await cleaned(profile, inner, [...path, key])])
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
}

/** The location of a saved document. */
interface Place {
  readonly school_id: number
  readonly period_id: number
  readonly kind: string
}

const store = async (context: Context, place: Place, content: object, version: number): Promise<void> => {
  const written = {
    content: JSON.stringify(content),
    version,
    updated_at: context.clock.now().toISOString(),
    updated_by: context.caller.id,
  }
  await context.db
    .insertInto('period_documents')
    .values({ ...place, ...written })
    .onConflict((row) => row.columns(['period_id', 'kind', 'school_id']).doUpdateSet(written))
    .execute()
}

const assertFits = <S extends Shape>(document: PeriodDocument<string, S>, content: Content<S>): void => {
  const issues = document.issues(content)
  if (issues.length === 0) return
  throw new Problem('invalid', {
    errors: Object.fromEntries(issues.map(([path, message]) => [path, [message]])),
  })
}

type Period = Awaited<ReturnType<typeof getPeriod>>

/** A document’s side effects. It gets the new content before it’s saved and can reject it with errors by field. */
export type SideEffects<S extends Shape> = (
  period: Period,
  before: Content<S>,
  after: Content<S>,
) => Promise<void>

/**
 * Replaces a document of a period and cleans its rich text. Fields that are columns of the period are saved
 * there.
 * @throws Problem 404; 409 with the current document if `version` is stale; 422 by field; unknown_content
 */
export const replaceDocument = async <S extends Shape>(
  context: Context,
  periodId: number,
  document: PeriodDocument<string, S>,
  body: Readonly<Record<string, unknown>>,
  also?: SideEffects<S>,
): Promise<Versioned<S>> => {
  const entry = await writeDocument(context, periodId, document, body, also)
  if (entry) await recordHistory(context, { kind: entry.kind, schoolId: entry.school_id ?? null }, [entry])
  return readDocument(context, periodId, document)
}

/** Replaces it without recording it. Returns the history entry, or null if nothing changed. */
export const writeDocument = async <S extends Shape>(
  context: Context,
  periodId: number,
  document: PeriodDocument<string, S>,
  body: Readonly<Record<string, unknown>>,
  also?: SideEffects<S>,
): Promise<Entry | null> => {
  const { version, ...sent } = body
  // before any lock, because cleaning a long text takes a while
  const kept = await cleaned(document.isWebsite ? 'website' : 'plain', sent)
  const period = await lockPeriod(context, periodId)
  const { version: present, ...before } = await readDocument(context, periodId, document)
  if (version !== undefined && version !== present) throw problem.stale({ ...before, version: present })
  const content = withOriginals(document.content, z.parse(document.content, kept), before)
  assertFits(document, content)
  const changes = documentChanges(document.kind, before, content)
  if (changes.length === 0 && present > 0) return null
  await also?.(period, contentOf(document, before, null), content)
  const place = { school_id: period.school_id, period_id: periodId, kind: document.kind }
  await store(context, place, content, present + 1)
  await writeOwn(context, period, document.kind, content)
  return {
    kind: 'period_document_changed',
    subject: { type: 'period', id: periodId },
    school_id: period.school_id,
    changes,
  }
}

/** Copies content that several documents share from the changed one to another, and increments its version. */
export const writeSharedContent = async <S extends Shape>(
  context: Context,
  period: Period,
  document: PeriodDocument<string, S>,
  shared: Partial<Content<S>>,
): Promise<void> => {
  const { version, ...content } = await readDocument(context, period.id, document)
  const place = { school_id: period.school_id, period_id: period.id, kind: document.kind }
  await store(context, place, contentOf(document, { ...content, ...shared }, null), version + 1)
}

/** Saves fields that are columns of the period and increments its version. */
const writeOwn = async (
  context: Context,
  period: Awaited<ReturnType<typeof getPeriod>>,
  kind: string,
  content: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const changed = ownColumnsOf(kind).filter((column) => content[column] !== period[column])
  if (changed.length === 0) return
  await scope
    .update(context, 'periods')
    .set({
      ...Object.fromEntries(changed.map((column) => [column, content[column]])),
      version: period.version + 1,
      updated_at: context.clock.now().toISOString(),
    })
    .where('id', '=', period.id)
    .execute()
}

/** Increments the versions of documents that show columns of the period that changed elsewhere. */
export const incrementVersions = async (
  context: Context,
  period: Awaited<ReturnType<typeof getPeriod>>,
  columns: ReadonlySet<string>,
): Promise<void> => {
  const shown = kindsShowing(columns)
  const read = await readSaved(context, period.id)
  for (const document of documents.filter(({ kind }) => shown.includes(kind))) {
    const place = { school_id: period.school_id, period_id: period.id, kind: document.kind }
    const kept = read(document)
    if (kept === null) await renewVersion(context, place)
    else {
      const { version, ...content } = kept
      await store(context, place, content, version + 1)
    }
  }
}

/** Increments the version of a document whose content this version can’t read, and doesn’t change the content. */
const renewVersion = async (context: Context, { period_id, kind }: Place): Promise<void> => {
  await scope
    .update(context, 'period_documents')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('period_id', '=', period_id)
    .where('kind', '=', kind)
    .execute()
}
