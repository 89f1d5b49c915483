import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Content } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import type { DocumentState, Publication } from '#contract/setup/periods/publishing.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import {
  enrollFormDropdowns,
  optionFields,
  type OptionField,
  type Options,
} from '#contract/setup/period-documents/dropdowns.ts'

type PeriodRow = Awaited<ReturnType<typeof getPeriod>>
type Shape = Readonly<Record<string, z.core.$ZodType>>

/** A document as its call returns it. */
export type Versioned<S extends Shape> = Content<S> & { readonly version: number }

/** Fields of documents that are columns of the period. Its `about` has them too. */
const ownColumns = {
  dates: ['starts_on', 'ends_on', 'waiver_deadline_on'],
  'enrollment-options': ['medical_offered', 'dental_offered', 'vision_offered', 'medical_is_voluntary'],
} as const satisfies Record<string, readonly (keyof PeriodRow)[]>

type OwnColumn = (typeof ownColumns)[keyof typeof ownColumns][number]

/** Returns which of a document’s fields are columns of the period. */
export const ownColumnsOf = (kind: string): readonly OwnColumn[] =>
  new Map<string, readonly OwnColumn[]>(Object.entries(ownColumns)).get(kind) ?? []

/** Returns the documents that contain one of these columns. */
export const kindsShowing = (columns: ReadonlySet<string>): readonly string[] =>
  Object.entries(ownColumns)
    .filter(([, own]) => own.some((column) => columns.has(column)))
    .map(([kind]) => kind)

/**
 * Parses saved content with the current shape; fields that older versions didn’t have get the value of an empty
 * document. Null if it doesn’t match, or if a newer version saved fields that the next save would lose. A
 * change that removes a key from a shape must remove it from saved content in a migration.
 */
const findContent = <S extends Shape>(
  document: PeriodDocument<string, S>,
  stored: unknown,
  period: Pick<PeriodRow, OwnColumn> | null,
): Content<S> | null => {
  const own = period
    ? Object.fromEntries(ownColumnsOf(document.kind).map((column) => [column, period[column]]))
    : {}
  return z.safeParse(document.content, { ...document.empty, ...asObject(stored), ...own }).data ?? null
}

