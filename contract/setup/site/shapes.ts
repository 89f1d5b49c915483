import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { qualifyingEvents } from '#contract/setup/period-documents/insurance-configuration.ts'
import { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { tones } from '#contract/setup/period-documents/parts.ts'
import { resourcesAndLinks } from '#contract/setup/period-documents/resources-and-links.ts'
import { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import { schoolColors } from '#contract/setup/schools/colors.ts'
import { formPage } from './form-page.ts'

/** How the site of a school looks, and whom students can ask: known before it’s open. */
const siteSchool = z.object({
  name: z.string(),
  slug: z.string(),
  logo_url: z.nullable(z.string()),
  colors: schoolColors,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})

/** A form of the site and the days on which students can send it. */
const siteForm = z.object({
  page: formPage,
  /** The texts of the form that aren’t in the language asked for. */
  texts_in_english: z.array(z.string()),
  opens_on: z.nullable(z.string()),
  /** The last day for every student without a deadline of their cohort. */
  closes_on: z.string(),
  /** Whether it can be sent today: in its window, late with a fee or a life event, or not at all. */
  state: z.enum(['open', 'not_yet', 'late', 'closed']),
})
export type SiteForm = z.output<typeof siteForm>

/** The deadlines of a cohort, or of everyone else. */
const siteDeadline = z.object({
  /** Null for students of no cohort. */
  name: z.nullable(z.string()),
  waiver_deadline_on: z.nullable(z.string()),
  enrollment_closes_on: z.nullable(z.string()),
})

const { recipients: _unseen, ...contact } = contactForm.content.shape

/** An open site: what is published for a policy year. Nothing in it is a draft or about a student. */
const openSite = z.object({
  is_open: z.literal(true),
  school: siteSchool,
  period: z.object({ id: z.int(), name: z.string(), starts_on: z.string(), ends_on: z.string() }),
  /** The path of this policy year’s pages: '' or '/2026-27'. */
  year_path: z.string(),
  /** Other policy years that are open to students. */
  other_years: z.array(z.object({ name: z.string(), path: z.string() })),
  /** The day at the school. */
  today: z.string(),
  languages: z.array(z.enum(languages)),
  /** The office’s texts outside the forms that aren’t in the language asked for. */
  texts_in_english: z.array(z.string()),
  /** The visible pages in menu order; `label` is null for the usual one. */
  menu: z.array(z.object({ key: z.string(), label: z.nullable(z.string()), path: z.string() })),
  announcement: z.nullable(z.object({ text: z.string(), tone: z.enum(tones) })),
  deadlines: z.array(siteDeadline),
  home: z.object(homePage.content.shape),
  plan_details: z.object(planDetails.content.shape),
  /** The plans of the coverage types that the policy year offers, in the order of coverage types. */
  plans: z.array(
    z.object({
      coverage_type: z.enum(coverages),
      is_optional: z.boolean(),
      plan: z.object(medicalPlan.content.shape),
    }),
  ),
  resources: z.object(resourcesAndLinks.content.shape),
  faqs: z.object(faqs.content.shape),
  contact: z.object(contact),
  pages: z.array(z.object({ key: z.string(), title: z.string(), slug: z.string(), body: z.string() })),
  /** The published forms. */
  forms: z.object({ enroll: z.nullable(siteForm), waive: z.nullable(siteForm) }),
  /** The life events after which a form can be sent outside its window, and within how many days. */
  life_events: z.object({ kinds: z.array(z.enum(qualifyingEvents)), days: z.int() }),
  late_waiver_fee: z.nullable(z.string()),
})
export type OpenSite = z.output<typeof openSite>

/** A site that isn’t open to students: who to ask, and the day on which the first form opens, if it’s known. */
const closedSite = z.object({
  is_open: z.literal(false),
  school: siteSchool,
  opens_on: z.nullable(z.string()),
  other_years: z.array(z.object({ name: z.string(), path: z.string() })),
})
export type ClosedSite = z.output<typeof closedSite>

/** What a school publishes for its students. */
export const publicSite = z.discriminatedUnion('is_open', [openSite, closedSite])
export type PublicSite = z.output<typeof publicSite>

/** What closes a site to students: the policy year’s state, or the settings of its site. */
export const siteClosures = ['draft', 'closed', 'settings'] as const

/** Where the site of a policy year is, and whether students can open it. */
export const periodSite = z.object({
  /** Without a slash at the end. */
  address: z.string(),
  is_open: z.boolean(),
  closed_by: z.array(z.enum(siteClosures)),
  /** The address as a QR code: an SVG drawing. */
  qr_code: z.string(),
})
export type PeriodSite = z.output<typeof periodSite>
