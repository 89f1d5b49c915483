import { use } from 'react'
import type { Content } from '#contract/platform/document.ts'
import type { homePage } from '#contract/setup/period-documents/home-page.ts'
import type { OpenSite } from '#contract/setup/site/shapes.ts'
import { Deadlines } from './deadlines.tsx'
import { PlanCosts } from './plan-info.tsx'
import { OfficeText, SiteSections, SiteText } from './text.tsx'
import { dayInWords, dollars, SiteLanguageContext, useWords } from './words/words.ts'

/** What the home page says besides the school’s own text. */
type HomeFacts = Pick<OpenSite, 'today' | 'deadlines' | 'plans' | 'forms' | 'other_years'> & {
  readonly period: Pick<OpenSite['period'], 'name'>
}

interface HomeSiteProps {
  school: string
  content: Content<(typeof homePage)['content']['shape']>
  /** The paths of the forms, the status page and other policy years’ sites. Without them (in a preview) they aren’t links. */
  hrefOf: (path: string) => string | null
  /** Null in a preview that doesn’t know them. */
  facts: HomeFacts | null
}

/** Renders the home page of the student website. */
export const HomeSite = ({ school, content, hrefOf, facts }: HomeSiteProps) => {
  const words = useWords()
  return (
    <>
      {content.image.src && (
        <img className="site-hero-image" src={content.image.src} alt={content.image.alt ?? ''} />
      )}
      <div className="site-stack">
        <h1>
          <OfficeText text={content.headline || words.welcome(school)} />
        </h1>
        {facts && <p className="site-quiet">{words.year(facts.period.name)}</p>}
        <SiteText html={content.intro} />
      </div>
      {facts && <Days {...facts} />}
      <div className="site-acts">
        <Act href={hrefOf('/waive')} label={content.waive_label || words.i_have_insurance} />
        <Act href={hrefOf('/enroll')} label={content.enroll_label || words.enroll_me} isQuiet />
      </div>
      {facts && <Costs plans={facts.plans} />}
      {facts && <MoreLinks hrefOf={hrefOf} facts={facts} />}
      <SiteSections sections={content.sections} />
    </>
  )
}

/** Renders what the first plan costs by who is covered, and what the others cost a student. */
const Costs = ({ plans: [first, ...others] }: Pick<HomeFacts, 'plans'>) => {
  const words = useWords()
  const language = use(SiteLanguageContext)
  const priced = others.flatMap(({ coverage_type, plan: { premiums } }) =>
    premiums.enrolled === null ? [] : [{ coverage_type, premium: premiums.enrolled }],
  )
  return (
    <>
      {first && <PlanCosts premiums={first.plan.premiums} title={words.costs} />}
      {priced.length > 0 && (
        <table className="site-costs">
          <caption>{words.other_plans}</caption>
          <tbody>
            {priced.map(({ coverage_type, premium }) => (
              <tr key={coverage_type}>
                <th scope="row">{words.coverages[coverage_type]}</th>
                <td>
                  {dollars(premium, language)} {words.a_year}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

const MoreLinks = ({ hrefOf, facts }: { hrefOf: HomeSiteProps['hrefOf']; facts: HomeFacts }) => {
  const words = useWords()
  return (
    <ul className="site-links">
      <li>
        <Link href={hrefOf('/status')} label={words.see_status} />
      </li>
      {facts.other_years.map(({ name, path }) => (
        <li key={path}>
          <Link href={path} label={words.other_year(name)} />
        </li>
      ))}
    </ul>
  )
}

const Link = ({ href, label }: { href: string | null; label: string }) => (
  <a {...(href === null ? {} : { href })}>{label}</a>
)

const Act = ({ href, label, isQuiet }: { href: string | null; label: string; isQuiet?: boolean }) => (
  <a className="site-act" {...(href === null ? {} : { href })} {...(isQuiet ? { 'data-quiet': '' } : {})}>
    <OfficeText text={label} />
  </a>
)

/** Renders when forms open, or until when students decide. */
const Days = ({ deadlines, today, forms }: HomeFacts) => {
  const words = useWords()
  const language = use(SiteLanguageContext)
  const opening = [forms.waive, forms.enroll].find((form) => form?.state === 'not_yet')?.opens_on ?? null
  if (opening !== null) return <p className="site-callout">{words.opens_on(dayInWords(opening, language))}</p>
  return <Deadlines deadlines={deadlines} today={today} />
}