/** Parses saved content or fails. @throws Problem unknown_content */
export const contentOf = <S extends Shape>(
  document: PeriodDocument<string, S>,
  stored: unknown,
  period: PeriodRow | null,
): Content<S> => {
  const content = findContent(document, stored, period)
  if (content === null) throw problem.unknownContent(document.label)
  return content
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** Returns a document of a period. @throws Problem 404, unknown_content */
export const readDocument = async <S extends Shape>(
  context: ScopeContext,
  periodId: number,
  document: PeriodDocument<string, S>,
): Promise<Versioned<S>> => (await readDocuments(context, periodId, [document]))(document)

/** A document’s kind, whatever its content. */
type Kind = Pick<PeriodDocument, 'kind'>

/**
 * Returns a function that returns any of these documents of a period, which throws unknown_content if this version can’t
 * read it. @throws Problem 404
 */
export const readDocuments = async (
  context: ScopeContext,
  periodId: number,
  documents: readonly Kind[],
): Promise<<S extends Shape>(document: PeriodDocument<string, S>) => Versioned<S>> => {
  const find = await readSaved(context, periodId, documents)
  return (document) => {
    const content = find(document)
    if (content === null) throw problem.unknownContent(document.label)
    return content
  }
}

/** The published content of a document, with the number of its publication. */
interface Published<S extends Shape> {
  readonly number: number
  readonly content: Content<S>
}

/** Returns the published content of a document; null if it isn’t published. @throws Problem unknown_content */
export const readPublished = async <S extends Shape>(
  context: ScopeContext,
  periodId: number,
  document: PeriodDocument<string, S>,
): Promise<Published<S> | null> => (await readPublications(context, periodId, [document]))(document)

/** Returns a function that returns the same of any of these documents. */
export const readPublications = async (
  context: ScopeContext,
  periodId: number,
  documents: readonly Kind[],
): Promise<<S extends Shape>(document: PeriodDocument<string, S>) => Published<S> | null> => {
  const rows = await selectLatest(context, periodId)
    .where(
      'period_publications.kind',
      'in',
      documents.map(({ kind }) => kind),
    )
    .execute()
  return (document) => {
    const row = rows.find(({ kind }) => kind === document.kind)
    return row?.content == null
      ? null
      : { number: row.number, content: contentOf(document, row.content, null) }
  }
}

/** Returns the same; its content is null if this version can’t read it. */
export const findPublished = async <S extends Shape>(
  context: ScopeContext,
  periodId: number,
  document: PeriodDocument<string, S>,
): Promise<{ readonly content: Content<S> | null } | null> => {
  const row = await findPublication(context, periodId, document.kind)
  return row?.content == null ? null : { content: findContent(document, row.content, null) }
}

/** A function that returns the latest published content of a document; null if there is none that this version can read. */
export type ReadAllPublished = <S extends Shape>(document: PeriodDocument<string, S>) => Content<S> | null

/** Returns everything published for a period, to be parsed document by document. */
export const readAllPublished = async (
  context: ScopeContext,
  periodId: number,
): Promise<ReadAllPublished> => {
  const rows = await selectLatest(context, periodId).execute()
  const contents = new Map(rows.map(({ kind, content }) => [kind, content]))
  return (document) => {
    const content = contents.get(document.kind)
    return content == null ? null : findContent(document, content, null)
  }
}

const selectLatest = (context: ScopeContext, periodId: number) =>
  scope
    .periodPublications(context)
    .distinctOn('period_publications.kind')
    .select(['period_publications.kind', 'period_publications.content', 'period_publications.number'])
    .where('period_publications.period_id', '=', periodId)
    .orderBy('period_publications.kind')
    .orderBy('period_publications.number', 'desc')

/** Returns the latest publication of a document; its content is null if students see nothing since its undo. */
export const findPublication = (context: ScopeContext, periodId: number, kind: string, before?: number) =>
  scope
    .periodPublications(context)
    .select(['period_publications.content', 'period_publications.number', 'period_publications.version'])
    .where('period_publications.period_id', '=', periodId)
    .where('period_publications.kind', '=', kind)
    .$if(before !== undefined, (query) => query.where('period_publications.number', '<', before ?? 0))
    .orderBy('period_publications.number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns a document kind by name. @throws Problem 422 on `field` */
export const selectKind = (kind: string, field = 'kind'): PeriodDocument => {
  const document = periodDocuments.find((known) => known.kind === kind)
  if (!document) throw problem.selected(field)
  return document
}

/** A function that returns one of a period’s documents; null if this version can’t read it. */
export type ReadSaved = <S extends Shape>(document: PeriodDocument<string, S>) => Versioned<S> | null

/** Returns what is saved for a period, or only some documents of it, to be parsed document by document. @throws Problem 404 */
export const readSaved = async (
  context: ScopeContext,
  periodId: number,
  only?: readonly Kind[],
): Promise<ReadSaved> => {
  const rows = await selectSaved(context, periodId, only)
  const [period] = rows
  if (!period) throw problem.notFound()
  return (document) => {
    const row = rows.find(({ kind }) => kind === document.kind)
    const content = findContent(document, row?.content, period)
    return content && { ...content, version: row?.version ?? 0 }
  }
}

const selectSaved = (context: ScopeContext, periodId: number, only: readonly Kind[] | undefined) =>
  scope
    .periods(context)
    .leftJoin('period_documents as document', (on) => {
      const ofPeriod = on
        .onRef('document.school_id', '=', 'periods.school_id')
        .onRef('document.period_id', '=', 'periods.id')
      return only
        ? ofPeriod.on(
            'document.kind',
            'in',
            only.map(({ kind }) => kind),
          )
        : ofPeriod
    })
    .select([
      'periods.starts_on',
      'periods.ends_on',
      'periods.waiver_deadline_on',
      'periods.medical_offered',
      'periods.dental_offered',
      'periods.vision_offered',
      'periods.medical_is_voluntary',
      'document.kind',
      'document.content',
      'document.version',
    ])
    .where('periods.id', '=', periodId)
    .execute()

/** The documents of a period by kind, and the kinds that can’t be read. */
export interface AllDocuments {
  readonly documents: Record<string, { version: number }>
  readonly unreadable: string[]
}

/** Returns all saved documents of a period that the caller can read. */
export const allDocuments = (read: ReadSaved, access: PeriodDocument['access']): AllDocuments => {
  const known: readonly PeriodDocument[] = periodDocuments
  const found = known
    .filter((document) => access === 'admin' || document.access === access)
    .map((document) => [document.kind, read(document)] as const)
  return {
    documents: Object.fromEntries(
      found.flatMap(([kind, content]) => (content === null ? [] : [[kind, content] as const])),
    ),
    unreadable: found.filter(([, content]) => content === null).map(([kind]) => kind),
  }
}

interface StateRow {
  readonly kind: string
  readonly version: number
  readonly updated_at: string
  readonly updated_by: { id: number; name: string } | null
}

const personOf = (column: string) => sql<{ id: number; name: string } | null>`(
  select json_build_object('id', users.id, 'name', users.first_name || ' ' || users.last_name)
  from users where users.id = ${sql.ref(column)})`

/** Lists the published versions of a period or of one of its documents, newest first. */
export const listPublications = async (
  context: ScopeContext,
  periodId: number,
  kind?: string,
): Promise<(Publication & { readonly kind: string; readonly is_seen: boolean })[]> =>
  scope
    .periodPublications(context)
    .select([
      'period_publications.kind',
      'period_publications.number',
      'period_publications.version',
      'period_publications.published_at as at',
      sql<boolean>`period_publications.content is not null`.as('is_seen'),
      personOf('period_publications.published_by').as('by'),
    ])
    .where('period_publications.period_id', '=', periodId)
    .$if(kind !== undefined, (query) => query.where('period_publications.kind', '=', kind ?? ''))
    .orderBy('period_publications.number', 'desc')
    .execute()

/** Lists the version and publishing state of every document of a period. @throws Problem 404 */
export const listDocumentStates = async (
  context: ScopeContext,
  periodId: number,
): Promise<DocumentState[]> => {
  await getPeriod(context, periodId)
  const rows: readonly StateRow[] = await scope
    .periodDocuments(context)
    .select([
      'period_documents.kind',
      'period_documents.version',
      'period_documents.updated_at',
      personOf('period_documents.updated_by').as('updated_by'),
    ])
    .where('period_documents.period_id', '=', periodId)
    .execute()
  const publications = await listPublications(context, periodId)
  return periodDocuments.map(({ kind, label, isPublished }) => {
    const row = rows.find((one) => one.kind === kind)
    const published = publications.find((one) => one.kind === kind)
    return {
      kind,
      label,
      version: row?.version ?? 0,
      updated_at: row?.updated_at ?? null,
      updated_by: row?.updated_by ?? null,
      is_published: isPublished,
      published: published?.is_seen
        ? { number: published.number, version: published.version, at: published.at, by: published.by }
        : null,
    }
  })
}

export const isOptionField = (field: string): field is OptionField =>
  optionFields.some((known) => known === field)

/**
 * Returns the options of a period by field, including retired ones; null if they can’t be read.
 * @throws Problem 404
 */
export const listOptions = async (context: ScopeContext, periodId: number): Promise<Options | null> =>
  (await readSaved(context, periodId))(enrollFormDropdowns)?.options ?? null

/** Returns the options of a field in a period without retired ones; empty if they can’t be read. */
export const offeredOptions = async (
  context: ScopeContext,
  periodId: number,
  field: OptionField,
): Promise<string[]> => {
  const kept = (await readSaved(context, periodId))(enrollFormDropdowns)
  return (kept?.options[field] ?? []).filter(({ is_retired }) => !is_retired).map(({ value }) => value)
}
