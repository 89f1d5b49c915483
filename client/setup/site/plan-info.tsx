import { use } from 'react'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { Content } from '#contract/platform/document.ts'
import { isWebAddress } from '#contract/platform/rich-text.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import { phoneText } from '#contract/platform/phone.ts'
import type { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { OfficeText, SiteSections, SiteText } from './text.tsx'
import { dollars, SiteLanguageContext, useWords } from './words/words.ts'

interface PlanInfoSiteProps {
  content: Content<(typeof planDetails)['content']['shape']>
  /** The coverage types that the period offers; students see no others. */
  offered: readonly Coverage[]
  /** The plans by coverage type; missing ones are shown as coming soon. */
  plans: Partial<Record<Coverage, Plan>>
}

/** Renders the plan information for students. */
export const PlanInfoSite = ({ content, offered, plans }: PlanInfoSiteProps) => (
  <>
    <div className="site-stack">
      <h1>{useWords().plan_details}</h1>
      <SiteText html={content.intro} />
    </div>
    {coverages
      .filter((coverage) => offered.includes(coverage) && content.shown_coverages.includes(coverage))
      .map((coverage) => (
        <PlanCard key={coverage} coverage={coverage} plan={plans[coverage]} />
      ))}
    <SiteSections sections={content.sections} />
  </>
)

const PlanCard = ({ coverage, plan }: { coverage: Coverage; plan: Plan | undefined }) => {
  const words = useWords()
  return (
    <section className="site-card site-stack">
      <h2>{plan?.name ?? words.coverages[coverage]}</h2>
      {plan ? <PlanDetails plan={plan} /> : <p className="site-quiet">{words.coming_soon}</p>}
    </section>
  )
}

const PlanDetails = ({ plan }: { plan: Plan }) => {
  const words = useWords()
  const facts = [
    [words.insurance_company, plan.underwriter],
    [words.administered_by, plan.administrator],
    [words.group_number, plan.group_number],
    [words.member_phone, plan.member_phone && phoneText(plan.member_phone)],
    [words.member_website, plan.member_website],
  ] as const
  return (
    <>
      <PlanCosts premiums={plan.premiums} title={words.premiums} />
      <dl className="site-facts">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{isWebAddress(value) ? <Website address={value} /> : value}</dd>
            </div>
          ),
        )}
      </dl>
      <SiteText html={plan.body} />
      <ul className="site-links">
        {plan.documents.map(({ key, label, url }) => (
          <li key={key}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <OfficeText text={label} />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

const Website = ({ address }: { address: string }) => (
  <a href={address} target="_blank" rel="noopener noreferrer">
    {address.replace(/^https?:\/\//, '').replace(/\/$/, '')}
  </a>
)

/** Renders what a plan costs a year by who is covered; nothing while no premium is set. */
export const PlanCosts = ({ premiums, title }: { premiums: Plan['premiums']; title: string }) => {
  const words = useWords()
  const language = use(SiteLanguageContext)
  const priced = tiers.flatMap((tier) => {
    const premium = premiums[tier]
    return premium === null ? [] : [{ tier, premium }]
  })
  if (priced.length === 0) return null
  return (
    <table className="site-costs">
      <caption>{title}</caption>
      <tbody>
        {priced.map(({ tier, premium }, index) => (
          <tr key={tier}>
            <th scope="row">{words.tiers[tier]}</th>
            <td>
              {dollars(premium, language)}
              {index === 0 && ` ${words.a_year}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
