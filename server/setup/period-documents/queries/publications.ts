import { sql } from 'kysely'
import type { Content } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import type { DocumentState, Publication } from '#contract/setup/periods/publishing.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { contentOf, findContent, type Kind, type Shape } from './documents.ts'

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

interface StateRow {
  readonly kind: string
  readonly version: number
  readonly updated_at: string
  readonly updated_by: { id: number; name: string } | null
}

/** Selects the user that a column names. */
export const personOf = (column: string) => sql<{ id: number; name: string } | null>`(
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
      // only a custom page says whether it’s shown
      sql<boolean>`coalesce(period_publications.content->>'published', 'true') = 'true'
        and period_publications.content is not null`.as('is_seen'),
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
