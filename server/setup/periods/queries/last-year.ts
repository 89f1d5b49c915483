import { carrierFile } from '#contract/setup/period-documents/carrier-file.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { waiverFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import type { LastYearText } from '#contract/setup/periods/last-year.ts'
import { customPages, type CustomPage } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type getPeriod } from '#server/platform/db/scope.ts'
import { readSaved } from '#server/setup/period-documents/index.ts'
import { listFullPages } from '#server/setup/website/index.ts'
import { staleValues, type NamedYear, type StaleValue } from '../rules/last-year.ts'

type PeriodRow = Awaited<ReturnType<typeof getPeriod>>

/** A text that names the earlier year, with where it’s written. */
export interface StaleText extends LastYearText {
  /** The path in the document or page. */
  readonly field: string
  readonly after: unknown
  /** The page, if it’s of a custom page. */
  readonly page: CustomPage | null
}

interface StaleTexts {
  /** The year that the setup was copied from; null if it wasn’t. */
  readonly source: { readonly id: number; readonly name: string } | null
  readonly texts: readonly StaleText[]
}

/** Returns the texts of a copied setup that still name the year it was copied from, in the order of the documents. */
export const listStaleTexts = async (context: Context, period: PeriodRow): Promise<StaleTexts> => {
  const source = await findSource(context, period)
  if (!source) return { source: null, texts: [] }
  const years = { from: source, to: period }
  return {
    source: { id: source.id, name: source.name },
    texts: [
      ...(await inDocuments(context, { period, source, years })),
      ...(await inPages(context, { period, source, years })),
    ],
  }
}

const findSource = async (context: Context, period: PeriodRow): Promise<PeriodRow | undefined> =>
  period.copied_from_period_id === null
    ? undefined
    : scope
        .periods(context)
        .selectAll()
        .where('periods.id', '=', period.copied_from_period_id)
        .executeTakeFirst()

interface Copy {
  readonly period: PeriodRow
  readonly source: PeriodRow
  readonly years: { readonly from: NamedYear; readonly to: NamedYear }
}

/** The documents with texts: the settings of carrier files have none, and their numbers can look like years. */
const documents: readonly PeriodDocument[] = periodDocuments.filter(({ kind }) => kind !== carrierFile.kind)

const inDocuments = async (context: Context, { period, source, years }: Copy): Promise<StaleText[]> => {
  const [present, former] = [await readSaved(context, period.id), await readSaved(context, source.id)]
  return documents.flatMap((document) => {
    const { version = 0, ...content } = present(document) ?? {}
    if (version === 0) return []
    return staleValues(content, former(document), years)
      .filter(({ path }) => !isShared(document, path))
      .map((value) => ({
        ...toText(value),
        document: document.kind,
        label: document.label,
        version,
        page: null,
      }))
  })
}

/** The options are in both forms’ documents: the enrollment form’s has them for both. */
const isShared = ({ kind }: PeriodDocument, path: string): boolean =>
  kind === waiverFormDropdowns.kind && path.startsWith('options.')

const inPages = async (context: Context, { period, source, years }: Copy): Promise<StaleText[]> => {
  const former = new Map((await listFullPages(context, source.id)).map((page) => [page.key, page]))
  return (await listFullPages(context, period.id)).flatMap((page) =>
    staleValues(textsOf(page), textsOf(former.get(page.key)), years).map((value) => ({
      ...toText(value),
      document: customPages,
      label: page.title,
      path: `${page.id}.${value.path}`,
      version: page.version,
      page,
    })),
  )
}

const textsOf = (page: CustomPage | undefined): object =>
  page ? { title: page.title, body: page.body, es: page.es } : {}

const toText = ({ path, mentions, after }: StaleValue) => ({
  path,
  field: path,
  mentions: [...mentions],
  after,
})
