import { sql } from 'kysely'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { enrollForm, waiverForm } from '#contract/setup/period-documents/forms.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/setup/period-documents/plans.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Check } from '#contract/setup/periods/set-up.ts'
import { officeTextsIn } from '#contract/platform/translation.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { customPages, pageKind, pageTexts, type CustomPage } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import {
  allDocuments,
  findPublished,
  readSaved,
  type AllDocuments,
  type ReadSaved,
} from '#server/setup/period-documents/index.ts'
import { listFullPages, listSectionStates } from '#server/setup/website/index.ts'
import { listStaleTexts } from './last-year.ts'
import { linksOf, listDeadLinks, type DocumentLink } from './links.ts'
import {
  hasContent,
  insuranceChecks,
  questionChecks,
  ruleTexts,
  statementChecks,
  translationChecks,
} from '../rules/checks.ts'
import { isClassYears } from '../rules/last-year.ts'
import { mediaPlacesIn } from '../rules/links-in.ts'

type PeriodRow = Awaited<ReturnType<typeof getPeriod>>

/** Returns the period this one was copied from, or else the previous period of the school. */
export const findBefore = async (context: ScopeContext, period: PeriodRow): Promise<PeriodRow | undefined> =>
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

/** Lists the issues in a period’s setup. @throws Problem 404 */
export const listChecks = async (context: Context, id: number): Promise<Check[]> => {
  const period = await getPeriod(context, id)
  const before = await findBefore(context, period)
  const today = dayIn(context.clock, officeTimeZone)
  const read = await readSaved(context, id)
  const all = allDocuments(read, 'admin')
  const pages = await listFullPages(context, id)
  const found = insuranceChecks({
    dates: read(dates),
    options: read(enrollmentOptions),
    plans: plansOf(read),
    before: before ? { name: before.name, plans: plansOf(await readSaved(context, before.id)) } : null,
    today,
    hasStarted: period.state !== 'draft' && period.starts_on <= today,
  })
  return [
    ...all.unreadable.map(notReadable),
    ...[...found, ...(await attestationChecks(context, id, read)), ...formChecks(read)].map((one) => ({
      ...one,
      label: labelOf(one.document),
    })),
    ...(await lastYearChecks(context, period)),
    ...(await fileChecks(context, period, all.documents)),
    ...(await deadLinkChecks(context, id, () => linksOf(all.documents, pages))),
    ...emptyPageChecks(all.documents),
    ...(await publishingChecks(context, id, pages)),
    ...pageChecks(pages),
    ...(read(websiteConfiguration)?.languages.includes('es') ? translationChecks(textsOf(read, pages)) : []),
  ]
}

/** Lists the texts for students of each document, of the waiver rules and of the custom pages. */
const textsOf = (read: ReadSaved, pages: readonly CustomPage[]) => [
  ...periodDocuments.map((document) => ({
    document: document.kind,
    label: document.label,
    texts: officeTextsIn(document.content, read(document), 'es'),
  })),
  {
    document: waiverConfiguration.kind,
    label: waiverConfiguration.label,
    texts: ruleTexts(read(waiverConfiguration)),
  },
  {
    document: customPages,
    label: 'Custom pages',
    texts: pages.flatMap((page) => officeTextsIn(pageTexts, page, 'es')),
  },
]

/** Returns the issues with the premiums of the offered plans: those that are missing or the same as last year’s. */
export const listPremiumChecks = async (context: ScopeContext, id: number) => {
  const period = await getPeriod(context, id)
  const before = await findBefore(context, period)
  const read = await readSaved(context, id)
  const found = insuranceChecks({
    dates: null,
    options: read(enrollmentOptions),
    plans: plansOf(read),
    before: before ? { name: before.name, plans: plansOf(await readSaved(context, before.id)) } : null,
    today: '',
    hasStarted: true,
  })
  return found.flatMap(({ kind, document, words }) =>
    kind === 'premium_missing' || kind === 'premium_unchanged' ? [{ kind, document, words }] : [],
  )
}

const plansOf = (read: ReadSaved) => ({
  medical: read(medicalPlan),
  dental: read(dentalPlan),
  vision: read(visionPlan),
})

/**
 * Checks the waiver form’s statements against the saved waiver options. The published form counts, and before there is
 * one, the draft; an unsaved form has its own issue.
 */
const attestationChecks = async (context: Context, id: number, read: ReadSaved) => {
  const rules = read(waiverConfiguration)
  const published = await findPublished(context, id, waiverForm)
  const form = published ? published.content : savedForm(read)
  if (rules === null || form === null) return []
  return statementChecks(rules, form, published ? 'The published waiver form' : 'The waiver form')
}

