import { coverages } from '#contract/platform/coverage/choices.ts'
import type { ContentOf } from '#contract/platform/document.ts'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import {
  enrollForm,
  enrollFormIntro,
  waiverForm,
  waiverFormIntro,
} from '#contract/setup/period-documents/forms.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { dentalPlan, medicalPlan, visionPlan } from '#contract/setup/period-documents/plans.ts'
import { resourcesAndLinks } from '#contract/setup/period-documents/resources-and-links.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { schoolColors } from '#contract/setup/schools/colors.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import { formPageOf } from '#contract/setup/site/form-page.ts'
import type { ClosedSite, OpenSite, PublicSite, SiteForm } from '#contract/setup/site/shapes.ts'
import { translatorTo } from '#contract/platform/translation.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { pick } from '#server/platform/lib/pick.ts'
import {
  readAllPublished,
  readSaved,
  type ReadAllPublished,
  type ReadSaved,
} from '#server/setup/period-documents/index.ts'
import { presentSchool } from '#server/setup/schools/index.ts'
import { listSeenPages } from '#server/setup/website/index.ts'
import { announcementOn, firstOpening, formState, lastDayOf, lastDayOfAll, menuOf } from '../rules.ts'
import {
  addressOf,
  getSiteSchool,
  listYears,
  readAddress,
  yearOf,
  type AddressContext,
  type SystemContext,
  type Year,
} from './years.ts'

/** The addresses of an open site’s pages. That of a form is null while no one can send it. */
type PageAddresses = Readonly<Record<'status', string> & Record<FormKind, string | null>>

/** Returns the pages that an email can send a student of a policy year to; null if its site isn’t open to students. */
export const findPageAddresses = async (
  context: AddressContext,
  periodId: number,
): Promise<PageAddresses | null> => {
  const { system, year, address, today } = await readAddress(context, periodId)
  if (!year?.isOpen) return null
  const saved = await readSaved(system, periodId)
  const published = await readAllPublished(system, periodId)
  const days = { days: daysOf(saved, year), insurance: rulesOf(saved), today }
  const pageOf = (kind: FormKind): string | null => {
    const form = published(formDocuments[kind].form)
    const state = form && stateOf(kind, form, days)
    return state === 'open' || state === 'late' ? `${address}/${kind}` : null
  }
  return { status: `${address}/status`, enroll: pageOf('enroll'), waive: pageOf('waive') }
}

/** The policy year of an address, and the language of the office’s texts. */
interface SiteQuery {
  readonly year?: string | undefined
  readonly language?: SiteLanguage | undefined
}

/**
 * Returns what a school publishes for its students in a policy year: the one whose name is in the address, or the current
 * one. @throws Problem 404
 */
export const readSite = async (
  context: Pick<AnonymousContext, 'db' | 'clock'>,
  slug: string,
  { year: asked, language = 'en' }: SiteQuery = {},
): Promise<PublicSite> => {
  const { system, row } = await getSiteSchool(context, slug)
  const school = presentSchool(row)
  const years = await listYears(system, school.id)
  const year = yearOf(years, school.latest_period_id, asked)
  const others = years
    .filter(({ id, isOpen }) => isOpen && id !== year?.id)
    .map(({ name, slug: path }) => ({ name, path: `/${path}` }))
  const shown = { school: siteSchool(school), other_years: others }
  if (!year) return { is_open: false, ...shown, opens_on: null }
  const saved = await readSaved(system, year.id)
  const today = dayIn(context.clock, school.time_zone)
  if (!year.isOpen) return { is_open: false, ...shown, opens_on: firstOpening(saved(dates), today) }
  return {
    is_open: true,
    ...shown,
    period: pick(year, ['id', 'name', 'starts_on', 'ends_on']),
    year_path: asked === undefined ? '' : `/${year.slug}`,
    today,
    ...(await readContent(system, year, { saved, today, language })),
  }
}

/** A site with what its pages are served with. */
export interface ServedSite {
  readonly schoolId: number
  readonly site: PublicSite
  /** Where it’s reached from outside, without a slash at the end. */
  readonly address: string
  /** The web origins whose pages can frame it. */
  readonly embeddedOn: readonly string[]
}

/** Returns a school’s site with its address and who can frame it. @throws Problem 404 */
export const readServedSite = async (
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  slug: string,
  query: SiteQuery,
): Promise<ServedSite> => {
  const { row } = await getSiteSchool(services, slug)
  return {
    site: await readSite(services, slug, query),
    schoolId: row.id,
    address: addressOf(services.settings, row),
    embeddedOn: row.site_embedded_on,
  }
}

const siteSchool = (school: School): ClosedSite['school'] => ({
  ...pick(school, ['name', 'slug', 'logo_url']),
  colors: schoolColors.parse(school.colors),
  email: school.deadlines_contact.email,
  phone: school.deadlines_contact.phone ?? school.phone,
})

type SiteContent = Omit<OpenSite, 'is_open' | 'school' | 'period' | 'year_path' | 'other_years' | 'today'>

