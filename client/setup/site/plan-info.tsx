import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { Content } from '#contract/platform/document.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import { phoneText } from '#contract/platform/phone.ts'
import type { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { SiteSections, SiteText } from './text.tsx'

export interface PlanInfoSiteProps {
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
      <h1>Plan details</h1>
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

const PlanCard = ({ coverage, plan }: { coverage: Coverage; plan: Plan | undefined }) => (
  <section className="site-card site-stack">
    <h2>{plan?.name ?? coverageLabels[coverage]}</h2>
    {plan ? <PlanDetails plan={plan} /> : <p className="site-quiet">Plan details coming soon.</p>}
  </section>
)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const PlanDetails = ({ plan }: { plan: Plan }) => {
  const facts = [
    ['Insurance company', plan.underwriter],
    ['Administered by', plan.administrator],
    ['Group number', plan.group_number],
    [
      'Annual premium',
      plan.premiums.enrolled === null ? null : dollars.format(Number(plan.premiums.enrolled)),
    ],
    ['Member phone', plan.member_phone && phoneText(plan.member_phone)],
  ] as const
  return (
    <>
      <dl className="site-facts">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <SiteText html={plan.body} />
      <ul className="site-links">
        {plan.documents.map(({ key, label, url }) => (
          <li key={key}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
