import type { EligibilityReport, ReportedPlan } from '#contract/verifications/shapes.ts'
import { formatDay } from '#client/lib/format.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Disclosure } from '#client/ui/text/disclosure.tsx'

/** Renders what an answer leaves open, which staff settle before anything happens automatically; nothing if it’s clear. */
export const OpenQuestions = ({ check: { basis } }: { check: EligibilityReport }) =>
  basis.questions.length > 0 && (
    <Banner tone="warning">
      {basis.questions.map((question) => (
        <p key={question}>{question}</p>
      ))}
      <p>No status changes automatically until you know. Read the answer, or call the insurance company.</p>
    </Banner>
  )

/** Renders the plans of the student in the answer, with the parts of it that their days come from. */
export const ReportedPlans = ({ check: { basis } }: { check: EligibilityReport }) =>
  basis.plans.length > 0 && (
    <Disclosure
      summary={
        basis.plans.length === 1 ? 'Where the dates come from' : `${basis.plans.length} plans in the answer`
      }
    >
      <ul className="flex flex-col gap-3 px-2 pb-2">
        {basis.plans.map((plan) => (
          <li key={plan.segments.join()}>
            <p>
              <span className="font-medium">{plan.name ?? 'Plan without a name'}</span>
              <span className="text-ink-2"> · {stateOf(plan)}</span>
            </p>
            {plan.spans.map((span) => (
              <p key={`${span.begins_on} ${span.ends_on}`} className="tabular">
                {spanText(span)}
              </p>
            ))}
            <p className="font-mono text-label break-all text-ink-3">{plan.segments.join(' · ')}</p>
          </li>
        ))}
      </ul>
    </Disclosure>
  )

const stateOf = ({ is_active, is_used }: ReportedPlan): string =>
  [is_active ? 'active' : 'not active', ...(is_used ? ['used for the result'] : [])].join(', ')

/** '08/01/2026 to 12/31/2026', 'since 08/01/2026', 'until 12/31/2026' */
const spanText = ({ begins_on: begins, ends_on: ends }: ReportedPlan['spans'][number]): string => {
  if (begins !== null && ends !== null) return `${formatDay(begins)} to ${formatDay(ends)}`
  if (begins !== null) return `Since ${formatDay(begins)}`
  return ends === null ? 'No dates' : `Until ${formatDay(ends)}`
}
