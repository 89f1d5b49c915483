import { siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import type { PublicSite } from './shapes.ts'

export type SiteLanguage = (typeof siteLanguages)[number]

/** Returns the languages in which a site is shown: those that the office chose and that have fixed words, or English. */
export const languagesOf = (site: PublicSite): readonly SiteLanguage[] => {
  const offered = site.is_open ? siteLanguages.filter((one) => site.languages.includes(one)) : siteLanguages
  return offered.length > 0 ? offered : ['en']
}

/** A page that is to be rendered. */
export interface SiteAsk {
  readonly site: PublicSite
  /** The path of the site: '/s/harborview', or '' on a host of the school. */
  readonly base: string
  /** The path of the page under the site and its policy year: '', '/faqs'. */
  readonly path: string
  readonly language: SiteLanguage
  /** The day that a demo takes for today; null for the real one. */
  readonly demoDate: string | null
  /** Where the site is reached from outside: 'https://shipmate.example/s/harborview', 'https://insurance.example.edu'. */
  readonly address: string
  /** The files that pages load, as paths. */
  readonly assets: {
    /** For forms and the status. */
    readonly script: string
    /** For the contact form. */
    readonly contactScript: string
    readonly styles: readonly string[]
  }
}

/** A rendered page: a whole HTML document. */
export interface RenderedPage {
  readonly status: 200 | 404
  /** The key of the page in the menu. */
  readonly key: string
  readonly html: string
  /** Its only inline style, which the content policy names by its hash. */
  readonly style: string
}

/** What the build of the student site renders its pages with. */
export interface SiteRenderer {
  readonly renderSite: (ask: SiteAsk) => RenderedPage
}