/** Returns the content of an open site. A document that can’t be read, or isn’t published, is empty. */
const readContent = async (
  context: SystemContext,
  year: Year,
  { saved: savedIn, today, language }: ContentFacts,
): Promise<SiteContent> => {
  const sources = { published: await readAllPublished(context, year.id), saved: savedIn, language }
  const { texts, published, saved } = inLanguage(sources)
  const website = published(websiteConfiguration) ?? websiteConfiguration.empty
  const home = published(homePage) ?? homePage.empty
  const { recipients: _unseen, ...contact } = published(contactForm) ?? contactForm.empty
  const pages = await listSeenPages(context, year.id, published)
  const insurance = rulesOf(saved)
  const days = daysOf(saved, year)
  const content = {
    languages: website.languages,
    menu: menuOf(website.menu, pages),
    announcement: announcementOn(home, today),
    deadlines: [
      { name: null, ...pick(days, ['waiver_deadline_on', 'enrollment_closes_on']) },
      ...days.cohorts.map((cohort) => pick(cohort, ['name', 'waiver_deadline_on', 'enrollment_closes_on'])),
    ],
    home,
    plan_details: published(planDetails) ?? planDetails.empty,
    plans: plansOf(saved),
    resources: published(resourcesAndLinks) ?? resourcesAndLinks.empty,
    faqs: published(faqs) ?? faqs.empty,
    contact,
    pages: pages.map((page) => pick(page, ['key', 'title', 'slug', 'body'])),
    forms: {
      enroll: formOf('enroll', sources, { days, insurance, today }),
      waive: formOf('waive', sources, { days, insurance, today }),
    },
    life_events: { kinds: insurance.qualifying_events, days: insurance.qualifying_event_days },
    late_waiver_fee: insurance.late_waiver_fee,
  }
  return { ...content, texts_in_english: [...texts.inEnglish] }
}

interface ContentFacts {
  readonly saved: ReadSaved
  readonly today: string
  readonly language: SiteLanguage
}

/** Where the documents of a site are read from, and the language of their texts. */
interface Sources {
  readonly published: ReadAllPublished
  readonly saved: ReadSaved
  readonly language: SiteLanguage
}

/** Returns the same sources with texts in their language. */
const inLanguage = ({ published, saved, language }: Sources) => {
  const texts = translatorTo(language)
  const readPublished: ReadAllPublished = (document) => {
    const content = published(document)
    return content && texts.translate(document.content, content)
  }
  const readSavedIn: ReadSaved = (document) => {
    const content = saved(document)
    return content && texts.translate(document.content, content)
  }
  return { texts, published: readPublished, saved: readSavedIn }
}

const rulesOf = (saved: ReadSaved): FormDays['insurance'] =>
  saved(insuranceConfiguration) ?? insuranceConfiguration.empty

const daysOf = (saved: ReadSaved, year: Year): FormDays['days'] =>
  saved(dates) ?? { ...dates.empty, ...pick(year, ['starts_on', 'ends_on']) }

const planDocuments = { medical: medicalPlan, dental: dentalPlan, vision: visionPlan }

/** Returns the plans of the coverage types that are offered. One that can’t be read is left out. */
const plansOf = (saved: ReadSaved): OpenSite['plans'] => {
  const options = saved(enrollmentOptions)
  return coverages.flatMap((coverage) => {
    const plan = saved(planDocuments[coverage])
    if (!plan || !options?.[`${coverage}_offered`]) return []
    const { version: _version, ...content } = plan
    const isOptional = coverage !== 'medical' || options.medical_is_voluntary
    return [{ coverage_type: coverage, is_optional: isOptional, plan: content }]
  })
}

const formDocuments = {
  enroll: { form: enrollForm, intro: enrollFormIntro, dropdowns: enrollFormDropdowns },
  waive: { form: waiverForm, intro: waiverFormIntro, dropdowns: waiverFormDropdowns },
}

interface FormDays {
  readonly days: ContentOf<typeof dates>
  readonly insurance: ContentOf<typeof insuranceConfiguration>
  readonly today: string
}

const formOf = (kind: FormKind, sources: Sources, days: FormDays): SiteForm | null => {
  const { form: document, intro, dropdowns } = formDocuments[kind]
  const { texts, published, saved } = inLanguage(sources)
  const form = published(document)
  if (!form) return null
  const page = formPageOf(kind, {
    form,
    intro: published(intro) ?? intro.empty,
    options: sources.saved(enrollFormDropdowns)?.options ?? null,
    translatedOptions: saved(enrollFormDropdowns)?.options ?? null,
    notices: saved(dropdowns)?.notices ?? [],
  })
  const { opensOn, closesOn } = windowOf(kind, days)
  return {
    page,
    texts_in_english: [...texts.inEnglish],
    opens_on: opensOn,
    closes_on: closesOn,
    state: stateOf(kind, form, days),
  }
}

const windowOf = (kind: FormKind, { days }: FormDays) => ({
  opensOn: days[kind === 'enroll' ? 'enrollment_opens_on' : 'waiver_opens_on'],
  closesOn: lastDayOf(kind, days),
})

const stateOf = (
  kind: FormKind,
  { is_open: isOpen }: { readonly is_open: boolean },
  days: FormDays,
): SiteForm['state'] => {
  const isLateAllowed = canBeLate(kind, days.insurance)
  const window = {
    ...windowOf(kind, days),
    closesOn: lastDayOfAll(kind, days.days),
    endsOn: days.days.ends_on,
    isLateAllowed,
  }
  return isOpen ? formState(window, days.today) : 'closed'
}

/** Returns whether a form can be sent after its window: a waiver with a fee, and both after a life event. */
const canBeLate = (kind: FormKind, insurance: FormDays['insurance']): boolean =>
  insurance.qualifying_events.length > 0 || (kind === 'waive' && insurance.late_waiver_fee !== null)