/** Checks what the saved forms ask; an unsaved form has its own issue. */
const formChecks = (read: ReadSaved) =>
  [read(enrollForm), read(waiverForm)].flatMap((form, index) =>
    form === null || form.version === 0 ? [] : questionChecks(index === 0 ? 'enroll' : 'waive', form),
  )

const savedForm = (read: ReadSaved) => {
  const form = read(waiverForm)
  return form === null || form.version === 0 ? null : form
}

/** Returns an issue for each text that still names the year it was copied from. */
const lastYearChecks = async (context: Context, period: PeriodRow): Promise<Check[]> => {
  const { source, texts } = await listStaleTexts(context, period)
  return texts.map(({ document, label, path, page, mentions: [first] }) => ({
    kind: 'last_year',
    document,
    label,
    path: page ? `${page.order}.${path}` : path,
    words: lastYearWords(path, first?.before ?? '', source?.name ?? ''),
  }))
}

const lastYearWords = (path: string, text: string, year: string): string =>
  isClassYears(path) ? `Class years ${text} are from ${year}.` : `“${text}” is from ${year}.`

const notReadable = (document: string): Check => ({
  kind: 'not_readable',
  document,
  label: labelOf(document),
  path: '',
  words: `This version of Shipmate can’t read “${labelOf(document)}”. It didn’t change.`,
})

/** Returns document fields that link to removed files of the school. */
const fileChecks = async (
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
    words: `“${labelOf(document)}” links to a file that was removed.`,
  }))
}

/** Returns links to other sites that didn’t work in the latest check and are still in the setup. */
const deadLinkChecks = async (
  context: Context,
  id: number,
  present: () => readonly DocumentLink[],
): Promise<Check[]> => {
  const dead = new Map((await listDeadLinks(context, id)).map(({ url, problem: why }) => [url, why]))
  if (dead.size === 0) return []
  const links = present().filter(({ url }) => dead.has(url))
  return [...new Map(links.map((link) => [`${link.document} ${link.path} ${link.url}`, link])).values()].map(
    ({ document, path, url }) => ({
      kind: 'link_dead' as const,
      document,
      label: document === customPages ? 'Custom pages' : labelOf(document),
      path,
      words: `The link ${url} ${dead.get(url) ?? ''}.`,
    }),
  )
}

/** Returns pages that had content but are now empty. */
const emptyPageChecks = (documents: AllDocuments['documents']): Check[] =>
  periodDocuments
    .filter(
      ({ kind, isWebsite, isPublished }) => isWebsite && isPublished && (documents[kind]?.version ?? 0) > 0,
    )
    .filter(({ kind }) => !hasContent(withoutVersion(documents[kind])))
    .map(({ kind, label }) => ({
      kind: 'page_empty' as const,
      document: kind,
      label,
      path: '',
      words: `“${label}” is empty.`,
    }))

/** The documents that start with default settings. Pages and forms start empty. */
const withDefaults = new Set<string>([waiverConfiguration.kind, websiteConfiguration.kind])

/** Returns the issue of an unsaved document. */
const unsavedText = (kind: string, label: string): string =>
  withDefaults.has(kind)
    ? `“${label}” has default settings. Review, save and publish it.`
    : `“${label}” has no content yet.`

const publishingChecks = async (
  context: Context,
  id: number,
  pages: readonly CustomPage[],
): Promise<Check[]> =>
  (await listSectionStates(context, id))
    .filter(({ is_published, version, published }) => is_published && published?.version !== version)
    .map(({ kind, label, version, published }) => {
      const page = pages.find((one) => pageKind(one.id) === kind)
      const isNew = page !== undefined && published === null
      return {
        kind: version === 0 ? 'page_empty' : 'not_published',
        document: page ? customPages : kind,
        label,
        path: page ? `${page.order}.title` : '',
        words:
          version === 0
            ? unsavedText(kind, label)
            : `“${label}” ${isNew ? 'isn’t published' : 'has unpublished changes'}.`,
      }
    })

/** Returns the custom pages for students that are empty. */
const pageChecks = (pages: readonly CustomPage[]): Check[] =>
  pages
    .filter(({ published, body }) => published && !hasContent(body))
    .map(({ title, order }) => ({
      kind: 'page_empty',
      document: customPages,
      label: title,
      path: `${order}.body`,
      words: `“${title}” is empty.`,
    }))

/** Returns the content of a document. */
export const withoutVersion = (document: object | undefined): object => {
  const { version: _version, ...content } = { version: 0, ...document }
  return content
}
