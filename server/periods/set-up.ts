import { sql } from 'kysely'
import { periodDocuments } from '#contract/periods/documents.ts'
import { dates } from '#contract/periods/dates.ts'
import { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/periods/plans.ts'
import type { Check, DocumentDifference, NotCompared } from '#contract/periods/set-up.ts'
import type { Context } from '../context.ts'
import { getPeriod, scope, selectPeriod, type ScopeContext } from '../db/scope.ts'
import { fieldChanges } from '../history/index.ts'
import { dayIn, officeTimeZone } from '../lib/clock.ts'
import { problem } from '../problem.ts'
import { allDocuments, listDocumentStates, readKept, type AllDocuments, type ReadKept } from './documents.ts'
import { presentAbout } from './present.ts'
import { mediaPlacesIn } from './rules/media-in.ts'
import { insuranceChecks } from './rules/checks.ts'
import { documentChanges } from './rules/document-changes.ts'

type PeriodRow = Awaited<ReturnType<typeof getPeriod>>

/** The period that this one was copied from, else the one of the same school that began last before it. */
const findBefore = async (context: ScopeContext, period: PeriodRow): Promise<PeriodRow | undefined> =>
  scope
    .periods(context)
    .selectAll()
    .where('periods.school_id', '=', period.school_id)
    .where((where) =>
      where.or([
        where('periods.id', '=', period.copied_from_period_id),
        where('periods.starts_on', '<', period.starts_on),
      ]),
    )
    .orderBy(sql`periods.id is not distinct from ${period.copied_from_period_id}::bigint`, 'desc')
    .orderBy('periods.starts_on', 'desc')
    .orderBy('periods.id', 'desc')
    .limit(1)
    .executeTakeFirst()

const labelOf = (kind: string): string => periodDocuments.find((known) => known.kind === kind)?.label ?? kind

/** What still needs attention in the set-up of a period. @throws Problem 404 */
export const listChecks = async (context: Context, id: number): Promise<Check[]> => {
  const period = await getPeriod(context, id)
  const before = await findBefore(context, period)
  const today = dayIn(context.clock, officeTimeZone)
  const read = await readKept(context, id)
  const all = allDocuments(read, 'admin')
  const found = insuranceChecks({
    dates: read(dates),
    options: read(enrollmentOptions),
    plans: plansOf(read),
    before: before ? { name: before.name, plans: plansOf(await readKept(context, before.id)) } : null,
    today,
    isUnderWay: period.state !== 'draft' && period.starts_on <= today,
  })
  return [
    ...all.unreadable.map(notReadable),
    ...found.map((one) => ({ ...one, label: labelOf(one.document) })),
    ...(await linkChecks(context, period, all.documents)),
    ...(await publishingChecks(context, id)),
    ...(await pageChecks(context, id)),
  ]
}

const plansOf = (read: ReadKept) => ({
  medical: read(medicalPlan),
  dental: read(dentalPlan),
  vision: read(visionPlan),
})

const notReadable = (document: string): Check => ({
  kind: 'not_readable',
  document,
  label: labelOf(document),
  path: '',
  words: `What is kept of ${labelOf(document)} cannot be read by this version of Shipmate. It was left as it is.`,
})

/** Fields of documents that lead to files of the school that are not there any more. */
const linkChecks = async (
  context: Context,
  { school_id }: PeriodRow,
  documents: AllDocuments['documents'],
): Promise<Check[]> => {
  const found = Object.entries(documents).flatMap(([document, content]) =>
    mediaPlacesIn(content).map((place) => ({ document, ...place })),
  )
  const present = await scope
    .schoolFiles(context)
    .select('school_files.public_name')
    .where('school_files.school_id', '=', school_id)
    .where('school_files.deleted_at', 'is', null)
    .where('school_files.public_name', '=', sql<string>`any(${found.map(({ name }) => name)}::text[])`)
    .execute()
  const known = new Set(present.map(({ public_name }) => public_name))
  const broken = found.filter(({ name }) => !known.has(name))
  const placeOf = ({ document, path }: (typeof found)[number]) => `${document} ${path}`
  return [...new Map(broken.map((one) => [placeOf(one), one])).values()].map(({ document, path }) => ({
    kind: 'link_broken',
    document,
    label: labelOf(document),
    path,
    words: `${labelOf(document)} leads to a file of the school that is not there any more.`,
  }))
}

/** Pages begin empty; rules begin with the usual ones. */
const firstWords = (kind: string, label: string): string =>
  periodDocuments.find((known) => known.kind === kind)?.isWebsite === true
    ? `Nothing is written under ${label} yet.`
    : `${label} are as they come: nobody has saved and published them yet.`

const publishingChecks = async (context: Context, id: number): Promise<Check[]> =>
  (await listDocumentStates(context, id))
    .filter(({ is_published, version, published }) => is_published && published?.version !== version)
    .map(({ kind, label, version }) => ({
      kind: version === 0 ? 'page_empty' : 'not_published',
      document: kind,
      label,
      path: '',
      words: version === 0 ? firstWords(kind, label) : `${label} has changes that are not published.`,
    }))

interface Comparison {
  readonly other: { id: number; name: string } | null
  readonly differences: DocumentDifference[]
  readonly unreadable: NotCompared[]
}

/** Pages of the school's own that students do not see: in a copied year that is all of them. */
const pageChecks = async (context: Context, id: number): Promise<Check[]> => {
  const pages = await scope
    .pages(context)
    .select('period_pages.title')
    .where('period_pages.period_id', '=', id)
    .where('period_pages.published', '=', false)
    .orderBy('period_pages.position')
    .execute()
  if (pages.length === 0) return []
  const titles = new Intl.ListFormat('en-US').format(pages.map(({ title }) => `“${title}”`))
  const words = `${titles} ${pages.length === 1 ? 'is' : 'are'} not published.`
  return [{ kind: 'not_published', document: 'custom-pages', label: 'Custom pages', path: '', words }]
}

/** Where two periods of a school differ in their set-up. @throws Problem 404; 422 on `with` */
export const compareSetUp = async (
  context: Context,
  id: number,
  withId: number | undefined,
): Promise<Comparison> => {
  const period = await getPeriod(context, id)
  const other =
    withId === undefined ? await findBefore(context, period) : await selectPeriod(context, withId, 'with')
  if (!other) return { other: null, differences: [], unreadable: [] }
  if (other.school_id !== period.school_id) throw problem.selected('with')
  const [former, present] = [
    allDocuments(await readKept(context, other.id), 'admin'),
    allDocuments(await readKept(context, id), 'admin'),
  ]
  const unreadable = new Set([...former.unreadable, ...present.unreadable])
  const differences = [
    aboutDifference(other, period),
    ...periodDocuments
      .filter(({ kind }) => !unreadable.has(kind))
      .map(({ kind, label }) => ({
        document: kind,
        label,
        changes: documentChanges(
          kind,
          withoutVersion(former.documents[kind]),
          withoutVersion(present.documents[kind]),
        ),
      })),
  ]
  return {
    other: { id: other.id, name: other.name },
    differences: differences.filter(({ changes }) => changes.length > 0),
    unreadable: periodDocuments
      .filter(({ kind }) => unreadable.has(kind))
      .map(({ kind, label }) => ({ document: kind, label })),
  }
}

const withoutVersion = (document: object | undefined): object => {
  const { version: _version, ...content } = { version: 0, ...document }
  return content
}

const aboutDifference = (other: PeriodRow, period: PeriodRow): DocumentDifference => {
  const { version: _former, ...before } = presentAbout(other)
  const { version: _present, ...after } = presentAbout(period)
  return {
    document: 'about',
    label: 'Policy year',
    changes: fieldChanges(before, after).map((change) => ({ ...change, field: `about.${change.field}` })),
  }
}
