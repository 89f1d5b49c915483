import * as z from 'zod/mini'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import { pageDocument, pageIdOf, pageKind, type CustomPage } from '#contract/setup/website/custom-pages.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { pick } from '#server/platform/lib/pick.ts'
import { problem } from '#server/platform/problem.ts'
import {
  listDocumentStates,
  listPublications,
  readAllPublished,
  readDocument,
  selectKind,
  type ReadAllPublished,
} from '#server/setup/period-documents/index.ts'
import { findPage, listPages, listPageWriters } from './pages.ts'

/** A section of a period’s setup that is published: a document, or one of its custom pages. */
interface Section {
  readonly document: PeriodDocument
  /** The page; null for a document. */
  readonly page: CustomPage | null
}

/** Returns a section by its kind; null for a page that was deleted. @throws Problem 422 on `field` for an unknown kind */
export const findSection = async (
  context: ScopeContext,
  periodId: number,
  kind: string,
  field = 'kind',
): Promise<Section | null> => {
  const id = pageIdOf(kind)
  if (id === null) return { document: selectKind(kind, field), page: null }
  const page = await findPage(context, periodId, id)
  return page ? { document: pageDocument(page), page } : null
}

/** The same, @throws Problem 422 on `field` for a page that was deleted, too */
export const selectSection = async (
  context: ScopeContext,
  periodId: number,
  kind: string,
  field = 'kind',
): Promise<Section> => {
  const section = await findSection(context, periodId, kind, field)
  if (!section) throw problem.selected(field)
  return section
}

/** Returns what is saved of a section. @throws Problem 404, unknown_content */
export const readSection = async (
  context: ScopeContext,
  periodId: number,
  { document, page }: Section,
): Promise<{ readonly version: number; readonly content: Readonly<Record<string, unknown>> }> => {
  const { version, ...content } = page ?? (await readDocument(context, periodId, document))
  return {
    version,
    content: page ? pageContent(page) : z.parse(z.record(z.string(), z.unknown()), content),
  }
}

const pageContent = (page: CustomPage) => ({
  ...pick(page, ['title', 'slug', 'body', 'published']),
  ...(page.es ? { es: page.es } : {}),
})

type SeenPage = Pick<CustomPage, 'id' | 'key' | 'title' | 'slug' | 'body' | 'es'>

/** Lists the pages of a period that students see, as they see them. One that this version can’t read is left out. */
export const listSeenPages = async (
  context: ScopeContext,
  periodId: number,
  published: ReadAllPublished,
): Promise<SeenPage[]> =>
  (await listPages(context, periodId)).flatMap((page) => {
    const content = published(pageDocument(page))
    return content?.published ? [{ ...pick(page, ['id', 'key']), ...content }] : []
  })

/** Returns two pages that students see at the same URL; undefined if each has its own. */
export const findSameAddress = async (
  context: ScopeContext,
  periodId: number,
): Promise<readonly [SeenPage, SeenPage] | undefined> => {
  const pages = await listSeenPages(context, periodId, await readAllPublished(context, periodId))
  return pages.flatMap((page) => {
    const other = pages.find(({ id, slug }) => slug === page.slug && id < page.id)
    return other ? [[other, page] as const] : []
  })[0]
}

/** Lists the version and publishing state of every document and custom page of a period. @throws Problem 404 */
export const listSectionStates = async (
  context: ScopeContext,
  periodId: number,
): Promise<DocumentState[]> => {
  const documents = await listDocumentStates(context, periodId)
  const pages = await listPageWriters(context, periodId)
  if (pages.length === 0) return documents
  const publications = await listPublications(context, periodId)
  const states = pages.map(({ id, title, published: isShown, ...page }): DocumentState => {
    const latest = publications.find(({ kind }) => kind === pageKind(id))
    const seen = latest?.is_seen === true ? pick(latest, ['number', 'version', 'at', 'by']) : null
    const is_published = isShown || seen !== null
    return { ...page, kind: pageKind(id), label: title, is_published, published: seen }
  })
  return [...documents, ...states]
}
