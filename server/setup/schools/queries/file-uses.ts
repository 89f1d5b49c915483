import { sql, type RawBuilder } from 'kysely'
import { documentKinds, periodDocuments } from '#contract/setup/period-documents/documents.ts'
import type { SchoolFileUse } from '#contract/setup/schools/file-shapes.ts'
import { customPages } from '#contract/setup/website/custom-pages.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { listFiles } from './single.ts'

/** A text that contains a school’s file, of any school. */
interface FileMention {
  readonly public_name: string
  readonly period_id: number
  readonly period_name: string
  readonly starts_on: string
  readonly document: string
  /** A page’s title; null for a document. */
  readonly title: string | null
  readonly page_order: number | null
  readonly is_published: boolean
}

/**
 * Returns every file in a text, by the last part of its address: `{32 hex}.{extension}`. Parsed once, for any
 * number of files.
 */
const namesIn = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`(regexp_matches(${text}, '[0-9a-f]{32}\\.[a-z]{3,4}', 'g'))[1]`

/** Selects saved content: drafts, and documents without publishing. */
const inDocuments = (context: ScopeContext, schoolId: number): Promise<FileMention[]> =>
  scope
    .periodDocuments(context)
    .innerJoin('periods', 'periods.id', 'period_documents.period_id')
    .where('period_documents.school_id', '=', schoolId)
    .where('periods.deleted_at', 'is', null)
    .select([
      'periods.id as period_id',
      'periods.name as period_name',
      'periods.starts_on',
      'period_documents.kind as document',
      sql<null>`null`.as('title'),
      sql<null>`null`.as('page_order'),
      sql<boolean>`not period_documents.kind = any(${publishedKinds})`.as('is_published'),
      namesIn(sql<string>`period_documents.content::text`).as('public_name'),
    ])
    .execute()

const publishedKinds = periodDocuments.filter(({ isPublished }) => isPublished).map(({ kind }) => kind)

/** Selects the latest published versions of documents and custom pages. */
const selectLatest = (context: ScopeContext, schoolId: number) =>
  scope
    .periodPublications(context)
    .innerJoin('periods', 'periods.id', 'period_publications.period_id')
    .where('period_publications.school_id', '=', schoolId)
    .where('periods.deleted_at', 'is', null)
    .where(
      'period_publications.number',
      '=',
      sql<number>`(select max(later.number) from period_publications later
        where later.school_id = period_publications.school_id
          and later.period_id = period_publications.period_id and later.kind = period_publications.kind)`,
    )

/** Selects what students see of documents. */
const inPublications = (context: ScopeContext, schoolId: number): Promise<FileMention[]> =>
  selectLatest(context, schoolId)
    .where('period_publications.kind', 'not like', `${customPages}/%`)
    .select([
      'periods.id as period_id',
      'periods.name as period_name',
      'periods.starts_on',
      'period_publications.kind as document',
      sql<null>`null`.as('title'),
      sql<null>`null`.as('page_order'),
      sql<boolean>`true`.as('is_published'),
      namesIn(sql<string>`period_publications.content::text`).as('public_name'),
    ])
    .execute()

/** The place of a page in the setup, from 1. */
// scope: pages of the same school and policy year
const pageOrder = sql<number>`(select count(*)::int from period_pages earlier
  where earlier.school_id = period_pages.school_id and earlier.period_id = period_pages.period_id
    and earlier.deleted_at is null
    and (earlier.position, earlier.id) <= (period_pages.position, period_pages.id))`

/** Selects what students see of custom pages. */
const inPublishedPages = (context: ScopeContext, schoolId: number): Promise<FileMention[]> =>
  selectLatest(context, schoolId)
    .innerJoin(
      scope
        .periodPages(context)
        .select([
          'period_pages.school_id',
          'period_pages.title',
          sql<string>`${`${customPages}/`} || period_pages.id`.as('kind'),
          pageOrder.as('page_order'),
        ])
        .as('page'),
      (on) =>
        on
          .onRef('page.school_id', '=', 'period_publications.school_id')
          .onRef('page.kind', '=', 'period_publications.kind'),
    )
    .where(sql<boolean>`period_publications.content->>'published' = 'true'`)
    .select([
      'periods.id as period_id',
      'periods.name as period_name',
      'periods.starts_on',
      sql<string>`${customPages}::text`.as('document'),
      'page.title',
      'page.page_order',
      sql<boolean>`true`.as('is_published'),
      namesIn(sql<string>`period_publications.content::text`).as('public_name'),
    ])
    .execute()

const inPages = (context: ScopeContext, schoolId: number): Promise<FileMention[]> =>
  scope
    .periodPages(context)
    .innerJoin('periods', 'periods.id', 'period_pages.period_id')
    .where('period_pages.school_id', '=', schoolId)
    .where('periods.deleted_at', 'is', null)
    .select([
      'periods.id as period_id',
      'periods.name as period_name',
      'periods.starts_on',
      sql<string>`${customPages}::text`.as('document'),
      'period_pages.title',
      pageOrder.as('page_order'),
      sql<boolean>`false`.as('is_published'),
      namesIn(sql<string>`concat(period_pages.body, period_pages.es)`).as('public_name'),
    ])
    .execute()

const placeOf = ({ document }: FileMention): number => {
  const place = documentKinds.indexOf(document)
  return place === -1 ? documentKinds.length : place
}

const inOrder = (one: FileMention, other: FileMention): number =>
  other.starts_on.localeCompare(one.starts_on) ||
  other.period_id - one.period_id ||
  placeOf(one) - placeOf(other) ||
  (one.page_order ?? 0) - (other.page_order ?? 0)

const labelOf = ({ title, document }: FileMention): string =>
  title ?? periodDocuments.find(({ kind }) => kind === document)?.label ?? document

/** Returns where the files of a school are used, latest year first; each file once per page or document. */
export const listFileUses = async (context: ScopeContext, schoolId: number): Promise<SchoolFileUse[]> => {
  const files = new Map((await listFiles(context, schoolId)).map((file) => [file.public_name, file.id]))
  const namings = [
    ...(await inDocuments(context, schoolId)),
    ...(await inPublications(context, schoolId)),
    ...(await inPages(context, schoolId)),
    ...(await inPublishedPages(context, schoolId)),
  ]
  const uses = new Map<string, SchoolFileUse>()
  for (const naming of namings.toSorted(inOrder)) {
    const fileId = files.get(naming.public_name)
    if (fileId === undefined) continue
    const { period_id, period_name, document, page_order } = naming
    const key = JSON.stringify([fileId, period_id, document, page_order])
    const is_published = naming.is_published || uses.get(key)?.is_published === true
    uses.set(key, {
      file_id: fileId,
      period_id,
      period_name,
      document,
      page_order,
      label: labelOf(naming),
      is_published,
    })
  }
  return [...uses.values()]
}
