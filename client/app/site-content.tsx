import type { ReactNode } from 'react'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { phoneText } from '#contract/platform/phone.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import type { ClosedSite, OpenSite } from '#contract/setup/site/shapes.ts'
import { ContactForm, ContactSite } from '#client/setup/site/contact.tsx'
import { CustomPageSite } from '#client/setup/site/custom-page.tsx'
import { FaqsSite } from '#client/setup/site/faqs.tsx'
import { HomeSite } from '#client/setup/site/home.tsx'
import { PlanInfoSite } from '#client/setup/site/plan-info.tsx'
import { ResourcesSite } from '#client/setup/site/resources.tsx'
import { dayInWords, useWords, wordsIn, type SiteLanguage } from '#client/setup/site/words/words.ts'

/** The pages that need JavaScript. */
export const livePages = ['enroll', 'waive', 'status'] as const
export type LivePage = (typeof livePages)[number]

/** A page of the site: its key in the menu, its title and what it shows. */
interface SiteContent {
  readonly key: string
  readonly title: string
  readonly render: () => ReactNode
}

type HrefOf = (path: string) => string

const planPages = (site: OpenSite, hrefOf: HrefOf): Readonly<Record<string, () => ReactNode>> => ({
  home: () => <HomeSite school={site.school.name} content={site.home} hrefOf={hrefOf} facts={site} />,
  'plan-info': () => (
    <PlanInfoSite
      content={site.plan_details}
      offered={site.plans.map(({ coverage_type }) => coverage_type)}
      plans={plansOf(site)}
    />
  ),
  resources: () => <ResourcesSite content={site.resources} />,
  faqs: () => <FaqsSite content={site.faqs} />,
  contact: () => (
    <ContactSite content={site.contact}>
      {site.contact.is_on && (
        <ContactForm topics={site.contact.topics} action={`/api/public/periods/${site.period.id}/messages`} />
      )}
    </ContactSite>
  ),
})

const plansOf = ({ plans }: OpenSite): Partial<Record<Coverage, Plan>> =>
  Object.fromEntries(plans.map(({ coverage_type, plan }) => [coverage_type, plan]))

/** Returns the page of a path without JavaScript; null if there is none. */
export const contentAt = (
  site: OpenSite,
  path: string,
  hrefOf: HrefOf,
  language: SiteLanguage,
): SiteContent | null => {
  const key = path === '' ? 'home' : path.slice(1)
  const words = wordsIn(language)
  const render = new Map(Object.entries(planPages(site, hrefOf))).get(key)
  if (render) {
    const label = new Map(Object.entries(words.pages)).get(key) ?? key
    return {
      key,
      title: key === 'home' ? (site.home.headline ?? words.welcome(site.school.name)) : label,
      render,
    }
  }
  const page = site.pages.find(({ slug }) => slug === key)
  return page
    ? {
        key: page.key,
        title: page.title,
        render: () => <CustomPageSite title={page.title} body={page.body} />,
      }
    : null
}

/** Renders that a site isn’t open yet, when it opens and whom to ask. */
export const NotOpen = ({ site, language }: { site: ClosedSite; language: SiteLanguage }) => {
  const words = useWords()
  return (
    <div className="site-stack">
      <h1>{words.not_open}</h1>
      {site.opens_on !== null && <p>{words.not_open_until(dayInWords(site.opens_on, language))}</p>}
      <AskOffice school={site.school} />
      {site.other_years.length > 0 && (
        <ul className="site-links">
          {site.other_years.map(({ name, path }) => (
            <li key={path}>
              <a href={path}>{words.other_year(name)}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Renders how the office can be reached; nothing if neither a phone nor an email is known. */
export const AskOffice = ({ school: { phone, email } }: Pick<ClosedSite, 'school'>) => {
  const words = useWords()
  if (phone === null && email === null) return null
  return (
    <>
      <p>{words.ask_office}</p>
      <dl className="site-facts">
        {phone !== null && (
          <div>
            <dt>{words.phone}</dt>
            <dd>
              <a href={`tel:${phone}`}>{phoneText(phone)}</a>
            </dd>
          </div>
        )}
        {email !== null && (
          <div>
            <dt>{words.email}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** Renders that a page doesn’t exist. */
export const NoSuchPage = ({ homeHref }: { homeHref: string }) => {
  const words = useWords()
  return (
    <div className="site-stack">
      <h1>{words.not_found}</h1>
      <p>{words.not_found_why}</p>
      <p>
        <a href={homeHref}>{words.go_home}</a>
      </p>
    </div>
  )
}
