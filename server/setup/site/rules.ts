import type { ContentOf } from '#contract/platform/document.ts'
import type { CustomPage } from '#contract/setup/website/custom-pages.ts'
import type { dates } from '#contract/setup/period-documents/dates.ts'
import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import type { homePage } from '#contract/setup/period-documents/home-page.ts'
import { isSitePage, type MenuItem } from '#contract/setup/period-documents/website-configuration.ts'
import type { OpenSite, PeriodSite, SiteForm } from '#contract/setup/site/shapes.ts'

type Dates = ContentOf<typeof dates>

/** Returns the visible pages in menu order, each with its path under the site’s. */
export const menuOf = (
  menu: readonly MenuItem[],
  pages: readonly Pick<CustomPage, 'key' | 'title' | 'slug'>[],
): OpenSite['menu'] =>
  menu
    .filter(({ is_visible }) => is_visible)
    .flatMap((item): OpenSite['menu'] => {
      const { key, label } = item
      if (isSitePage(key)) return [{ key, label, path: key === 'home' ? '' : `/${key}` }]
      const page = pages.find((one) => one.key === key)
      return page ? [{ key, label: label ?? page.title, path: `/${page.slug}` }] : []
    })

/** Returns the announcement of a day; null if there’s none. */
export const announcementOn = (
  { announcement: { text, tone, from, to } }: ContentOf<typeof homePage>,
  today: string,
): OpenSite['announcement'] =>
  text !== null && (from === null || from <= today) && (to === null || today <= to) ? { text, tone } : null

/** Returns the first day from today on which a form opens; null if none is planned. */
export const firstOpening = (days: Dates | null, today: string): string | null => {
  const openings = [days?.enrollment_opens_on ?? null, days?.waiver_opens_on ?? null]
  return openings.reduce(
    (first, day) => (day !== null && day > today && (first === null || day < first) ? day : first),
    null,
  )
}

const closing = { enroll: 'enrollment_closes_on', waive: 'waiver_deadline_on' } as const

/** Returns the last day of a form’s window, without the deadlines of cohorts. */
export const lastDayOf = (kind: FormKind, days: Dates): string => days[closing[kind]] ?? days.ends_on

/** Returns the last day on which a student of any cohort is on time. */
export const lastDayOfAll = (kind: FormKind, days: Dates): string =>
  days.cohorts.reduce(
    (latest, { [closing[kind]]: day }) => (day !== null && day > latest ? day : latest),
    lastDayOf(kind, days),
  )

interface FormWindow {
  readonly opensOn: string | null
  readonly closesOn: string
  /** The last day of the policy year. */
  readonly endsOn: string
  /** Whether it can be sent after its window, with a fee or after a life event. */
  readonly isLateAllowed: boolean
}

/** Returns whether a form can be sent on a day. What it tells about the student decides later which deadline counts. */
export const formState = (window: FormWindow, today: string): SiteForm['state'] => {
  if (window.opensOn !== null && today < window.opensOn) return 'not_yet'
  if (today > window.endsOn) return 'closed'
  if (today <= window.closesOn) return 'open'
  return window.isLateAllowed ? 'late' : 'closed'
}

/** Returns what closes a policy year’s site to students, from its state and whether its settings open it. */
export const closedByOf = (state: string, isLive: boolean): PeriodSite['closed_by'] => [
  ...(state === 'draft' ? (['draft'] as const) : []),
  ...(state === 'closed' ? (['closed'] as const) : []),
  ...(isLive ? [] : (['settings'] as const)),
]
